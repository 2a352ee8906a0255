package simd

import (
	"math"
	"testing"
)

func TestSolveTile(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		m, n := tileRows(), tileColumns()
		l, y := numbers(12, m*m), numbers(13, m*n)
		for i := range m {
			l[i*m+i] += 4
			for j := i + 1; j < m; j++ {
				l[i*m+j] = math.NaN() // not read
			}
		}
		x := make([]float64, m*n)
		for i := range m {
			for j := range n {
				for k := range i + 1 {
					x[i*n+j] += l[i*m+k] * y[k*n+j]
				}
			}
		}
		solve(&l[0], &x[0])
		for i := range x {
			if d := math.Abs(x[i] - y[i]); !(d <= 1e-13) {
				t.Fatalf("entry %d is off by %g", i, d)
			}
		}
	})
}

func TestTriangleSolve(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		rnd := newRand(14)
		for _, n := range []int{0, 1, 3, 4, 7, 8, 9, 40, 65, 255, 256} {
			a := random(rnd, n, n)
			for i := range n {
				for j := range n {
					a.Data[i*a.Stride+j] /= float64(n)
				}
				a.Data[i*a.Stride+i] += 3
			}
			lower := func(i, j int) float64 { return a.Data[i*a.Stride+j] }
			reverse := func(i, j int) float64 { return a.Data[(n-1-i)*a.Stride+n-1-j] }
			upper := func(i, j int) float64 { return a.Data[j*a.Stride+i] }
			for name, c := range map[string]struct {
				e  Entries
				at func(i, j int) float64
			}{
				"lower": {Of(a), lower}, "transposed": {Of(a).Transposed(), upper}, "reversed": {Of(a).Reversed(n), reverse},
			} {
				for _, unit := range []bool{false, true} {
					c.e.Unit = unit
					checkTriangle(t, name, n, c.e, c.at)
				}
			}
		}
	})
}

// checkTriangle solves for a few right sides that are made from a solution.
func checkTriangle(t *testing.T, name string, n int, e Entries, at func(i, j int) float64) {
	t.Helper()
	rnd := newRand(15)
	const lines = 30
	y := random(rnd, n, lines)
	b := clone(y)
	for i := range n {
		for c := range lines {
			sum := y.Data[i*y.Stride+c]
			if !e.Unit {
				sum *= at(i, i)
			}
			for j := range i {
				sum += at(i, j) * y.Data[j*y.Stride+c]
			}
			b.Data[i*b.Stride+c] = sum
		}
	}
	l := NewTriangle(n, e)
	right := NewRight(n, lines)
	right.PackColumns(b, 0, right.Slivers())
	for k := range right.Slivers() {
		l.Solve(right, k)
	}
	right.UnpackColumns(b, 0, right.Slivers())
	near(t, name, b, y, 1e-12)
	if n > 0 {
		for k := range right.Slivers() {
			right.Reverse(k)
		}
		if g, w := right.unpacked(3, n-1), y.Data[3]; math.Abs(g-w) > 1e-12 {
			t.Errorf("n=%d: reversed, the last entry is %v, want %v", n, g, w)
		}
	}
	l.Release()
}
