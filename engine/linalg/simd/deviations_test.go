package simd

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/blas/blas64"
)

// Rows that are packed in parts less a shift, their sums and their squares are those
// of plain loops, to the bit on every path.
func TestPackColumnsLess(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		rnd := newRand(11)
		for _, shape := range [][2]int{{1, 1}, {40, 24}, {300, 7}, {256, 48}, {600, 53}} {
			rows, columns := shape[0], shape[1]
			a, shift := random(rnd, rows, columns), numbers(12, columns)
			p := NewRightFactor(rows, columns)
			for i := range p.data {
				p.data[i] = math.NaN()
			}
			sum, squares := make([]float64, columns), make([]float64, columns)
			for from, next := 0, 1; from < rows; from, next = from+next, next+37 {
				next = min(next, rows-from)
				p.PackColumnsLess(from, blas64.General{Rows: next, Cols: columns, Stride: a.Stride, Data: a.Data[from*a.Stride:]}, shift, sum)
			}
			p.AddSquares(squares)
			for j := range columns {
				total, square := 0.0, 0.0
				for i := range rows {
					d := a.Data[i*a.Stride+j] - shift[j]
					total += d
					square += float64(d * d)
					if got := p.unpacked(j, i); got != d {
						t.Fatalf("%d×%d: %v at (%d, %d), want %v", rows, columns, got, i, j, d)
					}
				}
				if sum[j] != total || squares[j] != square {
					t.Errorf("%d×%d: sums %v and %v of column %d, want %v and %v", rows, columns, sum[j], squares[j], j, total, square)
				}
			}
			for line := columns; line < p.slivers*p.width; line++ {
				if got := p.unpacked(line, rows-1); got != 0 {
					t.Errorf("%d×%d: %v behind the last line", rows, columns, got)
				}
			}
			p.Release()
		}
	})
}

func TestAddSquaredSteps(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		rnd := newRand(13)
		for _, shape := range [][2]int{{0, 3}, {1, 24}, {2, 24}, {17, 25}, {18, 11}, {100, 77}} {
			a := random(rnd, shape[0], shape[1])
			got := numbers(14, shape[1])
			want := append([]float64(nil), got...)
			AddSquaredSteps(got, a)
			for j := range want {
				for i := 1; i < shape[0]; i++ {
					d := a.Data[i*a.Stride+j] - a.Data[(i-1)*a.Stride+j]
					want[j] += float64(d * d)
				}
				if got[j] != want[j] {
					t.Errorf("%d×%d, column %d: %v, want %v", shape[0], shape[1], j, got[j], want[j])
				}
			}
		}
	})
}
