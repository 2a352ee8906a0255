package pencil

import (
	"context"
	"fmt"
	"math"
	"testing"

	"example.com/sfatui/datasets/testenv"
	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/linalgtest"
	"gonum.org/v1/gonum/mat"
)

// inverseByLoop returns U⁻¹ of an upper triangle, by substitution.
func inverseByLoop(u *mat.Dense) *mat.Dense {
	n, _ := u.Dims()
	w := dense.New(n, n)
	column := make([]float64, n)
	for j := range n {
		for i := j; i >= 0; i-- {
			sum := 0.0
			if i == j {
				sum = 1
			}
			row := u.RawRowView(i)
			for k := i + 1; k <= j; k++ {
				sum -= row[k] * column[k]
			}
			column[i] = sum / row[i]
			w.Set(i, j, column[i])
		}
	}
	return w
}

func TestReduceIdentityAndSphering(t *testing.T) {
	for _, n := range linalgtest.Sizes(1, 2, 23, 49, 127, 255, 256, 257, 300, 515) {
		if n > 300 && !testenv.Full() {
			continue
		}
		checkReduceIdentity(t, fmt.Sprintf("n=%d", n), linalgtest.PositiveDefinite(64, n))
		for _, condition := range []float64{1e10, 1e4, 1} {
			if condition < 1e10 && !testenv.Full() {
				break
			}
			c, _ := linalgtest.Reflected(n, 65, func(i int) float64 { return math.Pow(condition, -float64(i)/float64(max(1, n-1))) })
			checkReduceIdentity(t, fmt.Sprintf("n=%d, condition %g", n, condition), c)
		}
	}
}

// checkReduceIdentity fails unless both are what Reduce and a loop make, to rounding
// errors of their largest entry.
func checkReduceIdentity(t *testing.T, name string, c *mat.SymDense) {
	t.Helper()
	m, err := NewMetric(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	n := m.N()
	got, err := m.ReduceIdentity(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s, err := m.Sphering(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	one := mat.NewSymDense(n, nil)
	for i := range n {
		one.SetSym(i, i, 1)
	}
	reduced, err := m.Reduce(t.Context(), one)
	if err != nil {
		t.Fatal(err)
	}
	u, squares := new(mat.TriDense), new(mat.Dense)
	u.SetRawTriangular(dense.UpperTriangle(m.u))
	inverse := inverseByLoop(mat.DenseCopyOf(u))
	squares.Mul(inverse.T(), inverse)
	near := func(what string, got, want mat.Matrix) {
		d, largest := linalgtest.MaxDiff(t, got, want), mat.Max(linalgtest.Absolute(mat.DenseCopyOf(want)))
		if !(d <= 1e-14*largest) {
			t.Errorf("%s: %s is off by %g of %g", name, what, d, largest)
		}
	}
	near("the identity, from what Reduce makes of it,", got, reduced)
	near("the identity, from the squares of a loop,", got, squares)
	near("the sphering", s, inverse)
}

func TestReduceIdentityOfNothing(t *testing.T) {
	m, err := NewMetric(t.Context(), &mat.SymDense{})
	if err != nil {
		t.Fatal(err)
	}
	a, err := m.ReduceIdentity(t.Context())
	if err != nil || a.SymmetricDim() != 0 {
		t.Errorf("%v, error %v", a, err)
	}
	s, err := m.Sphering(t.Context())
	if err != nil || !s.IsEmpty() {
		t.Errorf("%v, error %v", s, err)
	}
}

// reduceIdentityAndSphering combines both results, for checks that require vectors.
func reduceIdentityAndSphering(ctx context.Context, m *Metric) ([]float64, *mat.Dense, error) {
	a, err := m.ReduceIdentity(ctx)
	if err != nil {
		return nil, nil, err
	}
	s, err := m.Sphering(ctx)
	if err != nil {
		return nil, nil, err
	}
	both := new(mat.Dense)
	both.Stack(a, s)
	return nil, both, nil
}

func TestReduceIdentitySameForAnyProcsAndStops(t *testing.T) {
	m, err := NewMetric(t.Context(), linalgtest.PositiveDefinite(62, linalgtest.Size(600)))
	if err != nil {
		t.Fatal(err)
	}
	linalgtest.SameForAnyProcs(t, func() ([]float64, *mat.Dense, error) { return reduceIdentityAndSphering(t.Context(), m) })
	linalgtest.StopsInEveryPhase(t, 30, func(ctx context.Context) ([]float64, *mat.Dense, error) {
		return reduceIdentityAndSphering(ctx, m)
	})
}

// BenchmarkReduce measures what becomes of any matrix and of the identity in the
// coordinates in which another one is the identity.
func BenchmarkReduce(b *testing.B) {
	for _, n := range linalgtest.Orders {
		c, one := linalgtest.PositiveDefinite(71, n), mat.NewSymDense(n, nil)
		for i := range n {
			one.SetSym(i, i, 1)
		}
		m, err := NewMetric(b.Context(), c)
		if err != nil {
			b.Fatal(err)
		}
		for name, reduce := range map[string]func() error{
			"any":      func() error { _, err := m.Reduce(b.Context(), one); return err },
			"identity": func() error { _, err := m.ReduceIdentity(b.Context()); return err },
			"sphering": func() error { _, err := m.Sphering(b.Context()); return err },
		} {
			b.Run(fmt.Sprintf("%d %s", n, name), func(b *testing.B) {
				for b.Loop() {
					if err := reduce(); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
