package sfa

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"
)

// Stability is what became of the first features when the moments were changed by as much as
// rounding may change them, and the problem solved once more: a measurement, where
// [ClustersOf] and [Spectrum.Resolution] give a bound of the worst case.
type Stability struct {
	// Spans are the least cosines of the angles between what the first i features span
	// before and after, i = 1 …; Features the correlations of each with itself.
	Spans, Features []float64
}

// Stays is the cosine from which on something counts as the same: that of 8°.
const Stays = 0.99

// changes are how many units in the last place, of the root of the product of two diagonal
// entries, moments are changed by: sums over samples are known no better.
const changes = 4

// MeasureStability solves the problem of changed moments for the features A (dim×p) of the
// given λ and compares. It costs a solve.
func (p Problem) MeasureStability(ctx context.Context, lambda float64, a *mat.Dense) (*Stability, error) {
	changed := p
	changed.C, changed.Cdot = roundedOtherwise(p.C), roundedOtherwise(p.Cdot)
	w, err := Whiten(ctx, changed)
	if err != nil {
		return nil, err
	}
	_, count := a.Dims()
	f, err := w.Rotate(ctx, lambda, count)
	if err != nil {
		return nil, err
	}
	_, have := f.A.Dims()
	var of, overlap mat.Dense
	of.Mul(p.centre(p.C), f.A)
	overlap.Mul(a.T(), &of)
	s := &Stability{Spans: make([]float64, count), Features: make([]float64, count)}
	for i := range min(count, have) { // what is not there any more has no cosine
		s.Features[i] = math.Abs(overlap.At(i, i))
		var svd mat.SVD
		if svd.Factorize(overlap.Slice(0, i+1, 0, i+1), mat.SVDNone) {
			s.Spans[i] = svd.Values(nil)[i]
		}
	}
	return s, ctx.Err()
}

// roundedOtherwise returns a moment matrix of which each entry is moved a little, up or down.
func roundedOtherwise(c *mat.SymDense) *mat.SymDense {
	n := c.SymmetricDim()
	out := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			by := changes * 0x1p-53 * math.Sqrt(math.Abs(c.At(i, i)*c.At(j, j)))
			if mixed := uint64(i*n+j+1) * 0x9e3779b97f4a7c15; mixed>>63 == 1 {
				by = -by
			}
			out.SetSym(i, j, c.At(i, j)+by)
		}
	}
	return out
}
