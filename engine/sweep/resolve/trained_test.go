package resolve

import (
	"fmt"
	"math"
	"testing"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/hierarchy"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/sweep"
	"gonum.org/v1/gonum/mat"
)

// modelled are sweeps of one point, of every space, method and preparation.
var modelled = map[string]sweep.Spec{
	"linear":       sweep.Spec{}.With("space", "linear"),
	"standardized": sweep.Spec{}.With("standardize", "on", "space", "linear", "method", "pca"),
	"outliers":     sweep.Spec{}.With("standardize", "on", "clip", "quantile:0.1", "space", "linear"),
	"polynomial":   sweep.Spec{}.With("space", "poly", "degree", "2", "front", "pca:3"),
	"whitened":     sweep.Spec{}.With("space", "0.8exp", "front", "whiten:0.99"),
	"network":      sweep.Spec{}.With("space", "linear", "layers", "8:4+2:pca3:poly2:sfa3/all:poly2:sfa5"),
	"components":   sweep.Spec{}.With("space", "poly", "degree", "2", "layers", "8:4:pca2"),
	"stable":       sweep.Spec{}.With("sigma", "rel:1", "m", "30"),
	"dependent":    sweep.Spec{}.With("sigma", "rel:60", "m", "60"),
	"matern":       sweep.Spec{}.With("kernel", "matern32", "sigma", "rel:1", "m", "20", "method", "incremental"),
	"printed":      sweep.Spec{}.With("sigma", "rel:1", "m", "20", "basis", "printed", "lambda", "1e-5"),
	"clipped":      sweep.Spec{}.With("kernel", "gamma-exponential", "gamma", "3", "indefinite", "clip", "sigma", "rel:1", "m", "20", "select", "random"),
	"centres":      sweep.Spec{}.With("sigma", "rel:1", "m", "20", "select", "kmeans", "front", "pca:4"),
	"arc-sine":     sweep.Spec{}.With("kernel", "arc-sine", "sigma", "rel:1", "m", "20", "method", "pfa", "rotation", "ica"),
	"random":       sweep.Spec{}.With("kernel", "poly", "degree", "2", "m", "20", "method", "random"),
	"foreca":       sweep.Spec{}.With("space", "linear", "method", "foreca"),
}

// ripples is a set of eight inputs, of them one constant.
func ripples() *data.Set {
	const n, d = 240, 8
	x := mat.NewDense(n, d, nil)
	noise := uint32(7)
	for i := range n {
		for j := range d - 1 {
			noise = noise*1664525 + 1013904223
			x.Set(i, j, math.Sin(float64(i)*(0.05+0.06*float64(j)))+float64(j)+0.2*float64(noise>>8)/(1<<24))
		}
		x.Set(i, d-1, 3)
	}
	s := &data.Set{Name: "ripples", X: x}
	for j := range d {
		s.Inputs = append(s.Inputs, fmt.Sprint("x", j))
	}
	for i := range 6 {
		s.Segments = append(s.Segments, data.Segment{Name: fmt.Sprint(i), Start: 40 * i, End: 40 * (i + 1)})
	}
	return s
}

// rebuilt is a model made again of its parts, as from a file.
func rebuilt(t *testing.T, m *Trained) *Trained {
	t.Helper()
	out := *m
	d := m.Inputs
	if m.Front != nil {
		mean, w := m.Front.Parts()
		out.Front = space.NewProjection(mean, w)
		d = m.Front.Components()
	}
	if m.Network != nil {
		shape, err := hierarchy.Parse(hierarchy.Layers.Of(m.Point))
		if err == nil {
			out.Network, err = hierarchy.Restore(shape, m.Network.Layers())
		}
		if err != nil {
			t.Fatal(err)
		}
		d = m.Network.Outputs()
	}
	var err error
	if out.Space, err = space.Restore(m.Point, d, m.Supports, m.Basis(), m.Origin()); err != nil {
		t.Fatal(err)
	}
	return &out
}

// A trained model, and one made again of its parts, gives the features that
// were measured, on whatever rows.
func TestTrained(t *testing.T) {
	set := ripples()
	for name, spec := range modelled {
		spec.Draws = 1
		spec.Set("p", "3")
		spec.Set("readout", "none")
		spec.Split = split.Options{Folds: 2, Seed: 1}
		plan, err := sweep.NewPlan(set, "data", spec)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		m, out, err := Train(t.Context(), set, "data", plan.Entries[0].Point)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if k := kernel.Name.Of(m.Point); m.Basis() != nil && kernel.Indefinite.Of(m.Point) == "" && (m.Origin() != nil) != kernel.At(m.Point).TranslationInvariant() {
			t.Errorf("%s: kernel %s has the origin %v", name, k, m.Origin())
		}
		all, err := m.Apply(t.Context(), set.X)
		if err != nil {
			t.Fatal(err)
		}
		again, err := rebuilt(t, m).Apply(t.Context(), set.X)
		if err != nil {
			t.Fatal(err)
		}
		worst := 0.0
		for _, part := range []struct {
			phi  *mat.Dense
			rows []int
		}{{out.Train, out.TrainRows}, {out.Test, out.TestRows}} {
			for i, row := range part.rows {
				for j, want := range part.phi.RawRowView(i) {
					worst = max(worst, math.Abs(all.At(row, j)-want), math.Abs(again.At(row, j)-want))
				}
			}
		}
		if !(worst <= 1e-12) {
			t.Errorf("%s: features are off by %g", name, worst)
		}
	}
}

func TestRestoreSpaceRefuses(t *testing.T) {
	z, l := mat.NewDense(3, 2, []float64{0, 0, 1, 1, 2, 0}), mat.NewDense(2, 2, []float64{1, 0, 1, 1})
	gaussian := part.Point{}.With(space.Name.Is("kernel"), kernel.Name.Is("gaussian"), kernel.Sigma.Is(1), space.Basis.Is("stable"))
	if _, err := space.Restore(gaussian, 2, z, l, nil); err != nil {
		t.Fatal(err)
	}
	with := func(change func(*part.Point)) part.Point {
		p := gaussian
		change(&p)
		return p
	}
	for name, c := range map[string]struct {
		p        part.Point
		d        int
		z, basis *mat.Dense
		origin   []float64
	}{
		"space":      {with(func(p *part.Point) { space.Name.Set(p, "fourier") }), 2, z, l, nil},
		"kernel":     {with(func(p *part.Point) { kernel.Name.Set(p, "cubic") }), 2, z, l, nil},
		"degree":     {part.Point{}.With(space.Name.Is("poly")), 2, nil, nil, nil},
		"inputs":     {gaussian, 3, z, l, nil},
		"supports":   {gaussian, 2, nil, l, nil},
		"no basis":   {gaussian, 2, z, nil, nil},
		"basis":      {gaussian, 2, z, mat.NewDense(3, 3, nil), nil},
		"diagonal":   {gaussian, 2, z, mat.NewDense(2, 2, []float64{1, 0, 1, math.NaN()}), nil},
		"origin":     {gaussian, 2, z, l, []float64{1}},
		"clip basis": {with(func(p *part.Point) { kernel.Indefinite.Set(p, "clip") }), 2, z, l, nil},
	} {
		if s, err := space.Restore(c.p, c.d, c.z, c.basis, c.origin); err == nil {
			t.Errorf("%s: %T was made", name, s)
		}
	}
}
