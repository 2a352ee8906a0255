package dense

import (
	"context"
	"fmt"
	"testing"

	"example.com/sfatui/engine/linalg/linalgtest"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// lowerOf returns a random lower triangle in storage with other numbers above the
// diagonal.
func lowerOf(seed uint64, n int) (l *mat.TriDense, plain *mat.Dense) {
	all := linalgtest.RandomDense(linalgtest.NewRand(seed), n, n)
	raw := mat.NewTriDense(n, mat.Lower, nil).RawTriangular()
	raw.Data, raw.Stride = all.RawMatrix().Data, all.RawMatrix().Stride
	l = new(mat.TriDense)
	l.SetRawTriangular(raw)
	return l, mat.DenseCopyOf(l)
}

// Products of lower triangles are what they are, and the same bits on any processors.
func TestProductsOfLowerTriangles(t *testing.T) {
	ctx := t.Context()
	for _, n := range linalgtest.Sizes(1, 7, 255, 257, 530) {
		for procs := 1; procs <= 3; procs += 2 {
			t.Run(fmt.Sprint(n, " on ", procs), func(t *testing.T) {
				linalgtest.WithProcs(procs, func() {
					l, plain := lowerOf(1, n)
					a := linalgtest.RandomSym(linalgtest.NewRand(3), n)
					var want mat.Dense
					want.Product(plain, a, plain.T())
					congruent, err := LowerCongruence(ctx, l, a)
					if err != nil || !mat.EqualApprox(congruent, &want, 1e-10*float64(n)) {
						t.Error("not LALᵀ", err)
					}

					k, plainK := lowerOf(2, n)
					want.Mul(plain, plainK)
					if err := MultiplyLower(ctx, l, k); err != nil || !mat.EqualApprox(k, &want, 1e-11*float64(n)) {
						t.Error("not LK", err)
					}
					lines := lowerStorage(k.RawTriangular())
					for i := range n {
						for j := i + 1; j < n; j++ {
							if lines.Data[i*lines.Stride+j] != 0 {
								t.Fatalf("(%d, %d) above the diagonal is left", i, j)
							}
						}
					}

					want.Mul(&want, mat.DenseCopyOf(want.T()))
					square, err := LowerSquare(ctx, k)
					if err != nil || !mat.EqualApprox(square, &want, 1e-10*float64(n*n)) {
						t.Error("not TTᵀ", err)
					}

					for _, lead := range []int{(n + 1) / 2, n} {
						x := linalgtest.RandomDense(linalgtest.NewRand(4), lead, 5)
						y := linalgtest.RandomDense(linalgtest.NewRand(5), lead, 5)
						err := MultiplyLowerTransposed(ctx, k, x.RawMatrix(), y.RawMatrix())
						want.Reset()
						want.Mul(mat.DenseCopyOf(k).Slice(0, lead, 0, lead).T(), x)
						if err != nil || !mat.EqualApprox(y, &want, 1e-10*float64(n)) {
							t.Errorf("not TᵀA of %d, %v", lead, err)
						}
					}
				})
			})
		}
	}
}

func TestProductsOfLowerTrianglesAreTheSameBits(t *testing.T) {
	ctx, n := t.Context(), linalgtest.Size(530)
	l, _ := lowerOf(1, n)
	a := linalgtest.RandomSym(linalgtest.NewRand(3), n)
	x := linalgtest.RandomDense(linalgtest.NewRand(4), n, 60)
	var first []mat.Matrix
	for procs := 1; procs <= 4; procs++ {
		linalgtest.WithProcs(procs, func() {
			congruent, _ := LowerCongruence(ctx, l, a)
			k, _ := lowerOf(2, n)
			_ = MultiplyLower(ctx, l, k)
			square, _ := LowerSquare(ctx, k)
			y := New(n, 60)
			_ = MultiplyLowerTransposed(ctx, k, x.RawMatrix(), y.RawMatrix())
			got := []mat.Matrix{congruent, k, square, y}
			if first == nil {
				first = got
			}
			for i := range got {
				if !mat.Equal(got[i], first[i]) {
					t.Errorf("product %d differs on %d processors", i, procs)
				}
			}
		})
	}
}

func TestProductsOfLowerTrianglesEnd(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	l, _ := lowerOf(1, 40)
	a := linalgtest.RandomSym(linalgtest.NewRand(3), 40)
	if _, err := LowerCongruence(ctx, l, a); err == nil {
		t.Error("LALᵀ after the end")
	}
	if err := MultiplyLower(ctx, l, l); err == nil {
		t.Error("LK after the end")
	}
	if _, err := LowerSquare(ctx, l); err == nil {
		t.Error("TTᵀ after the end")
	}
	linalgtest.WantPanic(t, "dense", "orders", func() { _, _ = LowerCongruence(t.Context(), l, linalgtest.RandomSym(linalgtest.NewRand(3), 39)) })
	linalgtest.WantPanic(t, "dense", "orders", func() {
		other, _ := lowerOf(1, 39)
		_ = MultiplyLower(t.Context(), l, other)
	})
	linalgtest.WantPanic(t, "dense", "rows", func() {
		_ = MultiplyLowerTransposed(t.Context(), l, blas64.General{Rows: 41, Cols: 1, Stride: 1}, blas64.General{Rows: 41, Cols: 1, Stride: 1})
	})
}
