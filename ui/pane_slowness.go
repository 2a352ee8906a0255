package ui

import "example.com/sfatui/engine/sweep"

// slownessPane shows how slow the features are on the test part, over σ.
type slownessPane struct{ chartPane }

func (p *slownessPane) aim(sc *scene, l lens, base sweep.Point) view {
	return l.aim(sc, base, overSigma, linesLambda, false)
}

func (p *slownessPane) series(sc *scene, v view) ([]string, [][]sample) {
	names, series := curves(sc, v, func(r *sweep.Row) (float64, float64) {
		return orNaN(r.SlownessTest), r.SlownessTest.SE
	})
	for _, s := range series {
		for i := range s {
			s[i].reading = withError(s[i].y, s[i].err, number)
		}
	}
	return names, series
}

func (p *slownessPane) view(sc *scene, v view, st *style, w, h int) []string {
	names, series := p.series(sc, v)
	pl := plot(sc, v, names, series)
	pl.LogY = wide(series)
	return p.render(pl, names, series, st, w, h)
}
