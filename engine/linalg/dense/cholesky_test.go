package dense

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"example.com/sfatui/engine/linalg/linalgtest"
	"gonum.org/v1/gonum/mat"
)

// dependent returns a Gram matrix of m rows, those in drop linear combinations of
// earlier rows.
func dependent(seed uint64, m int, drop []int) *mat.SymDense {
	rnd := linalgtest.NewRand(seed)
	x := linalgtest.RandomDense(rnd, m, m+20)
	for _, i := range drop {
		row := x.RawRowView(i)
		clear(row)
		for j := range i {
			w := rnd.NormFloat64() / float64(i)
			for c, v := range x.RawRowView(j) {
				row[c] += w * v
			}
		}
	}
	var a mat.SymDense
	a.SymOuterK(1, x)
	return &a
}

// chooseRows returns a[kept, kept].
func chooseRows(a *mat.SymDense, kept []int) *mat.SymDense {
	s := mat.NewSymDense(len(kept), nil)
	for i, p := range kept {
		for j := i; j < len(kept); j++ {
			s.SetSym(i, j, a.At(p, kept[j]))
		}
	}
	return s
}

func TestCholeskyInOrderAgainstGonum(t *testing.T) {
	for _, m := range []int{1, 2, 64, 127, 128, 129, 200, 300} {
		a := dependent(uint64(m), m, nil)
		l, kept, err := CholeskyInOrder(t.Context(), a, 1e-12)
		if err != nil || len(kept) != m {
			t.Fatalf("m=%d: kept %d rows, error %v", m, len(kept), err)
		}
		var c mat.Cholesky
		if !c.Factorize(a) {
			t.Fatalf("m=%d: gonum calls it indefinite", m)
		}
		var want mat.TriDense
		c.LTo(&want)
		if d := linalgtest.MaxDiff(t, l, &want); d > 1e-10 {
			t.Errorf("m=%d: off by %g", m, d)
		}
	}
}

func TestCholeskyInOrderDropsWhatDepends(t *testing.T) {
	drop := []int{1, 5, 127, 128, 130, 200, 255, 256, 299}
	a := dependent(12, 300, drop)
	l, kept, err := CholeskyInOrder(t.Context(), a, 1e-10)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 300 {
		if slices.Contains(drop, i) == slices.Contains(kept, i) {
			t.Errorf("row %d: kept is %v", i, slices.Contains(kept, i))
		}
	}
	var back mat.Dense
	plain := mat.DenseCopyOf(l)
	back.Mul(plain, plain.T())
	if d := linalgtest.MaxDiff(t, &back, chooseRows(a, kept)); d > 1e-10 {
		t.Errorf("L·Lᵀ off by %g", d)
	}
}

func TestCholeskyInOrderPrefixAndProcs(t *testing.T) {
	const m, k = 400, 211
	a := linalgtest.GaussianKernel(linalgtest.NewRand(13), m, 3, 1.2)
	run := func(procs, n int) (l *mat.TriDense, kept []int) {
		linalgtest.WithProcs(procs, func() {
			var err error
			l, kept, err = CholeskyInOrder(t.Context(), a.SliceSym(0, n).(*mat.SymDense), 1e-9)
			if err != nil {
				t.Fatal(err)
			}
		})
		return l, kept
	}
	l, kept := run(1, m)
	if len(kept) == m {
		t.Fatal("the kernel matrix has full rank: nothing is tested")
	}
	l2, kept2 := run(2, m)
	linalgtest.SameBits(t, "GOMAXPROCS 1 and 2", l, l2)
	if !slices.Equal(kept, kept2) {
		t.Error("GOMAXPROCS 1 and 2 keep different rows")
	}
	lk, keptk := run(2, k)
	if !slices.Equal(kept[:len(keptk)], keptk) || kept[len(keptk)] < k {
		t.Error("rows kept of the leading block are not the prefix")
	}
	linalgtest.SameBits(t, "leading block", l.SliceTri(0, len(keptk)), lk)
}

func TestCholeskyInOrderEdges(t *testing.T) {
	l, kept, err := CholeskyInOrder(t.Context(), mat.NewSymDense(3, nil), 0)
	if err != nil || len(kept) != 0 || !l.IsEmpty() {
		t.Errorf("zero matrix: kept %v, error %v", kept, err)
	}
	if l, kept, err = CholeskyInOrder(t.Context(), &mat.SymDense{}, 0); err != nil || kept != nil || !l.IsEmpty() {
		t.Errorf("empty matrix: kept %v, error %v", kept, err)
	}
	a := mat.NewSymDense(2, []float64{1, math.NaN(), 0, 1})
	if _, _, err = CholeskyInOrder(t.Context(), a, 0); err == nil {
		t.Error("NaN is taken")
	}
	linalgtest.WantPanic(t, "dense", "tolerance", func() { _, _, _ = CholeskyInOrder(t.Context(), a, -1) })
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err = CholeskyInOrder(ctx, dependent(14, 10, nil), 0); !errors.Is(err, context.Canceled) {
		t.Errorf("ended context: error %v", err)
	}
}

func BenchmarkCholeskyInOrder(b *testing.B) {
	for _, m := range []int{250, 1000, 2000} {
		a := dependent(15, m, nil)
		b.Run(fmt.Sprint(m), func(b *testing.B) {
			for b.Loop() {
				if _, _, err := CholeskyInOrder(b.Context(), a, 1e-12); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(fmt.Sprintf("%d/gonum", m), func(b *testing.B) {
			var c mat.Cholesky
			for b.Loop() {
				c.Factorize(a)
			}
		})
	}
}

func BenchmarkFactorUpper(b *testing.B) {
	for _, n := range linalgtest.Orders {
		a, work := linalgtest.Dominant(n), Borrow(n, n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				if err := CopyShifted(b.Context(), work, a, 0); err != nil {
					b.Fatal(err)
				}
				if ok, err := CholeskyUpper(b.Context(), work, 0); !ok || err != nil {
					b.Fatal(ok, err)
				}
			}
			flops := float64(n*n*n) / 3
			b.ReportMetric(flops*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
		})
		Release(work)
	}
}
