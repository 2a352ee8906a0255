package advise

import (
	"fmt"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/part"
)

// widthLimit is how many times the heuristic width a σ may be and still count as
// near it: there half of all outputs of a Gaussian kernel are above 0.96.
const widthLimit = 4

// farWidth looks whether any σ is near the heuristic width: more than half of
// all kernel outputs above 0.5 has been sufficient in most cases.
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
	where := "are all narrower"
	if values[0] > heuristic {
		where = "are all wide"
	}
	if values[0] < heuristic && values[len(values)-1] > heuristic {
		where = "leave that out"
	}
	a := Advice{
		Kind: Width, Evidence: f.scored(f.best),
		Why: fmt.Sprintf("half of all kernel outputs are above 0.5 from σ₀=%s on, and the widths tried, %s to %s, %s",
			number(heuristic), number(values[0]), number(values[len(values)-1]), where),
	}.with(f.lines["sigma"], round(heuristic), round(2*heuristic))
	if a.Points == nil {
		return nil
	}
	return []Advice{a}
}

// fewest and widestSpan say when the values of σ are many enough, and far
// enough apart, to tell that it does not matter.
const (
	fewest     = 4
	widestSpan = 4
)

// flatWidth looks whether σ matters at all.
func (f *findings) flatWidth() []Advice {
	l, ok := f.lines["sigma"]
	if !ok || len(l.xs) < fewest || l.xs[len(l.xs)-1] < widestSpan*l.xs[0] || !f.best.Sound() {
		return nil
	}
	worst := f.best // of what is as good
	for _, r := range l.rows {
		if !f.asGood(r) {
			return nil
		}
		if f.gain(worst, r) > 0 {
			worst = r
		}
	}
	from, to := l.xs[0], l.xs[len(l.xs)-1]
	return []Advice{{
		Kind: FlatWidth, Do: fmt.Sprintf("stop searching σ, keep %s", whole(l.xs[l.at])), Evidence: f.scored(f.best, worst), Axis: "sigma", Values: []float64{l.xs[l.at]},
		Why: fmt.Sprintf("from %s to %s %s %s goes from %s to %s only, all as good within error", whole(from), whole(to), f.By.On(), f.By.Objective, number(f.score(worst)), number(f.score(f.best))),
	}}
}
