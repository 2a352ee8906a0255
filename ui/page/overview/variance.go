package overview

import (
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/sweepview"
)

// Variance shows the unit-variance check: the largest deviation of a training output's variance
// from 1. The logarithmic axis shows both the lost digits long before a violation and the
// violations.
type Variance struct{ sweepview.Chart }

// Aim chooses the axes of the chart.
func (p *Variance) Aim(sc *sweepview.Sweep, l sweepview.Slice, base part.Point) sweepview.View {
	want := p.Wished(sweepview.OverSigma, sweepview.LinesShift)
	want.Has = (*choose.Row).Measured
	return l.Aim(sc, base, want)
}

// Series returns the curves of the chart with their names.
func (p *Variance) Series(sc *sweepview.Sweep, v sweepview.View) ([]clean.Text, [][]sweepview.Sample) {
	names, series := sweepview.Curves(sc, v, heightOf(func(r *choose.Row) choose.Stat { return p.Stat(sc, r) }))
	for _, s := range series {
		for i := range s {
			s[i].Bad = sweepview.Violated(s[i].Row)
			s[i].Reading = clean.Number(s[i].Y)
			if s[i].Bad {
				s[i].Reading = "✗" + s[i].Reading
			}
		}
	}
	return names, series
}

// Stat returns the largest deviation of an output's variance from 1, without an error.
func (p *Variance) Stat(_ *sweepview.Sweep, r *choose.Row) choose.Stat {
	if !r.Measured() {
		return choose.Stat{}
	}
	return choose.Stat{Mean: r.Of(measure.Deviation).Mean, N: 1}
}

// Good returns the better direction in full and in short.
func (p *Variance) Good(*sweepview.Sweep) (long, short clean.Text) {
	return "↓ keep under ┈", "↓"
}

// Finish draws the tolerance as a line, whatever the range of the points.
func (p *Variance) Finish(sc *sweepview.Sweep, pl *chart.Plot, series [][]sweepview.Sample) {
	pl.LogY, pl.Note = true, ""
	if len(sweepview.Places(series)) > 0 {
		pl.Lines = []chart.Line{{Y: sc.Tolerance, Label: clean.Sprintf("tolerance %g", sc.Tolerance), Role: chart.Warn}}
	}
}

// Name returns the measure and the number of violations.
func (p *Variance) Name(sc *sweepview.Sweep, _ sweepview.View) clean.Text {
	name := clean.Text("unit variance: largest |var−1|")
	if n := sweepview.Violations(sc); n > 0 {
		name += clean.Sprintf(" ✗%d", n)
	}
	return name
}

// axes returns the chart's axes.
func (p *Variance) axes() *sweepview.Chart { return &p.Chart }
