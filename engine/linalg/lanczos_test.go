package linalg

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"
	"time"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/linalgtest"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

func TestLowestByLanczos(t *testing.T) {
	const n, p = 600, 20
	for _, c := range linalgtest.Spectra {
		t.Run(c.Name, func(t *testing.T) {
			a, want := linalgtest.Reflected(n, 40, func(i int) float64 { return c.Of(i, n) })
			work, _, _ := dense.ScaledUpper(t.Context(), a, 0, nil)
			values, vectors, err := lowestByLanczos(t.Context(), work, p)
			if err != nil {
				t.Fatal(err)
			}
			if vectors == nil {
				if c.Found {
					t.Error("not found")
				}
				return
			}
			linalgtest.CheckEigen(t, a, values, vectors, p)
			norm := max(math.Abs(want[0]), math.Abs(want[n-1]))
			for i, v := range values {
				if !(math.Abs(v-want[i]) <= 1e-13*norm) {
					t.Errorf("value %d is %v, want %v", i, v, want[i])
				}
			}
		})
	}
}

func TestNoneBelow(t *testing.T) {
	const n, p = 300, 12
	a, _ := linalgtest.Reflected(n, 41, func(i int) float64 { return float64(i) })
	values, vectors, err := EigenSym(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	work := dense.Borrow(n, n)
	for missing := range p + 1 {
		v := dense.Zeros(p, n)
		for k, j := 0, 0; k < p; j++ {
			if j != missing {
				mat.Col(v.Data[k*n:(k+1)*n], j, vectors)
				k++
			}
		}
		last := values[p-1]
		if missing < p {
			last = values[p]
		}
		got, err := noneBelow(t.Context(), dense.RawSym(a), work, last-1e-9, n, v)
		if err != nil || got != (missing == p) {
			t.Errorf("without vector %d: %v, error %v", missing, got, err)
		}
	}
}

func TestEigenLowestOfLargeOrder(t *testing.T) {
	const n, p = 1200, 30
	if !worthLanczos(n, p) || worthLanczos(n, n/10) || !worthBand(n, n/10) {
		t.Error("not all ways are taken")
	}
	for name, f := range map[string]func(i int) float64{
		"linear":          func(i int) float64 { return (float64(i) - 100) / n },
		"huge":            func(i int) float64 { return 1e300 * (float64(i) - 100) / n },
		"multiplicity 40": func(i int) float64 { return float64(max(i, 39)) / n },
		"low rank":        func(i int) float64 { return -float64(max(0, i-n+20)) / 20 },
	} {
		if testing.Short() && name != "linear" {
			continue
		}
		a, want := linalgtest.Reflected(n, 42, f)
		for _, p := range []int{p, n / 10} {
			values, vectors, err := EigenLowest(t.Context(), a, p)
			if err != nil {
				t.Fatal(err)
			}
			linalgtest.CheckEigen(t, a, values, vectors, p)
			for i, v := range values {
				if !(math.Abs(v-want[i]) <= 1e-13*math.Abs(want[0]-want[n-1])) {
					t.Errorf("%s: value %d is %v, want %v", name, i, v, want[i])
				}
			}
		}
	}
}

func TestLanczosSameForAnyProcs(t *testing.T) {
	const n, p = 800, 10
	a := linalgtest.RandomSym(linalgtest.NewRand(43), n)
	work, _, _ := dense.ScaledUpper(t.Context(), a, 0, nil)
	linalgtest.SameForAnyProcs(t, func() ([]float64, *mat.Dense, error) { return lowestByLanczos(t.Context(), work, p) })
}

func TestLanczosStopsInEveryPhase(t *testing.T) {
	a, _ := linalgtest.Reflected(600, 44, func(i int) float64 { return float64(i) })
	work, _, _ := dense.ScaledUpper(t.Context(), a, 0, nil)
	linalgtest.StopsInEveryPhase(t, 50, func(ctx context.Context) ([]float64, *mat.Dense, error) { return lowestByLanczos(ctx, work, 5) })
}

func TestEigenLowestStopsWhenContextEnds(t *testing.T) {
	a := linalgtest.RandomSym(linalgtest.NewRand(45), 1500)
	for _, after := range []time.Duration{time.Millisecond, 100 * time.Millisecond} {
		ctx, cancel := context.WithTimeout(t.Context(), after)
		defer cancel()
		start := time.Now()
		_, _, err := EigenLowest(ctx, a, 100)
		if d := time.Since(start); d > time.Second {
			t.Errorf("returned after %v", d)
		}
		if err != nil && !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("error %v", err)
		}
	}
}

func TestKrylovRelation(t *testing.T) {
	const n, steps = 400, 12
	a := linalgtest.PositiveDefinite(46, n)
	full := mat.DenseCopyOf(a).RawMatrix()
	k := newKrylov(n, steps*krylovBlock, nil, func(_ context.Context, x blas64.General) error {
		y := append([]float64(nil), x.Data...)
		blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, blas64.General{Rows: x.Rows, Cols: n, Stride: x.Stride, Data: y}, full, 0, x)
		return nil
	})
	q := mat.NewDense(steps*krylovBlock, n, nil)
	for s := range steps {
		for i := range krylovBlock {
			q.SetRow(s*krylovBlock+i, k.next.Data[i*k.next.Stride:][:n])
		}
		if err := k.extend(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	var gram, left, right mat.Dense
	gram.Mul(q, q.T())
	for i := range gram.RawMatrix().Rows {
		gram.Set(i, i, gram.At(i, i)-1)
	}
	if d := mat.Max(linalgtest.Absolute(&gram)); !(d < 1e-14) {
		t.Errorf("the basis is orthonormal to %g only", d)
	}
	left.Mul(q, a)
	right.Mul(k.t, q)
	last := right.Slice((steps-1)*krylovBlock, steps*krylovBlock, 0, n).(*mat.Dense)
	var next mat.Dense
	next.Mul(mat.NewDense(krylovBlock, krylovBlock, k.below.Data), mat.NewDense(krylovBlock, n, k.next.Data))
	last.Add(last, &next)
	if d := linalgtest.MaxDiff(t, &left, &right); !(d < 1e-13) {
		t.Errorf("the relation holds to %g only", d)
	}
}

func BenchmarkEigenLowest(b *testing.B) {
	for _, s := range [][2]int{{1200, 66}, {1000, 200}, {2500, 100}, {2500, 200}, {3719, 200}} {
		n, p := s[0], s[1]
		if n > 2500 && testing.Short() {
			continue
		}
		a := linalgtest.RandomSym(linalgtest.NewRand(36), n)
		b.Run(fmt.Sprintf("%d of %d", p, n), func(b *testing.B) {
			for b.Loop() {
				if _, _, err := EigenLowest(b.Context(), a, p); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
