package linalg

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/linalgtest"
	"gonum.org/v1/gonum/mat"
)

func BenchmarkTridiagonalise(b *testing.B) {
	for _, n := range linalgtest.Orders {
		a, work := linalgtest.Dominant(n), dense.Borrow(n, n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				for i := range n {
					clear(work.Data[i*work.Stride:][:n])
				}
				if err := dense.CopyShifted(b.Context(), work, a, 0); err != nil {
					b.Fatal(err)
				}
				if _, err := tridiagonalise(b.Context(), work); err != nil {
					b.Fatal(err)
				}
			}
		})
		dense.Release(work)
	}
}

func BenchmarkEigenTridiagonal(b *testing.B) {
	for _, n := range linalgtest.Orders {
		t, err := tridiagonalise(b.Context(), linalgtest.Dominant(n))
		if err != nil {
			b.Fatal(err)
		}
		for _, p := range []int{n, n / 5} {
			b.Run(fmt.Sprintf("%d of %d", p, n), func(b *testing.B) {
				for b.Loop() {
					c, err := eigenTridiagonal(b.Context(), t.d, t.e, p)
					if err != nil {
						b.Fatal(err)
					}
					dense.Release(c.storage)
				}
			})
		}
	}
}

// BenchmarkFewOrAll measures both ways to solve a tridiagonal matrix about where
// they take as long.
func BenchmarkFewOrAll(b *testing.B) {
	for _, n := range append([]int{125}, linalgtest.Orders...) {
		t, err := tridiagonalise(b.Context(), linalgtest.Dominant(n))
		if err != nil {
			b.Fatal(err)
		}
		_, exponent := math.Frexp(slices.Max(t.d))
		d, e := dense.Ldexp(t.d, -exponent), dense.Ldexp(t.e, -exponent)
		for _, p := range []int{n / 5, min(n/2+80, n-1)} {
			for name, find := range map[string]func(ctx context.Context, d, e []float64, p int) (*conquered, error){
				"few": lowestTwisted, "all": divideAndConquer,
			} {
				b.Run(fmt.Sprintf("%d of %d %s", p, n, name), func(b *testing.B) {
					for b.Loop() {
						c, err := find(b.Context(), slices.Clone(d), e, p)
						if c == nil || err != nil {
							b.Fatal("nothing is found", err)
						}
						dense.Release(c.storage)
					}
				})
			}
		}
	}
}

func BenchmarkBackTransform(b *testing.B) {
	for _, n := range linalgtest.Orders {
		t, err := tridiagonalise(b.Context(), linalgtest.Dominant(n))
		if err != nil {
			b.Fatal(err)
		}
		x := linalgtest.Dominant(n)
		for _, p := range []int{n, n / 5} {
			b.Run(fmt.Sprintf("%d of %d", p, n), func(b *testing.B) {
				for b.Loop() {
					if err := t.applyQ(b.Context(), dense.Slice(x, 0, p, 0, n)); err != nil {
						b.Fatal(err)
					}
				}
				flops := 2 * float64(p*n*n)
				b.ReportMetric(flops*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
			})
		}
	}
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

func BenchmarkInverse(b *testing.B) {
	for _, n := range linalgtest.Orders {
		u := linalgtest.Dominant(n)
		if ok, err := dense.CholeskyUpper(b.Context(), u, 0); !ok || err != nil {
			b.Fatal(ok, err)
		}
		v, err := newInverse(b.Context(), u)
		if err != nil {
			b.Fatal(err)
		}
		x := dense.Zeros(krylovBlock, n)
		for i := range x.Data {
			x.Data[i] = 1
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				if err := v.apply(b.Context(), x); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(8*float64(n*n)*float64(b.N)/b.Elapsed().Seconds()/1e9, "GB/s")
		})
		v.release()
	}
}
