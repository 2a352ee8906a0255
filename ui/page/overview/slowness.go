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
	"example.com/sfatui/ui/projection"
	"example.com/sfatui/ui/snapshot"
)

// Slowness shows how slow the features are, over σ or whatever varies: on
// the test part, and on the training part beside it on demand or where there is
// room for it.
type Slowness struct {
	projection.Chart
	Train bool // show the training part too
}

func (p *Slowness) wish() projection.Wish {
	w := p.Wished(projection.OverSigma, projection.LinesLambda)
	w.WithinGraph = true
	w.Has = func(r *choose.Row) bool { return r.Measured() && !math.IsNaN(p.stat(r, false).Mean) }
	if p.Train {
		w.By = projection.NoCurves
	}
	return w
}

func (p *Slowness) Aim(sc *snapshot.Sweep, l projection.Slice, base part.Point) projection.View {
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

func (p *Slowness) part(sc *snapshot.Sweep, v projection.View, train bool) ([]clean.Text, [][]projection.Sample) {
	return curves(sc, v, func(r *choose.Row) choose.Stat { return p.stat(r, train) }, snapshot.WriterOf(measure.TestSlowness))
}

func (p *Slowness) Series(sc *snapshot.Sweep, v projection.View) ([]clean.Text, [][]projection.Sample) {
	names, series := p.part(sc, v, false)
	if !p.Both(v) {
		return names, series
	}
	_, train := p.part(sc, v, true)
	return []clean.Text{"test", "training"}, append(series, train...)
}

// Both says that test and training stand beside each other: where there is no
// other axis to draw lines for.
func (p *Slowness) Both(v projection.View) bool { return v.Lines == nil && v.X.Number != nil }

// Stat is what the y axis is of.
func (p *Slowness) Stat(_ *snapshot.Sweep, r *choose.Row) choose.Stat { return p.stat(r, false) }

func (p *Slowness) Good(*snapshot.Sweep) (long, short clean.Text) { return lowerIsBetter, "↓" }

func (p *Slowness) Finish(*snapshot.Sweep, *chart.Plot, [][]projection.Sample) {}

// Name is what is shown, and of which parts.
func (p *Slowness) Name(_ *snapshot.Sweep, v projection.View) clean.Text {
	if p.Both(v) {
		return "slowness, test and training"
	}
	return clean.Of(measure.TestSlowness.Show.Map)
}

func (p *Slowness) axes() *projection.Chart { return &p.Chart }
