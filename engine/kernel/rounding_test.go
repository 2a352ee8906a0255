package kernel

import (
	"math"
	"testing"
	"time"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Entries differ from the definition by at most EntryError, and that is not much larger
// than necessary: for samples near the origin, at most 10⁴ units in the last place of
// the largest value.
func TestEntryErrorHolds(t *testing.T) {
	near := normal(60, 5, 3)
	for i := 20; i < 60; i++ { // groups of three that differ little
		near.SetRow(i, near.RawRowView(i%20))
		floats.AddConst(0.003*float64(i/20), near.RawRowView(i))
	}
	far := mat.DenseCopyOf(near)
	far.Apply(func(_, _ int, v float64) float64 { return v + 1000 }, far)
	for name, x := range map[string]*mat.Dense{"normal": normal(60, 5, 2), "inputs": normal(60, 400, 2), "near": near, "far": far} {
		for _, sigma := range []float64{1e-3, 0.01, 1, 100} {
			for i, c := range definitions(sigma) {
				if arc, ok := c.kernel.(ArcSine); ok && arc.Sigma < 1 {
					continue // the definition itself has no digits there
				}
				got := mat.NewDense(60, 60, nil)
				Matrix(got, c.kernel, x, NewSupports(x), false)
				bound, largest, worst := EntryError(c.kernel, x, false), 0.0, 0.0
				for i := range 60 {
					for j := range 60 {
						want := c.of(x.RawRowView(j), x.RawRowView(i))
						largest = max(largest, math.Abs(want))
						worst = max(worst, math.Abs(got.At(i, j)-want))
					}
				}
				if worst > bound {
					t.Errorf("%s, %#v: off by %g, bound %g", name, c.kernel, worst, bound)
				}
				if name != "far" && i < 6 && bound > 1e4*0x1p-52*largest {
					t.Errorf("%s, %#v: bound %g for values up to %g", name, c.kernel, bound, largest)
				}
			}
		}
	}
}

// Squares that overflow are bounded as the largest number is: the search for
// where the kernel is steepest ends.
func TestEntryErrorOfHugeSamplesEnds(t *testing.T) {
	for _, scale := range []float64{1e153, 3e153, 1e200, 1e308} {
		x := normal(30, 3, 1)
		x.Scale(scale/4, x)
		for _, k := range []Kernel{Gaussian{Sigma: 1}, Laplacian{Sigma: scale}, Matern52{Sigma: scale}, RationalQuadratic{Sigma: scale, Alpha: 1}} {
			done := make(chan float64, 1)
			go func() { done <- EntryError(k, x, true) }()
			select {
			case got := <-done:
				if math.IsNaN(got) || math.IsInf(got, 0) {
					t.Errorf("%#v, samples of %g: %g", k, scale, got)
				}
			case <-time.After(5 * time.Second):
				t.Fatalf("%#v, samples of %g: no end", k, scale)
			}
		}
	}
}

// Where the origin is far, inner products lose what a kernel of them is built
// on; the bound grows with it.
func TestEntryErrorOfProductsGrows(t *testing.T) {
	x := normal(30, 3, 1)
	before := EntryError(ArcSine{Sigma: 1}, x, false)
	x.Apply(func(_, _ int, v float64) float64 { return v + 1e4 }, x)
	if after := EntryError(ArcSine{Sigma: 1}, x, false); !(after > 1e3*before) {
		t.Errorf("bound %g, far from the origin %g", before, after)
	}
}

// Shifted values are small where samples are alike, and so is their error.
func TestEntryErrorOfShiftedValues(t *testing.T) {
	x := normal(30, 3, 1)
	plain, shifted := EntryError(Gaussian{Sigma: 1e4}, x, false), EntryError(Gaussian{Sigma: 1e4}, x, true)
	if !(shifted > 0 && shifted < 1e-5*plain) {
		t.Errorf("bound %g, shifted %g", plain, shifted)
	}
}
