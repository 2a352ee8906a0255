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

// Accuracy shows what the sweep is judged by: accuracy of the readouts, the
// error of a number, or the slowness on the validation part.
type Accuracy struct {
	sweepview.Chart
	Test bool // show the test part
}

// overP and linesReadout are the axes that the chart prefers, in order.
var (
	overP        = []string{"p", "sigma", "m", "lambda"}
	linesReadout = []string{"readout", "method", "space", "kernel", "select", "lambda", "m", "eta", "basis"}
)

func (p *Accuracy) Aim(sc *sweepview.Sweep, l sweepview.Slice, base part.Point) sweepview.View {
	want := p.Wished(overP, linesReadout)
	want.Readout = true
	want.Has = func(r *choose.Row) bool { return p.Stat(sc, r).N > 0 }
	return l.Aim(sc, base, want)
}

// ofTest says that the test part is shown: on demand, or where there is no
// other.
func (p *Accuracy) ofTest(sc *sweepview.Sweep) bool { return p.Test || !sc.Validated() }

// Name is what is shown, and of which part: samples that are right, by which points are
// chosen, or on test segments where there are any.
func (p *Accuracy) Name(sc *sweepview.Sweep, _ sweepview.View) clean.Text {
	part := clean.Of(sc.On()) + ", "
	what, _ := sweepview.ChosenBy(sc.Objective)
	if p.ofTest(sc) {
		part = "test, "
	}
	if sc.Objective == measure.ByAccuracy && (p.ofTest(sc) || sc.Before) && choose.Have(sc.Rows, measure.SegmentsRight) {
		what = sc.SegmentsAre() + " right"
	}
	return part + what
}

// Stat is what is shown of a row.
func (p *Accuracy) Stat(sc *sweepview.Sweep, r *choose.Row) choose.Stat {
	if !p.ofTest(sc) {
		return sc.Stat(r)
	}
	return r.Judgement(sc.Objective)
}

func (p *Accuracy) Series(sc *sweepview.Sweep, v sweepview.View) ([]clean.Text, [][]sweepview.Sample) {
	return curves(sc, v, func(r *choose.Row) choose.Stat { return p.Stat(sc, r) }, sc.Writer())
}

// Finish marks what is as good as ★ where that is decided.
func (p *Accuracy) Finish(sc *sweepview.Sweep, pl *chart.Plot, series [][]sweepview.Sample) {
	if !p.ofTest(sc) {
		sweepview.MarkAsGood(pl, sc, series)
	}
	p.drawChance(sc, pl, series)
	if sc.By.Shares() {
		pl.LogY = false
	}
}

// drawChance draws what needs no features as a line where points are near it, so that it takes
// no room from them, and else writes it behind the legend.
func (p *Accuracy) drawChance(sc *sweepview.Sweep, pl *chart.Plot, series [][]sweepview.Sample) {
	if len(sc.Rows) == 0 {
		return
	}
	chance := sc.By.Chance(&sc.Rows[max(sc.Best, 0)], p.ofTest(sc))
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

func (p *Accuracy) Good(sc *sweepview.Sweep) (long, short clean.Text) {
	if measure.Prefers(sc.Objective) == measure.Higher {
		return "↑ higher is better", "↑"
	}
	return lowerIsBetter, "↓"
}

func (p *Accuracy) axes() *sweepview.Chart { return &p.Chart }
