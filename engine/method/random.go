package method

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"example.com/sfatui/engine/part"
	"gonum.org/v1/gonum/mat"
)

// random projects the functions on random directions, normal and independent, and
// scales each output to unit variance: a baseline for any selection.
var random = part.Part[Kind]{
	Name: "random", Doc: "random projections of the functions", Build: Kind{Random: true, Solve: solveRandom},
}

func solveRandom(ctx context.Context, of Problem, at part.Point, p int) (*Solution, error) {
	m := of.Moments()
	dim := m.C.SymmetricDim()
	p = min(p, dim)
	rng := rand.New(rand.NewPCG(at.DrawSeed(), 0x72616e646f6d))
	a := mat.NewDense(dim, p, nil)
	for j := range p {
		column := mat.NewVecDense(dim, nil)
		for i := range dim {
			column.SetVec(i, rng.NormFloat64())
		}
		v := mat.Inner(column, m.C, column)
		if !(v > 0) {
			return nil, fmt.Errorf("random direction %d of the functions has no variance on the training part: check for constant inputs", j+1)
		}
		column.ScaleVec(1/math.Sqrt(v), column)
		a.SetCol(j, column.RawVector().Data)
	}
	return &Solution{A: a, Mean: m.Mean}, ctx.Err()
}
