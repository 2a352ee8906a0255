package sfa

import (
	"context"
	"errors"
	"fmt"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/eigen"
	"example.com/sfatui/engine/linalg/iterative"
	"example.com/sfatui/engine/linalg/pencil"
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/mat"
)

// Whitened is a problem in coordinates in which C is the identity, ready to be rotated.
// It is not safe for concurrent use.
type Whitened struct {
	Spectrum Spectrum

	cdot *mat.SymDense // r×r: SᵀĊS; nil until it is needed
	gram *mat.SymDense // r×r: SᵀK̄S; nil until a λ needs it

	// S is one of these: UΛ^-½ of the kept eigenvectors, with H applied if centred; or
	// R⁻¹ of the Cholesky factor C = RᵀR.
	s        *mat.Dense
	factor   *pencil.Metric
	unit     []float64     // factors of the functions; nil for none
	original Problem       // the problem in the original units, if these were changed
	moment   *mat.SymDense // Ċ
	raw      *mat.SymDense // K̄, nil for the identity
}

const (
	// factoriseOrder is the order from which C is factored instead of decomposed into
	// eigenvectors, if it has full rank, which takes a small part of the time.
	factoriseOrder = 100
	// extremesOrder is the order from which only the extreme eigenvalues are computed:
	// the others would only complete the spectrum.
	extremesOrder = 500
	// margin is the ratio of the smallest eigenvalue to the cut above which C is
	// factored, because that eigenvalue may be known only roughly.
	margin = 10
)

// Whiten spheres the problem: C = UΛUᵀ, keeping eigenvalues above the cut, S = UΛ^-½. A
// large C that is well above the cut is factored instead; the features are the same.
func Whiten(ctx context.Context, p Problem) (*Whitened, error) {
	scaled, unit := p.rescaled()
	w, err := scaled.whiten(ctx)
	if w != nil && p.Cdot != nil {
		w.Spectrum.Moving = mat.Norm(scaled.Cdot, 2) / w.Spectrum.Largest
	}
	if w != nil && unit != nil {
		w.unit, w.original = unit, p
	}
	return w, err
}

// whiten implements [Whiten] for rescaled functions.
func (p Problem) whiten(ctx context.Context) (*Whitened, error) {
	if dim := p.C.SymmetricDim(); !p.Centred && dim >= factoriseOrder {
		factorise := p.factorise
		if dim < extremesOrder {
			factorise = p.factoriseWithSpectrum
		}
		w, err := factorise(ctx)
		if w != nil || err != nil {
			return w, err
		}
	}
	values, u, err := eigenpairs(ctx, p.centre(p.C))
	if err != nil {
		return nil, err
	}
	dim := len(values)
	from, err := p.firstKept(values)
	if err != nil {
		return nil, err
	}
	w := &Whitened{Spectrum: p.spectrumOf(values, from), moment: p.Cdot, raw: p.Gram}
	w.s = divideByRoots(u.Slice(0, dim, from, dim).(*mat.Dense), values[from:])
	if p.Centred {
		subtractColumnMeans(w.s)
	}
	return w, nil
}

// factorise whitens by a Cholesky factor. It returns nil if C may have directions to be
// cut.
func (p Problem) factorise(ctx context.Context) (*Whitened, error) {
	m, err := pencil.NewMetric(ctx, p.C)
	if errors.Is(err, pencil.ErrSingular) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	smallest, largest, err := m.Extremal(ctx)
	dim := p.C.SymmetricDim()
	if err != nil || !(smallest > margin*p.tolerance(dim)*largest) {
		return nil, err
	}
	return &Whitened{
		factor: m, moment: p.Cdot, raw: p.Gram,
		Spectrum: Spectrum{Dim: dim, Rank: dim, Largest: largest, Smallest: smallest, Cut: p.tolerance(dim)},
	}, nil
}

// factoriseWithSpectrum computes factorise and all eigenvalues of C.
func (p Problem) factoriseWithSpectrum(ctx context.Context) (*Whitened, error) {
	if !finite(p.C) {
		return nil, nil
	}
	values, err := eigen.Values(ctx, p.C)
	if err != nil {
		return nil, err
	}
	dim := len(values)
	if !(values[0] > margin*p.tolerance(dim)*values[dim-1]) {
		return nil, nil
	}
	m, err := pencil.NewMetric(ctx, p.C)
	if errors.Is(err, pencil.ErrSingular) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return &Whitened{factor: m, moment: p.Cdot, raw: p.Gram, Spectrum: p.spectrumOf(values, 0)}, nil
}

