package list

import (
	"math"
	"slices"
	"testing"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
)

// The best scores along an axis are those that could be chosen in place of ★: not of another
// training graph, whose slowness is another quantity, and not of a point without unit variance.
func TestBestAlongAnAxisIsComparable(t *testing.T) {
	fit := func(name string, sigma, slowness float64, sound bool) *result.Result {
		p := part.Point{Frame: part.Frame{Folds: 1, Validation: part.Num(0.25)}}.With(method.Name.Is("sfa"), method.P.Is(1), kernel.Name.Is("gaussian"), kernel.Sigma.Is(sigma), graph.Name.Is(name))
		r := &result.Result{Key: p.Label(), Point: p, NTrain: 80, NValidation: 20, Features: 1}
		r.Variance.OK = sound
		r.Validation = &result.Scores{Slowness: part.Float(slowness), Parts: []result.ValidationPart{{N: 20, Fit: 80, Delta: []part.Float{part.Float(slowness)}}}}
		return r
	}
	by := choose.By{Objective: measure.BySlowness}
	for _, c := range []struct {
		name   string
		fits   []*result.Result
		star   int
		values []string
		want   []float64
	}{
		{"two graphs", []*result.Result{fit("clustered", 1, 0.9, true), fit("clustered", 2, 0.8, true), fit("time", 1, 0.1, true), fit("time", 4, 0.2, true)},
			0, []string{"1", "2", "4"}, []float64{0.9, 0.8, math.NaN()}},
		{"the other graph", []*result.Result{fit("clustered", 1, 0.9, true), fit("clustered", 2, 0.8, true), fit("time", 1, 0.1, true), fit("time", 4, 0.2, true)},
			1, []string{"1", "2", "4"}, []float64{0.1, math.NaN(), 0.2}},
		{"an unsound point", []*result.Result{fit("time", 1, 0.5, true), fit("time", 2, 0.1, false), fit("time", 4, 0.6, true)},
			0, []string{"1", "2", "4"}, []float64{0.5, math.NaN(), 0.6}},
		{"unsound points alone", []*result.Result{fit("time", 1, 0.5, false), fit("time", 2, 0.1, false)},
			0, []string{"1", "2"}, []float64{0.5, 0.1}},
	} {
		rows := choose.InOrder(choose.Summarize(c.fits))
		by := by.Over(rows)
		star := &rows[by.Stars(rows)[c.star]]
		all := variedAxes(rows)
		i := slices.IndexFunc(all, func(v Varied) bool { return v.Axis == "sigma" })
		values, got := all[i].Values, bestAlong(all, rows, by, star)[i]
		if !slices.Equal(values, c.values) || !slices.EqualFunc(part.Numbers(got), c.want, func(x, y float64) bool {
			return math.Abs(x-y) < 1e-12 || math.IsNaN(x) && math.IsNaN(y)
		}) {
			t.Errorf("%s: %v %v, want %v %v", c.name, values, got, c.values, c.want)
		}
	}
	if terms := by.Over(choose.Summarize([]*result.Result{fit("time", 1, 1, true)})).Terms(&choose.Row{Config: fit("clustered", 1, 1, true).Point}); terms != "graph clustered, 1 feature" {
		t.Errorf("terms %q", terms)
	}
}
