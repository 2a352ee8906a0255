package subset

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.com/sfatui/engine/kernel"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/floats/scalar"
	"gonum.org/v1/gonum/mat"
)

// sinCos returns the toy signal of Wiskott and Sejnowski (2002): n samples of (sin t +
// cos² 11t, cos 11t) over one period.
func sinCos(n int) *mat.Dense {
	x := mat.NewDense(n, 2, nil)
	for i, t := range floats.Span(make([]float64, n), 0, 2*math.Pi) {
		c := math.Cos(11 * t)
		x.SetRow(i, []float64{math.Sin(t) + c*c, c})
	}
	return x
}

func normal(n, d int, seed uint64) *mat.Dense {
	rng := rand.New(rand.NewPCG(seed, 0))
	x := mat.NewDense(n, d, nil)
	for i := range n {
		for j := range d {
			x.Set(i, j, rng.NormFloat64())
		}
	}
	return x
}

// Reference C3: picks and residuals, and that the pursuit stops by itself when
// the six functions of the quadratic kernel are spanned.
func TestC3QuadraticKernelPicks(t *testing.T) {
	p, err := MPMAH(context.Background(), kernel.Polynomial{Degree: 2}, sinCos(300), 50, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	checkPicks(t, p,
		[]int{68, 82, 224, 231, 217, 61},
		[]float64{35.5141961045, 28.0125751441, 3.9489036999, 3.2687441129, 3.1077590605, 0.7511142563})
}

// Reference C4: a Gaussian kernel on unevenly spaced numbers.
func TestC4GaussianPicks(t *testing.T) {
	x := mat.NewDense(21, 1, nil)
	for i := range 21 {
		x.Set(i, 0, math.Pow(float64(i)/20, 1.3))
	}
	p, err := MPMAH(context.Background(), kernel.Gaussian{Sigma: 0.2}, x, 9, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	checkPicks(t, p,
		[]int{0, 20, 12, 7, 16, 4, 18, 10, 14},
		[]float64{1, 0.999999999986, 0.995895993713, 0.631115944555, 0.524187600020, 0.058459431846, 0.047812461287, 0.011248589466, 0.001335553175})
}

func checkPicks(t *testing.T, p Picks, index []int, residual []float64) {
	t.Helper()
	if !slices.Equal(p.Index, index) {
		t.Fatalf("picks %v, want %v", p.Index, index)
	}
	for i, want := range residual {
		if !scalar.EqualWithinRel(p.Residual[i], want, 1e-9) {
			t.Errorf("residual %d is %.12f, want %.12f", i, p.Residual[i], want)
		}
	}
}

// Reference C6: picks for m are a prefix of those for a larger m, and the
// residual never rises.
func TestC6PicksAreNested(t *testing.T) {
	x := normal(900, 5, 1) // several rounds of 64 candidates
	k := kernel.Gaussian{Sigma: 1.5}
	whole, err := MPMAH(context.Background(), k, x, 120, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []int{1, 2, 17, 60, 119} {
		part, err := MPMAH(context.Background(), k, x, m, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(part.Index, whole.Index[:m]) || !slices.Equal(part.Residual, whole.Residual[:m]) {
			t.Errorf("m = %d: picks %v are no prefix", m, part.Index)
		}
	}
	if !slices.IsSortedFunc(whole.Residual, func(a, b float64) int {
		if a < b {
			return 1 // a rise
		}
		return -1
	}) {
		t.Errorf("residual rises: %v", whole.Residual)
	}
	if r := Random(200, 50, 3); !slices.Equal(r.Index[:20], Random(200, 20, 3).Index) {
		t.Error("random picks are not nested")
	}
}

// The residual is the squared distance to the span of the picks, by the
// explicit inverse of the definition.
func TestResidualIsDistanceToSpan(t *testing.T) {
	x := normal(40, 3, 2)
	k := kernel.Gaussian{Sigma: 1}
	p, err := MPMAH(context.Background(), k, x, 8, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	g := gram(k, x)
	for j := 1; j < len(p.Index); j++ {
		kii := mat.NewSymDense(j, nil)
		for a, ia := range p.Index[:j] {
			for b, ib := range p.Index[:j] {
				kii.SetSym(a, b, g.At(ia, ib))
			}
		}
		worst, at := 0.0, 0
		for s := range 40 {
			kti := mat.NewVecDense(j, nil)
			for a, ia := range p.Index[:j] {
				kti.SetVec(a, g.At(s, ia))
			}
			var alpha mat.VecDense
			if err := alpha.SolveVec(kii, kti); err != nil {
				t.Fatal(err)
			}
			if eps := g.At(s, s) - mat.Dot(kti, &alpha); eps > worst {
				worst, at = eps, s
			}
		}
		if at != p.Index[j] || !scalar.EqualWithinRel(worst, p.Residual[j], 1e-9) {
			t.Errorf("pick %d is %d with residual %g, want %d with %g", j, p.Index[j], p.Residual[j], at, worst)
		}
	}
}

// walk returns a random walk, whose successive samples are similar.
func walk(n, d int) *mat.Dense {
	x := normal(n, d, 8)
	for i := 1; i < n; i++ {
		floats.Add(x.RawRowView(i), x.RawRowView(i-1))
	}
	return x
}

// gram returns the kernel matrix of the rows of x.
func gram(k kernel.Kernel, x *mat.Dense) *mat.SymDense {
	g, err := kernel.Gram(context.Background(), k, x, false)
	if err != nil {
		panic(err)
	}
	return g
}
