package pencil

import (
	"context"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// matrixPencil is B = D + λK with C factored as RᵀR; P is the identity.
type matrixPencil struct {
	metric *Metric // C
	d, k   blas64.General
	lambda float64
	plain  bool // K is the identity
}

func (g *matrixPencil) order() int { return g.d.Rows }

func (g *matrixPencil) traces() (b, c float64) {
	b = dense.Trace(g.d)
	if g.plain {
		b += g.lambda * float64(g.d.Rows)
	} else {
		b += g.lambda * dense.Trace(g.k)
	}
	return b, dense.Trace(g.metric.c)
}

func (g *matrixPencil) norms() (b, c float64) {
	return dense.LargestDiagonal(g.d), dense.LargestDiagonal(g.metric.c)
}

func (g *matrixPencil) singular() bool { return true }

// combine sets the upper triangle of to to that of B + t C.
func (g *matrixPencil) combine(ctx context.Context, to blas64.General, t float64) error {
	return parallel.For(ctx, to.Rows, dense.RowGrain, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			row := to.Data[i*to.Stride+i : i*to.Stride+to.Cols]
			copy(row, g.d.Data[i*g.d.Stride+i:])
			simd.Axpy(t, g.metric.c.Data[i*g.metric.c.Stride+i:][:len(row)], row)
			switch {
			case g.plain:
				row[0] += g.lambda
			case g.lambda != 0:
				simd.Axpy(g.lambda, g.k.Data[i*g.k.Stride+i:][:len(row)], row)
			}
		}
	})
}

func (g *matrixPencil) divide(ctx context.Context, u blas64.General) error {
	r := g.metric.u
	return quotient(ctx, u, func(i int, to []float64) { copy(to, r.Data[i*r.Stride+i:][:len(to)]) })
}

func (g *matrixPencil) share() float64 { return 0 }

func (g *matrixPencil) restore(ctx context.Context, w blas64.General) error {
	return dense.SolveTriangular(ctx, blas.Right, blas.Trans, dense.UpperTriangle(g.metric.u), w)
}

// products sets bv and cv to the rows of v times B and times C.
func (g *matrixPencil) products(ctx context.Context, v, bv, cv blas64.General) error {
	if err := dense.Multiply(ctx, 1, dense.Rows(v), dense.Symmetric(g.metric.c), 0, cv, simd.All); err != nil {
		return err
	}
	if err := dense.Multiply(ctx, 1, dense.Rows(v), dense.Symmetric(g.d), 0, bv, simd.All); err != nil {
		return err
	}
	if !g.plain {
		return dense.Multiply(ctx, g.lambda, dense.Rows(v), dense.Symmetric(g.k), 1, bv, simd.All)
	}
	return eachRow(ctx, v.Rows, func(i int) {
		simd.Axpy(g.lambda, v.Data[i*v.Stride:][:v.Cols], bv.Data[i*bv.Stride:][:v.Cols])
	})
}
