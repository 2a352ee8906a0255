package overview

import (
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/sweepview"
)

// Variance shows the unit-variance check: how far the variance of any
// training output is from 1. On a logarithmic axis both are seen, the digits
// that are lost long before anything is wrong, and what is wrong.
type Variance struct{ sweepview.Chart }

func (p *Variance) Aim(sc *sweepview.Sweep, l sweepview.Slice, base part.Point) sweepview.View {
	want := p.Wished(sweepview.OverSigma, sweepview.LinesShift)
	want.Has = (*choose.Row).Measured
	return l.Aim(sc, base, want)
}

func (p *Variance) Series(sc *sweepview.Sweep, v sweepview.View) ([]clean.Text, [][]sweepview.Sample) {
	names, series := sweepview.Curves(sc, v, height(func(r *choose.Row) choose.Stat { return p.Stat(sc, r) }))
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

// Stat is how far the variance of any output is from 1, without an error.
func (p *Variance) Stat(_ *sweepview.Sweep, r *choose.Row) choose.Stat {
	if !r.Measured() {
		return choose.Stat{}
	}
	return choose.Stat{Mean: r.Of(measure.Deviation).Mean, N: 1}
}

func (p *Variance) Good(*sweepview.Sweep) (long, short clean.Text) {
	return "↓ keep under ┈", "↓"
}

// Finish draws the tolerance, which is what the axis is for: it does not depend on the
// range of the sound points.
func (p *Variance) Finish(sc *sweepview.Sweep, pl *chart.Plot, series [][]sweepview.Sample) {
	pl.LogY, pl.Note = true, ""
	if len(sweepview.Places(series)) > 0 {
		pl.Lines = []chart.Line{{Y: sc.Tolerance, Label: clean.Sprintf("tolerance %g", sc.Tolerance), Role: chart.Warn}}
	}
}

// Name is what is shown, and how many points violate the check.
func (p *Variance) Name(sc *sweepview.Sweep, _ sweepview.View) clean.Text {
	name := clean.Text("unit variance: largest |var−1|")
	if n := sweepview.Violations(sc); n > 0 {
		name += clean.Sprintf(" ✗%d", n)
	}
	return name
}

func (p *Variance) axes() *sweepview.Chart { return &p.Chart }
