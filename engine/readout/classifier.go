package readout

import (
	"context"

	"example.com/sfatui/engine/linalg/parallel"
	"gonum.org/v1/gonum/mat"
)

// Classifier is a trained readout that classifies samples.
type Classifier interface {
	// Discriminants returns the n×c discriminants of n samples of p features, each row
	// from that row of phi alone. It panics unless phi has the p columns of the
	// training part, and is safe for concurrent use.
	Discriminants(phi *mat.Dense) *mat.Dense
}

// Regressor is a trained readout that predicts a number.
type Regressor interface {
	// Predict returns the predictions for n samples of p features, each from that row
	// of phi alone. It panics unless phi has the p columns of the training part, and is
	// safe for concurrent use.
	Predict(phi *mat.Dense) []float64
}

// Distribution is a Regressor that also predicts its uncertainty.
type Distribution interface {
	Regressor
	// Distribute returns the predictions for n samples and the standard deviations of
	// observations, each from that row of phi alone. It panics as Predict does, and
	// fails only if ctx ends.
	Distribute(ctx context.Context, phi *mat.Dense) (mean, sd []float64, err error)
}

// Informed is a readout that reports numbers on its training.
type Informed interface {
	// Info returns the numbers by the names that they have in a result.
	Info() map[string]float64
}

// info holds the numbers of [Informed] by name. For core vector machines they are, over
// all classes, the largest core set, the most samples with weight, the smallest margin
// and the coarsest resolution, and the passes over all samples.
type info map[string]float64

func (i info) Info() map[string]float64 { return i }

// ClassSearcher is a [Classifier] that may take long for a single row.
type ClassSearcher interface {
	// DiscriminantsContext returns Discriminants, or an error if ctx ends.
	DiscriminantsContext(ctx context.Context, phi *mat.Dense) (*mat.Dense, error)
}

// NumberSearcher is a [Regressor] that may need long for a single row.
type NumberSearcher interface {
	// PredictContext returns the result of Predict, or an error if ctx ends.
	PredictContext(ctx context.Context, phi *mat.Dense) ([]float64, error)
}

// Detector is a trained readout that returns the novelty of samples.
type Detector interface {
	// Regressor predicts the novelty of a sample: the larger, the less it is like the
	// training samples.
	Regressor
	Informed
	// Drawn returns the novelties that determine the threshold, ascending: those of the
	// training samples, or of held-out samples once [Detector.DrawBy] was called.
	Drawn() []float64
	// Border returns ρ, which shifts novelties so that they are 0 on the border of the
	// detector. It depends on the number of training samples.
	Border() float64
	// DrawBy determines the threshold by held-out samples of normal operation. beyond
	// holds their novelties minus the border of the detector that computed them, which
	// was trained without them.
	DrawBy(beyond []float64)
}

// partRows is the number of rows that are read out between checks of the context.
const partRows = 64

// Discriminate returns the discriminants of c. It computes them in parts, on up to
// GOMAXPROCS goroutines, so that it ends soon after ctx does, which is the only error.
// A last digit may differ from that of Discriminants called for all rows at once, but
// does not depend on the number of processors.
func Discriminate(ctx context.Context, c Classifier, phi *mat.Dense) (*mat.Dense, error) {
	n, p := phi.Dims()
	parts := make([]*mat.Dense, (n+partRows-1)/partRows)
	err := parallel.For(ctx, n, partRows, func(lo, hi int) {
		rows := phi.Slice(lo, hi, 0, p).(*mat.Dense)
		if s, ok := c.(ClassSearcher); ok {
			parts[lo/partRows], _ = s.DiscriminantsContext(ctx, rows)
		} else {
			parts[lo/partRows] = c.Discriminants(rows)
		}
	})
	if err == nil {
		err = ctx.Err()
	}
	if err != nil || n == 0 {
		return &mat.Dense{}, err
	}
	_, classes := parts[0].Dims()
	out := mat.NewDense(n, classes, nil)
	for k, part := range parts {
		out.Slice(k*partRows, min(n, (k+1)*partRows), 0, classes).(*mat.Dense).Copy(part)
	}
	return out, nil
}

// Predict returns the predictions of r, computed in parts as by [Discriminate].
func Predict(ctx context.Context, r Regressor, phi *mat.Dense) ([]float64, error) {
	n, p := phi.Dims()
	out := make([]float64, n)
	err := parallel.For(ctx, n, partRows, func(lo, hi int) {
		rows := phi.Slice(lo, hi, 0, p).(*mat.Dense)
		if s, ok := r.(NumberSearcher); ok {
			found, _ := s.PredictContext(ctx, rows)
			copy(out[lo:hi], found)
		} else {
			copy(out[lo:hi], r.Predict(rows))
		}
	})
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	return out, nil
}
