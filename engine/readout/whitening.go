package readout

import (
	"context"
	"math"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/eigen"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// whitening transforms the covariance of all training samples to 1.
type whitening struct {
	root      *mat.Dense // r×p; nil for r = 0
	logVolume float64    // logarithm of the volume that root maps to the unit cube
}

// whiten returns the whitening by the correlations of all samples about their mean,
// which does not depend on the units of the features.
func (t *training) whiten(ctx context.Context, mean []float64) (*whitening, error) {
	cov, err := t.covariance(ctx, func(int) []float64 { return mean })
	if err != nil {
		return nil, err
	}
	w := &whitening{}
	scale := t.standardise(cov, mean)
	for _, s := range scale {
		if s > 0 {
			w.logVolume -= math.Log(s)
		}
	}
	values, vectors, err := eigen.Sym(ctx, cov)
	if err != nil {
		return nil, err
	}
	from := 0
	for from < t.p && values[from] <= relativeCut(t.n, t.p)*values[t.p-1] {
		from++
	}
	if from == t.p {
		return w, nil
	}
	w.root = mat.DenseCopyOf(vectors.Slice(0, t.p, from, t.p).T())
	for i, v := range values[from:] {
		w.logVolume += math.Log(v) / 2
		row := w.root.RawRowView(i)
		floats.Scale(1/math.Sqrt(v), row)
		floats.Mul(row, scale)
	}
	return w, nil
}

// covariance returns the covariance of all samples, each row about the mean that centre
// returns.
func (t *training) covariance(ctx context.Context, centre func(row int) []float64) (*mat.SymDense, error) {
	cov := mat.NewSymDense(t.p, nil)
	panel := mat.NewDense(blockRows, t.p, nil)
	for _, b := range t.blocks {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for i := b[0]; i < b[1]; i++ {
			floats.SubTo(panel.RawRowView(i-b[0]), t.phi.RawRowView(i), centre(i))
		}
		dense.SyrkAdd(cov, 1/float64(t.n), panel.Slice(0, b[1]-b[0], 0, t.p).(*mat.Dense))
	}
	if !finiteDiagonal(cov) {
		return nil, errOverflow
	}
	return cov, nil
}

// standardise converts a covariance to correlations and returns the factors that scale
// each feature to unit variance: 0 for a feature whose variance is 0 or rounding about
// its mean.
func (t *training) standardise(cov *mat.SymDense, mean []float64) []float64 {
	scale := make([]float64, t.p)
	for j := range scale {
		if deviation := math.Sqrt(cov.At(j, j)); deviation > relativeCut(t.n, t.p)*math.Abs(mean[j]) {
			scale[j] = 1 / deviation
		}
	}
	for j := range scale {
		for k := j; k < t.p; k++ {
			cov.SetSym(j, k, cov.At(j, k)*scale[j]*scale[k])
		}
	}
	return scale
}

func (w *whitening) rank() int {
	if w.root == nil {
		return 0
	}
	r, _ := w.root.Dims()
	return r
}
