package ui

import (
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/humanize"
	"example.com/sfatui/ui/theme"
)

// variancePane shows the unit-variance check: how far the variance of any
// training output is from 1. On a logarithmic axis both are seen, the digits
// that are lost long before anything is wrong, and what is wrong.
type variancePane struct{ chartPane }

func (p *variancePane) aim(sc *scene, l lens, base part.Point) view {
	want := p.wished(overSigma, linesShift)
	want.has = (*choose.Row).Measured
	return l.aim(sc, base, want)
}

func (p *variancePane) series(sc *scene, v view) ([]clean.Text, [][]sample) {
	names, series := curves(sc, v, func(r *choose.Row) (float64, float64) {
		if !r.Measured() {
			return orNaN(choose.Stat{}), 0
		}
		return r.Of(measure.Deviation).Mean, 0
	})
	for _, s := range series {
		for i := range s {
			s[i].bad = violated(s[i].row)
			s[i].reading = humanize.Number(s[i].y)
			if s[i].bad {
				s[i].reading = "✗" + s[i].reading
			}
		}
	}
	return names, series
}

// variance writes a variance near 1.
func variance(v float64) clean.Text {
	if v > 0.5 && v < 2 {
		return clean.Sprintf("%.4f", v)
	}
	return humanize.Number(v)
}

func (p *variancePane) view(sc *scene, v view, st *theme.Style, w, h int) []clean.Text {
	names, series := p.series(sc, v)
	series = p.crop(series, v)
	pl := plot(sc, v, names, series)
	pl.LogY = true
	if len(xsOf(series)) > 0 {
		pl.Lines = []chart.Line{{Y: sc.tolerance, Label: clean.Sprintf("tolerance %g", sc.tolerance), Role: chart.Warn}}
	}
	return p.render(pl, names, series, st, w, h)
}
