package sfa_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/moments"
	"example.com/sfatui/engine/sfa"
	"example.com/sfatui/engine/space"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/floats/scalar"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// solution is what a test needs of one solve.
type solution struct {
	phi      *mat.Dense
	spectrum sfa.Spectrum
	delta    []float64 // measured on phi: mean squared difference
}

// solve runs one segment of samples x through a function space to p features.
func solve(t *testing.T, s space.Space, x *mat.Dense, lambda float64, p int) solution {
	t.Helper()
	ctx := context.Background()
	n, _ := x.Dims()
	v := moments.NewValues(s, x, []int{n})
	m, err := moments.Stream(ctx, v)
	if err != nil {
		t.Fatal(err)
	}
	w, err := sfa.Whiten(ctx, sfa.Problem{C: m.C, Cdot: m.Cdot, Gram: s.Gram(s.Dim()), Centred: s.Centred()})
	if err != nil {
		t.Fatal(err)
	}
	f, err := w.Rotate(ctx, lambda, p)
	if err != nil {
		t.Fatal(err)
	}
	var c mat.VecDense
	c.MulVec(f.A.T(), mat.NewVecDense(s.Dim(), m.Mean))
	phi, err := v.Project(ctx, f.A, c.RawVector().Data)
	if err != nil {
		t.Fatal(err)
	}
	return solution{phi, w.Spectrum, measure.Slowness(phi, []int{n})}
}

func linear(x *mat.Dense) space.Space {
	_, d := x.Dims()
	return space.Linear{D: d}
}

func sinCos(n int) *mat.Dense {
	x := mat.NewDense(n, 2, nil)
	for i, t := range floats.Span(make([]float64, n), 0, 2*math.Pi) {
		c := math.Cos(11 * t)
		x.SetRow(i, []float64{math.Sin(t) + c*c, c})
	}
	return x
}

// quadratic returns the monomials of degree one and two, written out.
func quadratic(x *mat.Dense) *mat.Dense {
	n, d := x.Dims()
	out := mat.NewDense(n, d+d*(d+1)/2, nil)
	for i := range n {
		row := append([]float64{}, x.RawRowView(i)...)
		for a := range d {
			for b := a; b < d; b++ {
				row = append(row, x.At(i, a)*x.At(i, b))
			}
		}
		out.SetRow(i, row)
	}
	return out
}

func checkDeltas(t *testing.T, got, want []float64, tol float64) {
	t.Helper()
	if len(got) < len(want) {
		t.Fatalf("%d features, want %d", len(got), len(want))
	}
	for i, w := range want {
		if !scalar.EqualWithinRel(got[i], w, tol) {
			t.Errorf("Δ%d = %.13g, want %.13g", i+1, got[i], w)
		}
	}
}

// spike returns the signal of reference A1: two spikes of opposite sign at its ends,
// scaled to unit variance with n−1.
func spike() []float64 {
	x := make([]float64, 100)
	x[0], x[99] = -math.Sqrt(49.5), math.Sqrt(49.5)
	return x
}

// Reference A1: Ċ is a second moment; centred it would be 0.9798.
func TestA1DifferencesAreNotCentred(t *testing.T) {
	x := mat.NewDense(100, 1, spike())
	m, err := moments.Stream(context.Background(), moments.NewValues(linear(x), x, []int{100}))
	if err != nil {
		t.Fatal(err)
	}
	if got := m.Cdot.At(0, 0); !scalar.EqualWithinRel(got, 1, 1e-12) {
		t.Errorf("mean squared difference %.15g, want 1", got)
	}
}

// Reference A2: a ramp has Δ > 0.
func TestA2RampIsNotInfinitelySlow(t *testing.T) {
	x := mat.NewDense(100, 2, nil)
	ramp := floats.Span(make([]float64, 100), 0, 99)
	mean, sd := stat.MeanStdDev(ramp, nil)
	for i, v := range spike() {
		x.SetRow(i, []float64{v, (ramp[i] - mean) / sd})
	}
	checkDeltas(t, solve(t, linear(x), x, 0, 2).delta, []float64{0.00117856970605, 1.07076535938}, 1e-10)
}

// Reference A3 is given with C/(n−1) and Ċ/(n−2) for n−1 differences; ours
// divide by n and n−1.
func TestA3QuadraticSFA(t *testing.T) {
	const n = 1000
	x := quadratic(sinCos(n))
	s := solve(t, linear(x), x, 0, 5)
	convert := (float64(n-1) / n) * (float64(n-1) / (n - 2))
	for i := range s.delta {
		s.delta[i] *= convert
	}
	checkDeltas(t, s.delta, []float64{3.959699927e-05, 4.779771831e-03, 9.064372768e-03, 1.412263273e-02, 1.909643124e-02}, 1e-8)
	sin := make([]float64, n)
	for i, v := range floats.Span(make([]float64, n), 0, 2*math.Pi) {
		sin[i] = math.Sin(v)
	}
	if c := math.Abs(stat.Correlation(mat.Col(nil, 0, s.phi), sin, nil)); c < 1-1e-9 {
		t.Errorf("correlation of y₁ with sin t is %.12f", c)
	}
}

