package readout

import (
	"context"
	"fmt"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/eigen"
	"example.com/sfatui/engine/part"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// maxCondition is the largest accepted condition of a class's covariance.
const maxCondition = 1e10

// classScatter is the scatter of the classes about their means, in whitened directions.
type classScatter struct {
	t       *training
	scatter []*mat.SymDense // Σ z zᵀ of each class about its mean; nil without a sample
	pooled  *mat.SymDense   // the covariance of all classes about their means
	mixed   int             // number of classes whose covariance stays singular after shrinking
}

// classScatter returns the scatter of each class about its mean (classes×p).
func (t *training) classScatter(ctx context.Context, w *whitening, means *mat.Dense) (*classScatter, error) {
	r := w.rank()
	s := &classScatter{t: t, scatter: make([]*mat.SymDense, t.classes), pooled: mat.NewSymDense(r, nil)}
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

// alpha is the share of the pooled covariance, or of a multiple of 1, in a covariance
// of p directions over n samples.
type alpha func(n, p int) float64

// Shrink selects the shrinkage of the covariances of classes.
var Shrink = part.NewWord(part.Axis{
	Name: "shrink", Readout: true, Default: pooled, Unset: pooled, Choices: []string{pooled, "none"},
	Doc: "class covariances in gaussian, gaussian-number and soft-gaussian: pooled shrinks them towards the pooled covariance by α = (r+1)²/(n²+(r+1)²), for n samples in r directions (Friedman 1989); none leaves them unchanged (Escalante-B. and Wiskott 2013, Eq. 67)",
})

const pooled = "pooled"

// shrinkageOf returns α of a point.
func shrinkageOf(at part.Point) alpha {
	if Shrink.Of(at) == "none" {
		return func(int, int) float64 { return 0 }
	}
	return shrinkage
}

// shrinkage returns α, which tends to 0 for many samples.
func shrinkage(n, p int) float64 {
	own, q := float64(n), float64(p+1)
	return q * q / (own*own + q*q)
}

// covariance returns the covariance of a class, shrunk by α, as its eigenvalues,
// ascending, and its eigenvectors.
func (s *classScatter) covariance(ctx context.Context, class int, alpha float64) (values []float64, vectors *mat.Dense, err error) {
	n, r := s.t.count[class], s.pooled.SymmetricDim()
	cov := mat.NewSymDense(r, nil)
	addScaled(cov, (1-alpha)/float64(n), s.scatter[class])
	addScaled(cov, alpha, s.pooled)
	if values, vectors, err = eigen.Sym(ctx, cov); err != nil {
		return nil, nil, err
	}
	s.mixTotal(values)
	return values, vectors, nil
}

// mixTotal adds the covariance of all samples, which is 1, to a covariance with the
// given eigenvalues, with the smallest share that reduces the condition to
// maxCondition.
func (s *classScatter) mixTotal(values []float64) {
	r := len(values)
	// Smaller values are rounding.
	largest := max(values[r-1], relativeCut(s.t.n, r))
	smallest := max(values[0], 0)
	excess := largest - maxCondition*smallest
	if excess <= 0 {
		return
	}
	s.mixed++
	share := excess / (excess + maxCondition - 1)
	for i, v := range values {
		values[i] = (1-share)*max(v, 0) + share
	}
}

// notes returns notes on the classes with little covariance of their own; shrunk
// reports whether covariances are shrunk towards the pooled one.
func (s *classScatter) notes(shrunk bool) []string {
	r, few, first := s.pooled.SymmetricDim(), 0, -1
	for _, k := range s.t.present {
		if s.t.count[k] > r {
			continue
		}
		if few++; first < 0 {
			first = k
		}
	}
	var notes []string
	if few > 0 && shrunk {
		notes = append(notes, fmt.Sprintf("the covariance of %d of %d classes is for the most part that pooled over all: "+
			"the first is class %d (counted from 0), with %d samples in %d directions", few, len(s.t.present), first, s.t.count[first], r))
	}
	switch {
	case s.mixed > 0 && !shrunk:
		notes = append(notes, fmt.Sprintf("the covariance of %d of %d classes is singular and was shrunk towards that of all samples: "+
			"--shrink pooled takes the pooled covariance", s.mixed, len(s.t.present)))
	case s.mixed > 0:
		notes = append(notes, fmt.Sprintf("the covariance of %d of %d classes is singular, that pooled over the classes too, "+
			"and was shrunk towards that of all samples", s.mixed, len(s.t.present)))
	}
	return notes
}

// addScaled adds alpha·a to dst.
func addScaled(dst *mat.SymDense, alpha float64, a *mat.SymDense) {
	to, from := dst.RawSymmetric(), a.RawSymmetric()
	for i := range to.N {
		lo, hi := i*to.Stride+i, i*to.Stride+to.N
		floats.AddScaled(to.Data[lo:hi], alpha, from.Data[lo:hi])
	}
}
