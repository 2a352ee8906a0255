package encode

import (
	"context"
	"fmt"
	"math"
	"testing"

	"example.com/sfatui/datasets/realdata"
	"example.com/sfatui/engine/codes"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/space"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// training returns the first 1200 digits.
func training(b *testing.B) *mat.Dense {
	x, _ := realdata.Digits(b)
	return x.Slice(0, 1200, 0, 64).(*mat.Dense)
}

// BenchmarkLearn measures the learning of fronts on 1200 digits of 64 pixels.
func BenchmarkLearn(b *testing.B) {
	x := training(b)
	for _, word := range []string{"ksvd:100:4", "l1:100:0.2", "nmf:25", "snmf:25", "vq:100"} {
		at := part.Point{}.With(space.Reduction.Is(word))
		b.Run(word, func(b *testing.B) {
			for range b.N {
				if _, err := space.Fronts.Build(at).Learn(context.Background(), at, x); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkOMP measures matching pursuit by the Gram matrix of the atoms, and plain:
// each step then recomputes the residual and solves the least squares of the chosen
// atoms anew.
func BenchmarkOMP(b *testing.B) {
	_, x := centre(training(b))
	for _, size := range [][2]int{{100, 4}, {200, 8}, {400, 16}} {
		k, s := size[0], size[1]
		atoms := mat.DenseCopyOf(x.Slice(0, k, 0, 64))
		for j := range k {
			row := atoms.RawRowView(j)
			floats.AddConst(0.01*float64(j), row[j%64:j%64+1])
			floats.Scale(1/floats.Norm(row, 2), row)
		}
		code := make([]float64, k)
		b.Run(fmt.Sprintf("batch/%d/%d", k, s), func(b *testing.B) {
			for range b.N {
				c := codes.NewCoder(atoms)
				for i := range 1200 {
					c.OMP(code, x.RawRowView(i), s, 0)
				}
			}
		})
		b.Run(fmt.Sprintf("plain/%d/%d", k, s), func(b *testing.B) {
			for range b.N {
				for i := range 1200 {
					plainOMP(code, x.RawRowView(i), atoms, s)
				}
			}
		})
	}
}

// plainOMP implements the pursuit as it is defined.
func plainOMP(code, x []float64, atoms *mat.Dense, s int) {
	k, d := atoms.Dims()
	clear(code)
	r := append([]float64(nil), x...)
	var chosen []int
	var basis, a mat.Dense
	for range s {
		best, most := -1, 0.0
		for j := range k {
			if v := math.Abs(floats.Dot(atoms.RawRowView(j), r)); v > most {
				best, most = j, v
			}
		}
		if best < 0 || most < 1e-12 {
			break
		}
		chosen = append(chosen, best)
		basis.Reset()
		basis.ReuseAs(d, len(chosen))
		for i, j := range chosen {
			basis.SetCol(i, atoms.RawRowView(j))
		}
		a.Reset()
		if err := a.Solve(&basis, mat.NewDense(d, 1, x)); err != nil {
			break
		}
		copy(r, x)
		for i, j := range chosen {
			floats.AddScaled(r, -a.At(i, 0), atoms.RawRowView(j))
		}
	}
	for i, j := range chosen {
		code[j] = a.At(i, 0)
	}
}
