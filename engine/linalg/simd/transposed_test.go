package simd

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/blas/blas64"
)

// A sliver transposed gives what plain loops give.
func TestAddTransposed(t *testing.T) {
	rnd := rand.New(rand.NewPCG(4, 4))
	random := func(rows, columns int) blas64.General {
		a := blas64.General{Rows: rows, Cols: columns, Stride: columns + 3, Data: make([]float64, rows*(columns+3))}
		for i := range a.Data {
			a.Data[i] = rnd.NormFloat64()
		}
		return a
	}
	for _, depth := range []int{1, 7, 8, 23, 240, 300, 517} {
		for _, lines := range []int{1, 5, 24, 37} {
			w := random(lines, depth) // a line is a row
			p := NewRightFactor(depth, lines)
			p.PackRows(w, 0, p.Slivers())
			for _, vectors := range []int{8, 16, 24, 40} {
				for first := 0; first < lines; first += BlockAlign {
					count := min(BlockAlign, lines-first)
					x := random(vectors, count) // vectors in rows
					right := NewRightFactor(count, vectors)
					right.PackRows(x, 0, right.Slivers())
					c := random(depth, vectors)
					want := append([]float64(nil), c.Data...)
					for i := range depth {
						for v := range vectors {
							for l := range count {
								want[i*c.Stride+v] += w.Data[(first+l)*w.Stride+i] * x.Data[v*x.Stride+l]
							}
						}
					}
					p.AddTransposed(first, first+count, right, c, first+BlockAlign)
					for i, v := range c.Data {
						if d := v - want[i]; !(d < 1e-12 && d > -1e-12) {
							t.Fatalf("depth %d, lines %d, vectors %d, from %d: entry %d is %g, not %g", depth, lines, vectors, first, i, v, want[i])
						}
					}
					right.Release()
				}
			}
			p.Release()
		}
	}
}
