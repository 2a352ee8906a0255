package simd

import (
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// What is counted are the entries that are wanted, times the depth, on every path.
func TestMultiplyAddsAreThoseOfTheShapes(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		taken := func(f func()) int {
			before := MultiplyAdds()
			f()
			return int(MultiplyAdds() - before)
		}
		rnd := newRand(1)
		const rows, depth, columns = 61, 2*Depth + 37, 50
		a, b := random(rnd, rows, depth), random(rnd, depth, columns)
		c := random(rnd, rows, columns)
		if got := taken(func() { Gemm(blas.NoTrans, blas.NoTrans, 1, a, b, 0, c) }); got != rows*depth*columns {
			t.Errorf("a product takes %d, want %d", got, rows*depth*columns)
		}
		square, lines := random(rnd, rows, rows), Pack(blas.Trans, a)
		defer lines.Release()
		for _, part := range []Part{Upper, Lower} {
			got := taken(func() { Add(1, lines, lines, square, Block{I1: rows, J1: rows}, part) })
			if want := rows * (rows + 1) / 2 * depth; got != want {
				t.Errorf("a triangle takes %d, want %d", got, want)
			}
		}
		right := Pack(blas.NoTrans, random(rnd, rows, columns))
		defer right.Release()
		to := random(rnd, depth, 48)
		across := Pack(blas.NoTrans, random(rnd, rows, 48))
		defer across.Release()
		if got := taken(func() { lines.AddTransposed(0, rows, across, to, 0) }); got != rows*depth*48 {
			t.Errorf("a transposed product takes %d, want %d", got, rows*depth*48)
		}
		l := blas64.Triangular{Uplo: blas.Lower, Diag: blas.Unit, N: rows, Stride: square.Stride, Data: square.Data}
		triangle := NewTriangle(blas.NoTrans, l)
		defer triangle.Release()
		got := taken(func() {
			for k := range right.Slivers() {
				triangle.Solve(right, k)
			}
		})
		if want := rows * (rows + 1) / 2 * columns; got != want {
			t.Errorf("a solve takes %d, want %d", got, want)
		}
	})
}
