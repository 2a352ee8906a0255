package moments

import (
	"context"
	"fmt"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// Sphered holds second moments of z = L⁻¹(h − h̄), measured on the values themselves,
// where LLᵀ = C + εI. The second moments of any features φ = Aᵀh of unit variance are
// quadratic forms in V = LᵀA: a column of V is about as long as 1, and the moments of z
// are at most about 1, so that these forms lose no digits where those of h, in A, lose
// all. One measurement serves every solution, including those of fewer functions: the
// factor of a leading block is a leading block.
//
// The shift ε keeps this true if C has lost rank. Along an eigenvector of C with
// eigenvalue κ, z has the variance κ/(κ + ε): at most 1, and at least ½ if κ ≥ ε.
type Sphered struct {
	l *mat.TriDense
	// Moments are those of z.
	Moments *Moments

	// The roots T of C_z and Ċ_z are lower triangular with TTᵀ = L C_z Lᵀ and L Ċ_z Lᵀ:
	// a form is a sum of squares of TᵀA, for which A is read once. A root is nil if the
	// moment is not positive definite up to rounding.
	root, rootDot *mat.TriDense
}

// leastPivot is the smallest pivot of the factor as a share of the shift.
const leastPivot = 1. / 16

// Sphere measures the sphered values of v, or of its first functions, whose moments are
// m, in one more pass. share is the ratio of the shift ε to the norm of C: the share of
// the largest eigenvalue up to which one counts as zero. The result is nil if C + εI is
// not positive definite up to rounding.
//
// It panics unless v has values of a stable space other than those at its supports. It
// fails only if ctx ends.
func Sphere(ctx context.Context, v *Values, m *Moments, share float64) (*Sphered, error) {
	if v.stable == nil || v.atSupports != nil || !(share > 0) {
		panic(fmt.Sprintf("moments: nothing to sphere, or by a share of %g", share))
	}
	l, err := shiftedFactor(ctx, m.C, share)
	if l == nil {
		return nil, err
	}
	s := &Sphered{l: l}
	if err := s.measure(ctx, v, m.Mean); err != nil {
		return nil, err
	}
	return s, s.findRoots(ctx)
}

// shiftedFactor returns L with LLᵀ = c + εI, where ε is the given share of the norm of
// c, or nil if that is not positive definite up to rounding. It fails only if ctx ends.
func shiftedFactor(ctx context.Context, c *mat.SymDense, share float64) (*mat.TriDense, error) {
	dim := c.SymmetricDim()
	shifted := dense.NewSym(dim)
	if err := dense.CopyShifted(ctx, dense.RawSym(shifted), dense.RawSym(c), -share*mat.Norm(c, 2)); err != nil {
		return nil, err
	}
	l, kept, err := dense.CholeskyInPlace(ctx, shifted, leastPivot*share)
	if err != nil || len(kept) < dim {
		return nil, ctx.Err() // infinite moments are no error of this measurement
	}
	return l, nil
}

// measure computes the moments of z = L⁻¹(h − mean).
func (s *Sphered) measure(ctx context.Context, v *Values, mean []float64) error {
	a := newAccumulator(len(mean))
	if err := a.addAll(ctx, v, s.rowTransform(v, mean)); err != nil {
		return err
	}
	s.Moments = a.moments()
	return nil
}

// rowTransform returns the function that computes z of rows as v evaluates them.
func (s *Sphered) rowTransform(v *Values, mean []float64) rowTransform {
	mean, l := append([]float64(nil), mean...), s.l
	if v.part != nil { // h = Tg, so that z = (T⁻¹L)⁻¹(g − ḡ)
		raw := l.RawTriangular()
		all := mat.NewDense(raw.N, raw.N, nil)
		all.Copy(l)
		v.part.Unfinish(all)
		v.part.Unfinish(mat.NewDense(len(mean), 1, mean))
		raw.Data, raw.Stride = all.RawMatrix().Data, all.RawMatrix().Stride
		l = new(mat.TriDense)
		l.SetRawTriangular(raw)
	}
	solver := dense.NewLowerSolver(l)
	return func(z, h *mat.Dense) {
		n, _ := h.Dims()
		for i := range n {
			row := z.RawRowView(i)
			copy(row, h.RawRowView(i)[:len(row)])
			simd.Axpy(-1, mean, row)
		}
		solver.SolveRows(z)
	}
}

// Features returns the covariance (p×p) of features of weights a (dim×p) on the first
// dim functions, and the mean squared difference of each between the samples of a pair,
// zero without pairs. The results of the first features do not depend on the others. It
// fails only if ctx ends.
func (s *Sphered) Features(ctx context.Context, a *mat.Dense) (covariance *mat.SymDense, steps []float64, err error) {
	dim, p := a.Dims()
	if most := s.l.RawTriangular().N; dim > most {
		panic(fmt.Sprintf("moments: features of %d functions, and %d are sphered", dim, most))
	}
	y, z, err := s.forms(ctx, a, s.root, s.Moments.C)
	if err != nil {
		return nil, nil, err
	}
	covariance = mat.NewSymDense(p, nil)
	if err := dense.Gemmt(ctx, dense.RawSym(covariance), 1, y.RawMatrix(), z.RawMatrix()); err != nil {
		return nil, nil, err
	}
	if y, z, err = s.forms(ctx, a, s.rootDot, s.Moments.Cdot); err != nil {
		return nil, nil, err
	}
	steps = make([]float64, p)
	for i := range dim {
		w := z.RawRowView(i)
		for j, x := range y.RawRowView(i) {
			steps[j] += x * w[j]
		}
	}
	return covariance, steps, nil
}

// forms returns y and z (dim×p both) with yᵀz = VᵀMV for the moment M of z, V = LᵀA.
// With a root both are TᵀA.
func (s *Sphered) forms(ctx context.Context, a *mat.Dense, root *mat.TriDense, moment *mat.SymDense) (y, z *mat.Dense, err error) {
	dim, p := a.Dims()
	z = dense.New(dim, p)
	if root != nil {
		return z, z, dense.MultiplyLowerTransposed(ctx, root, a.RawMatrix(), z.RawMatrix())
	}
	y = mat.DenseCopyOf(a)
	leading := s.l.RawTriangular()
	leading.N = dim
	blas64.Trmm(blas.Left, blas.Trans, 1, leading, y.RawMatrix())
	under := moment.SliceSym(0, dim).(*mat.SymDense)
	return y, z, dense.Multiply(ctx, 1, dense.Symmetric(dense.RawSym(under)), dense.Columns(y.RawMatrix()), 0, z.RawMatrix(), simd.All)
}

// findRoots computes the roots of the moments of z.
func (s *Sphered) findRoots(ctx context.Context) (err error) {
	if s.root, err = s.rootOf(ctx, s.Moments.C); err == nil {
		s.rootDot, err = s.rootOf(ctx, s.Moments.Cdot)
	}
	return err
}

// rootOf returns LK for the moment KKᵀ of z, or nil if there is no K.
func (s *Sphered) rootOf(ctx context.Context, moment *mat.SymDense) (*mat.TriDense, error) {
	k, kept, err := dense.CholeskyInOrder(ctx, moment, 0)
	if n := moment.SymmetricDim(); err != nil || len(kept) < n {
		return nil, ctx.Err() // infinite moments are no error of this measurement
	}
	return k, dense.MultiplyLower(ctx, s.l, k)
}
