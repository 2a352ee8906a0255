package pencil

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"
	"time"

	"example.com/sfatui/datasets/testenv"
	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/iterative"
	"example.com/sfatui/engine/linalg/linalgtest"
	"gonum.org/v1/gonum/mat"
)

// checkPencil fails unless values and vectors are p eigenpairs of B a = μ C a,
// ascending, C-orthonormal, up to rounding that grows with the condition of C.
func checkPencil(t *testing.T, b, c *mat.SymDense, values []float64, vectors *mat.Dense, p int, bound float64) {
	t.Helper()
	var gram, cv, bv mat.Dense
	cv.Mul(c, vectors)
	gram.Mul(vectors.T(), &cv)
	for i := range p {
		gram.Set(i, i, gram.At(i, i)-1)
		if i > 0 && values[i] < values[i-1] {
			t.Error("values do not ascend")
		}
	}
	if d := mat.Max(linalgtest.Absolute(&gram)); !(d <= bound) {
		t.Errorf("vectors are C-orthonormal to %g only, want %g", d, bound)
	}
	bv.Mul(b, vectors)
	bv.Sub(&bv, linalgtest.ScaledColumns(&cv, values))
	scale := (mat.Norm(b, 2) + math.Abs(values[p-1])*mat.Norm(c, 2)) * mat.Norm(vectors, 2)
	if d := mat.Norm(&bv, 2); !(d <= 1e-14*scale) {
		t.Errorf("residual %g of scale %g", d, scale)
	}
}

// Lowest solves a whole pencil: it returns the p lowest eigenvalues μ of B a = μ C a (all for p ≥ n),
// ascending, and their eigenvectors in the columns of an n×p matrix A with
// AᵀCA = I. See [iterative.Lowest] for how they are found, and for errors and panics;
// it also panics unless b is n×n.
func (m *Metric) Lowest(ctx context.Context, b *mat.SymDense, p int) (values []float64, vectors *mat.Dense, err error) {
	if err := dense.CheckFinite(b); err != nil {
		return nil, nil, err
	}
	a, err := m.Reduce(ctx, b)
	if err != nil {
		return nil, nil, err
	}
	values, vectors, err = iterative.Lowest(ctx, a, p)
	if err != nil || len(values) == 0 {
		return values, vectors, err
	}
	if err := m.Restore(ctx, vectors); err != nil {
		return nil, nil, err
	}
	return values, vectors, nil
}

// pencilLowest calls [Metric.Lowest] for a single pencil.
func pencilLowest(ctx context.Context, b, c *mat.SymDense, p int) (values []float64, vectors *mat.Dense, err error) {
	m, err := NewMetric(ctx, c)
	if err != nil {
		return nil, nil, err
	}
	return m.Lowest(ctx, b, p)
}

func TestPencilLowest(t *testing.T) {
	for _, n := range linalgtest.Sizes(1, 2, 3, 30, 255, 256, 257, 400) {
		b, c := linalgtest.RandomSym(linalgtest.NewRand(61), n), linalgtest.PositiveDefinite(62, n)
		for _, p := range []int{1, n/2 + 1, n} {
			values, vectors, err := pencilLowest(t.Context(), b, c, p)
			if err != nil {
				t.Fatal(err)
			}
			checkPencil(t, b, c, values, vectors, p, 1e-12)
		}
	}
}

