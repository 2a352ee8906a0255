package linalg

import (
	"context"
	"math"

	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas/blas64"
)

// maxStrips partial products at most make up a symmetric matrix-vector product.
const maxStrips = 8

// symvStrips is the number of partial products for order n. It depends on n
// alone, so the order of the sums does not depend on the number of processors.
// A strip has work for some microseconds at least.
func symvStrips(n int) int { return min(max(n/128, 1), maxStrips) }

// stripStart is the first of the rows from … n-1 that strip k of strips takes,
// chosen so that all strips hold about as many entries of the upper triangle and
// begin at a multiple of four.
func stripStart(from, n, k, strips int) int {
	if k == 0 {
		return from
	}
	row := n - int(math.Sqrt(float64(strips-k)/float64(strips))*float64(n-from))
	return max(from, min((row+3)/4*4, n))
}

// symvRows adds to y what the rows lo … hi-1 of the upper triangle of a contribute
// to A x. Below the diagonal, a is zero in the 4×4 squares on it that begin at
// multiples of four.
//
// This product bounds the speed of the tridiagonal reduction: the matrix comes
// from memory once for two operations on each number. So only the triangle is
// read, each number serves both its places, and four rows at a time share the
// passes over x and y.
func symvRows(a blas64.General, lo, hi int, x, y []float64) {
	n := a.Cols
	for i := lo; i < hi; {
		row := a.Data[i*a.Stride+i : i*a.Stride+n]
		if i%4 > 0 || i+4 > hi {
			y[i] += simd.Dot(row, x[i:n])
			simd.Axpy(x[i], row[1:], y[i+1:n])
			i++
			continue
		}
		rows := simd.Four{Data: a.Data[i*a.Stride+i:], Stride: a.Stride}
		s := rows.Symv((*[4]float64)(x[i:]), x[i:n], y[i:n])
		for r, v := range s {
			// The diagonal was counted twice.
			y[i+r] += v - a.Data[(i+r)*(a.Stride+1)]*x[i+r]
		}
		i += 4
	}
}

// symv sets y to A x, where the upper triangle of a holds the symmetric A.
func symv(ctx context.Context, a blas64.General, x, y []float64) error {
	n := a.Rows
	strips := symvStrips(n)
	partial := newGeneral(strips, n)
	err := ParallelRows(ctx, strips, 1, func(k, _ int) {
		symvRows(a, stripStart(0, n, k, strips), stripStart(0, n, k+1, strips), x, partial.Data[k*partial.Stride:][:n])
	})
	clear(y)
	for k := range strips {
		simd.Axpy(1, partial.Data[k*partial.Stride:][:n], y)
	}
	return err
}
