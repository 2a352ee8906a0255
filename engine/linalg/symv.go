package linalg

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas/blas64"
)

const (
	// symvStrips partial products make up a symmetric matrix-vector product of
	// an order from symvParallel on. Their number is fixed, so the order of the
	// sums does not depend on the number of processors.
	symvStrips   = 4
	symvParallel = 256
)

// symvScratch holds the partial products between calls.
type symvScratch [symvStrips][]float64

// multiply sets y to A x, where the upper triangle of a holds the symmetric A.
// This product bounds the speed of the tridiagonal reduction: the matrix comes
// from memory once for two operations on each number. So only the triangle is
// read, and each number serves both its places.
func (s *symvScratch) multiply(ctx context.Context, a blas64.General, x, y []float64) error {
	n := a.Rows
	if n < symvParallel {
		clear(y)
		symvRows(a, 0, n, x, y)
		return ctx.Err()
	}
	err := ParallelRows(ctx, symvStrips, 1, func(k, _ int) {
		if len(s[k]) < n {
			s[k] = make([]float64, n)
		}
		lo := stripStart(n, k)
		clear(s[k][lo:n])
		symvRows(a, lo, stripStart(n, k+1), x, s[k][:n])
	})
	if err != nil {
		return err
	}
	copy(y, s[0][:n])
	for k := 1; k < symvStrips; k++ {
		lo := stripStart(n, k)
		axpy(1, s[k][lo:n], y[lo:])
	}
	return nil
}

// stripStart is the first row of strip k, chosen so that all strips hold about
// as many entries of the upper triangle.
func stripStart(n, k int) int {
	return n - int(math.Sqrt(float64(symvStrips-k)/symvStrips)*float64(n))
}

// symvRows adds to y what the rows lo … hi-1 of the upper triangle of a
// contribute to A x. Four rows at a time share the passes over x and y.
func symvRows(a blas64.General, lo, hi int, x, y []float64) {
	n := a.Cols
	i := lo
	for ; i+4 <= hi; i += 4 {
		for r := range 4 {
			// The part of row i+r that lies inside the 4×4 square on the diagonal.
			symvRow(a.Data[(i+r)*a.Stride+i+r:(i+r)*a.Stride+i+4], x[i+r:], y[i+r:])
		}
		if i+4 < n {
			symvFour(a, i, x, y)
		}
	}
	for ; i < hi; i++ {
		symvRow(a.Data[i*a.Stride+i:i*a.Stride+n], x[i:], y[i:])
	}
}

// symvRow adds the contribution of one row, which begins on the diagonal.
func symvRow(row, x, y []float64) {
	x0, sum := x[0], row[0]*x[0]
	for j, v := range row[1:] {
		sum += v * x[j+1]
		y[j+1] += v * x0
	}
	y[0] += sum
}

// symvFour adds the contribution of the rows i … i+3 right of column i+3.
func symvFour(a blas64.General, i int, x, y []float64) {
	from, m := i+4, a.Cols-i-4
	r0 := a.Data[i*a.Stride+from:][:m]
	r1 := a.Data[(i+1)*a.Stride+from:][:m]
	r2 := a.Data[(i+2)*a.Stride+from:][:m]
	r3 := a.Data[(i+3)*a.Stride+from:][:m]
	xs, ys := x[from:][:m], y[from:][:m]
	x0, x1, x2, x3 := x[i], x[i+1], x[i+2], x[i+3]
	var s0, s1, s2, s3 float64
	for j, v := range xs {
		a0, a1, a2, a3 := r0[j], r1[j], r2[j], r3[j]
		s0 += a0 * v
		s1 += a1 * v
		s2 += a2 * v
		s3 += a3 * v
		ys[j] += (a0*x0 + a1*x1) + (a2*x2 + a3*x3)
	}
	y[i] += s0
	y[i+1] += s1
	y[i+2] += s2
	y[i+3] += s3
}
