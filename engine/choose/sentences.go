package choose

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/result"
)

// The limits beyond which a choice is not trusted, and the numbers of points and parts
// needed to judge disagreement.
const (
	mostDrift    = 0.5
	fewestPoints = 5
	fewestParts  = 3
)

// Lines returns the sentences about the choice in display order, or none if nothing is
// chosen.
func (c *Choice) Lines() []string {
	var out []string
	say := func(format string, a ...any) { out = append(out, fmt.Sprintf(format, a...)) }
	if c.Apart {
		say("slowness under different graphs cannot be compared: ★ is the best point of each of the %d graphs", len(c.Within))
	}
	var name func(part.Point) string
	if c.Within != nil {
		name = c.naming()
	}
	for i := range c.Within {
		w := &c.Within[i]
		if w.Best < 0 {
			continue
		}
		say("best under graph %s: %s at %s", w.Graph, w.Score, name(w.Row.Config))
		if c.Apart {
			for _, line := range w.Lines() {
				say("graph %s: %s", w.Graph, line)
			}
		}
	}
	for i := range c.Learning {
		l := &c.Learning[i]
		if l.Graph != "" {
			say("graph %s: %s", l.Graph, l)
			continue
		}
		say("%s", l)
	}
	if c.Best < 0 {
		return out
	}
	if n := len(c.Tied); n > 1 {
		text := fmt.Sprintf("★ 1 of %d tied points, chosen by %s", n, strings.Join(c.TiedBy, ", then by "))
		if c.AnyP {
			text += "; p: any"
		}
		say("%s", text)
	}
	if c.Score.Complete() && len(c.Score.Parts) > 1 {
		if n := len(c.AsGood); n == 1 {
			say("☆ 1 of %d points is not distinguishable from best", c.Of)
		} else {
			say("☆ %d of %d points are not distinguishable from best", n, c.Of)
		}
		say("%s", message.Numbers("expected score on one more validation part: %.3g to %.3g (90 %% interval)", c.Low, c.High))
	}
	if brier := c.Row.brier(); c.By.Shares() && !math.IsNaN(brier) {
		say("%s", message.Numbers("Brier score on validation: %.3g (0 is best: certain and correct)", brier))
		if r, ok := c.Row.Reliability(); ok {
			say("%s", r)
		}
	}
	if c.Undecided != "" {
		say("%s", c.Undecided)
	}
	return append(out, c.Warnings...)
}

// naming returns a function that names the candidates by the parameters in which they
// differ.
func (c *Choice) naming() func(part.Point) string {
	rows := make([]Row, len(c.candidates))
	for i := range rows {
		rows[i].Config = c.candidates[i].row.Config
	}
	return Naming(rows)
}

// undecided returns a warning if the lead over the next of the rows among is smaller
// than differences between processors, else "".
func (c *Choice) undecided(among []int) string {
	best := &c.candidates[c.Best]
	lead := math.Inf(1)
	for _, i := range among {
		if s := &c.candidates[i]; s.rank == best.rank && !tied(s.U, best.U) {
			lead = min(lead, s.U-best.U)
		}
	}
	if !c.By.Shares() {
		if lead < pathsDiffer {
			return fmt.Sprintf("undecided: the next point trails by %.2g, and results differ between processors by up to %g", lead, pathsDiffer)
		}
		return ""
	}
	samples, fewest := 0, math.Inf(1)
	best.row.overParts(func(p *result.ValidationPart) float64 {
		samples, fewest = samples+p.N, min(fewest, float64(p.N))
		if d := p.Detection; c.By.Objective == measure.BalancedError && d != nil && d.Normal > 0 && d.New > 0 {
			fewest = min(fewest, 2*float64(min(d.Normal, d.New)))
		}
		return 0
	})
	if lead <= (1+1e-9)/(fewest*float64(len(best.Parts))) {
		return fmt.Sprintf("undecided: the next point trails by at most one of %d samples, which another processor may classify differently", samples)
	}
	return ""
}

// scoredOn returns the noun for what each score of a point is computed on, by the part of the
// data that points are chosen on.
func scoredOn(on string) string {
	if on == "training" {
		return "fits"
	}
	return "validation parts"
}

// warnings returns the reasons for distrusting the choice; points is the number of
// points that the disagreement is counted over.
func (c *Choice) warnings(points int) []string {
	var out []string
	say := func(format string, a ...any) { out = append(out, message.Numbers(format, a...)) }
	parts := len(c.Score.Parts)
	if c.Disagreement.Disagree() && points >= fewestPoints && parts >= fewestParts {
		out = append(out, c.Disagreement.warning(parts, scoredOn(c.By.On())))
	}
	out = append(out, c.Stationarity.Lines()...)
	if c.Drift > mostDrift {
		say("inputs drift: means of validation parts differ from training by %.1g standard deviations", c.Drift)
	}
	if c.detectorsTie() {
		say("slowness does not compare detectors: points tied with ★ have different detectors; use --objective %s if faults are known", measure.BalancedError)
	}
	return out
}

// unresolved returns a warning with the number of rows whose margin is finer than the
// resolution of the core vector machine.
func (c *Choice) unresolved(among []int) []string {
	count, all, worst, best := 0, 0, 0.0, ""
	for _, i := range among {
		v := c.candidates[i].row.Of(measure.Resolution).Mean
		if math.IsNaN(v) {
			continue
		}
		all++
		if v > 1 {
			count++
			worst = max(worst, v)
			if i == c.Best {
				best = ", ★ among them"
			}
		}
	}
	if count == 0 {
		return nil
	}
	return []string{fmt.Sprintf("ε is up to %.2g times too large for the margin of %d of %d core vector machines%s: their predictions may be chance; lower --epsilon", worst, count, all, best)}
}

// detectorsTie reports whether ★ is a detector that ties with points of another readout
// because the objective scores features alone.
func (c *Choice) detectorsTie() bool {
	best := c.Row.Config
	return c.By.FirstFeatures() && readout.Detects(best) && slices.ContainsFunc(c.Tied, func(i int) bool {
		other := &c.candidates[i].row.Config
		return slices.ContainsFunc(part.Axes(), func(a *part.Axis) bool { return a.Readout && a.Of(&best) != a.Of(other) })
	})
}
