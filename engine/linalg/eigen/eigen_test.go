package eigen

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"example.com/sfatui/datasets/testenv"
	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/linalgtest"
	"example.com/sfatui/engine/linalg/parallel"
	"gonum.org/v1/gonum/mat"
)

func TestEigenSymRandomAgainstGonum(t *testing.T) {
	rnd := linalgtest.NewRand(20)
	for _, n := range linalgtest.Sizes(1, 2, 3, 4, 5, 31, 32, 33, 63, 64, 65, 66, 97, 129, 200, 255, 256, 257, 258, 259, 385) {
		a := linalgtest.RandomSym(rnd, n)
		values, vectors, err := Sym(t.Context(), a)
		if err != nil {
			t.Fatal(err)
		}
		linalgtest.CheckEigen(t, a, values, vectors, n)
		var g mat.EigenSym
		if !g.Factorize(a, false) {
			t.Fatal("gonum does not converge")
		}
		for i, want := range g.Values(nil) {
			if d := math.Abs(values[i] - want); d > 1e-13*float64(n) {
				t.Errorf("n=%d: value %d is %v, gonum has %v", n, i, values[i], want)
			}
		}
	}
}

func TestEigenSymEverySmallOrder(t *testing.T) {
	rnd := linalgtest.NewRand(21)
	for n := 1; n <= 100; n++ {
		a := linalgtest.RandomSym(rnd, n)
		values, vectors, err := Sym(t.Context(), a)
		if err != nil {
			t.Fatal(err)
		}
		linalgtest.CheckEigen(t, a, values, vectors, n)
	}
}

func TestEigenSymHardSpectra(t *testing.T) {
	for name, a := range hardMatrices() {
		t.Run(name, func(t *testing.T) {
			values, vectors, err := Sym(t.Context(), a)
			if err != nil {
				t.Fatal(err)
			}
			n := a.SymmetricDim()
			linalgtest.CheckEigen(t, a, values, vectors, n)
			alone, err := Values(t.Context(), a)
			if err != nil {
				t.Fatal(err)
			}
			norm := max(math.Abs(values[0]), math.Abs(values[n-1]))
			for i, v := range alone {
				if !(math.Abs(v-values[i]) <= 1e-13*norm) {
					t.Errorf("value %d without vectors is %v, with them %v", i, v, values[i])
				}
			}
			// By way of a band, too.
			work, exponent, err := dense.ScaledUpper(t.Context(), a, 0, nil)
			if err != nil {
				t.Fatal(err)
			}
			defer dense.Release(work)
			c, err := lowestOfBand(t.Context(), work, n)
			if err != nil {
				t.Fatal(err)
			}
			for i := range c.Values {
				c.Values[i] = math.Ldexp(c.Values[i], exponent)
			}
			if vectors, err = dense.TransposeRows(t.Context(), c.x, c.rows, make([]float64, n*n)); err != nil {
				t.Fatal(err)
			}
			linalgtest.CheckEigen(t, a, c.Values, vectors, n)
		})
	}
}

func TestEigenSymKnownSpectrum(t *testing.T) {
	second := hardMatrices()["second difference"]
	n := min(150, second.SymmetricDim())
	values, _, err := Sym(t.Context(), second.SliceSym(0, n).(*mat.SymDense))
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range values {
		want := 2 - 2*math.Cos(float64(i+1)*math.Pi/float64(n+1))
		if math.Abs(v-want) > 1e-14 {
			t.Errorf("value %d is %v, want %v", i, v, want)
		}
	}
}

func TestEigenLowestAgreesWithEigenSym(t *testing.T) {
	for _, n := range []int{1, 2, 20, 33, 150, 300, 450} {
		if n > 150 && !testenv.Full() {
			continue
		}
		a := linalgtest.GaussianKernel(linalgtest.NewRand(32), n, 5, 2)
		all, allVectors, err := Sym(t.Context(), a)
		if err != nil {
			t.Fatal(err)
		}
		norm := math.Abs(all[n-1])
		for _, p := range []int{1, 2, n / 3, n - 1, n, n + 5} {
			if p == 0 {
				continue
			}
			values, vectors, err := Lowest(t.Context(), a, p)
			if err != nil {
				t.Fatal(err)
			}
			q := min(p, n)
			linalgtest.CheckEigen(t, a, values, vectors, q)
			for i, v := range values {
				if !(math.Abs(v-all[i]) <= 1e-14*norm) {
					t.Errorf("n=%d p=%d: value %d is %v, of all it is %v", n, p, i, v, all[i])
				}
			}
			if q == n || !worthTwisted(n, q) {
				linalgtest.SameBits(t, fmt.Sprintf("n=%d p=%d", n, p), vectors, allVectors.Slice(0, n, 0, q))
			}
		}
	}
}

