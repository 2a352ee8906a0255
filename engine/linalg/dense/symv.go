package dense

import (
	"context"
	"math"

	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas/blas64"
)

// MaxSymvStrips is the largest number of partial products of a symmetric matrix-vector
// product.
const MaxSymvStrips = 8

// SymvStrips returns the number of partial products for order n. It depends only on n,
// so that the order of the sums does not depend on the number of processors. A strip
// takes at least some microseconds.
func SymvStrips(n int) int { return min(max(n/128, 1), MaxSymvStrips) }

// SymvStripStart returns the first row of strip k of strips, which divide the rows from
// … n-1. Strips hold about equally many entries of the upper triangle and begin at
// multiples of eight.
func SymvStripStart(from, n, k, strips int) int {
	if k == 0 {
		return from
	}
	row := n - int(math.Sqrt(float64(strips-k)/float64(strips))*float64(n-from))
	return max(from, min((row+7)/8*8, n))
}

// AddSymvRows adds to y the contribution of the rows lo … hi-1 of the upper triangle of
// a to A x. a must be zero below the diagonal in the 8×8 squares on it that begin at
// multiples of eight.
//
// This product bounds the speed of the tridiagonal reduction: two operations on each
// value need the whole matrix from memory. It therefore reads only the triangle, uses
// each entry for both its places, and shares passes over x and y among eight rows.
// Repeated products with a matrix larger than the cache should alternate between
// upwards and downwards, so that the rows still in the cache are read first.
func AddSymvRows(a blas64.General, lo, hi int, upwards bool, x, y []float64) {
	if upwards {
		for i := hi; i > lo; {
			size := symvGroup(i, i-lo)
			i -= size
			addSymvGroup(a, i, size, x, y)
		}
		return
	}
	for i := lo; i < hi; {
		size := symvGroup(i, hi-i)
		addSymvGroup(a, i, size, x, y)
		i += size
	}
}

// symvGroup returns the number of rows that are processed together from row i on, or up
// to it. Vectors are read from the beginning of a cache line.
func symvGroup(i, rows int) int {
	switch {
	case i%8 == 0 && rows >= 8:
		return 8
	case i%4 == 0 && rows >= 4:
		return 4
	}
	return 1
}

// addSymvGroup implements AddSymvRows for the rows i … i+size-1.
func addSymvGroup(a blas64.General, i, size int, x, y []float64) {
	n := a.Cols
	data := a.Data[i*a.Stride+i:]
	var s [8]float64
	switch size {
	case 8:
		s = simd.Eight{Data: data, Stride: a.Stride}.Symv((*[8]float64)(x[i:]), x[i:n], y[i:n])
	case 4:
		four := simd.Four{Data: data, Stride: a.Stride}.Symv((*[4]float64)(x[i:]), x[i:n], y[i:n])
		copy(s[:], four[:])
	default:
		s[0] = simd.Dot(data[:n-i], x[i:n])
		simd.Axpy(x[i], data[:n-i], y[i:n])
	}
	for r, v := range s[:size] {
		// The diagonal was counted twice.
		y[i+r] += v - data[r*(a.Stride+1)]*x[i+r]
	}
}

// Symv sets y to A x, where the upper triangle of a holds the symmetric A.
func Symv(ctx context.Context, a blas64.General, x, y []float64) error {
	n := a.Rows
	strips := SymvStrips(n)
	partial := Zeros(strips, n)
	err := parallel.For(ctx, strips, 1, func(k, _ int) {
		AddSymvRows(a, SymvStripStart(0, n, k, strips), SymvStripStart(0, n, k+1, strips), false, x, partial.Data[k*partial.Stride:][:n])
	})
	clear(y)
	for k := range strips {
		simd.Axpy(1, partial.Data[k*partial.Stride:][:n], y)
	}
	return err
}
