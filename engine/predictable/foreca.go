package predictable

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// ForeCA finds count directions w of the white n×r data z, in segments of the
// given lengths, along which the spectrum has the least entropy: forecastable
// component analysis (Goerg 2013; Weghenkel, Fischer and Wiskott 2017, section
// 3.2). A Value is the forecastability
//
//	Ω(w) = 1 − H(p)/log(window/2), p_j = f(λ_j)/Σf, H(p) = −Σ p_j log p_j,
//
// for the spectral density f of Zw at window/2 frequencies, averaged over
// overlapping windows of that many samples under a Hann taper. It is 0 for a flat
// spectrum and 1 for one at a single frequency. It is the discrete form, as
// Goerg estimates it, of the paper's Ω: that has no bound, this has the bound 1. The
// taper spreads a pure tone over three frequencies, so it comes to about
// 1 − 0.86/log(window/2), 0.82 for 256; white noise comes to a little above 0,
// the more so the fewer windows there are.
//
// The search finds one direction after the other, each the best orthogonal to
// those before, from several starts: the best of the directions with extreme
// autocorrelation, and some drawn by seed. It improves each start by the
// EM-like algorithm: with the density p of w, the next w minimises
// −Σ log(p_j)·wᵀF_jw/wᵀFw, F = ΣF_j, by an eigenvalue problem. That is an upper
// bound of the entropy, equal to it at the previous w, so that Ω never falls. It
// may still end in a local maximum. If a later direction is better than an
// earlier one, they change places and a note is added; otherwise the directions
// of a smaller count are the first of those of a larger one.
//
// It needs memory for window/2·r² numbers. A step takes O((window + r)·r²) time,
// and a direction some fifty steps, or several hundred in pure noise.
//
// It fails if a value is not finite, if less than half of the samples are in
// segments of half a window or longer, if these have fewer than four windows or
// no more samples than features, if a direction does not vary in them, and
// if ctx ends. It panics unless window is
// even and at least 8, count at least 1, and the lengths those of segments that
// cover the rows of z. [Window] gives a length of windows that fits.
func ForeCA(ctx context.Context, z *mat.Dense, lengths []int, window, count int, seed uint64) (*Features, error) {
	if window < smallestWindow || window%2 != 0 || count < 1 {
		panic(fmt.Sprintf("predictable: ForeCA with windows of %d samples for %d features", window, count))
	}
	if err := check(z, lengths); err != nil {
		return nil, err
	}
	_, r := z.Dims()
	all, notes, err := coverSegments(lengths, window, r)
	if err != nil {
		return nil, err
	}
	s, err := newSpectrum(ctx, z, all, window)
	if err != nil {
		return nil, err
	}
	var found []optimum
	for len(found) < min(count, r) {
		rng := rand.New(rand.NewPCG(seed, uint64(len(found))))
		best, err := s.nextDirection(ctx, found, rng)
		if err != nil {
			return nil, err
		}
		if !best.converged {
			notes = append(notes, fmt.Sprintf("the search for feature %d still moved after %d steps", len(found)+1, firstSteps+moreSteps))
		}
		found = append(found, best)
	}
	notes = append(notes, sortByOmega(found)...)
	directions, omega := mat.NewDense(r, len(found), nil), make([]float64, len(found))
	for j, o := range found {
		directions.SetCol(j, o.w)
		omega[j] = o.omega
	}
	return newFeatures(directions, omega, count, notes), nil
}

// sortByOmega sorts by falling Ω. It returns a note if that changes the order.
func sortByOmega(found []optimum) (notes []string) {
	byOmega := func(a, b optimum) int { return compareOmega(a.omega, b.omega) }
	if slices.IsSortedFunc(found, byOmega) {
		return nil
	}
	slices.SortStableFunc(found, byOmega)
	return []string{"the search found a feature later that is more forecastable than one found before; they were put in order"}
}

// compareOmega sorts the larger Ω first.
func compareOmega(a, b float64) int {
	switch {
	case a > b:
		return -1
	case a < b:
		return 1
	}
	return 0
}