func TestEigenSymSameForAnyProcs(t *testing.T) {
	for _, n := range linalgtest.Sizes(90, 400, 650) {
		if n > 400 && !testenv.Full() {
			continue
		}
		a := linalgtest.RandomSym(linalgtest.NewRand(33), n)
		linalgtest.SameForAnyProcs(t, func() ([]float64, *mat.Dense, error) { return Sym(t.Context(), a) })
	}
}

func TestEigenSymReadsUpperTriangleOnly(t *testing.T) {
	const n = 50
	a := linalgtest.RandomSym(linalgtest.NewRand(34), n)
	dirty := mat.NewSymDense(n, slices.Clone(a.RawSymmetric().Data))
	for i := range n {
		for j := range i {
			dirty.RawSymmetric().Data[i*n+j] = math.NaN()
		}
	}
	before := mat.NewSymDense(n, nil)
	before.CopySym(a)
	_, want, err := Sym(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	_, got, err := Sym(t.Context(), dirty)
	if err != nil {
		t.Fatal(err)
	}
	linalgtest.SameBits(t, "vectors", got, want)
	linalgtest.SameBits(t, "the argument", a, before)
}

func TestEigenSymEdges(t *testing.T) {
	values, vectors, err := Sym(t.Context(), &mat.SymDense{})
	if err != nil || values != nil || !vectors.IsEmpty() {
		t.Errorf("n=0: %v, error %v", values, err)
	}
	a := mat.NewSymDense(1, []float64{-3})
	values, vectors, err = Sym(t.Context(), a)
	if err != nil || values[0] != -3 || math.Abs(vectors.At(0, 0)) != 1 {
		t.Errorf("n=1: %v, error %v", values, err)
	}
	if values, vectors, err = Lowest(t.Context(), a, 0); err != nil || values != nil || !vectors.IsEmpty() {
		t.Errorf("p=0: %v, error %v", values, err)
	}
	linalgtest.WantPanic(t, "eigen", "p", func() { _, _, _ = Lowest(t.Context(), a, -1) })
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if _, _, err = Sym(t.Context(), mat.NewSymDense(2, []float64{1, bad, 0, 1})); err == nil {
			t.Errorf("%v is taken", bad)
		}
	}
}

func TestEigenSymStopsInEveryPhase(t *testing.T) {
	a := linalgtest.RandomSym(linalgtest.NewRand(37), linalgtest.Size(200))
	linalgtest.StopsInEveryPhase(t, 300, func(ctx context.Context) ([]float64, *mat.Dense, error) { return Sym(ctx, a) })
}

func TestEigenSymStopsWhenContextEnds(t *testing.T) {
	linalgtest.SkipLarge(t, 1500)
	a := linalgtest.RandomSym(linalgtest.NewRand(35), 1500)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	elapsed := linalgtest.Stopwatch(parallel.ProcessorTime)
	_, _, err := Sym(ctx, a)
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v", err)
	}
	if d := elapsed(); d > time.Second {
		t.Errorf("returned after %v", d)
	}
}

func BenchmarkEigenSym(b *testing.B) {
	for _, n := range []int{100, 250, 500, 1000, 2500} {
		if n > 1000 && testing.Short() {
			continue
		}
		a := linalgtest.RandomSym(linalgtest.NewRand(36), n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				if _, _, err := Sym(b.Context(), a); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkEigenvalues measures them without vectors.
func BenchmarkEigenvalues(b *testing.B) {
	for _, n := range linalgtest.Orders {
		a := linalgtest.RandomSym(linalgtest.NewRand(72), n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				if _, err := Values(b.Context(), a); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
