package readout

import (
	"context"
	"fmt"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/eigen"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// maxCondition is the condition up to which a class's covariance is trusted.
const maxCondition = 1e10

// spread is how the classes vary about their means, in whitened directions.
type spread struct {
	t       *training
	scatter []*mat.SymDense // Σ z zᵀ of each class about its mean; nil without a sample
	pooled  *mat.SymDense   // the covariance of all classes about their means
	first   int             // the first class whose covariance was shrunk
	shrunk  int             // the number of them
}

// spread sums the scatter of each class about its mean (classes×p).
func (t *training) spread(ctx context.Context, w *whitening, means *mat.Dense) (*spread, error) {
	r := w.rank()
	s := &spread{t: t, scatter: make([]*mat.SymDense, t.classes), pooled: mat.NewSymDense(r, nil)}
	panel := mat.NewDense(blockRows, t.p, nil)
	white := mat.NewDense(blockRows, r, nil)
	for _, k := range t.present {
		sum := mat.NewSymDense(r, nil)
		rows := 0
		add := func() {
			z := white.Slice(0, rows, 0, r).(*mat.Dense)
			z.Mul(panel.Slice(0, rows, 0, t.p), w.root.T())
			dense.SyrkAdd(sum, 1, z)
			rows = 0
		}
		for _, b := range t.blocks {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			for i := b[0]; i < b[1]; i++ {
				if t.label[i] != k {
					continue
				}
				floats.SubTo(panel.RawRowView(rows), t.phi.RawRowView(i), means.RawRowView(k))
				if rows++; rows == blockRows {
					add()
				}
			}
		}
		if rows > 0 {
			add()
		}
		s.scatter[k] = sum
		addScaled(s.pooled, 1/float64(t.n), sum)
	}
	return s, nil
}

// covariance is the covariance of a class, shrunk when it must be, by its
// eigenvalues, ascending, and its eigenvectors.
func (s *spread) covariance(ctx context.Context, class int) (values []float64, vectors *mat.Dense, err error) {
	n, r := float64(s.t.count[class]), s.pooled.SymmetricDim()
	cov := mat.NewSymDense(r, nil)
	addScaled(cov, 1/n, s.scatter[class])
	values, vectors, err = eigen.Sym(ctx, cov)
	if err != nil || values[0]*maxCondition >= values[r-1] && values[0] > 0 {
		return values, vectors, err
	}
	if s.shrunk++; s.shrunk == 1 {
		s.first = class
	}
	more := float64(r + 1)
	cov.Zero()
	addScaled(cov, 1/(n+more), s.scatter[class])
	addScaled(cov, more/(n+more), s.pooled)
	if values, vectors, err = eigen.Sym(ctx, cov); err != nil {
		return nil, nil, err
	}
	s.mixTotal(values)
	return values, vectors, nil
}

// mixTotal mixes the covariance of all samples, which is 1, into a covariance
// of those eigenvalues, as little as brings the condition to maxCondition.
func (s *spread) mixTotal(values []float64) {
	r := len(values)
	// Below this there is only rounding.
	largest := max(values[r-1], relativeCut(s.t.n, r))
	smallest := max(values[0], 0)
	excess := largest - maxCondition*smallest
	if excess <= 0 {
		return
	}
	share := excess / (excess + maxCondition - 1)
	for i, v := range values {
		values[i] = (1-share)*max(v, 0) + share
	}
}

// notes say what was shrunk.
func (s *spread) notes() []string {
	if s.shrunk == 0 {
		return nil
	}
	return []string{fmt.Sprintf("the covariance of %d of %d classes is singular and was shrunk towards that of all: "+
		"the first is class %d (counted from 0), with %d samples in %d directions",
		s.shrunk, len(s.t.present), s.first, s.t.count[s.first], s.pooled.SymmetricDim())}
}

// addScaled adds alpha·a to dst.
func addScaled(dst *mat.SymDense, alpha float64, a *mat.SymDense) {
	to, from := dst.RawSymmetric(), a.RawSymmetric()
	for i := range to.N {
		lo, hi := i*to.Stride+i, i*to.Stride+to.N
		floats.AddScaled(to.Data[lo:hi], alpha, from.Data[lo:hi])
	}
}