// noise returns n×d uniform noise; the last copies columns repeat the first ones.
func noise(rng *rand.Rand, n, d, copies int) *mat.Dense {
	x := mat.NewDense(n, d, nil)
	for i := range n {
		for j := range d {
			x.Set(i, j, rng.Float64())
			if j >= d-copies {
				x.Set(i, j, x.At(i, j-(d-copies)))
			}
		}
	}
	return x
}

// mixed multiplies by a random orthogonal matrix.
func mixed(rng *rand.Rand, x *mat.Dense) *mat.Dense {
	_, d := x.Dims()
	g := mat.NewDense(d, d, nil)
	for i := range d {
		for j := range d {
			g.Set(i, j, rng.NormFloat64())
		}
	}
	var qr mat.QR
	qr.Factorize(g)
	var q, out mat.Dense
	qr.QTo(&q)
	out.Mul(x, &q)
	return &out
}

// Reference A6: columns that are copies change nothing but the rank.
func TestA6CopiedColumns(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 0))
	const n, d, copies = 2000, 60, 10
	x := noise(rng, n, d, copies)
	plain := mat.DenseCopyOf(x.Slice(0, n, 0, d-copies))
	// The copies weigh their originals twice; the span is the same.
	want := solve(t, linear(plain), plain, 0, d-copies)
	y := mixed(rng, x)
	got := solve(t, linear(y), y, 0, d-copies)
	if got.spectrum.Rank != d-copies {
		t.Fatalf("rank %d, want %d", got.spectrum.Rank, d-copies)
	}
	checkDeltas(t, got.delta, want.delta, 1e-5)
	if v := variance(t, got.phi); !v.OK(1e-5) || v.MaxAbsCorr > 1e-5 {
		t.Errorf("covariance is not I: variance %g to %g, correlation %g", v.Min, v.Max, v.MaxAbsCorr)
	}
	for i, c := range measure.PrincipalAngles(first(got.phi, 5), first(want.phi, 5)) {
		if c < 1-1e-5 {
			t.Errorf("cosine %d of the slowest five is %g", i, c)
		}
	}
}

// Reference A7: a ramp among the noise stays the slowest feature; a cut on Ċ
// would throw it away.
func TestA7RampIsKept(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 0))
	const n, d, copies = 2000, 60, 10
	x := mat.NewDense(n, d+1, nil)
	x.Slice(0, n, 0, d).(*mat.Dense).Copy(noise(rng, n, d, copies))
	ramp := floats.Span(make([]float64, n), 0, n-1)
	x.SetCol(d, ramp)
	y := mixed(rng, x)
	s := solve(t, linear(y), y, 0, 1)
	if c := math.Abs(stat.Correlation(mat.Col(nil, 0, s.phi), ramp, nil)); c < 0.999 {
		t.Errorf("correlation of y₁ with the ramp is %g", c)
	}
	if s.spectrum.Rank != d+1-copies {
		t.Errorf("rank %d, want %d", s.spectrum.Rank, d+1-copies)
	}
}

