package importance

import (
	"math"
	"slices"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/sweepview"
)

// mostPaths is the largest number of equally good points that can be distinguished as paths.
const mostPaths = 8

// parallel draws the axes of the sweep and the score as parallel lines. ★, ◉, ticked points and
// points equal to ★ are paths between them, all other points are dots.
func parallel(sc *page.Scene, picked, w, h int) []clean.Text {
	axes := parallelAxes(sc)
	if len(sc.Sweep.Rows) == 0 || len(axes) == 0 || w < 24 || h < 5 {
		return layout.Waiting(sc.Style, "parallel axes need points and more space", w, h)
	}
	out := chart.Parallel{ASCII: sc.Style.ASCII, Star: sc.Sweep.Star(), Picked: min(picked, len(axes)-1)}
	for _, a := range axes {
		out.Axes = append(out.Axes, chart.ParallelAxis{Name: a.name, Labels: a.labels})
	}
	path := func(r *choose.Row) []float64 {
		at := make([]float64, len(axes))
		for k, a := range axes {
			at[k] = a.place(r)
		}
		return at
	}
	here := sc.Table.Row(&sc.Sweep)
	few := len(sc.Sweep.Choice().Equals()) <= mostPaths
	for _, strong := range []bool{false, true} {
		for i := range sc.Sweep.Rows {
			r := &sc.Sweep.Rows[i]
			if !sc.Table.Filter.Shows(r) && r != here && !sc.Sweep.IsBest(r) {
				continue
			}
			line := chart.ParallelLine{At: path(r), Best: sc.Sweep.IsBest(r)}
			switch {
			case r == here:
				line.Kind = chart.ParallelHere
			case sc.Sweep.IsBest(r):
				line.Kind = chart.ParallelBest
			case sc.Table.Ticks[r.Config], few && sc.Sweep.AsGood(r):
				line.Kind = chart.ParallelPath
			}
			if strong == (line.Kind >= chart.ParallelBest) {
				out.Lines = append(out.Lines, line)
			}
		}
	}
	return sc.Draw("parallel axes", out, w, h)
}

// parallelAxis is one of the parallel axes. place returns the height of a row, from 0 at the
// bottom to 1, NaN for a row without a value.
type parallelAxis struct {
	name   clean.Text
	id     string
	labels []clean.Text // labels from the bottom up
	place  func(*choose.Row) float64
}

// parallelAxes returns the axes that vary, and last the measures that choose.
func parallelAxes(sc *page.Scene) []parallelAxis {
	var out []parallelAxis
	for _, a := range sc.Sweep.Drawn {
		out = append(out, parallelAxisOf(a))
	}
	for _, q := range sc.Sweep.Quantities() {
		if !q.Measure.Chooses() && q.Measure != measure.TestSlowness {
			continue
		}
		lo, hi := math.Inf(1), math.Inf(-1)
		for i := range sc.Sweep.Rows {
			if v := q.Of(&sc.Sweep.Rows[i]); !sweepview.Violated(&sc.Sweep.Rows[i]) && !math.IsNaN(v) {
				lo, hi = min(lo, v), max(hi, v)
			}
		}
		if lo < hi {
			up := q.Better > 0
			bottom, top := lo, hi
			name := q.Name() + " ↑"
			if !up {
				bottom, top, name = hi, lo, q.Name()+" ↓"
			}
			out = append(out, parallelAxis{name, q.ID, []clean.Text{q.Write(bottom), q.Write(top)}, func(r *choose.Row) float64 {
				return min(max((q.Of(r)-bottom)/(top-bottom), 0), 1)
			}})
		}
	}
	return out
}

// parallelAxisOf returns an axis of the sweep with its values at equal distances.
func parallelAxisOf(a sweepview.Axis) parallelAxis {
	n := float64(max(len(a.Labels)-1, 1))
	return parallelAxis{a.Symbol, a.Name, a.Labels, func(r *choose.Row) float64 {
		if i := slices.Index(a.Labels, a.Label(r.Config)); i >= 0 {
			return float64(i) / n
		}
		return math.NaN()
	}}
}
