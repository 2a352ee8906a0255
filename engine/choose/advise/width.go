package advise

import (
	"fmt"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/part"
)

// widthLimit is the largest ratio of a σ to the heuristic width that counts as near it.
// At that ratio half of all outputs of a Gaussian kernel are above 0.96.
const widthLimit = 4

// farWidth returns a piece of advice if no σ is near the heuristic width, at which half of all
// kernel outputs are above 0.5. That has been sufficient in most cases.
func (f *findings) farWidth() []Advice {
	c := f.best.Config
	if f.Width == nil || !kernel.Sigma.Of(c).OK || kernel.Name.Of(c) == "arc-sine" || f.perfect() {
		return nil
	}
	heuristic := f.Width(c)
	if heuristic <= 0 {
		return nil
	}
	axis, _ := part.AxisNamed("sigma")
	values := f.values(axis)
	for _, v := range values {
		if v >= 0.99*heuristic && v <= widthLimit*1.01*heuristic {
			return nil
		}
	}
	last := len(values) - 1
	where := fmt.Sprintf("the widths tried, %s to %s, ", formatNumber(values[0]), formatNumber(values[last]))
	switch {
	case values[0] < heuristic && values[last] > heuristic:
		where += "skip that range"
	case last == 0 && values[0] > heuristic:
		where = fmt.Sprintf("the only width tried, %s, is wide", formatNumber(values[0]))
	case last == 0:
		where = fmt.Sprintf("the only width tried, %s, is narrower", formatNumber(values[0]))
	case values[0] > heuristic:
		where += "are all wide"
	default:
		where += "are all narrower"
	}
	a := Advice{
		Kind: Width, Evidence: f.scoreEvidence(f.best),
		Why: fmt.Sprintf("half of all kernel outputs are above 0.5 from σ₀=%s on; %s", formatNumber(heuristic), where),
	}.withValues(f.lines["sigma"], round(heuristic), round(2*heuristic))
	if a.Points == nil {
		return nil
	}
	return []Advice{a}
}

// fewestWidths is the number of values of σ, and widestSpan the ratio of the largest to the
// smallest, that suffice to show that σ does not matter.
const (
	fewestWidths = 4
	widestSpan   = 4
)

// negligible is the largest difference of scores that does not matter: 5 % of a slowness or an
// error, or five percent of the samples.
const negligible = 0.05

// flatWidth returns the advice to stop searching σ if the scores of all its values differ by a
// negligible amount, including the error: large errors alone prove nothing.
func (f *findings) flatWidth() []Advice {
	l, ok := f.lines["sigma"]
	if !ok || len(l.xs) < fewestWidths || l.xs[len(l.xs)-1] < widestSpan*l.xs[0] || !f.best.Sound() {
		return nil
	}
	worst := f.best // worst of the equally good rows
	for _, r := range l.rows {
		if !f.asGood(r) || f.mostGain(f.best, r) > negligible {
			return nil
		}
		if f.gain(worst, r) > 0 {
			worst = r
		}
	}
	from, to := l.xs[0], l.xs[len(l.xs)-1]
	return []Advice{{
		Kind: FlatWidth, Do: fmt.Sprintf("stop searching σ, keep %s", formatFull(l.xs[l.at])), Evidence: f.scoreEvidence(f.best, worst), Axis: "sigma", Values: []float64{l.xs[l.at]},
		Why: fmt.Sprintf("for σ from %s to %s, with %s, %s %s only varies from %s to %s: no value is distinguishable from best", formatFull(from), formatFull(to), f.name(f.best, "sigma"), f.By.On(), f.By.Name(), formatNumber(f.score(worst)), formatNumber(f.score(f.best))),
	}}
}
