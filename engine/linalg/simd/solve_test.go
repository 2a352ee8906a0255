package simd

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// A tile of a lower and of an upper square is solved, from which products of any depth
// are taken.
func TestSolveTile(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		for _, depth := range []int{0, 1, 3, 4, 5, 8, 250} {
			checkSolveTile(t, depth, solve, func(i, j int) bool { return j <= i })
			checkSolveTile(t, depth, solveBack, func(i, j int) bool { return j >= i })
		}
	})
}

func checkSolveTile(t *testing.T, depth int, solve func(depth int, left, right, l, t *float64), held func(i, j int) bool) {
	t.Helper()
	m, n := tileRows(), tileColumns()
	left, right := NewLeftFactor(m, max(1, depth)), NewRightFactor(max(1, depth), n)
	copy(left.data, numbers(16, len(left.data)))
	copy(right.data, numbers(17, len(right.data)))
	l, y := numbers(12, m*m), numbers(13, m*n)
	for i := range m {
		l[i*m+i] += 4
		for j := range m {
			if !held(i, j) {
				l[i*m+j] = math.NaN() // not read
			}
		}
	}
	x := make([]float64, m*n)
	for i := range m {
		for j := range n {
			for k := range depth {
				x[i*n+j] += left.data[k*m+i] * right.data[k*n+j]
			}
			for k := range m {
				if held(i, k) {
					x[i*n+j] += l[i*m+k] * y[k*n+j]
				}
			}
		}
	}
	solve(depth, &left.data[0], &right.data[0], &l[0], &x[0])
	for i := range x {
		if d := math.Abs(x[i] - y[i]); !(d <= 1e-12) {
			t.Fatalf("depth %d: entry %d is off by %g", depth, i, d)
		}
	}
}

func TestTriangleSolve(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		rnd := newRand(14)
		for _, n := range []int{0, 1, 3, 4, 7, 8, 9, 40, 65, 255, 256} {
			a := random(rnd, n, n)
			for i := range n {
				for j := range n {
					a.Data[i*a.Stride+j] /= float64(max(1, n))
				}
				a.Data[i*a.Stride+i] += 3
			}
			for _, uplo := range []blas.Uplo{blas.Lower, blas.Upper} {
				for _, op := range []blas.Transpose{blas.NoTrans, blas.Trans} {
					for _, diag := range []blas.Diag{blas.NonUnit, blas.Unit} {
						checkTriangle(t, op, triangleOf(a, uplo, diag))
					}
				}
			}
		}
	})
}

// triangleOf returns one triangle of a, with NaN in the other.
func triangleOf(a blas64.General, uplo blas.Uplo, diag blas.Diag) blas64.Triangular {
	c := clone(a)
	for i := range c.Rows {
		for j := range c.Cols {
			if i < j && uplo == blas.Lower || i > j && uplo == blas.Upper || i == j && diag == blas.Unit {
				c.Data[i*c.Stride+j] = math.NaN()
			}
		}
	}
	return blas64.Triangular{N: c.Rows, Stride: c.Stride, Data: c.Data, Uplo: uplo, Diag: diag}
}

// checkTriangle solves for a few right sides that are made from a solution.
func checkTriangle(t *testing.T, op blas.Transpose, a blas64.Triangular) {
	t.Helper()
	const lines = 30
	y := random(newRand(15), a.N, lines)
	b := clone(y)
	if a.N > 0 {
		blas64.Trmm(blas.Left, op, 1, a, b)
	}
	l := NewTriangle(op, a)
	right := NewRightFactor(a.N, lines)
	right.PackColumns(b, 0, right.Slivers())
	for k := range right.Slivers() {
		l.Solve(right, k)
	}
	right.UnpackColumns(b, 0, right.Slivers())
	near(t, fmt.Sprintf("order %d, %c, %c, %c", a.N, op, a.Uplo, a.Diag), b, y, 1e-12)
	l.Release()
}