func variance(t *testing.T, phi *mat.Dense) measure.UnitVariance {
	t.Helper()
	v, err := measure.Variance(context.Background(), phi)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func first(phi *mat.Dense, p int) *mat.Dense {
	n, _ := phi.Dims()
	return mat.DenseCopyOf(phi.Slice(0, n, 0, p))
}

// bothBases returns the full kernel space of x in either basis.
func bothBases(t *testing.T, k kernel.Kernel, x *mat.Dense) map[string]space.Space {
	t.Helper()
	stable, err := space.NewStable(context.Background(), k, x, true)
	if err != nil {
		t.Fatal(err)
	}
	printed, err := space.NewPrinted(context.Background(), k, x)
	if err != nil {
		t.Fatal(err)
	}
	return map[string]space.Space{"stable": stable, "printed": printed}
}

// Reference C1: kernel SFA with the linear kernel is linear SFA.
func TestC1LinearKernel(t *testing.T) {
	x := sinCos(300)
	plain := solve(t, linear(x), x, 0, 2)
	for name, s := range bothBases(t, kernel.Linear{}, x) {
		t.Run(name, func(t *testing.T) {
			got := solve(t, s, x, 0, 10)
			if got.spectrum.Rank != 2 {
				t.Errorf("rank %d, want 2", got.spectrum.Rank)
			}
			checkDeltas(t, got.delta, []float64{0.04242660279, 0.05302145498}, 1e-9)
			checkDeltas(t, got.delta, plain.delta, 1e-9)
		})
	}
}

// Reference C2: kernel SFA with (1 + x·y)² is quadratic SFA.
func TestC2QuadraticKernel(t *testing.T) {
	x := sinCos(300)
	for name, s := range bothBases(t, kernel.Polynomial{Degree: 2}, x) {
		t.Run(name, func(t *testing.T) {
			got := solve(t, s, x, 0, 10)
			if got.spectrum.Rank != 5 {
				t.Errorf("rank %d, want 5", got.spectrum.Rank)
			}
			checkDeltas(t, got.delta, []float64{0.0004430486778, 0.0530178006470, 0.0992491763055, 0.1545087737554, 0.2092766795920}, 1e-9)
		})
	}
}

// wander returns n samples of d independent autoregressive inputs.
func wander(n, d int) *mat.Dense {
	rng := rand.New(rand.NewPCG(1, 1))
	x := mat.NewDense(n, d, nil)
	for i := 1; i < n; i++ {
		for j := range d {
			x.Set(i, j, 0.9*x.At(i-1, j)+rng.NormFloat64())
		}
	}
	return x
}

// At a width where the kernel matrix is well conditioned both bases are the
// same model, with and without regularisation.
func TestBasesAgreeWhereConditionAllows(t *testing.T) {
	x := wander(150, 4)
	for _, lambda := range []float64{0, 1e-4} {
		var got []solution
		for _, name := range []string{"stable", "printed"} {
			s := bothBases(t, kernel.Gaussian{Sigma: 1.5}, x)[name]
			got = append(got, solve(t, s, x, lambda, 10))
		}
		checkDeltas(t, got[0].delta, got[1].delta, 1e-7)
		for _, c := range measure.PrincipalAngles(got[0].phi, got[1].phi) {
			if c < 1-1e-7 {
				t.Errorf("λ = %g: cosine %g", lambda, c)
			}
		}
	}
}

// The stable basis holds unit variance where Algorithm 1 as printed does not.
func TestStableBasisHoldsUnitVariance(t *testing.T) {
	x := wander(300, 30)
	deviation := map[string]float64{}
	for name, s := range bothBases(t, kernel.Gaussian{Sigma: 500}, x) {
		v := variance(t, solve(t, s, x, 0, 200).phi)
		deviation[name] = math.Max(math.Abs(v.Min-1), math.Abs(v.Max-1))
	}
	if deviation["stable"] > 1e-9 {
		t.Errorf("stable: |variance − 1| up to %g", deviation["stable"])
	}
	if deviation["printed"] < 1e-4 {
		t.Errorf("printed: |variance − 1| only %g: the violation of figure 1a should show", deviation["printed"])
	}
}

// λ lowers the norm and never the slowness.
func TestRegularisationTradesSlownessForNorm(t *testing.T) {
	x := sinCos(200)
	s := bothBases(t, kernel.Gaussian{Sigma: 1}, x)["stable"]
	before := 0.0
	for _, lambda := range []float64{0, 1e-8, 1e-6, 1e-4} {
		d := solve(t, s, x, lambda, 3).delta[0]
		if d < before*(1-1e-9) {
			t.Errorf("λ = %g: Δ₁ = %g fell below %g", lambda, d, before)
		}
		before = d
	}
}

// Kernel PCA over all samples gives the eigenvalues of the centred kernel
// matrix.
func TestPrincipalIsKernelPCA(t *testing.T) {
	const n = 80
	x := sinCos(n)
	k := kernel.Gaussian{Sigma: 0.7}
	g, err := kernel.Gram(context.Background(), k, x, false)
	if err != nil {
		t.Fatal(err)
	}
	centred := mat.NewSymDense(n, nil)
	mean := make([]float64, n)
	for i := range n {
		for j := range n {
			mean[i] += g.At(i, j) / n
		}
	}
	for i := range n {
		for j := i; j < n; j++ {
			centred.SetSym(i, j, (g.At(i, j)-mean[i]-mean[j]+floats.Sum(mean)/n)/n)
		}
	}
	var eig mat.EigenSym
	eig.Factorize(centred, false)
	want := eig.Values(nil)
	for name, s := range bothBases(t, k, x) {
		t.Run(name, func(t *testing.T) {
			m, err := moments.Stream(context.Background(), moments.NewValues(s, x, []int{n}))
			if err != nil {
				t.Fatal(err)
			}
			f, _, err := sfa.Principal(context.Background(), sfa.Problem{C: m.C, Gram: s.Gram(s.Dim()), Centred: s.Centred()}, 4)
			if err != nil {
				t.Fatal(err)
			}
			for i, v := range f.Value {
				if !scalar.EqualWithinRel(v, want[n-1-i], 1e-6) {
					t.Errorf("eigenvalue %d is %.9g, want %.9g", i, v, want[n-1-i])
				}
			}
		})
	}
}
