package space_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"example.com/sfatui/datasets/testenv"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/subset"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// quartic is the γ-exponential kernel with γ = 4, which is indefinite.
var quartic = kernel.GammaExponential{Sigma: 2, Gamma: 4}

// supportSets returns supports of x chosen without kernel values.
func supportSets(t *testing.T, x *mat.Dense) map[string]*mat.Dense {
	t.Helper()
	n, _ := x.Dims()
	centres, err := subset.Centres(context.Background(), x, n/3, 1)
	if err != nil {
		t.Fatal(err)
	}
	return map[string]*mat.Dense{
		"all":     x,
		"random":  rows(x, subset.Random(n, n/3, 1).Index...),
		"k-means": centres,
	}
}

// Reference C9 for supports chosen without kernel values: the kernel is refused, or
// clipped with a note, and no number is NaN.
func TestC9IndefiniteKernelIsRefusedOrClipped(t *testing.T) {
	ctx := context.Background()
	x := normal(1, 200, 3)
	for name, z := range supportSets(t, x) {
		for _, shift := range []bool{false, true} {
			_, stableErr := space.NewStable(ctx, quartic, z, shift)
			_, printedErr := space.NewPrinted(ctx, quartic, z)
			for basis, err := range map[string]error{"stable": stableErr, "printed": printedErr} {
				var refusal *kernel.IndefiniteError
				if !errors.As(err, &refusal) || !(refusal.Least < -0.01) {
					t.Errorf("%s, %s, shift %v: %v", name, basis, shift, err)
				} else if s := err.Error(); !strings.Contains(s, "kernel gamma-exponential is not positive semi-definite") || !strings.Contains(s, "clipped") {
					t.Errorf("%s, %s: message %q", name, basis, s)
				}
			}
			s := clipped(t, quartic, z, shift)
			if s.Below == 0 || !(s.Share > 1e-3 && s.Share < 0.5) || !strings.Contains(s.Note(), fmt.Sprintf("%d negative eigenvalues", s.Below)) {
				t.Errorf("%s: %d eigenvalues below zero, share %g, note %q", name, s.Below, s.Share, s.Note())
			}
			phi := solve(t, s, x, 10).phi
			if _, p := phi.Dims(); p != 10 || floats.HasNaN(phi.RawMatrix().Data) || !(mat.Norm(phi, 2) > 1) {
				t.Errorf("%s: features of norm %g", name, mat.Norm(phi, 2))
			}
		}
	}
}

// eigenOf returns the eigenvalues and eigenvectors of HGH by definition.
func eigenOf(t *testing.T, k kernel.Kernel, z *mat.Dense) ([]float64, *mat.Dense) {
	t.Helper()
	m, _ := z.Dims()
	h := mat.NewDense(m, m, nil)
	for i := range m {
		for j := range m {
			h.Set(i, j, -1/float64(m))
		}
		h.Set(i, i, 1-1/float64(m))
	}
	var hgh mat.Dense
	hgh.Product(h, kernelMatrix(k, z), h)
	sym := mat.NewSymDense(m, nil)
	for i := range m {
		for j := i; j < m; j++ {
			sym.SetSym(i, j, hgh.At(i, j))
		}
	}
	var e mat.EigenSym
	var u mat.Dense
	if !e.Factorize(sym, true) {
		t.Fatal("no eigenvalues")
	}
	e.VectorsTo(&u)
	return e.Values(nil), &u
}

