package overview

import (
	"math"
	"slices"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/sweepview"
)

// Slowness shows how slow the features are, over σ or whatever varies: on
// the test part, and on the training part beside it on demand or where there is
// room for it.
type Slowness struct {
	sweepview.Chart
	Train bool // show the training part too
}

func (p *Slowness) wish() sweepview.Wish {
	w := p.Wished(sweepview.OverSigma, sweepview.LinesLambda)
	w.WithinGraph = true
	w.Has = func(r *choose.Row) bool { return r.Measured() && !math.IsNaN(p.stat(r, false).Mean) }
	if p.Train {
		w.By = sweepview.NoCurves
	}
	return w
}

func (p *Slowness) Aim(sc *sweepview.Sweep, l sweepview.Slice, base part.Point) sweepview.View {
	return l.Aim(sc, base, p.wish())
}

// stat is the mean slowness of a row on one of the parts; of a row without a test part,
// that on the training part. Features that do not change on test have none there.
func (p *Slowness) stat(r *choose.Row, train bool) choose.Stat {
	tested := slices.ContainsFunc(r.Results, func(res *result.Result) bool { return res.NTest > 0 })
	if train || !tested {
		return r.Of(measure.TrainingSlowness)
	}
	return r.Of(measure.TestSlowness)
}

func (p *Slowness) part(sc *sweepview.Sweep, v sweepview.View, train bool) ([]clean.Text, [][]sweepview.Sample) {
	return curves(sc, v, func(r *choose.Row) choose.Stat { return p.stat(r, train) }, sweepview.WriterOf(measure.TestSlowness))
}

func (p *Slowness) Series(sc *sweepview.Sweep, v sweepview.View) ([]clean.Text, [][]sweepview.Sample) {
	names, series := p.part(sc, v, false)
	if !p.Both(v) {
		return names, series
	}
	_, train := p.part(sc, v, true)
	return []clean.Text{"test", "training"}, append(series, train...)
}

// Both says that test and training stand beside each other: where there is no
// other axis to draw lines for.
func (p *Slowness) Both(v sweepview.View) bool { return v.Lines == nil && v.X.Number != nil }

// Stat is what the y axis is of.
func (p *Slowness) Stat(_ *sweepview.Sweep, r *choose.Row) choose.Stat { return p.stat(r, false) }

func (p *Slowness) Good(*sweepview.Sweep) (long, short clean.Text) { return lowerIsBetter, "↓" }

func (p *Slowness) Finish(*sweepview.Sweep, *chart.Plot, [][]sweepview.Sample) {}

// Name is what is shown, and of which parts.
func (p *Slowness) Name(_ *sweepview.Sweep, v sweepview.View) clean.Text {
	if p.Both(v) {
		return "slowness, test and training"
	}
	return clean.Of(measure.TestSlowness.Show.Map)
}

func (p *Slowness) axes() *sweepview.Chart { return &p.Chart }
