package sfa

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"
)

// Stability compares the first features before and after the moments were changed by
// the amount of rounding and the problem solved again: a measurement, whereas
// [ClustersOf] and [Spectrum.Resolution] bound the worst case.
type Stability struct {
	overlap *mat.Dense // p×p or less: correlations of the features before and after
}

// Span returns the smallest cosine of the angles between the spans of the first i
// features before and after, or 0 if there are fewer after. It takes O(i³) time.
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

// Feature returns the absolute correlation of feature i, from 1, before and after.
func (s *Stability) Feature(i int) float64 {
	if _, have := s.overlap.Dims(); i > have {
		return 0
	}
	return math.Abs(s.overlap.At(i-1, i-1))
}

// Stays is the cosine above which features count as unchanged: that of 8°.
const Stays = 0.99

// perturbationUnits is the number of units in the last place, of the root of the
// product of two diagonal entries, by which moments are changed: the accuracy of sums
// over samples.
const perturbationUnits = 4

// MeasureStability solves the problem with perturbed moments and compares the features
// with A (dim×p) of the given λ. It costs a solve.
func (p Problem) MeasureStability(ctx context.Context, lambda float64, a *mat.Dense) (*Stability, error) {
	changed := p
	changed.C, changed.Cdot = perturb(p.C), perturb(p.Cdot)
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

// perturb returns a moment matrix with each entry changed slightly, up or down.
func perturb(c *mat.SymDense) *mat.SymDense {
	n := c.SymmetricDim()
	out := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			by := perturbationUnits * 0x1p-53 * math.Sqrt(math.Abs(c.At(i, i)*c.At(j, j)))
			if mixed := uint64(i*n+j+1) * 0x9e3779b97f4a7c15; mixed>>63 == 1 {
				by = -by
			}
			out.SetSym(i, j, c.At(i, j)+by)
		}
	}
	return out
}
