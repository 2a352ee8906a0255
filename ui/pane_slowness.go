package ui

import (
	"math"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/humanize"
	"example.com/sfatui/ui/theme"
)

// slownessPane shows how slow the features are, over σ or whatever varies: on
// the test part, and on the training part beside it on demand or where there is
// room for it.
type slownessPane struct {
	chartPane
	train bool // show the training part too
}

func (p *slownessPane) wish() wish {
	w := p.wished(overSigma, linesLambda)
	w.has = func(r *choose.Row) bool { return r.Measured() && !math.IsNaN(p.stat(r, false).Mean) }
	if p.train {
		w.by = noCurves
	}
	return w
}

func (p *slownessPane) aim(sc *scene, l lens, base part.Point) view {
	return l.aim(sc, base, p.wish())
}

// stat is the mean slowness of a row on one of the parts; of a sweep without a
// test part, that on the training part.
func (p *slownessPane) stat(r *choose.Row, train bool) choose.Stat {
	if train || r.Of(measure.TestSlowness).N == 0 {
		return r.Of(measure.TrainingSlowness)
	}
	return r.Of(measure.TestSlowness)
}

func (p *slownessPane) part(sc *scene, v view, train bool) ([]clean.Text, [][]sample) {
	names, series := curves(sc, v, func(r *choose.Row) (float64, float64) {
		s := p.stat(r, train)
		return orNaN(s), s.SE
	})
	for _, s := range series {
		for i := range s {
			s[i].reading = humanize.WithError(s[i].y, s[i].err, humanize.Number)
		}
	}
	return names, series
}

func (p *slownessPane) series(sc *scene, v view) ([]clean.Text, [][]sample) {
	names, series := p.part(sc, v, false)
	if !p.both(v) {
		return names, series
	}
	_, train := p.part(sc, v, true)
	return []clean.Text{"test", "training"}, append(series, train...)
}

// both says that test and training stand beside each other: where there is no
// other axis to draw lines for.
func (p *slownessPane) both(v view) bool { return v.lines == nil && v.x.Number != nil }

func (p *slownessPane) view(sc *scene, v view, st *theme.Style, w, h int) []clean.Text {
	names, series := p.series(sc, v)
	series = p.crop(series, v)
	pl := plot(sc, v, names, series)
	pl.LogY = wide(series)
	return p.render(pl, names, series, st, w, h)
}
