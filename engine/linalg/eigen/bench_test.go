package eigen

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/linalgtest"
	"example.com/sfatui/engine/linalg/parallel"
	"gonum.org/v1/gonum/blas/blas64"
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

// BenchmarkTwistedOrDivide measures the ratio of the time of bisection and twisted
// factorisations to that of divide and conquer, near the size at which they are equal.
func BenchmarkTwistedOrDivide(b *testing.B) {
	for _, n := range []int{125, 500, 1000} {
		t, err := reduceToTridiagonal(b.Context(), linalgtest.Dominant(n))
		if err != nil {
			b.Fatal(err)
		}
		_, exponent := math.Frexp(slices.Max(t.d))
		d, e := dense.Ldexp(t.d, -exponent), dense.Ldexp(t.e, -exponent)
		for _, p := range []int{n / 5, min(n/2+80, n-1), n} {
			solve := func(method func(ctx context.Context, d, e []float64, p int) (*Pairs, error)) func() error {
				return func() error {
					c, err := method(b.Context(), slices.Clone(d), e, p)
					if err == nil && c == nil {
						return errors.New("nothing is found")
					}
					if err == nil {
						c.Release()
					}
					return err
				}
			}
			b.Run(fmt.Sprintf("%d of %d", p, n), func(b *testing.B) {
				linalgtest.Ratio(b, solve(lowestTwisted), solve(divideAndConquer))
			})
		}
	}
}

// BenchmarkBandOrTridiagonal measures the ratio of the time of a reduction through a
// band to that of a direct one, eigenvectors included.
func BenchmarkBandOrTridiagonal(b *testing.B) {
	for _, n := range []int{600, 1200, 2000} {
		a, work := linalgtest.Dominant(n), dense.Borrow(n, n)
		for _, p := range []int{n / 10, n / 3, n} {
			solve := func(method func(ctx context.Context, work blas64.General, p int) (*Pairs, error)) func() error {
				return func() error {
					for i := range n {
						clear(work.Data[i*work.Stride:][:n])
					}
					if err := dense.CopyShifted(b.Context(), work, a, 0); err != nil {
						return err
					}
					c, err := method(b.Context(), work, p)
					if err == nil {
						c.Release()
					}
					return err
				}
			}
			b.Run(fmt.Sprintf("%d of %d", p, n), func(b *testing.B) {
				linalgtest.Ratio(b, solve(lowestOfBand), solve(lowestOfTridiagonal))
			})
		}
	}
}

// BenchmarkReductionGroup measures the ratio of the time of a reduction to tridiagonal
// form by all workers to that by one.
func BenchmarkReductionGroup(b *testing.B) {
	for _, n := range []int{250, 500, 1000, 2000} {
		a, work := linalgtest.Dominant(n), dense.Borrow(n, n)
		reduce := func(workers int) func() error {
			return func() error {
				for i := range n {
					clear(work.Data[i*work.Stride:][:n])
				}
				if err := dense.CopyShifted(b.Context(), work, a, 0); err != nil {
					return err
				}
				group := parallel.NewGroup(workers)
				defer group.Release()
				_, err := reduceByGroup(b.Context(), work, group)
				return err
			}
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) { linalgtest.Ratio(b, reduce(dense.SymvStrips(n)), reduce(1)) })
	}
}

// BenchmarkReflectorBlock measures the ratio of the time of a back-transformation by
// large blocks of reflectors to that by small ones.
func BenchmarkReflectorBlock(b *testing.B) {
	for _, n := range []int{600, 1200, 2000} {
		t, err := reduceToTridiagonal(b.Context(), linalgtest.Dominant(n))
		if err != nil {
			b.Fatal(err)
		}
		x := dense.Slice(linalgtest.Dominant(n), 0, n/5, 0, n)
		apply := func(block int) func() error {
			return func() error {
				return applyReflectorBlocks(b.Context(), x, t.v, t.tau, 1, len(t.tau), block)
			}
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) { linalgtest.Ratio(b, apply(maxReflectors), apply(maxReflectors/2)) })
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
