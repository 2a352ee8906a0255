package ica

import (
	"context"
	"fmt"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

const (
	// whiteEnough is how far covariances may be from the identity by rounding.
	whiteEnough = 1e-6
	// samplesPerEntry of the rotation are fewer than which noise is fitted:
	// components that are flat but for a spike (Särelä and Vigário 2003).
	samplesPerEntry = 5
	// saddleRounds are the most times that the search leaves a saddle point.
	saddleRounds = 3
)

// Rotate finds the rotation of the n×p features phi after which they are as
// independent as can be: R (p×p, orthogonal), so that phi·R are the components,
// with their means left in. They come by falling contrast, the least Gaussian
// first; the entry of largest magnitude in each column of R, the lowest index
// among equals, is positive.
//
// The features should have unit variance and no correlation. Where that is not
// so to the last digit they are whitened first, by the inverse root of their
// covariance, and R is the rotation of what that gives; where it is not so by
// far, a note says that the components phi·R are correlated.
//
// The search starts from a random rotation by seed. When it has converged, pairs
// of components that would do better turned by 45° against each other give it
// away as a saddle point (Tichavský, Koldovský and Oja 2006), and it goes on from
// there. Notes say when it has not converged, when there are fewer than 5p²
// samples, and when two or more components are no further from Gaussian than
// chance takes them, for those are turned against each other by chance.
//
// It takes O(n·p²) time for each of some ten to a hundred steps and memory for
// another n×p features. The same input gives the same bits.
//
// It fails when a value is not finite, when there are no more samples than
// features, when features are constant or linearly dependent, and when ctx ends.
// It panics without a feature.
func Rotate(ctx context.Context, phi *mat.Dense, seed uint64) (r *mat.Dense, notes []string, err error) {
	n, p := phi.Dims()
	if n == 0 || p == 0 {
		panic("ica: no features to rotate")
	}
	if n <= p {
		return nil, nil, fmt.Errorf("%d samples are no more than the %d features: their independence cannot be told; take more samples or fewer features", n, p)
	}
	x, off, err := whiten(ctx, phi)
	if err != nil {
		return nil, nil, err
	}
	if !(off <= whiteEnough) {
		notes = append(notes, fmt.Sprintf("the features are not white (a covariance is off by %.2g): the rotation is that of whitened features, and after it those given are still correlated", off))
	}
	if n < samplesPerEntry*p*p {
		notes = append(notes, fmt.Sprintf("%d samples are few for a rotation of %d features, %d would be enough: components may be spikes", n, p, samplesPerEntry*p*p))
	}
	best, err := search(ctx, x, rand.New(rand.NewPCG(seed, 0)))
	if err != nil {
		return nil, nil, err
	}
	if !best.settled {
		notes = append(notes, fmt.Sprintf("the rotation has not converged: after %d steps it still moves by %.1g", mostSteps, best.moved))
	}
	if gaussian := best.gaussian(n); gaussian > 1 {
		notes = append(notes, fmt.Sprintf("%d of %d components are no further from Gaussian than chance takes them: among them the rotation means nothing", gaussian, p))
	}
	return best.canonical(), notes, nil
}

// search finds a rotation that is no saddle point.
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