// slowness returns SᵀĊS.
func (w *Whitened) slowness(ctx context.Context) (*mat.SymDense, error) {
	var err error
	switch {
	case w.cdot != nil:
	case w.factor != nil:
		w.cdot, err = w.factor.Reduce(ctx, w.moment)
	default:
		w.cdot, err = dense.Congruence(ctx, w.moment, w.s)
	}
	return w.cdot, err
}

// norms returns SᵀK̄S, which only a λ above zero needs.
func (w *Whitened) norms(ctx context.Context) (*mat.SymDense, error) {
	if w.gram != nil {
		return w.gram, nil
	}
	var err error
	switch {
	case w.factor != nil && w.raw != nil:
		w.gram, err = w.factor.Reduce(ctx, w.raw)
	case w.factor != nil:
		w.gram, err = w.factor.ReduceIdentity(ctx)
	case w.raw != nil:
		w.gram, err = dense.Congruence(ctx, w.raw, w.s)
	default:
		w.gram, err = squares(ctx, w.s)
	}
	return w.gram, err
}

// squares returns SᵀS, summed over blocks of rows, so that it can be cancelled for a
// large S. The blocks are cut where a product is cut anyway.
func squares(ctx context.Context, s *mat.Dense) (*mat.SymDense, error) {
	rows, r := s.Dims()
	sum := mat.NewSymDense(r, nil)
	for lo := 0; lo < rows; lo += simd.Depth {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		dense.SyrkAdd(sum, 1, s.Slice(lo, min(lo+simd.Depth, rows), 0, r).(*mat.Dense))
	}
	return sum, ctx.Err()
}

// Sphering returns S (dim×rank), by which C becomes the identity. Features mixed by an
// orthonormal R are A = SR.
func (w *Whitened) Sphering(ctx context.Context) (*mat.Dense, error) {
	s := w.s
	if w.factor != nil {
		var err error
		if s, err = w.factor.Sphering(ctx); err != nil {
			return nil, err
		}
	}
	if w.unit == nil {
		return s, nil
	}
	return scaleRows(mat.DenseCopyOf(s), w.unit), nil
}

// restore returns SR; it may overwrite r.
func (w *Whitened) restore(ctx context.Context, r *mat.Dense) (*mat.Dense, error) {
	if w.factor != nil {
		err := w.factor.Restore(ctx, r)
		return scaleRows(r, w.unit), err
	}
	var a mat.Dense
	a.Mul(w.s, r)
	return scaleRows(&a, w.unit), nil
}

// Rotate returns the slowest features, at most p of them: the eigenvectors R of Sᵀ(Ċ +
// λK̄)S for its lowest eigenvalues, A = SR.
func (w *Whitened) Rotate(ctx context.Context, lambda float64, p int) (*Features, error) {
	if lambda < 0 || p < 1 {
		panic(fmt.Sprintf("sfa: λ = %g, p = %d", lambda, p))
	}
	if lambda > 0 && w.unit != nil && w.Spectrum.Rank == w.Spectrum.Dim {
		return w.original.rotatePenalised(ctx, lambda, p)
	}
	if w.factor != nil {
		values, a, err := w.factor.LowestFew(ctx, w.moment, lambda, w.raw, p)
		if err != nil {
			return nil, err
		}
		if a != nil {
			return &Features{A: scaleRows(a, w.unit), Value: values}, nil
		}
	}
	return w.RotateReduced(ctx, lambda, p)
}

// RotateReduced computes [Whitened.Rotate] without trying iteration on the inverted
// pencil.
func (w *Whitened) RotateReduced(ctx context.Context, lambda float64, p int) (*Features, error) {
	cdot, err := w.slowness(ctx)
	if err != nil {
		return nil, err
	}
	var gram *mat.SymDense
	if lambda > 0 {
		if gram, err = w.norms(ctx); err != nil {
			return nil, err
		}
	}
	values, r, err := iterative.LowestSum(ctx, cdot, lambda, gram, min(p, w.Spectrum.Rank))
	if err != nil {
		return nil, err
	}
	a, err := w.restore(ctx, r)
	return &Features{A: a, Value: values}, err
}
