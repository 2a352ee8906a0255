package sfa

import (
	"context"
	"fmt"

	"example.com/sfatui/engine/linalg/pencil"
)

// AtSupports is slow feature analysis whose training samples are exactly the supports
// of a space: the values of its basis are then a triangle, which serves for the moments
// and for the factor of C. It is not safe for concurrent use.
type AtSupports struct {
	samples       *pencil.TriangularSamples
	spectrum      Spectrum
	extremesKnown bool // whether the extreme eigenvalues are known

	// NotConverged reports that the iteration did not compute the last features. It
	// would not compute them from the moments either, so that these must be reduced.
	NotConverged bool
}

// NewAtSupports returns the solver for the samples.
func NewAtSupports(samples *pencil.TriangularSamples) *AtSupports {
	return &AtSupports{samples: samples}
}

// Slowest returns the p slowest features for a λ > 0, and the spectrum of the
// whitening, as [Whiten] and [Whitened.Rotate] do with the identity as regulariser. The
// features are nil if directions may have to be cut, or if the iteration is not
// worthwhile or fails: these cases need the moments. It panics if λ < 0 or p < 1.
func (s *AtSupports) Slowest(ctx context.Context, cut, lambda float64, p int) (*Features, Spectrum, error) {
	if lambda < 0 || p < 1 {
		panic(fmt.Sprintf("sfa: λ = %g, p = %d", lambda, p))
	}
	s.NotConverged = false
	dim := len(s.samples.Mean())
	if dim < extremesOrder || lambda == 0 || !s.samples.WorthLowestFew(p) {
		return nil, Spectrum{}, ctx.Err()
	}
	if !s.extremesKnown {
		smallest, largest, err := s.samples.Extremal(ctx)
		if err != nil {
			return nil, Spectrum{}, err
		}
		s.spectrum, s.extremesKnown = Spectrum{Dim: dim, Rank: dim, Largest: largest, Smallest: smallest}, true
	}
	s.spectrum.Cut = Problem{Cut: cut}.tolerance(dim)
	if !(s.spectrum.Smallest > margin*s.spectrum.Cut*s.spectrum.Largest) {
		return nil, Spectrum{}, nil
	}
	values, a, err := s.samples.LowestFew(ctx, lambda, p)
	if err != nil || a == nil {
		s.NotConverged = true
		return nil, Spectrum{}, err
	}
	return &Features{A: a, Value: values}, s.spectrum, nil
}
