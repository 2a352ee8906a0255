package space_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/moments"
	"example.com/sfatui/engine/sfa"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/subset"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// partial returns the space over m samples of x, chosen by MP-MAH or the first ones,
// with part of its solve postponed.
func partial(t *testing.T, x *mat.Dense, m int, sigma float64, choose bool) *space.Partial {
	t.Helper()
	k := kernel.Gaussian{Sigma: sigma}
	index := subset.All(m)
	if choose {
		var err error
		if index, err = subset.MPMAH(t.Context(), k, x, m, nil, nil); err != nil {
			t.Fatal(err)
		}
	}
	p, err := stable(t, k, rows(x, index.Index...), true).Partial(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if p == nil {
		t.Fatalf("σ = %g: nothing put off", sigma)
	}
	return p
}

// smooth returns n samples of d inputs that change slowly, so that supports have much
// in common.
func smooth(n, d int) *mat.Dense {
	x := normal(31, n, d)
	for i := 1; i < n; i++ {
		for j, v := range x.RawRowView(i - 1) {
			x.RawRowView(i)[j] = 0.9*v + 0.4*x.At(i, j)
		}
	}
	return x
}

// Begin and Finish are Eval, and Weights on the one are the weights on the other,
// for leading functions too.
func TestPartialIsTheSpace(t *testing.T) {
	x := smooth(900, 20)
	p := partial(t, x, 600, 4, true)
	some := mat.DenseCopyOf(x.Slice(100, 180, 0, 20))
	h, g := evaluate(p, some), mat.NewDense(80, p.Dim(), nil)
	p.Differences(g, some)
	p.Begin(g)
	for _, dim := range []int{50, 64, 100, p.Leading(400), p.Dim()} {
		a := normal(7, dim, 3)
		var want, got mat.Dense
		want.Mul(h.Slice(0, 80, 0, dim), a)
		got.Mul(g.Slice(0, 80, 0, dim), p.Weights(a, p.Coefficients(a)))
		if d := maxDiff(t, &got, &want); d > 1e-11 {
			t.Errorf("features of %d functions differ by %g", dim, d)
		}
	}
	p.Finish(g)
	if d := maxDiff(t, g, h); d > 1e-13 {
		t.Errorf("Begin and Finish are not Eval: %g", d)
	}
}

// The solve is put off only as far as the condition allows it, and moments lose
// nothing by it: C and Ċ are those of the stable basis, and all features, not
// only the slow ones, have unit variance.
func TestPartialMomentsKeepTheirPrecision(t *testing.T) {
	const n, m, d = 1500, 520, 60
	x := smooth(n, d)
	lengths := []int{n / 2, n/2 - 7, 7}
	for sigma, choose := range map[float64]bool{2: true, 20: false, 100: true} {
		p := partial(t, x, m, sigma, choose)
		v := moments.NewValues(p, x, lengths)
		got, err := moments.Stream(t.Context(), v)
		if err != nil {
			t.Fatal(err)
		}
		want, err := moments.Stream(t.Context(), moments.NewValues(p.Stable, x, lengths))
		if err != nil {
			t.Fatal(err)
		}
		what := fmt.Sprintf("σ = %g, chosen %v", sigma, choose)
		if off := max(relative(got.C, want.C), relative(got.Cdot, want.Cdot)); off > 1e-13 {
			t.Errorf("%s: moments differ by %g", what, off)
		}
		checkUnitVariance(t, what, v, got)
	}
}

// checkUnitVariance solves for the slowest and for all functions of unit variance.
func checkUnitVariance(t *testing.T, what string, v *moments.Values, m *moments.Moments) {
	t.Helper()
	w, err := sfa.Whiten(t.Context(), sfa.Problem{C: m.C, Cdot: m.Cdot})
	if err != nil {
		t.Fatal(err)
	}
	f, err := w.Rotate(t.Context(), 0, 40)
	if err != nil {
		t.Fatal(err)
	}
	sphering, err := w.Sphering(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for name, a := range map[string]*mat.Dense{"slow": f.A, "all": sphering} {
		_, count := a.Dims()
		phi, err := v.Project(t.Context(), a, make([]float64, count))
		if err != nil {
			t.Fatal(err)
		}
		var off float64
		for i := range count {
			off = max(off, math.Abs(stat.PopVariance(mat.Col(nil, i, phi), nil)-1))
		}
		if off > 1e-10 {
			t.Errorf("%s: variance of %s features is off by %g", what, name, off)
		}
	}
}

// relative returns the largest difference of two symmetric matrices, divided by the
// largest entry of the second.
func relative(a, b *mat.SymDense) float64 {
	var off, most float64
	for i := range b.SymmetricDim() {
		for j := range i + 1 {
			off, most = max(off, math.Abs(a.At(i, j)-b.At(i, j))), max(most, math.Abs(b.At(i, j)))
		}
	}
	return off / most
}

// Where late supports nearly depend on each other, the solve is not put off.
func TestPartialRefusesDependentSupports(t *testing.T) {
	x := smooth(600, 5)
	k := kernel.Gaussian{Sigma: 2}
	for j, v := range x.RawRowView(598) {
		x.RawRowView(599)[j] = v + 1e-4
	}
	if p, err := stable(t, k, x, true).Partial(t.Context()); err != nil || p != nil {
		t.Errorf("%v, %v", p, err)
	}
	if p, err := stable(t, k, rows(x, subset.All(60).Index...), true).Partial(t.Context()); err != nil || p != nil {
		t.Errorf("of fewer functions than one step: %v, %v", p, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := stable(t, k, x, true).Partial(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
