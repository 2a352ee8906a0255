package linalg

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// newRand gives each test its own fixed stream.
func newRand(seed uint64) *rand.Rand {
	return rand.New(rand.NewPCG(seed, 0x5fa))
}

// randomDense is r×c with independent standard normal entries.
func randomDense(rnd *rand.Rand, r, c int) *mat.Dense {
	d := mat.NewDense(r, c, nil)
	for i := range r {
		for j := range c {
			d.Set(i, j, rnd.NormFloat64())
		}
	}
	return d
}

// randomSym is n×n with independent standard normal entries.
func randomSym(rnd *rand.Rand, n int) *mat.SymDense {
	s := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			s.SetSym(i, j, rnd.NormFloat64())
		}
	}
	return s
}

// gaussianKernel is the kernel matrix of n random points in d dimensions.
func gaussianKernel(rnd *rand.Rand, n, d int, sigma float64) *mat.SymDense {
	x := randomDense(rnd, n, d)
	k := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			var q float64
			for c := range d {
				v := x.At(i, c) - x.At(j, c)
				q += v * v
			}
			k.SetSym(i, j, math.Exp(-q/(2*sigma*sigma)))
		}
	}
	return k
}

// maxDiff is the largest difference between entries of two matrices.
func maxDiff(t *testing.T, a, b mat.Matrix) float64 {
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

// sameBits fails unless a and b agree in every bit.
func sameBits(t *testing.T, what string, a, b mat.Matrix) {
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

// withProcs runs f under another GOMAXPROCS.
func withProcs(n int, f func()) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(n))
	f()
}

// sameForAnyProcs fails unless eigenpairs that find finds have the same bits
// whatever GOMAXPROCS is.
func sameForAnyProcs(t *testing.T, find func() (values []float64, vectors *mat.Dense, err error)) {
	t.Helper()
	var values []float64
	var vectors *mat.Dense
	for _, procs := range []int{1, 2, 3, 8} {
		withProcs(procs, func() {
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
			sameBits(t, "vectors", vectors, vectorsAgain)
		})
	}
}

// countdown is a context that ends when it has been asked left times.
type countdown struct {
	context.Context
	left atomic.Int64
}

func (c *countdown) Err() error {
	if c.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// stopsInEveryPhase fails unless find, wherever its context ends, says so soon and
// finds nothing. It must look at the context at least so many times, and about as
// many of the looks, evenly taken, are tried for the last one.
func stopsInEveryPhase(t *testing.T, looks int64, find func(ctx context.Context) (values []float64, vectors *mat.Dense, err error)) {
	t.Helper()
	const plenty = 1 << 40
	ctx := &countdown{Context: t.Context()}
	ctx.left.Store(plenty)
	if _, vectors, err := find(ctx); err != nil || vectors == nil {
		t.Fatalf("not found, error %v", err)
	}
	asked := plenty - ctx.left.Load()
	if asked < looks {
		t.Errorf("the context is looked at %d times only", asked)
	}
	for left := int64(0); left < asked; left += 1 + asked/looks {
		ctx.left.Store(left)
		values, vectors, err := find(ctx)
		if !errors.Is(err, context.Canceled) || values != nil || vectors != nil {
			t.Fatalf("context ended after %d of %d looks: error %v", left, asked, err)
		}
		// Each of the goroutines of a level and its merges may look once more.
		if more := -ctx.left.Load(); more > 64 {
			t.Errorf("context ended after %d of %d looks, and was looked at %d times more", left, asked, more)
		}
	}
}

// wantPanic fails unless f panics with a message of this package.
func wantPanic(t *testing.T, what string, f func()) {
	t.Helper()
	defer func() {
		t.Helper()
		s, ok := recover().(string)
		if !ok || len(s) < 8 || s[:8] != "linalg: " {
			t.Errorf("%s: panic value %q, want one that begins with \"linalg: \"", what, s)
		}
	}()
	f()
}
