package eigen

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/linalgtest"
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
				if _, err := reduceToTridiagonal(b.Context(), work); err != nil {
					b.Fatal(err)
				}
			}
		})
		dense.Release(work)
	}
}

func BenchmarkEigenTridiagonal(b *testing.B) {
	for _, n := range linalgtest.Orders {
		t, err := reduceToTridiagonal(b.Context(), linalgtest.Dominant(n))
		if err != nil {
			b.Fatal(err)
		}
		for _, p := range []int{n, n / 5} {
			b.Run(fmt.Sprintf("%d of %d", p, n), func(b *testing.B) {
				for b.Loop() {
					c, err := Tridiagonal(b.Context(), t.d, t.e, p)
					if err != nil {
						b.Fatal(err)
					}
					c.Release()
				}
			})
		}
	}
}

// BenchmarkFewOrAll measures both ways to solve a tridiagonal matrix about where
// they take as long.
func BenchmarkFewOrAll(b *testing.B) {
	for _, n := range append([]int{125}, linalgtest.Orders...) {
		t, err := reduceToTridiagonal(b.Context(), linalgtest.Dominant(n))
		if err != nil {
			b.Fatal(err)
		}
		_, exponent := math.Frexp(slices.Max(t.d))
		d, e := dense.Ldexp(t.d, -exponent), dense.Ldexp(t.e, -exponent)
		for _, p := range []int{n / 5, min(n/2+80, n-1)} {
			for name, find := range map[string]func(ctx context.Context, d, e []float64, p int) (*Pairs, error){
				"few": lowestTwisted, "all": divideAndConquer,
			} {
				b.Run(fmt.Sprintf("%d of %d %s", p, n, name), func(b *testing.B) {
					for b.Loop() {
						c, err := find(b.Context(), slices.Clone(d), e, p)
						if c == nil || err != nil {
							b.Fatal("nothing is found", err)
						}
						c.Release()
					}
				})
			}
		}
	}
}

func BenchmarkBackTransform(b *testing.B) {
	for _, n := range linalgtest.Orders {
		t, err := reduceToTridiagonal(b.Context(), linalgtest.Dominant(n))
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

// BenchmarkBand measures the stages of the way by a band.
func BenchmarkBand(b *testing.B) {
	for _, n := range linalgtest.Orders {
		a, work := linalgtest.Dominant(n), dense.Borrow(n, n)
		reflectors := dense.Borrow(n, n)
		reduce := func(b *testing.B) *bandForm {
			if err := dense.CopyShifted(b.Context(), work, a, 0); err != nil {
				b.Fatal(err)
			}
			r, err := reduceToBand(b.Context(), work)
			if err != nil {
				b.Fatal(err)
			}
			return r
		}
		b.Run(fmt.Sprint("reduce ", n), func(b *testing.B) {
			for b.Loop() {
				reduce(b)
			}
		})
		r := reduce(b)
		kept := append([]float64(nil), r.b.data...)
		var t *bulgeChasing
		b.Run(fmt.Sprint("chase ", n), func(b *testing.B) {
			for b.Loop() {
				copy(r.b.data, kept)
				var err error
				if t, _, _, err = bandToTridiagonal(b.Context(), r.b, reflectors); err != nil {
					b.Fatal(err)
				}
			}
		})
		x := dense.Slice(linalgtest.Dominant(n), 0, n/5, 0, n)
		b.Run(fmt.Sprintf("chase back %d of %d", n/5, n), func(b *testing.B) {
			for b.Loop() {
				if err := t.applyQ(b.Context(), x); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(fmt.Sprintf("back %d of %d", n/5, n), func(b *testing.B) {
			for b.Loop() {
				if err := r.applyQ(b.Context(), x); err != nil {
					b.Fatal(err)
				}
			}
		})
		dense.Release(work)
		dense.Release(reflectors)
	}
}
