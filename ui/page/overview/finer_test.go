package overview

import (
	"math"
	"slices"
	"testing"

	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/subset"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/ui/sweepview"
	"example.com/sfatui/ui/uitest"
)

func TestBetween(t *testing.T) {
	near := func(a, b []float64) bool {
		return slices.EqualFunc(a, b, func(x, y float64) bool { return math.Abs(x-y) <= 1e-9*math.Abs(y) })
	}
	for _, c := range []struct {
		values []float64
		at     float64
		log    bool
		want   []float64
	}{
		{[]float64{1, 4, 16}, 4, true, []float64{2, 8}},
		{[]float64{1, 4, 16}, 1, true, []float64{0.5, 2}},
		{[]float64{1, 4, 16}, 16, true, []float64{8, 32}},
		{[]float64{0, 1e-7, 1e-5}, 0, true, []float64{1e-7 / math.Sqrt(10)}},
		{[]float64{0, 1e-7, 1e-5}, 1e-7, true, []float64{1e-7 / math.Sqrt(10), 1e-6}},
		{[]float64{0, 1e-7}, 1e-7, true, []float64{1e-7 / math.Sqrt(10), 1.5e-7}},
		{[]float64{100, 200, 400}, 200, false, []float64{150, 300}},
		{[]float64{100, 200, 400}, 400, false, []float64{300, 500}},
		{[]float64{3}, 3, true, nil},
		{[]float64{1, 2}, 7, true, nil},
	} {
		if got := midpoints(c.values, c.at, c.log); !near(got, c.want) {
			t.Errorf("between %v at %g: %v, want %v", c.values, c.at, got, c.want)
		}
	}
}

// Points added around a point lie next to it on one axis each and are new; a subset larger than
// the data is left out.
func TestAround(t *testing.T) {
	set := uitest.Set()
	var spec sweep.Spec
	spec.Split.Validation = 0.25
	whole, err := sweep.NewPlan(set, "fake", spec)
	if err != nil {
		t.Fatal(err)
	}
	var planned []part.Point
	for _, e := range whole.Entries {
		planned = append(planned, e.Point)
	}
	o := sweepview.OutlineOf(planned)
	at := o.Configs[slices.IndexFunc(o.Configs, func(p part.Point) bool { return method.Lambda.X(p) == 1e-5 && readout.Name.Of(p) == "lda" })]
	subset.M.Set(&at, subset.M.Of(o.Configs[len(o.Configs)-1])) // the largest: half of the training part
	var points []part.Point
	for _, p := range o.Points {
		if p.Config() == at {
			points = append(points, p)
		}
	}
	axes := sweepview.AxesOf(o.Configs)
	plan, err := planAround(set, "fake", points, o.Configs, at, slices.DeleteFunc(slices.Clone(axes), func(a sweepview.Axis) bool { return a.Number == nil }), o)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range plan.Entries {
		differs := 0
		for _, a := range axes {
			if a.Label(e.Point) != a.Label(at) {
				differs++
			}
		}
		if differs != 1 || o.Has(e.Point) {
			t.Errorf("%s differs from the point in %d axes; planned already: %v", e.Point.Label(), differs, o.Has(e.Point))
		}
	}
	if n := len(plan.Entries); n < 4*3 || n%3 != 0 {
		t.Errorf("%d points on three folds around one", n)
	}
	if _, err := planAround(set, "fake", points[:1], o.Configs, at, axes, o); err == nil {
		t.Error("points around one that is not planned on all folds")
	}
}
