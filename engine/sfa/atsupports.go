package sfa

import (
	"context"
	"fmt"

	"example.com/sfatui/engine/linalg/pencil"
)

// AtSupports is slow feature analysis where the training samples are the supports
// of a space, all of them: the values of its basis are then a triangle, which does
// for the moments and for the factor of C. It serves one goroutine at a time.
type AtSupports struct {
	samples       *pencil.TriangularSamples
	spectrum      Spectrum
	extremesKnown bool // the ends of the spectrum

	// NotConverged says that the last features were sought by iteration and not found: so
	// would they be from the moments, which are to be reduced.
	NotConverged bool
}

// NewAtSupports prepares the solution for the samples.
func NewAtSupports(samples *pencil.TriangularSamples) *AtSupports {
	return &AtSupports{samples: samples}
}

// Slowest gives the p slowest features for a λ > 0 and what the whitening keeps, as
// [Whiten] and [Whitened.Rotate] do with a regulariser that is the identity. The
// features are nil where there may be directions to be cut or the iteration does not
// pay or succeed: that takes the moments. It panics if λ < 0 or p < 1.
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
