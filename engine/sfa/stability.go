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
	overlap *mat.Dense // p×p or less: correlations of the features before and after
}

// Span returns the least cosine of the angles between what the first i features span before
// and after, 0 where they are not there any more. O(i³).
func (s *Stability) Span(i int) float64 {
	if _, have := s.overlap.Dims(); i > have {
		return 0
	}
	var svd mat.SVD
	if !svd.Factorize(s.overlap.Slice(0, i, 0, i), mat.SVDNone) {
		return 0
	}
	return svd.Values(nil)[i-1]
}

// Feature returns the correlation of feature i, from 1, with itself.
func (s *Stability) Feature(i int) float64 {
	if _, have := s.overlap.Dims(); i > have {
		return 0
	}
	return math.Abs(s.overlap.At(i-1, i-1))
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
	var of, overlap mat.Dense
	of.Mul(p.centre(p.C), f.A)
	overlap.Mul(a.T(), &of)
	return &Stability{&overlap}, ctx.Err()
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
