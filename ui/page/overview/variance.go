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
	"example.com/sfatui/ui/theme"
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
	names, series := projection.Curves(sc, v, func(r *choose.Row) (float64, float64) {
		if !r.Measured() {
			return snapshot.Mean(choose.Stat{}), 0
		}
		return r.Of(measure.Deviation).Mean, 0
	})
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

func (p *Variance) View(sc *snapshot.Sweep, v projection.View, st *theme.Style, w, h int) []clean.Text {
	names, series := p.Series(sc, v)
	series = p.Crop(series, v)
	pl := projection.Plot(sc, v, names, series)
	pl.LogY = true
	if len(projection.Places(series)) > 0 {
		pl.Lines = []chart.Line{{Y: sc.Tolerance, Label: clean.Sprintf("tolerance %g", sc.Tolerance), Role: chart.Warn}}
	}
	return p.Render(pl, names, series, st, w, h)
}

// Name is what is shown, and how many points violate the check.
func (p *Variance) Name(sc *snapshot.Sweep, _ projection.View) clean.Text {
	name := clean.Of(measure.Deviation.Show.Map)
	if n := snapshot.Violations(sc); n > 0 {
		name += clean.Sprintf(" ✗ %d violated", n)
	}
	return name
}

func (p *Variance) axes() *projection.Chart { return &p.Chart }
