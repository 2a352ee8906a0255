package overview

import (
	"math"
	"slices"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/sweepview"
)

// Accuracy shows the measure that points are compared by: the readouts' accuracy or error, or
// the slowness on the validation part.
type Accuracy struct {
	sweepview.Chart
	Test bool // show the test part
}

// overP and linesReadout list the preferred axes of the chart, in order.
var (
	overP        = []string{"p", "sigma", "m", "lambda"}
	linesReadout = []string{"readout", "method", "space", "kernel", "select", "lambda", "m", "eta", "basis"}
)

// Aim chooses the axes of the chart.
func (p *Accuracy) Aim(sc *sweepview.Sweep, l sweepview.Slice, base part.Point) sweepview.View {
	want := p.Wished(overP, linesReadout)
	want.Readout = true
	want.Has = func(r *choose.Row) bool { return p.Stat(sc, r).N > 0 }
	return l.Aim(sc, base, want)
}

// showsTest reports whether the test part is shown: if the user chose it, or if there is no
// validation part.
func (p *Accuracy) showsTest(sc *sweepview.Sweep) bool { return p.Test || !sc.Validated() }

// Name returns the part and the measure shown. For accuracies that is the share of samples, or
// of segments on the test part where these were scored.
func (p *Accuracy) Name(sc *sweepview.Sweep, _ sweepview.View) clean.Text {
	part := clean.Of(sc.By.On()) + ", "
	what, _ := sweepview.ChosenBy(sc.By.Objective)
	if p.showsTest(sc) {
		part = "test, "
	}
	if sc.By.Objective == measure.ByAccuracy && p.showsTest(sc) && choose.Have(sc.Rows, measure.SegmentsRight) {
		what = sc.SegmentsAre() + " right"
	}
	return part + what
}

// Stat returns the charted statistic of a row.
func (p *Accuracy) Stat(sc *sweepview.Sweep, r *choose.Row) choose.Stat {
	if !p.showsTest(sc) {
		return sc.By.Stat(r)
	}
	return r.Judgement(sc.By.Objective)
}

// Series returns the curves of the chart with their names.
func (p *Accuracy) Series(sc *sweepview.Sweep, v sweepview.View) ([]clean.Text, [][]sweepview.Sample) {
	return statCurves(sc, v, func(r *choose.Row) choose.Stat { return p.Stat(sc, r) }, sc.Writer())
}

// Finish marks points equal to the best within error on the validation part, and draws chance.
func (p *Accuracy) Finish(sc *sweepview.Sweep, pl *chart.Plot, series [][]sweepview.Sample) {
	if !p.showsTest(sc) {
		sweepview.MarkAsGood(pl, sc, series)
	}
	p.drawChance(sc, pl, series)
	if sc.By.Shares() {
		pl.LogY = false
	}
}

// drawChance draws chance as a line if it lies near the points, so that it does not compress
// their range; otherwise it writes chance in the legend.
func (p *Accuracy) drawChance(sc *sweepview.Sweep, pl *chart.Plot, series [][]sweepview.Sample) {
	if len(sc.Rows) == 0 {
		return
	}
	chance := sc.By.Chance(&sc.Rows[max(sc.Best, 0)], p.showsTest(sc))
	if math.IsNaN(chance) {
		return
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, s := range slices.Concat(series...) {
		if !math.IsNaN(s.Y) {
			low, high = min(low, s.Y), max(high, s.Y)
		}
	}
	label := "chance " + clean.Number(chance)
	if near := (high - low) / 2; chance >= low-near && chance <= high+near {
		pl.Lines = append(pl.Lines, chart.Line{Y: chance, Label: label, Role: chart.Faint})
	} else if low <= high {
		pl.Note += " · " + label
	}
}

// Good returns the better direction in full and in short.
func (p *Accuracy) Good(sc *sweepview.Sweep) (long, short clean.Text) {
	if measure.Prefers(sc.By.Objective) == measure.Higher {
		return "↑ higher is better", "↑"
	}
	return lowerIsBetter, "↓"
}

// axes returns the chart's axes.
func (p *Accuracy) axes() *sweepview.Chart { return &p.Chart }