func TestMetricReduce(t *testing.T) {
	n := linalgtest.Size(300)
	b, c := linalgtest.RandomSym(linalgtest.NewRand(63), n), linalgtest.PositiveDefinite(64, n)
	m, err := NewMetric(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	a, err := m.Reduce(t.Context(), b)
	if err != nil {
		t.Fatal(err)
	}
	u, back := new(mat.TriDense), new(mat.Dense)
	u.SetRawTriangular(dense.UpperTriangle(m.u))
	plain := mat.DenseCopyOf(u) // gonum multiplies triangles element by element
	back.Mul(plain.T(), a)
	back.Mul(back, plain)
	if d := linalgtest.MaxDiff(t, back, b); !(d < 1e-12) {
		t.Errorf("UᵀAU is off by %g", d)
	}
}

func TestMetricEnds(t *testing.T) {
	for _, n := range linalgtest.Sizes(1, 7, 256, 300, 420) {
		for _, condition := range []float64{1, 1e3, 1e9} {
			c, _ := linalgtest.Reflected(n, 65, func(i int) float64 { return math.Pow(condition, -float64(i)/float64(max(1, n-1))) })
			m, err := NewMetric(t.Context(), c)
			if err != nil {
				t.Fatal(err)
			}
			low, high, err := m.Extremal(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			want := 1 / condition
			if n == 1 {
				want = 1
			}
			if !(math.Abs(low-want) < iterative.SmallestTol*want+1e-13) || !(math.Abs(high-1) < 1e-6) {
				t.Errorf("n=%d: ends %v and %v, want %v and 1", n, low, high, want)
			}
		}
	}
}

// What is below the diagonal does not count, and neither does the scale, where
// squares of the entries overflow or vanish.
func TestMetricOfUpperTriangleAtAnyScale(t *testing.T) {
	n := linalgtest.Size(300)
	c, _ := linalgtest.Reflected(n, 65, func(i int) float64 { return math.Pow(1e3, -float64(i)/float64(n-1)) })
	for _, exponent := range []int{0, 700, -700} {
		scaled := mat.NewSymDense(n, nil)
		for i := range n {
			for j := range n {
				scaled.RawSymmetric().Data[i*n+j] = -1e9
				if j >= i {
					scaled.SetSym(i, j, math.Ldexp(c.At(i, j), exponent))
				}
			}
		}
		m, err := NewMetric(t.Context(), scaled)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		low, high, err := m.Extremal(ctx)
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		low, high = math.Ldexp(low, -exponent), math.Ldexp(high, -exponent)
		if !(math.Abs(low-1e-3) < iterative.SmallestTol*1e-3) || !(math.Abs(high-1) < 1e-6) {
			t.Errorf("times 2^%d: ends %v and %v, want 1e-3 and 1", exponent, low, high)
		}
	}
}

func TestNewMetricSingular(t *testing.T) {
	n := linalgtest.Size(300)
	for _, rank := range []int{0, 1, n - 1} {
		c, _ := linalgtest.Reflected(n, 66, func(i int) float64 {
			if i < rank {
				return 1
			}
			return 0
		})
		if _, err := NewMetric(t.Context(), c); !errors.Is(err, ErrSingular) {
			t.Errorf("rank %d: error %v", rank, err)
		}
	}
	c := linalgtest.RandomSym(linalgtest.NewRand(67), n)
	if _, err := NewMetric(t.Context(), c); !errors.Is(err, ErrSingular) {
		t.Errorf("indefinite: error %v", err)
	}
	c.SetSym(3, 7, math.NaN())
	if _, err := NewMetric(t.Context(), c); err == nil || errors.Is(err, ErrSingular) {
		t.Errorf("NaN: error %v", err)
	}
}

func BenchmarkPencilLowest(b *testing.B) {
	for _, s := range [][2]int{{1200, 66}, {2500, 256}} {
		n, p := s[0], s[1]
		if n > 1000 && testing.Short() {
			continue
		}
		x, c := slowPencil(n)
		b.Run(fmt.Sprintf("%d of %d", p, n), func(b *testing.B) {
			for b.Loop() {
				if _, _, err := pencilLowest(b.Context(), x, c, p); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// slowPencil returns the covariance of the differences and of the values of Gaussian
// features of a slow random walk: the pencil of slow feature analysis.
func slowPencil(n int) (cdot, c *mat.SymDense) {
	const d, stay = 6, 0.95
	rnd, samples := linalgtest.NewRand(68), 3*n
	x := mat.NewDense(samples, d, nil)
	for i := range samples {
		for j := range d {
			v := rnd.NormFloat64()
			if i > 0 {
				v = stay*x.At(i-1, j) + math.Sqrt(1-stay*stay)*v
			}
			x.Set(i, j, v)
		}
	}
	h := mat.NewDense(samples, n, nil)
	mean := make([]float64, n)
	for i := range samples {
		for j := range n {
			var q float64
			for k := range d {
				v := x.At(i, k) - x.At(3*j, k)
				q += v * v
			}
			v := math.Exp(-q / 2)
			h.Set(i, j, v)
			mean[j] += v / float64(samples)
		}
	}
	steps := mat.NewDense(samples-1, n, nil)
	for i := range samples {
		row := h.RawRowView(i)
		for j := range row {
			row[j] -= mean[j]
		}
		if i > 0 {
			for j, v := range h.RawRowView(i - 1) {
				steps.Set(i-1, j, row[j]-v)
			}
		}
	}
	cdot, c = mat.NewSymDense(n, nil), mat.NewSymDense(n, nil)
	dense.SyrkAdd(c, 1/float64(samples), h)
	dense.SyrkAdd(cdot, 1/float64(samples), steps)
	return cdot, c
}

func TestPencilLowestOfSlowFeatures(t *testing.T) {
	n, p := 1200, 50
	if !testenv.Full() {
		n, p = linalgtest.Size(300), 20
	}
	b, c := slowPencil(n)
	m, err := NewMetric(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	low, high, err := m.Extremal(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	values, vectors, err := m.Lowest(t.Context(), b, p)
	if err != nil {
		t.Fatal(err)
	}
	checkPencil(t, b, c, values, vectors, p, 1e-15*high/low)
	if values[0] < 0 || values[p-1] > 4 {
		t.Errorf("values %v … %v", values[0], values[p-1])
	}
}

// BenchmarkInvertOrReduce measures the ratio of the time of Lanczos iteration on the
// inverted pencil to that of a reduction.
func BenchmarkInvertOrReduce(b *testing.B) {
	for _, s := range [][2]int{{300, 20}, {600, 20}, {600, 60}, {1200, 60}} {
		n, p := s[0], s[1]
		cdot, c := slowPencil(n)
		m, err := NewMetric(b.Context(), c)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprintf("%d of %d", p, n), func(b *testing.B) {
			linalgtest.Ratio(b, func() error {
				_, vectors, err := inverseIteration{&matrixPencil{metric: m, d: dense.RawSym(cdot), plain: true}}.lowest(b.Context(), p)
				if vectors == nil {
					b.Log("not found")
				}
				return err
			}, func() error {
				_, _, err := m.Lowest(b.Context(), cdot, p)
				return err
			})
		})
	}
}

// BenchmarkExtremalOrSpectrum measures the ratio of the time of the extreme eigenvalues
// by iteration to that of the whole spectrum.
func BenchmarkExtremalOrSpectrum(b *testing.B) {
	for _, n := range []int{125, 250, 500} {
		m, err := NewMetric(b.Context(), linalgtest.PositiveDefinite(71, n))
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			linalgtest.Ratio(b, func() error {
				_, _, err := m.iterativeExtremal(b.Context())
				return err
			}, func() error {
				_, _, err := m.denseExtremal(b.Context())
				return err
			})
		})
	}
}
