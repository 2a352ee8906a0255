package simd

import (
	"math"
	"slices"
	"testing"
)

// The matrix with 2 on the diagonal and -1 beside it has the eigenvalues
// 2 - 2 cos(kπ/(n+1)).
func TestSturmCountsKnownEigenvalues(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		for _, n := range lengths[1:] {
			d, e := slices.Repeat([]float64{1}, n), slices.Repeat([]float64{-0.5}, n-1)
			var points []float64
			var want []int
			for k := range n {
				v := 1 - math.Cos(float64(k+1)*math.Pi/float64(n+1))
				points, want = append(points, v-1e-14, v+1e-14), append(want, k, k+1)
			}
			points, want = append(points, -8, 8, 0), append(want, 0, n, 0)
			counts := make([]int, len(points))
			NewSturm(d, e).Below(points, counts)
			if !slices.Equal(counts, want) {
				t.Errorf("n=%d: counts %v, want %v", n, counts, want)
			}
		}
	})
}

// Terms grow and shrink, signs change or not at parts that are joined by nothing,
// and zeros lie on points.
func TestSturmOfMatricesThatFallApart(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		const n = 301
		rnd := newRand(21)
		for _, size := range []float64{1, 1e-5, 1e-200, 0} {
			d, e := make([]float64, n), make([]float64, n-1)
			for i := range d {
				d[i] = float64(rnd.IntN(5)-2) / 2 * size
			}
			points := []float64{-8, -1.001, -0.999, -0.501, -0.499, -1e-9, 1e-9, 0.499, 0.501, 0.999, 1.001, 8}
			counts := make([]int, len(points))
			NewSturm(d, e).Below(points, counts)
			for i, p := range points {
				want := 0
				for _, v := range d {
					if v < p {
						want++
					}
				}
				if counts[i] != want {
					t.Errorf("size %g: %d below %g, want %d", size, counts[i], p, want)
				}
			}
		}
	})
}

func TestSturmPanics(t *testing.T) {
	for name, f := range map[string]func(){
		"new":   func() { NewSturm(make([]float64, 3), make([]float64, 3)) },
		"below": func() { NewSturm(make([]float64, 3), make([]float64, 2)).Below(make([]float64, 2), make([]int, 3)) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: lengths that differ are taken", name)
				}
			}()
			f()
		}()
	}
}
