package pencil

import (
	"context"
	"math"
	"slices"
	"testing"

	"example.com/sfatui/datasets/testenv"
	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/linalgtest"
	"gonum.org/v1/gonum/mat"
)

// knownPencil has the eigenvalues f(0), …, f(n-1), here in ascending order.
func knownPencil(n int, f func(i int) float64) (b, c *mat.SymDense, values []float64) {
	a, values := linalgtest.Reflected(n, 80, f)
	c = linalgtest.PositiveDefinite(81, n)
	u := mat.NewSymDense(n, nil)
	u.CopySym(c)
	if ok, err := dense.CholeskyUpper(context.Background(), dense.RawSym(u), 0); err != nil || !ok {
		panic("not positive")
	}
	// gonum multiplies triangles element by element.
	upper := mat.DenseCopyOf(mat.NewTriDense(n, mat.Upper, u.RawSymmetric().Data))
	var bu mat.Dense
	bu.Mul(a, upper)
	bu.Mul(upper.T(), &bu)
	b = mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			b.SetSym(i, j, (bu.At(i, j)+bu.At(j, i))/2)
		}
	}
	return b, c, values
}

// hardPencils are those of the spectra that are tried, and whether the iteration
// has to find the lowest few by itself.
var hardPencils = map[string]bool{
	"slow": true, "close pairs": true, "multiplicity 16": false, "multiplicity 40": false, "identity": false, "graded": false,
}