// Clipping is exact: on the supports themselves, inner products of the functions'
// values are the matrix HGH with its negative eigenvalues set to zero; the basis is
// orthonormal in it and coefficients sum to zero.
func TestClippedGram(t *testing.T) {
	z := normal(3, 40, 3)
	values, u := eigenOf(t, quartic, z)
	s := clipped(t, quartic, z, true)
	var below, all float64
	count := 0
	want := mat.NewDense(40, 40, nil)
	for i, v := range values {
		all += math.Abs(v)
		if v < -1e-10 {
			count++
			below -= v
		}
		if v > 0 {
			var outer mat.Dense
			outer.Outer(v, u.ColView(i), u.ColView(i))
			want.Add(want, &outer)
		}
	}
	if s.Below != count || math.Abs(s.Share-below/all) > 1e-12 || math.Abs(s.Least-values[0]) > 1e-12 || !strings.Contains(s.Note(), "of the "+space.CorrectedMatrix) {
		t.Errorf("%d below zero with a share of %g, the least %g, want %d with %g, %g: %s", s.Below, s.Share, s.Least, count, below/all, values[0], s.Note())
	}
	h := evaluate(s, z)
	means := make([]float64, s.Dim())
	for i := range 40 {
		floats.AddScaled(means, 1.0/40, h.RawRowView(i))
	}
	for i := range 40 {
		floats.Sub(h.RawRowView(i), means)
	}
	var got mat.Dense
	got.Mul(h, h.T())
	if d := maxDiff(t, &got, want); d > 1e-12 {
		t.Errorf("inner products are off the clipped matrix by %g", d)
	}
	a := s.Coefficients(identity(s.Dim()))
	var gram mat.Dense
	gram.Product(a.T(), want, a)
	if d := maxDiff(t, &gram, identity(s.Dim())); d > 1e-9 {
		t.Errorf("the basis is off an orthonormal one by %g", d)
	}
	for j := range s.Dim() {
		if sum := mat.Sum(a.ColView(j)); math.Abs(sum) > 1e-12*mat.Norm(a.ColView(j), 1) {
			t.Errorf("coefficients of function %d sum to %g", j, sum)
		}
	}
}

// As training samples the supports have the inner products HGH − λH of the shifted matrix, λ
// the least eigenvalue, and as new samples those of which the similarities are left as they are.
func TestShiftedGram(t *testing.T) {
	z := normal(3, 40, 3)
	values, u := eigenOf(t, quartic, z)
	s, err := space.NewCorrected(t.Context(), quartic, z, true, *space.Corrections.Named("shift"))
	if err != nil {
		t.Fatal(err)
	}
	h := evaluate(s, z)
	for lifted, of := range map[bool]func(v float64) float64{
		false: func(v float64) float64 { return v * v / (v - values[0]) },
		true:  func(v float64) float64 { return v - values[0] },
	} {
		want := mat.NewDense(40, 40, nil)
		for i, v := range values {
			if i > 0 && math.Abs(v) > 1e-10 { // but the least, and that of the constant
				var outer mat.Dense
				outer.Outer(of(v), u.ColView(i), u.ColView(i))
				want.Add(want, &outer)
			}
		}
		own := mat.DenseCopyOf(h)
		for i := range 40 {
			if lifted {
				s.Lift(own.RawRowView(i), i)
			}
		}
		for k := range s.Dim() {
			mean := mat.Sum(own.ColView(k)) / 40
			for i := range 40 {
				own.Set(i, k, own.At(i, k)-mean)
			}
		}
		var got mat.Dense
		got.Mul(own, own.T())
		if d := maxDiff(t, &got, want); d > 1e-10*mat.Max(want) {
			t.Errorf("lifted %v: inner products are off by %g", lifted, d)
		}
	}
	if c := clipped(t, quartic, z, true); !s.Lifts() || c.Lifts() {
		t.Errorf("shift lifts %v, clip %v", s.Lifts(), c.Lifts())
	}
}

// Values off the supports are the expansions that Coefficients gives.
func TestClippedValues(t *testing.T) {
	z, x := normal(3, 40, 3), normal(4, 150, 3)
	for _, shift := range []bool{false, true} {
		s := clipped(t, quartic, z, shift)
		kx := mat.NewDense(150, 40, nil)
		kernel.Matrix(kx, quartic, x, kernel.NewSupports(z), false)
		var want mat.Dense
		want.Mul(kx, s.Coefficients(identity(s.Dim())))
		if d := maxDiff(t, evaluate(s, x), &want); d > 1e-8*mat.Max(&want) {
			t.Errorf("shift %v: off by %g of %g", shift, d, mat.Max(&want))
		}
	}
}

