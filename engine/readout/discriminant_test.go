package readout_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"example.com/sfatui/engine/readout"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

func TestH17MiddleClassIsSeen(t *testing.T) {
	x := mat.NewDense(9, 1, []float64{-3, -2.5, -2, -.5, 0, .5, 2, 2.5, 3})
	label := []int{0, 0, 0, 1, 1, 1, 2, 2, 2}
	m := mustModel(t)(readout.LinearDiscriminant(context.Background(), x, label, 3))
	if got := checkShare(m, x, label); got != 1 {
		t.Errorf("%v of the samples are right", got)
	}
	indicators := mustModel(t)(readout.LeastSquares(context.Background(), x, label, 3)).Discriminants(x)
	for i, want := range []int{0, 0, 0, 0, 1, 2, 2, 2, 2} {
		// At 0 all three are a third, up to rounding.
		if row := indicators.RawRowView(i); floats.Max(row)-row[want] > 1e-15 {
			t.Errorf("by indicators sample %d is not of class %d: %v", i, want, row)
		}
	}
	plain := mustModel(t)(readout.LinearDiscriminantWith(x, label, 3, 0))
	want := mat.NewDense(1, 3, []float64{-22.848612288668, -1.098612288668, -16.848612288668})
	if got := plain.Discriminants(mat.NewDense(1, 1, []float64{0.2})); !agree(got, want, 1e-11) {
		t.Errorf("discriminants %.12f", got.RawRowView(0))
	}
}

func TestH18ShrunkLinearDiscriminant(t *testing.T) {
	phi, label := threeSmallClasses()
	for _, c := range []struct {
		alpha float64
		x     []float64
		want  []float64
		tol   float64
	}{
		{0.1, []float64{1, 1}, []float64{-0.5781606169, -16.33456333, -15.9505208244}, 5e-9},
		{0, []float64{3, 3}, []float64{0.621924467458, -4.011991491146, -0.584660755519}, 1e-11},
	} {
		m := mustModel(t)(readout.LinearDiscriminantWith(phi, label, 3, c.alpha))
		got := m.Discriminants(mat.NewDense(1, 2, c.x)).RawRowView(0)
		if !floats.EqualApprox(got, c.want, c.tol) {
			t.Errorf("α = %v at %v: %.10f, want %v", c.alpha, c.x, got, c.want)
		}
	}
	// Twelve samples of three classes with two features: α = 9/(81 + 9).
	own := mustModel(t)(readout.LinearDiscriminant(context.Background(), phi, label, 3))
	if want := mustModel(t)(readout.LinearDiscriminantWith(phi, label, 3, 0.1)); !agree(own.W, want.W, 1e-12) {
		t.Errorf("weights\n%v\nof α = 0.1\n%v", mat.Formatted(own.W), mat.Formatted(want.W))
	}
}

// For two classes the normal of the plane is that of least squares.
func TestLinearDiscriminantOfTwoClasses(t *testing.T) {
	phi, label := clouds(4000, 5, 2, 2, 60)
	label = unlabel(label)
	m := mustModel(t)(readout.LinearDiscriminantWith(phi, label, 2, 0))
	ls := mustModel(t)(readout.LeastSquares(context.Background(), phi, label, 2))
	normal := func(m *readout.Model) []float64 {
		w := mat.Col(nil, 1, m.W)[:5]
		floats.Sub(w, mat.Col(nil, 0, m.W)[:5])
		floats.Scale(1/floats.Norm(w, 2), w)
		return w
	}
	if a, b := normal(m), normal(ls); !floats.EqualApprox(a, b, 1e-11) {
		t.Errorf("normals %v and %v", a, b)
	}
}

func TestLinearDiscriminantFarFromTheOrigin(t *testing.T) {
	phi, label := clouds(400, 3, 3, 2, 61)
	want := mustModel(t)(readout.LinearDiscriminant(context.Background(), phi, label, 3)).Discriminants(phi)
	for i := range label {
		floats.AddConst(1e4, phi.RawRowView(i))
	}
	got := mustModel(t)(readout.LinearDiscriminant(context.Background(), phi, label, 3)).Discriminants(phi)
	for i := range label {
		a, b := got.RawRowView(i), want.RawRowView(i)
		floats.AddConst(-a[0], a)
		floats.AddConst(-b[0], b)
		if !floats.EqualApprox(a, b, 1e-5) {
			t.Fatalf("sample %d: %v, want %v", i, a, b)
		}
	}
}

// Classes of points without any variance are separated by distance, however rare they
// are.
func TestLinearDiscriminantOfClassesThatDoNotVary(t *testing.T) {
	phi := mat.NewDense(7, 3, []float64{0, 0, 7, 0, 0, 7, 0, 0, 7, 0, 0, 7, 3, 0, 7, 0, 5, 7, 0, 5, 7})
	m := mustModel(t)(readout.LinearDiscriminant(context.Background(), phi, []int{0, 0, 0, 0, 1, 2, 2}, 4))
	samples := mat.NewDense(4, 3, []float64{0.1, 0.2, 7, 2.8, 1, 7, 0.2, 4, 7, 0, 0, 7})
	if got := checkShare(m, samples, []int{0, 1, 2, 0}); got != 1 {
		t.Errorf("discriminants\n%v", mat.Formatted(m.Discriminants(samples)))
	}
	if d := m.Discriminants(samples); !math.IsInf(d.At(0, 3), -1) || math.IsNaN(d.At(0, 0)) {
		t.Errorf("discriminants\n%v", mat.Formatted(d))
	}
	if len(m.Notes) != 2 || !strings.Contains(m.Notes[1], "1 of 3 directions") {
		t.Errorf("notes %q", m.Notes)
	}
}

// A direction without variance within the classes separates them best.
func TestLinearDiscriminantOfSingularClasses(t *testing.T) {
	phi, label := clouds(300, 3, 3, 0, 62)
	for i, k := range label {
		phi.Set(i, 1, float64(k))
		phi.Set(i, 2, phi.At(i, 0))
	}
	m := mustModel(t)(readout.LinearDiscriminant(context.Background(), phi, label, 3))
	if got := checkShare(m, phi, label); got != 1 {
		t.Errorf("%v of the samples are right", got)
	}
}
