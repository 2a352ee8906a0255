package linalgtest

import (
	"context"
	"errors"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// MaxDiff returns the largest absolute difference between entries of two matrices, +∞
// if one is NaN.
func MaxDiff(t *testing.T, a, b mat.Matrix) float64 {
	t.Helper()
	ra, ca := a.Dims()
	if rb, cb := b.Dims(); ra != rb || ca != cb {
		t.Fatalf("shapes differ: %d×%d and %d×%d", ra, ca, rb, cb)
	}
	var worst float64
	for i := range ra {
		for j := range ca {
			d := math.Abs(a.At(i, j) - b.At(i, j))
			if math.IsNaN(d) {
				return math.Inf(1)
			}
			worst = max(worst, d)
		}
	}
	return worst
}

// SameBits fails unless a and b agree in every bit.
func SameBits(t *testing.T, what string, a, b mat.Matrix) {
	t.Helper()
	ra, ca := a.Dims()
	if rb, cb := b.Dims(); ra != rb || ca != cb {
		t.Fatalf("%s: shapes differ: %d×%d and %d×%d", what, ra, ca, rb, cb)
	}
	for i := range ra {
		for j := range ca {
			if math.Float64bits(a.At(i, j)) != math.Float64bits(b.At(i, j)) {
				t.Fatalf("%s: entry (%d, %d): %v and %v", what, i, j, a.At(i, j), b.At(i, j))
			}
		}
	}
}

// WithProcs runs f under another GOMAXPROCS.
func WithProcs(n int, f func()) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(n))
	f()
}

// SameForAnyProcs fails unless the eigenpairs that find returns have the same bits for
// every GOMAXPROCS.
func SameForAnyProcs(t *testing.T, find func() (values []float64, vectors *mat.Dense, err error)) {
	t.Helper()
	var values []float64
	var vectors *mat.Dense
	for _, procs := range []int{1, 2, 3, 8} {
		WithProcs(procs, func() {
			again, vectorsAgain, err := find()
			if err != nil || vectorsAgain == nil {
				t.Fatalf("not found, error %v", err)
			}
			if procs == 1 {
				values, vectors = again, vectorsAgain
			}
			if !slices.Equal(values, again) {
				t.Error("values differ")
			}
			SameBits(t, "vectors", vectors, vectorsAgain)
		})
	}
}

// A Countdown is a context that ends after Left calls of its Err method.
type Countdown struct {
	context.Context
	Left atomic.Int64
}

func (c *Countdown) Err() error {
	if c.Left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// StopsInEveryPhase fails unless find returns the context's error soon after the
// context has ended, and no result, at whatever check that happens. find must check the
// context at least looks times; about as many of these checks, evenly spaced, are tried
// as the last one.
func StopsInEveryPhase(t *testing.T, looks int64, find func(ctx context.Context) (values []float64, vectors *mat.Dense, err error)) {
	t.Helper()
	if small() {
		looks /= 10
	}
	const plenty = 1 << 40
	ctx := &Countdown{Context: t.Context()}
	ctx.Left.Store(plenty)
	if _, vectors, err := find(ctx); err != nil || vectors == nil {
		t.Fatalf("not found, error %v", err)
	}
	asked := plenty - ctx.Left.Load()
	if asked < looks {
		t.Errorf("the context is looked at %d times only", asked)
	}
	for left := int64(0); left < asked; left += 1 + asked/looks {
		ctx.Left.Store(left)
		values, vectors, err := find(ctx)
		if !errors.Is(err, context.Canceled) || values != nil || vectors != nil {
			t.Fatalf("context ended after %d of %d looks: error %v", left, asked, err)
		}
		// Each goroutine of a level and its merges may check once more.
		if more := -ctx.Left.Load(); more > 64 {
			t.Errorf("context ended after %d of %d looks, and was looked at %d times more", left, asked, more)
		}
	}
}

// WantPanic fails unless f panics with a message of the package.
func WantPanic(t *testing.T, pkg, what string, f func()) {
	t.Helper()
	defer func() {
		t.Helper()
		s, ok := recover().(string)
		if !ok || !strings.HasPrefix(s, pkg+": ") {
			t.Errorf("%s: panic value %q, want one that begins with %q", what, s, pkg+": ")
		}
	}()
	f()
}

// CheckEigen fails unless values and vectors are p eigenpairs of a up to rounding,
// ascending and orthonormal.
func CheckEigen(t *testing.T, a *mat.SymDense, values []float64, vectors *mat.Dense, p int) {
	t.Helper()
	n := a.SymmetricDim()
	if r, c := vectors.Dims(); len(values) != p || r != n || c != p {
		t.Fatalf("%d values and %d×%d vectors, want %d and %d×%d", len(values), r, c, p, n, p)
	}
	if !slices.IsSorted(values) {
		t.Error("values do not ascend")
	}
	norm := mat.Norm(a, 2)
	bound := 4e-15 * math.Sqrt(float64(n))
	var gram, av mat.Dense
	gram.Mul(vectors.T(), vectors)
	for i := range p {
		gram.Set(i, i, gram.At(i, i)-1)
	}
	if d := mat.Max(Absolute(&gram)); !(d <= bound) {
		t.Errorf("n=%d: vectors are orthonormal to %g only, want %g", n, d, bound)
	}
	av.Mul(a, vectors)
	av.Sub(&av, ScaledColumns(vectors, values))
	if d := mat.Norm(&av, 2); !(d <= bound*norm) {
		t.Errorf("n=%d: residual %g of norm %g, want %g", n, d, norm, bound*norm)
	}
}

// ScaledColumns returns a with each column multiplied by its factor. In gonum the
// product with a diagonal matrix takes as long as that with a full one.
func ScaledColumns(a *mat.Dense, by []float64) *mat.Dense {
	b := mat.DenseCopyOf(a)
	b.Apply(func(_, j int, v float64) float64 { return v * by[j] }, b)
	return b
}

// Absolute returns the absolute values of the entries of a.
func Absolute(a *mat.Dense) *mat.Dense {
	var b mat.Dense
	b.Apply(func(_, _ int, v float64) float64 { return math.Abs(v) }, a)
	return &b
}

// Near fails if a number differs from the wanted one by more than a tolerance.
func Near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) && got != want {
		t.Errorf("%s is %.12g, want %.12g", what, got, want)
	}
}
