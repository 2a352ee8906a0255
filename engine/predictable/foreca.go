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
// where f is the spectral density of Zw at window/2 frequencies, averaged over
// overlapping windows of so many samples under a Hann taper. It is 0 for a flat
// spectrum and 1 for one at a single frequency. Of the paper's Ω, without a
// bound, it is the discrete form with the bound 1, as Goerg estimates it. The
// taper spreads a pure tone over three frequencies, so it comes to about
// 1 − 0.86/log(window/2), 0.82 for 256; white noise comes to a little above 0,
// the more so the fewer windows there are.
//
// Directions are found one after the other, each the best that is orthogonal to
// those before, from several starts: the directions that look best of those with
// extreme autocorrelation, and some drawn by seed. Each start is improved by the
// EM-like algorithm: with the density p of w, the next w minimises
// −Σ log(p_j)·wᵀF_jw/wᵀFw, F = ΣF_j, by an eigenvalue problem. That is an upper
// bound of the entropy which is met at the w before, so Ω never falls. It may
// still end in a local maximum. Where a later direction turns out to be better
// than an earlier one, they change places and a note says so; otherwise the
// directions of a smaller count are the first of those of a larger one.
//
// It needs memory for window/2·r² numbers. A step takes O((window + r)·r²) time,
// and a direction some fifty of them, or several hundred where there is only
// noise to be found.
//
// It fails when a value is not finite, when less than half of the samples are in
// segments of half a window or longer, when they make fewer than four windows or
// no more samples than features, when some direction does not vary in them, and
// when ctx ends. It panics unless window is
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
	all, notes, err := cover(lengths, window, r)
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
		best, err := s.deflate(ctx, found, rng)
		if err != nil {
			return nil, err
		}
		if !best.settled {
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

// sortByOmega sorts by falling Ω, and notes it when there was something to sort.
func sortByOmega(found []optimum) (notes []string) {
	byOmega := func(a, b optimum) int { return compareOmega(a.omega, b.omega) }
	if slices.IsSortedFunc(found, byOmega) {
		return nil
	}
	slices.SortStableFunc(found, byOmega)
	return []string{"the search found a feature later that is more forecastable than one found before; they were put in order"}
}

// compareOmega puts the larger Ω first.
func compareOmega(a, b float64) int {
	switch {
	case a > b:
		return -1
	case a < b:
		return 1
	}
	return 0
}
