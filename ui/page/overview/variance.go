package overview

import (
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/humanize"
	"example.com/sfatui/ui/projection"
	"example.com/sfatui/ui/snapshot"
)

// Variance shows the unit-variance check: how far the variance of any
// training output is from 1. On a logarithmic axis both are seen, the digits
// that are lost long before anything is wrong, and what is wrong.
type Variance struct{ projection.Chart }

func (p *Variance) Aim(sc *snapshot.Sweep, l projection.Slice, base part.Point) projection.View {
	want := p.Wished(projection.OverSigma, projection.LinesShift)
	want.Has = (*choose.Row).Measured
	return l.Aim(sc, base, want)
}

func (p *Variance) Series(sc *snapshot.Sweep, v projection.View) ([]clean.Text, [][]projection.Sample) {
	names, series := projection.Curves(sc, v, height(func(r *choose.Row) choose.Stat { return p.Stat(sc, r) }))
	for _, s := range series {
		for i := range s {
			s[i].Bad = snapshot.Violated(s[i].Row)
			s[i].Reading = humanize.Number(s[i].Y)
			if s[i].Bad {
				s[i].Reading = "✗" + s[i].Reading
			}
		}
	}
	return names, series
}

// Stat is how far the variance of any output is from 1, without an error.
func (p *Variance) Stat(_ *snapshot.Sweep, r *choose.Row) choose.Stat {
	if !r.Measured() {
		return choose.Stat{}
	}
	return choose.Stat{Mean: r.Of(measure.Deviation).Mean, N: 1}
}

func (p *Variance) Good(*snapshot.Sweep) (long, short clean.Text) { return "↓ keep under ┈", "↓" }

// Finish draws the tolerance, which is what the axis is for: it does not depend on the
// range of the sound points.
func (p *Variance) Finish(sc *snapshot.Sweep, pl *chart.Plot, series [][]projection.Sample) {
	pl.LogY, pl.Note = true, ""
	if len(projection.Places(series)) > 0 {
		pl.Lines = []chart.Line{{Y: sc.Tolerance, Label: clean.Sprintf("tolerance %g", sc.Tolerance), Role: chart.Warn}}
	}
}

// Name is what is shown, and how many points violate the check.
func (p *Variance) Name(sc *snapshot.Sweep, _ projection.View) clean.Text {
	name := clean.Text("unit variance: largest |var−1|")
	if n := snapshot.Violations(sc); n > 0 {
		name += clean.Sprintf(" ✗%d", n)
	}
	return name
}

func (p *Variance) axes() *projection.Chart { return &p.Chart }
