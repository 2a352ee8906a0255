package readout

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// LinearDiscriminant trains linear discriminant analysis: classes are normal with one
// covariance Σ, their means μ_k and their shares π_k of the training samples. The
// discriminant is linear in x,
//
//	δ_k = xᵀΣ⁻¹μ_k − ½μ_kᵀΣ⁻¹μ_k + ln π_k,
//
// the logarithm of prior times density up to a term that all classes share. W is the
// pooled covariance of the classes about their means, divided by the number n of
// samples, and
//
//	Σ = (1−α)W + α tr(W)/p·I,  α = (p+1)²/((n−c)² + (p+1)²)
//
// for p features and c classes that have samples (Friedman 1989). If the classes do not
// vary at all, the covariance of all samples replaces W, scaled down so that the shares
// of the classes do not matter. For two classes the direction is that of
// [LeastSquares].
//
// phi is n×p, label the class of each sample, −1 for a sample without a class, which is
// left out. It fails if ctx ends, if fewer than two classes have samples, and if a
// feature is not finite.
func LinearDiscriminant(ctx context.Context, phi *mat.Dense, label []int, classes int) (*Model, error) {
	return linearDiscriminant(ctx, phi, label, classes, shrinkage)
}

// linearDiscriminant implements LinearDiscriminant with α as a function of n − c and p.
func linearDiscriminant(ctx context.Context, phi *mat.Dense, label []int, classes int, alpha func(n, p int) float64) (*Model, error) {
	t, err := newClassTraining(phi, label, classes)
	if err != nil {
		return nil, err
	}
	mean := t.mean()
	means := t.classMeans(mean)
	cov, err := t.withinClasses(ctx, mean, means, alpha(t.n-len(t.present), t.p))
	if err != nil {
		return nil, err
	}
	// Weights of the means relative to the overall one keep their digits if that is far
	// from 0; its own weights, in the last column, are added to all.
	b := mat.NewDense(t.p, classes+1, nil)
	b.SetCol(classes, mean)
	for _, k := range t.present {
		b.SetCol(k, floats.SubTo(make([]float64, t.p), means.RawRowView(k), mean))
	}
	solved, rank, err := solveSemidefinite(ctx, cov, b, relativeCut(t.n, t.p))
	if err != nil {
		return nil, err
	}
	m := t.emptyModel()
	shared := mat.Col(nil, classes, solved)
	for _, k := range t.present {
		w := floats.AddTo(make([]float64, t.p), mat.Col(nil, k, solved), shared)
		bias := math.Log(float64(t.count[k])/float64(t.n)) - floats.Dot(w, means.RawRowView(k))/2
		m.W.SetCol(k, append(w, bias))
	}
	m.Notes = append(m.Notes, cutNotes(t.p-rank, t.p)...)
	return m, nil
}

// withinClasses returns the covariance of the samples about the means (classes×p) of
// their classes, shrunk by alpha towards a multiple of 1.
func (t *training) withinClasses(ctx context.Context, mean []float64, means *mat.Dense, alpha float64) (*mat.SymDense, error) {
	cov, err := t.covariance(ctx, func(row int) []float64 { return means.RawRowView(t.label[row]) })
	if err != nil {
		return nil, err
	}
	all, err := t.covariance(ctx, func(int) []float64 { return mean })
	if err != nil {
		return nil, err
	}
	if mat.Trace(cov) <= relativeCut(t.n, t.p)*mat.Trace(all) {
		all.ScaleSym(1/maxCondition, all)
		return all, nil
	}
	ridge := alpha * mat.Trace(cov) / float64(t.p)
	cov.ScaleSym(1-alpha, cov)
	for j := range t.p {
		cov.SetSym(j, j, cov.At(j, j)+ridge)
	}
	return cov, nil
}