func TestLowestFewOfHardPencils(t *testing.T) {
	const n, p = 360, 12
	for _, s := range linalgtest.Spectra {
		found, ok := hardPencils[s.Name]
		if !ok || !testenv.Full() && !found || linalgtest.LeftOut(n) && s.Name != "slow" {
			continue
		}
		t.Run(s.Name, func(t *testing.T) {
			b, c, want := knownPencil(n, func(i int) float64 { return s.Of(i, n) })
			m, err := NewMetric(t.Context(), c)
			if err != nil {
				t.Fatal(err)
			}
			values, vectors, err := inverseIteration{&matrixPencil{metric: m, d: dense.RawSym(b), plain: true}}.lowest(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			if vectors == nil {
				if found {
					t.Error("not found")
				}
				return
			}
			checkPencil(t, b, c, values, vectors, p, 1e-12)
			for i, v := range values {
				if !(math.Abs(v-want[i]) <= 1e-12*want[n-1]) {
					t.Errorf("value %d is %v, want %v", i, v, want[i])
				}
			}
		})
	}
}

func TestLowestFewIsTheReduction(t *testing.T) {
	const n, p = 600, 60
	linalgtest.SkipLarge(t, n)
	d, c := slowPencil(n)
	m, err := NewMetric(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	for _, lambda := range []float64{0, 1e-9, 1e-3} {
		if lambda == 1e-9 && !testenv.Full() {
			continue
		}
		for _, k := range []*mat.SymDense{nil, linalgtest.PositiveDefinite(82, n)} {
			b := mat.NewSymDense(n, nil)
			for i := range n {
				for j := i; j < n; j++ {
					v := d.At(i, j)
					if k != nil {
						v += lambda * k.At(i, j)
					} else if i == j {
						v += lambda
					}
					b.SetSym(i, j, v)
				}
			}
			values, vectors, err := m.LowestFew(t.Context(), d, lambda, k, p)
			if err != nil || vectors == nil {
				t.Fatalf("λ = %g: vectors %v, error %v", lambda, vectors, err)
			}
			want, _, err := m.Lowest(t.Context(), b, p)
			if err != nil {
				t.Fatal(err)
			}
			for i, v := range values {
				if !(math.Abs(v-want[i]) <= 1e-9*want[i]) {
					t.Errorf("λ = %g: value %d is %v, by a reduction %v", lambda, i, v, want[i])
				}
			}
			checkPencil(t, b, c, values, vectors, p, 1e-11)
		}
	}
}

// A B that is singular has eigenvalues zero: they are found by a shift.
func TestLowestFewOfSingular(t *testing.T) {
	const n, p = 360, 12
	linalgtest.SkipLarge(t, n)
	b, c, want := knownPencil(n, func(i int) float64 { return float64(max(0, i-4)) })
	m, err := NewMetric(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	values, vectors, err := inverseIteration{&matrixPencil{metric: m, d: dense.RawSym(b), plain: true}}.lowest(t.Context(), p)
	if err != nil || vectors == nil {
		t.Fatalf("vectors %v, error %v", vectors, err)
	}
	checkPencil(t, b, c, values, vectors, p, 1e-12)
	for i, v := range values {
		if !(math.Abs(v-want[i]) <= 1e-12*want[n-1]) {
			t.Errorf("value %d is %v, want %v", i, v, want[i])
		}
	}
}

func TestLowestFewLeavesTheRest(t *testing.T) {
	b, c := slowPencil(linalgtest.Size(300))
	m, err := NewMetric(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []int{0, 1, 100} {
		if _, vectors, err := m.LowestFew(t.Context(), b, 0, nil, p); vectors != nil || err != nil {
			t.Errorf("p = %d: vectors %v, error %v", p, vectors, err)
		}
	}
}

func TestLowestFewSameForAnyProcs(t *testing.T) {
	linalgtest.SkipLarge(t, 360)
	b, c, _ := knownPencil(360, func(i int) float64 { return float64(1 + i) })
	linalgtest.SameForAnyProcs(t, func() ([]float64, *mat.Dense, error) {
		m, err := NewMetric(t.Context(), c)
		if err != nil {
			return nil, nil, err
		}
		return inverseIteration{&matrixPencil{metric: m, d: dense.RawSym(b), lambda: 1e-3, plain: true}}.lowest(t.Context(), 10)
	})
}

func TestLowestFewStopsInEveryPhase(t *testing.T) {
	linalgtest.SkipLarge(t, 360)
	b, c, _ := knownPencil(360, func(i int) float64 { return float64(1 + i) })
	m, err := NewMetric(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	g := inverseIteration{&matrixPencil{metric: m, d: dense.RawSym(b), plain: true}}
	linalgtest.StopsInEveryPhase(t, 30, func(ctx context.Context) ([]float64, *mat.Dense, error) { return g.lowest(ctx, 5) })
}

// Vectors that are none are refused, where squares of residuals overflow too.
func TestPencilCheckedAtAnyScale(t *testing.T) {
	n, p := linalgtest.Size(300), 6
	small, smallC, _ := knownPencil(n, func(i int) float64 { return 1 + float64(i) })
	for _, exponent := range []int{0, 600, -600} {
		b, c := mat.NewSymDense(n, nil), mat.NewSymDense(n, nil)
		b.ScaleSym(math.Ldexp(1, exponent), small)
		c.ScaleSym(math.Ldexp(1, exponent), smallC)
		m, err := NewMetric(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		g, v, work := inverseIteration{&matrixPencil{metric: m, d: dense.RawSym(b), plain: true}}, dense.Zeros(p, n), dense.Borrow(n, n)
		rnd := linalgtest.NewRand(85)
		for i := range v.Data {
			v.Data[i] = rnd.NormFloat64()
		}
		_, vectors, err := g.verify(t.Context(), work, v)
		dense.Release(work)
		if vectors != nil || err != nil {
			t.Errorf("times 2^%d: vectors %v, error %v", exponent, vectors != nil, err)
		}
	}
}

// The inertia detects a missing eigenvalue.
func TestPencilNoneBelow(t *testing.T) {
	n, p := linalgtest.Size(300), 6
	b, c, _ := knownPencil(n, func(i int) float64 { return 1 + float64(i) })
	m, err := NewMetric(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	values, vectors, err := m.Lowest(t.Context(), b, p)
	if err != nil {
		t.Fatal(err)
	}
	g := inverseIteration{&matrixPencil{metric: m, d: dense.RawSym(b), plain: true}}
	var cv mat.Dense
	cv.Mul(vectors.T(), c)
	for missing := range p {
		rows := cv
		if missing < p-1 {
			rows = mat.Dense{}
			rows.CloneFrom(&cv)
			rows.SetRow(missing, make([]float64, n))
		}
		work := dense.Borrow(n, n)
		got, err := g.noneBelow(t.Context(), work, values[p-1], rows.RawMatrix())
		dense.Release(work)
		if err != nil || got != (missing == p-1) {
			t.Errorf("without vector %d: %v, error %v", missing, got, err)
		}
	}
}

func TestDivideUpper(t *testing.T) {
	for _, n := range linalgtest.Sizes(1, 5, 255, 256, 257, 600) {
		rnd := linalgtest.NewRand(83)
		r, u := dense.Zeros(n, n), dense.Zeros(n, n)
		for i := range n {
			for j := range n {
				r.Data[i*n+j], u.Data[i*n+j] = rnd.NormFloat64(), rnd.NormFloat64()/float64(n)
			}
			u.Data[i*n+i] = 2
		}
		var back mat.Dense
		upper := mat.DenseCopyOf(mat.NewTriDense(n, mat.Upper, slices.Clone(u.Data)))
		if err := quotient(t.Context(), u, func(i int, to []float64) { copy(to, r.Data[i*r.Stride+i:][:len(to)]) }); err != nil {
			t.Fatal(err)
		}
		w := dense.Zeros(n, n) // R U⁻¹ with all of its zeros
		for i := range n {
			copy(w.Data[i*n+i:(i+1)*n], u.Data[i*n+i:])
		}
		back.Mul(mat.NewDense(n, n, w.Data), upper)
		if d := linalgtest.MaxDiff(t, &back, mat.NewTriDense(n, mat.Upper, r.Data)); !(d < 1e-12) {
			t.Errorf("n = %d: WU is off by %g", n, d)
		}
	}
}
