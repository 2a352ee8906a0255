package readout

import (
	"context"
	"math"

	"example.com/sfatui/engine/linalg/parallel"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Classifier is a trained readout that tells classes apart.
type Classifier interface {
	// Discriminants gives the n×c discriminants of n samples of p features,
	// each row from that row of phi alone. It panics unless phi has the p
	// columns of the training part, and may be called from several goroutines.
	Discriminants(phi *mat.Dense) *mat.Dense
}

// Regressor is a trained readout that predicts a number.
type Regressor interface {
	// Predict gives the predictions of n samples of p features, each from that
	// row of phi alone. It panics unless phi has the p columns of the training
	// part, and may be called from several goroutines.
	Predict(phi *mat.Dense) []float64
}

// Distribution is a Regressor that says how sure it is.
type Distribution interface {
	Regressor
	// Distribute gives the predictions of n samples and the standard deviations of what
	// would be observed, each from that row of phi alone. It panics as Predict does, and
	// fails only when ctx ends.
	Distribute(ctx context.Context, phi *mat.Dense) (mean, sd []float64, err error)
}

// Informed is a readout that tells what its training came to.
type Informed interface {
	// Info gives numbers by the names that they have in a result.
	Info() map[string]float64
}

// ClassSearcher is a [Classifier] that may take long over a single row.
type ClassSearcher interface {
	// DiscriminantsContext is Discriminants until ctx ends, which is the only error.
	DiscriminantsContext(ctx context.Context, phi *mat.Dense) (*mat.Dense, error)
}

// NumberSearcher is a [Regressor] that may take long over a single row.
type NumberSearcher interface {
	// PredictContext is Predict until ctx ends, which is the only error.
	PredictContext(ctx context.Context, phi *mat.Dense) ([]float64, error)
}

// partRows rows are read out between two looks at a context.
const partRows = 64

// Discriminate takes the discriminants in parts, on up to GOMAXPROCS
// goroutines, so that it can end soon after ctx does, which is the only error.
// A last digit may differ from that of Discriminants called for all rows at
// once, never with the number of processors.
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

// Predict is [Discriminate] for predicted numbers.
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

// Probabilities makes class probabilities of n×c discriminants, row by row and in place;
// indicators are left as they are. It says false for margins, which give none.
func (d Discriminant) Probabilities(disc *mat.Dense) bool {
	n, _ := disc.Dims()
	for i := range n {
		row := disc.RawRowView(i)
		switch d {
		case LogDensity:
			normalise(row, math.Exp, floats.Max(row))
		case LogOdds:
			normalise(row, func(odds float64) float64 { return 1 / (1 + math.Exp(-odds)) }, 0)
		}
	}
	return d != Margin
}

// normalise makes the row of(x − less), divided by their sum.
func normalise(row []float64, of func(float64) float64, less float64) {
	for c, x := range row {
		row[c] = of(x - less)
	}
	floats.Scale(1/floats.Sum(row), row)
}
