package online

import (
	"fmt"
	"math"
)

// Options set the features of a learner, and its rates.
type Options struct {
	// Whitened is r, the number of principal components that are whitened and searched
	// for slow features, 1 … m. Fewer take less time and learn faster; the part of a
	// feature outside of the r largest is lost.
	Whitened int
	// Lifted lists the rows of the samples for [moments.Values.LiftSupports].
	Lifted []int
	// Features is p, 1 … r.
	Features int
	// Lambda is λ ≥ 0 of Böhmer et al. 2012 for a basis whose Gram matrix is the
	// identity: the learner minimises slowness plus λ times the squared norm of the
	// coefficients of a feature. It keeps features out of small components, and speeds
	// up learning in the rest.
	Lambda float64
	// Amnesia is l ≥ 0 of Weng et al. 2003, who recommend 2 … 4. With 0 all samples
	// have the same weight forever, even the first.
	Amnesia float64
	// Rate is the first rate μ > 0 of the minor components, as a share: with 1, a
	// sample of mean size halves the fast part that it detects. Larger rates learn
	// little faster and are noisier.
	Rate float64
	// Settle is the number of samples, for each whitened component, after which the
	// rate begins to fall: after t differences it is Rate/(1 + t/(Settle·r)), so that
	// the features converge (Robbins and Monro 1951). To follow changes forever, use a
	// large one, or +Inf.
	Settle float64
	// Epochs is the number of passes of [Train] over the samples.
	Epochs int
	// Seed draws the noise on the start, the largest components. Without noise a
	// feature orthogonal to them might never be found.
	Seed uint64
}

// Defaults returns options for p features of vectors of length m, which suit m up to
// several hundred and thousands of samples without tuning.
func Defaults(m, p int) Options {
	return Options{
		Whitened: min(m, max(128, 4*p)),
		Features: min(m, p),
		Amnesia:  2,
		Rate:     1,
		Settle:   50,
		Epochs:   10,
		Seed:     1,
	}
}

// check panics if the options are out of range for vectors of length m.
func (o Options) check(m int) {
	if o.Whitened < 1 || o.Whitened > m || o.Features < 1 || o.Features > o.Whitened {
		panic(fmt.Sprintf("online: %d features of %d components of vectors of length %d", o.Features, o.Whitened, m))
	}
	if !(o.Amnesia >= 0 && !math.IsInf(o.Amnesia, 1)) || !(o.Rate > 0 && !math.IsInf(o.Rate, 1)) || !(o.Settle > 0) {
		panic(fmt.Sprintf("online: amnesia %g, rate %g, settling %g", o.Amnesia, o.Rate, o.Settle))
	}
	if !(o.Lambda >= 0 && !math.IsInf(o.Lambda, 1)) {
		panic(fmt.Sprintf("online: λ = %g", o.Lambda))
	}
}

// spareDirections, at least, are learned beside the features: see the package doc.
const spareDirections = 5

// directions returns the number of directions that are learned for the features.
func (o Options) directions() int {
	return min(o.Whitened, o.Features+max(spareDirections, o.Features/4))
}

// amnesic returns the weight of sample n = 1, 2, … in an average with amnesia l: the
// (1+l)/n of Weng et al. 2003, shifted so that the first sample has weight 1.
func amnesic(n, l float64) float64 { return (1 + l) / (n + l) }
