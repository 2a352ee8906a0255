package ica

import (
	"math"
	"slices"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/sfa"
	"gonum.org/v1/gonum/mat"
)

// rotation holds the state of a search.
type rotation struct {
	r *mat.Dense
	// excess is ⟨log cosh y⟩ − E[log cosh ν] of each component.
	excess []float64
	// moved is the largest change of an entry of r in the last step.
	moved     float64
	converged bool
}

// contrast returns the number that the search maximises: the sum of the squared
// excesses.
func (o rotation) contrast() float64 {
	sum := 0.0
	for _, e := range o.excess {
		sum += e * e
	}
	return sum
}

// gaussian counts the components that the search could find in n samples of a Gaussian.
// The excess of a fixed direction has the standard deviation excessSpread/√n; the
// search leads to larger ones, and in experiments with 2 to 30 features stayed within
// the limit here.
func (o rotation) gaussian(n int) int {
	limit := excessSpread * (2 + math.Sqrt(2*float64(len(o.excess)))) / math.Sqrt(float64(n))
	count := 0
	for _, e := range o.excess {
		if math.Abs(e) < limit {
			count++
		}
	}
	return count
}

// canonical returns the rotation with sorted columns and canonical signs.
func (o rotation) canonical() *mat.Dense {
	p := len(o.excess)
	order := dense.Iota(p)
	slices.SortStableFunc(order, func(a, b int) int {
		switch x, y := math.Abs(o.excess[a]), math.Abs(o.excess[b]); {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	out := mat.NewDense(p, p, nil)
	for j, from := range order {
		out.SetCol(j, mat.Col(nil, from, o.r))
	}
	sfa.CanonicalSigns(out, out)
	return out
}
