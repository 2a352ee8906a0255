package online

import (
	"fmt"
	"math"
)

// Options say what a learner learns, and how fast.
type Options struct {
	// Whitened is r, the number of principal components that are whitened and
	// searched for slow features, 1 … m. Fewer take less time and learn faster;
	// what a feature has outside of the r largest is lost.
	Whitened int
	// Lifted are the rows of the samples for [moments.Values.LiftSupports].
	Lifted []int
	// Features is p, 1 … r.
	Features int
	// Lambda is λ ≥ 0 of Böhmer et al. 2012 for a basis whose Gram matrix is the
	// identity: slowness plus λ times the squared norm of a feature's
	// coefficients is minimised. It keeps features out of small components, and
	// what is left for them is learned sooner.
	Lambda float64
	// Amnesia is l ≥ 0 of Weng et al. 2003. With 0 all samples count the same,
	// the first ones forever; they give 2 … 4 as useful.
	Amnesia float64
	// Rate is the first rate μ > 0 of the minor components, as a share: by 1, a
	// sample of mean size takes off half of what it finds fast. Larger ones
	// learn little faster and are noisier.
	Rate float64
	// Settle is the number of samples, for each whitened component, after which
	// the rate begins to fall: after t differences it is Rate/(1 + t/(Settle·r)).
	// So the features come to rest (Robbins and Monro 1951). A learner that is to
	// follow changes for ever takes a large one, or +Inf.
	Settle float64
	// Epochs is how often [Train] goes through the samples.
	Epochs int
	// Seed is that of the noise on the start, the largest components. Without
	// noise a feature that has no part in them might never be found.
	Seed uint64
}

// Defaults are options for p features of vectors of length m that need no
// tuning for m up to some hundreds and thousands of samples.
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

// check panics on options that make no sense for vectors of length m.
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

// spare directions, at least, are learned besides the features: see [minor].
const spare = 5

// directions is how many directions are learned for the features.
func (o Options) directions() int {
	return min(o.Whitened, o.Features+max(spare, o.Features/4))
}

// amnesic is the weight of sample n = 1, 2, … in an average with amnesia l: the
// (1+l)/n of Weng et al. 2003, shifted so that the first sample counts whole.
func amnesic(n, l float64) float64 { return (1 + l) / (n + l) }
