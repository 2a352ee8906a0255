package pencil

import (
	"context"
	"errors"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/iterative"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// ErrSingular is returned for a matrix that must be positive definite and is not, up to
// rounding.
var ErrSingular = errors.New("linalg: the matrix is not positive definite up to rounding: " +
	"some combination of the functions it was made from has no variance")

// Metric is a positive definite matrix C = UᵀU (n×n), factored once for any number of
// pencils B a = μ C a. It is safe for concurrent use.
type Metric struct {
	c       blas64.General // in the upper triangle
	u       blas64.General // U in the upper triangle
	largest float64
}

// NewMetric factors c, of which only the upper triangle is read. It returns ErrSingular
// if c is not positive definite up to rounding; the caller may then continue with the
// eigenvectors of c for non-negligible eigenvalues. It also fails if an entry is NaN or
// infinite, which the error names, or if ctx ends.
func NewMetric(ctx context.Context, c *mat.SymDense) (*Metric, error) {
	if err := dense.CheckFinite(c); err != nil {
		return nil, err
	}
	from, n := dense.RawSym(c), c.SymmetricDim()
	if n == 0 {
		return &Metric{}, ctx.Err()
	}
	m := &Metric{c: from, u: dense.RawSym(dense.NewSym(n))}
	if err := dense.CopyShifted(ctx, m.u, from, 0); err != nil {
		return nil, err
	}
	e, err := iterative.ExtremalOf(ctx, m.u, iterative.LargestTol)
	if err != nil {
		return nil, err
	}
	m.largest = e.High
	ok, err := dense.CholeskyUpper(ctx, m.u, float64(n)*dense.UnitRoundoff*m.largest)
	if err == nil && !ok {
		err = ErrSingular
	}
	if err != nil {
		return nil, err
	}
	return m, nil
}

// N returns the order of C.
func (m *Metric) N() int { return m.u.Rows }

// Reduce transforms the pencil of b (n×n, symmetric; only the upper triangle is read)
// with C into an ordinary eigenproblem: it returns A = U⁻ᵀ B U⁻¹, which has the same
// eigenvalues. [Metric.Restore] transforms its eigenvectors back. A is linear in B, so
// that for B + λK two reductions suffice for all λ.
//
// The error is ctx.Err(). It panics unless b is n×n.
func (m *Metric) Reduce(ctx context.Context, b *mat.SymDense) (*mat.SymDense, error) {
	if b.SymmetricDim() != m.N() {
		panic("pencil: Reduce: b and C differ in order")
	}
	a := dense.NewSym(m.N())
	a.CopySym(b)
	if err := dense.InverseCongruence(ctx, m.u, dense.RawSym(a)); err != nil {
		return nil, err
	}
	return a, nil
}

// Restore overwrites y, vectors in columns (n×p), by U⁻¹ y. Eigenvectors of the matrix
// that Reduce returns become those of the pencil, and orthonormal ones become
// C-orthonormal. The error is ctx.Err(). It panics unless y has n rows.
func (m *Metric) Restore(ctx context.Context, y *mat.Dense) error {
	if r, _ := y.Dims(); r != m.N() {
		panic("pencil: Restore: y and C differ in rows")
	}
	return dense.SolveTriangular(ctx, blas.Left, blas.NoTrans, dense.UpperTriangle(m.u), y.RawMatrix())
}
