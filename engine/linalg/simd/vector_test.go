package simd

import (
	"math"
	"testing"
)

// numbers returns n normal numbers at an odd position, followed by NaN.
func numbers(seed uint64, n int) []float64 {
	rnd := newRand(seed)
	v := make([]float64, n+9)
	for i := range v {
		v[i] = math.NaN()
	}
	v = v[1+rnd.IntN(7):]
	for i := range n {
		v[i] = rnd.NormFloat64()
	}
	return v[:n]
}

// pastEnd fails when the number behind v is not the NaN that was there.
func pastEnd(t *testing.T, n int, v []float64) {
	t.Helper()
	if past := v[:n+1][n]; !math.IsNaN(past) {
		t.Fatalf("n=%d: the number past the end became %v", n, past)
	}
}

var lengths = []int{0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 100, 257}

func TestDotAndAxpyAgainstLoop(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		for _, n := range lengths {
			x, y := numbers(1, n), numbers(2, n)
			var want float64
			for i := range x {
				want += x[i] * y[i]
			}
			if d := math.Abs(Dot(x, y) - want); !(d <= 1e-13*float64(n+1)) {
				t.Errorf("n=%d: Dot off by %g", n, d)
			}
			before := append([]float64(nil), y...)
			Axpy(-1.5, x, y)
			for i := range y {
				if d := math.Abs(y[i] - (before[i] - 1.5*x[i])); !(d <= 1e-15*8) {
					t.Fatalf("n=%d: Axpy entry %d off by %g", n, i, d)
				}
			}
			pastEnd(t, n, y)
		}
	})
}

func TestFourRowsAgainstLoop(t *testing.T) {
	w := [4]float64{1, -2, 0.5, 3}
	onPaths(t, func(t *testing.T) {
		for _, n := range lengths {
			stride := n + 3
			rows := Four{numbers(3, 3*stride+n), stride}
			x := numbers(4, n)
			var dots [4]float64
			sum := numbers(5, n)
			y1, y2 := numbers(5, n), numbers(5, n)
			for r := range 4 {
				for j := range n {
					dots[r] += rows.Data[r*stride+j] * x[j]
					sum[j] += rows.Data[r*stride+j] * w[r]
				}
			}
			d1 := rows.Dot(x)
			rows.Axpy(&w, y1)
			d2 := rows.Symv(&w, x, y2)
			for r := range 4 {
				if !(math.Abs(d1[r]-dots[r])+math.Abs(d2[r]-dots[r]) <= 1e-12) {
					t.Errorf("n=%d row %d: %v and %v, want %v", n, r, d1[r], d2[r], dots[r])
				}
			}
			for j := range n {
				if !(math.Abs(y1[j]-sum[j])+math.Abs(y2[j]-sum[j]) <= 1e-13) {
					t.Fatalf("n=%d column %d: %v and %v, want %v", n, j, y1[j], y2[j], sum[j])
				}
			}
			pastEnd(t, n, y1)
			pastEnd(t, n, y2)
		}
	})
}

func TestEightRowsAgainstFour(t *testing.T) {
	w := [8]float64{1, -2, 0.5, 3, -1, 2, 0.25, -4}
	onPaths(t, func(t *testing.T) {
		for _, n := range lengths {
			stride := n + 3
			rows := Eight{numbers(3, 7*stride+n), stride}
			x, y, want := numbers(4, n), numbers(5, n), numbers(5, n)
			dots := rows.Symv(&w, x, y)
			for half := range 2 {
				four := Four{rows.Data[4*half*stride:], stride}
				d := four.Symv((*[4]float64)(w[4*half:]), x, want)
				for r, v := range d {
					if !(math.Abs(v-dots[4*half+r]) <= 1e-12) {
						t.Errorf("n=%d row %d: %v, want %v", n, 4*half+r, dots[4*half+r], v)
					}
				}
			}
			for j := range n {
				if !(math.Abs(y[j]-want[j]) <= 1e-13) {
					t.Fatalf("n=%d column %d: %v, want %v", n, j, y[j], want[j])
				}
			}
			pastEnd(t, n, y)
		}
	})
}

func TestVectorsKeepNaNAndInf(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		for n := 1; n < 40; n++ {
			for _, at := range []int{0, n / 2, n - 1} {
				x, y := make([]float64, n), make([]float64, n)
				x[at] = math.Inf(1)
				if !math.IsNaN(Dot(x, y)) {
					t.Errorf("n=%d: Dot of ∞ and 0 at %d is not NaN", n, at)
				}
				Axpy(0, x, y)
				for i := range y {
					if math.IsNaN(y[i]) != (i == at) {
						t.Errorf("n=%d: 0·∞ at %d gives %v", n, at, y)
					}
				}
			}
		}
	})
}