func TestClippedLeading(t *testing.T) {
	s := clipped(t, quartic, normal(1, 12, 3), true)
	if s.Leading(12) != s.Dim() || s.Gram(3) != nil || s.Centred() {
		t.Errorf("leading %d of %d, centred %v", s.Leading(12), s.Dim(), s.Centred())
	}
	wantPanic(t, "a leading part of a clipped space", func() { s.Leading(5) })
}

func TestClippedErrors(t *testing.T) {
	z := normal(1, 6, 3)
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := space.NewCorrected(ended, quartic, z, true, clip); err != context.Canceled {
		t.Errorf("ended context: %v", err)
	}
	for name, c := range map[string]struct {
		k    kernel.Kernel
		z    *mat.Dense
		says string
	}{
		"equal supports": {quartic, rows(z, 2, 2, 2, 2), "equal to rounding"},
		"one support":    {quartic, rows(z, 2), "at least two"},
		"negative":       {negative{}, z, "no eigenvalue"},
		"overflow":       {kernel.Polynomial{Degree: 3}, mat.NewDense(2, 1, []float64{1e150, 2}), "overflow"},
	} {
		if _, err := space.NewCorrected(context.Background(), c.k, c.z, true, clip); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// negative is minus the linear kernel.
type negative struct{ kernel.Linear }

func (negative) Apply(prod []float64, _ float64, _ []float64, _ bool) { floats.Scale(-1, prod) }

// blank is a kernel that is not a number for some pairs.
type blank struct{ kernel.Linear }

func (blank) Apply(prod []float64, xx float64, _ []float64, _ bool) {
	for j, p := range prod {
		if p != xx {
			prod[j] = math.NaN()
		}
	}
}

func TestKernelsThatOverflowAreRefused(t *testing.T) {
	ctx := context.Background()
	for _, k := range []kernel.Kernel{blank{}, kernel.Polynomial{Degree: 400}} {
		_, stableErr := space.NewStable(ctx, k, normal(1, 6, 3), true)
		_, printedErr := space.NewPrinted(ctx, k, normal(1, 6, 3))
		_, clippedErr := space.NewCorrected(ctx, k, normal(1, 6, 3), true, clip)
		for basis, err := range map[string]error{"stable": stableErr, "printed": printedErr, "clipped": clippedErr} {
			if err == nil || !strings.Contains(err.Error(), "overflows or is not a number") {
				t.Errorf("%T, %s: %v", k, basis, err)
			}
		}
	}
}

// definiteKernels returns all kernels that are positive semi-definite, of width σ.
func definiteKernels(sigma float64) []kernel.Kernel {
	return []kernel.Kernel{
		kernel.Gaussian{Sigma: sigma}, kernel.Laplacian{Sigma: sigma}, kernel.Matern32{Sigma: sigma}, kernel.Matern52{Sigma: sigma},
		kernel.RationalQuadratic{Sigma: sigma, Alpha: 0.5}, kernel.RationalQuadratic{Sigma: sigma, Alpha: 9},
		kernel.GammaExponential{Sigma: sigma, Gamma: 0.5}, kernel.GammaExponential{Sigma: sigma, Gamma: 1.9}, kernel.GammaExponential{Sigma: sigma, Gamma: 2},
		kernel.ArcSine{Sigma: sigma}, kernel.Linear{}, kernel.Polynomial{Degree: 2}, kernel.Polynomial{Degree: 7},
	}
}

// difficultSupports make kernel matrices that are singular or nearly so.
func difficultSupports(seed uint64, m, d int) map[string]*mat.Dense {
	spread := func(centres int, width, offset float64) *mat.Dense {
		x, noise := normal(seed, m, d), normal(seed+1000, m, d)
		for i := range m {
			for j := range d {
				v := x.At(i%centres, j)
				if i >= centres {
					v += width * noise.At(i, j)
				}
				x.Set(i, j, v+offset)
			}
		}
		return x
	}
	walk := normal(seed, m, d)
	for i := 1; i < m; i++ {
		floats.Add(walk.RawRowView(i), walk.RawRowView(i-1))
	}
	one := spread(m, 0, 0)
	for i := 1; i < m; i++ {
		one.Set(i, 0, one.At(0, 0)) // a constant input
	}
	return map[string]*mat.Dense{
		"normal": spread(m, 0, 0), "far from the origin": spread(m, 0, 1e4), "walk": walk, "constant input": one,
		"duplicates": spread(m/3, 0, 0), "near 0.1": spread(m/5, 0.1, 0), "near 0.01": spread(m/5, 0.01, 5),
		"near 1e-4": spread(m/5, 1e-4, 0), "near 1e-8": spread(m/2, 1e-8, 1), "one and near": spread(1, 1e-6, 2),
	}
}

// Rounding is never taken for an indefinite kernel, however close to singular
// the kernel matrix is.
func TestDefiniteKernelsAreAccepted(t *testing.T) {
	ctx := context.Background()
	seeds := uint64(2)
	if !testenv.Full() {
		seeds = 1
	}
	for seed := range seeds {
		for _, d := range []int{1, 25} {
			for name, z := range difficultSupports(seed, 40, d) {
				sigmas := []float64{1e-3, 1, 1e4, 1e-2, 0.1, 10, 1e2}
				if !testenv.Full() {
					sigmas = sigmas[:3]
				}
				for _, sigma := range sigmas {
					for _, k := range definiteKernels(sigma) {
						for _, shift := range []bool{false, true} {
							if s, err := space.NewStable(ctx, k, z, shift); err == nil {
								checkFinite(t, name, s, z)
							} else if !strings.Contains(err.Error(), "equal to rounding") {
								t.Errorf("%s, %d inputs, %#v, shift %v: %v", name, d, k, shift, err)
							}
						}
						if s, err := space.NewPrinted(ctx, k, z); err == nil {
							checkFinite(t, name, s, z)
						} else {
							t.Errorf("%s, %d inputs, %#v, printed: %v", name, d, k, err)
						}
					}
				}
			}
		}
	}
}

func checkFinite(t *testing.T, name string, s space.Space, x *mat.Dense) {
	t.Helper()
	if sum := mat.Sum(evaluate(s, x)); math.IsNaN(sum) || math.IsInf(sum, 0) {
		t.Errorf("%s: %T has values that are not finite", name, s)
	}
}

// Where the condition allows it, the features of all three bases are one, for
// every kernel.
func TestBasesAgree(t *testing.T) {
	x := normal(7, 300, 4)
	for i := 1; i < 300; i++ {
		floats.AddScaled(x.RawRowView(i), 0.8, x.RawRowView(i-1))
	}
	z := rows(x, subset.Random(300, 14, 1).Index...)
	for _, k := range definiteKernels(3) {
		want := solve(t, stable(t, k, z, true), x, 4)
		for _, s := range []space.Space{printed(t, k, z), clipped(t, k, z, true), clipped(t, k, z, false)} {
			got := solve(t, s, x, 4)
			checkDeltas(t, got.delta, want.delta, 1e-6)
			for j := range want.delta {
				a, b := mat.Col(nil, j, got.phi), mat.Col(nil, j, want.phi)
				if floats.Dot(a, b) < 0 {
					floats.Scale(-1, a)
				}
				if d := floats.Distance(a, b, 2) / floats.Norm(b, 2); d > 1e-5 {
					t.Errorf("%#v: feature %d of %T is off that of the stable basis by %g", k, j, s, d)
				}
			}
		}
	}
}

// kernelMatrix returns the kernel matrix of the rows of x.
func kernelMatrix(k kernel.Kernel, x *mat.Dense) *mat.SymDense {
	g, err := kernel.Gram(context.Background(), k, x, false)
	if err != nil {
		panic(err)
	}
	return g
}
