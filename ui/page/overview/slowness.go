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

// Slowness shows the slowness of the features on the test part and, if wanted or if there is
// room, on the training part.
type Slowness struct {
	sweepview.Chart
	Train bool // also show the training part
}

// preferredAxes returns the axes that the chart prefers.
func (p *Slowness) preferredAxes() sweepview.Wish {
	w := p.Wished(sweepview.OverSigma, sweepview.LinesLambda)
	w.WithinGraph = true
	w.Has = func(r *choose.Row) bool { return r.Measured() && !math.IsNaN(p.stat(r, false).Mean) }
	if p.Train {
		w.By = sweepview.NoCurves
	}
	return w
}

// Aim chooses the axes of the chart.
func (p *Slowness) Aim(sc *sweepview.Sweep, l sweepview.Slice, base part.Point) sweepview.View {
	return l.Aim(sc, base, p.preferredAxes())
}

// stat returns the mean slowness of a row on the training or the test part. Without a test part
// it is that on the training part. Features that are constant on the test part have none.
func (p *Slowness) stat(r *choose.Row, train bool) choose.Stat {
	tested := slices.ContainsFunc(r.Results, func(res *result.Result) bool { return res.NTest > 0 })
	if train || !tested {
		return r.Of(measure.TrainingSlowness)
	}
	return r.Of(measure.TestSlowness)
}

// partCurves returns the curves of one part.
func (p *Slowness) partCurves(sc *sweepview.Sweep, v sweepview.View, train bool) ([]clean.Text, [][]sweepview.Sample) {
	return statCurves(sc, v, func(r *choose.Row) choose.Stat { return p.stat(r, train) }, sweepview.WriterOf(measure.TestSlowness))
}

// Series returns the curves of the chart with their names.
func (p *Slowness) Series(sc *sweepview.Sweep, v sweepview.View) ([]clean.Text, [][]sweepview.Sample) {
	names, series := p.partCurves(sc, v, false)
	if !p.Both(v) {
		return names, series
	}
	_, train := p.partCurves(sc, v, true)
	return []clean.Text{"test", "training"}, append(series, train...)
}

// Both reports whether test and training are shown together: if no axis has a line for each
// value.
func (p *Slowness) Both(v sweepview.View) bool { return v.Lines == nil && v.X.Number != nil }

// Stat returns the test slowness of a row.
func (p *Slowness) Stat(_ *sweepview.Sweep, r *choose.Row) choose.Stat { return p.stat(r, false) }

// Good returns the better direction in full and in short.
func (p *Slowness) Good(*sweepview.Sweep) (long, short clean.Text) { return lowerIsBetter, "↓" }

// Finish does nothing.
func (p *Slowness) Finish(*sweepview.Sweep, *chart.Plot, [][]sweepview.Sample) {}

// Name returns the measure and the parts shown.
func (p *Slowness) Name(_ *sweepview.Sweep, v sweepview.View) clean.Text {
	if p.Both(v) {
		return "slowness, test and training"
	}
	return clean.Of(measure.TestSlowness.Show.Map)
}

// axes returns the chart's axes.
func (p *Slowness) axes() *sweepview.Chart { return &p.Chart }
