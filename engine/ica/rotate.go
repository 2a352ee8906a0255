package ica

import (
	"context"
	"fmt"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

const (
	// whiteTolerance is the largest distance of covariances from the identity that
	// counts as rounding.
	whiteTolerance = 1e-6
	// With fewer than samplesPerEntry samples for each entry of the rotation, it fits
	// noise: components that are flat except for a spike (Särelä and Vigário 2003).
	samplesPerEntry = 5
	// saddleRounds bounds the times that the search leaves a saddle point.
	saddleRounds = 3
)

// Rotate finds the rotation of the n×p features phi that makes them as independent as
// possible: R (p×p, orthogonal), with the components phi·R, whose means stay in. It
// sorts them by falling contrast, the least Gaussian first. The entry of largest
// magnitude in each column of R, the first among equals, is positive.
//
// The features should have unit variance and no correlation. Unless they do to the last
// digit, Rotate first whitens them by the inverse root of their covariance, and R is
// the rotation of the result; if they are far from white, a note says that the
// components phi·R are correlated.
//
// The search starts from a random rotation by seed. If it has converged at a saddle
// point, some pairs of components are less Gaussian after a turn by 45° (Tichavský,
// Koldovský and Oja 2006), and it continues from there. Notes report a search that has
// not converged, fewer than 5p² samples, and two or more components no further from
// Gaussian than by chance, whose rotation against each other is arbitrary.
//
// It takes O(n·p²) time for each of ten to a hundred steps and memory for another n×p
// features. The same input gives the same bits.
//
// It fails if a value is not finite, if there are no more samples than features, if
// features are constant or linearly dependent, and if ctx ends. It panics without a
// feature.
func Rotate(ctx context.Context, phi *mat.Dense, seed uint64) (r *mat.Dense, notes []string, err error) {
	n, p := phi.Dims()
	if n == 0 || p == 0 {
		panic("ica: no features to rotate")
	}
	if n <= p {
		return nil, nil, fmt.Errorf("%d samples are no more than the %d features: their independence cannot be measured; take more samples or fewer features", n, p)
	}
	x, off, err := whiten(ctx, phi)
	if err != nil {
		return nil, nil, err
	}
	if !(off <= whiteTolerance) {
		notes = append(notes, fmt.Sprintf("the features are not white (a covariance is off by %.2g): the rotation is that of whitened features, and after it those given are still correlated", off))
	}
	if n < samplesPerEntry*p*p {
		notes = append(notes, fmt.Sprintf("%d samples are few for a rotation of %d features, %d would be enough: components may be spikes", n, p, samplesPerEntry*p*p))
	}
	best, err := search(ctx, x, rand.New(rand.NewPCG(seed, 0)))
	if err != nil {
		return nil, nil, err
	}
	if !best.converged {
		notes = append(notes, fmt.Sprintf("the rotation has not converged: after %d steps it still moves by %.1g", maxSteps, best.moved))
	}
	if gaussian := best.gaussian(n); gaussian > 1 {
		notes = append(notes, fmt.Sprintf("%d of %d components are no further from Gaussian than chance takes them: among them the rotation means nothing", gaussian, p))
	}
	return best.canonical(), notes, nil
}

// search returns a rotation that is no saddle point.
func search(ctx context.Context, x *mat.Dense, rng *rand.Rand) (rotation, error) {
	_, p := x.Dims()
	start := mat.NewDense(p, p, nil)
	for i := range p {
		for j := range p {
			start.Set(i, j, rng.NormFloat64())
		}
	}
	best, err := ascend(ctx, x, start)
	if err != nil {
		return rotation{}, err
	}
	for range saddleRounds {
		turned, err := leaveSaddle(ctx, x, best.r)
		if err != nil || turned == nil {
			return best, err
		}
		other, err := ascend(ctx, x, turned)
		if err != nil {
			return rotation{}, err
		}
		if other.contrast() <= best.contrast() {
			break
		}
		best = other
	}
	return best, nil
}
