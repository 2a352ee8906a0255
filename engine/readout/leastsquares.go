package readout

import (
	"context"
	"fmt"
	"math"

	"example.com/sfatui/engine/linalg/dense"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// LeastSquares fits one discriminant per class to the 1-of-C coding of the labels
// (Böhmer et al. 2012, Eq. 1 and 2, there called LS or LDA): phi is n×p, label the
// class of each sample, −1 for a sample without a class, which is left out. With three
// classes or more, a class between others may never have the largest discriminant;
// [LinearDiscriminant] avoids that.
//
// The bias is fitted through the means, the weights from the covariance of the features
// about them, which is Eq. 2 with a constant feature added. A singular covariance is
// replaced by its pseudo-inverse: directions whose variance is below max(n, p, 64)·2⁻⁵²
// of the largest get no weight.
//
// It fails if ctx ends, if fewer than two classes have samples, and if a feature is not
// finite.
func LeastSquares(ctx context.Context, phi *mat.Dense, label []int, classes int) (*Model, error) {
	t, err := newClassTraining(phi, label, classes)
	if err != nil {
		return nil, err
	}
	m := t.emptyModel()
	mean := make([]float64, classes)
	for k, samples := range t.count {
		mean[k] = float64(samples) / float64(t.n)
	}
	fit, err := t.regress(ctx, mean, 0, func(row int) (int, float64) { return label[row], 1 })
	if err != nil {
		return nil, err
	}
	for _, k := range t.present {
		m.W.SetCol(k, fit.weights(k))
	}
	m.Notes = append(m.Notes, fit.notes()...)
	return m, nil
}

// Linear predicts a number by least squares: it minimises Σ (f(x_t) − target_t)² +
// ridge·‖w‖² over the n samples; the bias is not penalised. The model has one column.
// Singular features are handled as in [LeastSquares].
//
// It fails if ctx ends, if there is no sample, if a feature or a target is not finite,
// and if ridge is negative.
func Linear(ctx context.Context, phi *mat.Dense, target []float64, ridge float64) (*Model, error) {
	if !(ridge >= 0) || math.IsInf(ridge, 1) {
		return nil, fmt.Errorf("readout: the ridge is %v: it must be a number of 0 or more", ridge)
	}
	t, err := newTargetTraining(phi, target)
	if err != nil {
		return nil, err
	}
	mean := floats.Sum(target) / float64(t.n)
	fit, err := t.regress(ctx, []float64{mean}, ridge, func(row int) (int, float64) { return 0, target[row] - mean })
	if err != nil {
		return nil, err
	}
	m := &Model{W: mat.NewDense(t.p+1, 1, fit.weights(0)), Noted: Noted{fit.notes()}}
	return m, nil
}

// regression is the solution of the normal equations for several targets.
type regression struct {
	w            *mat.Dense // p×k
	mean, target []float64  // of the p features and the k targets
	rank         int
}

// regress fits the targets with the given means. target returns for each row the target
// that it contributes to, and its value; it contributes zero to the others.
func (t *training) regress(ctx context.Context, targetMean []float64, ridge float64, target func(row int) (int, float64)) (*regression, error) {
	r := &regression{mean: t.mean(), target: targetMean}
	cov := mat.NewSymDense(t.p, nil)
	cross := mat.NewDense(len(targetMean), t.p, nil)
	panel := mat.NewDense(blockRows, t.p, nil)
	for _, b := range t.blocks {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for i := b[0]; i < b[1]; i++ {
			row := panel.RawRowView(i - b[0])
			floats.SubTo(row, t.phi.RawRowView(i), r.mean)
			k, v := target(i)
			floats.AddScaled(cross.RawRowView(k), v, row)
		}
		dense.SyrkAdd(cov, 1, panel.Slice(0, b[1]-b[0], 0, t.p).(*mat.Dense))
	}
	for j := range t.p {
		cov.SetSym(j, j, cov.At(j, j)+ridge)
	}
	var err error
	r.w, r.rank, err = solveSemidefinite(ctx, cov, mat.DenseCopyOf(cross.T()), relativeCut(t.n, t.p))
	return r, err
}

// weights returns the weights of target k and its bias.
func (r *regression) weights(k int) []float64 {
	w := mat.Col(nil, k, r.w)
	return append(w, r.target[k]-floats.Dot(r.mean, w))
}

// notes returns a note if directions were cut.
func (r *regression) notes() []string {
	p, _ := r.w.Dims()
	return cutNotes(p-r.rank, p)
}
