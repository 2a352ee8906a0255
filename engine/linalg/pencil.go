package linalg

import (
	"context"
	"errors"

	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// ErrSingular is the error for a matrix that has to be positive definite and is
// not, up to rounding.
var ErrSingular = errors.New("linalg: the matrix is not positive definite up to rounding: " +
	"some combination of the functions it was made from has no variance")

// Metric is a positive definite matrix C = UᵀU (n×n), factored once for any number
// of pencils B a = μ C a. It may be used by several goroutines at once.
type Metric struct {
	c       blas64.General // in the upper triangle
	u       blas64.General // U is in the upper triangle
	largest float64
}

// NewMetric factors c, of which only the upper triangle is read. The error is
// ErrSingular when c is not positive definite up to rounding; the caller may then
// go on with the eigenvectors of c to eigenvalues that are not negligible. An
// entry that is NaN or infinite gives an error that names it; so does a context
// that ends.
func NewMetric(ctx context.Context, c *mat.SymDense) (*Metric, error) {
	if err := checkFinite(c); err != nil {
		return nil, err
	}
	from, n := square(c), c.SymmetricDim()
	if n == 0 {
		return &Metric{}, ctx.Err()
	}
	m := &Metric{c: from, u: square(NewSym(n))}
	if err := copyShifted(ctx, m.u, from, 0); err != nil {
		return nil, err
	}
	e, err := estimateEnds(ctx, m.u, endTol)
	if err != nil {
		return nil, err
	}
	m.largest = e.high
	ok, err := factorUpper(ctx, m.u, float64(n)*unitRoundoff*m.largest)
	if err == nil && !ok {
		err = ErrSingular
	}
	if err != nil {
		return nil, err
	}
	return m, nil
}

// N is the order of C.
func (m *Metric) N() int { return m.u.Rows }

// Reduce turns the pencil of b (n×n, symmetric; only the upper triangle is read)
// with C into an ordinary eigenproblem: it returns A = U⁻ᵀ B U⁻¹, which has the
// same eigenvalues. [Metric.Restore] takes its eigenvectors back. A is linear in
// B, so for B + λK the two are reduced once for all λ.
//
// The error is ctx.Err(). It panics unless b is n×n.
func (m *Metric) Reduce(ctx context.Context, b *mat.SymDense) (*mat.SymDense, error) {
	if b.SymmetricDim() != m.N() {
		panic("linalg: Reduce: b and C differ in order")
	}
	a := NewSym(m.N())
	a.CopySym(b)
	if err := m.reduce(ctx, square(a)); err != nil {
		return nil, err
	}
	return a, nil
}

// reduce does Reduce in the upper triangle of a, by blocks (the method of
// LAPACK's dsygst). With A12 right of the block A11 = S on the diagonal,
//
//	A12 ← (U11⁻ᵀ A12 - S U12 / 2), A22 ← A22 - A12ᵀ U12 - U12ᵀ A12,
//	A12 ← (A12 - S U12 / 2) U22⁻¹.
func (m *Metric) reduce(ctx context.Context, a blas64.General) error {
	n := m.N()
	s := borrow(min(n, cholBlock), min(n, cholBlock))
	defer giveBack(s)
	for lo := 0; lo < n; lo += cholBlock {
		hi := min(lo+cholBlock, n)
		s := part(s, 0, hi-lo, 0, hi-lo)
		u11 := upperTriangle(part(m.u, lo, hi, lo, hi))
		if err := reduceSquare(ctx, part(a, lo, hi, lo, hi), u11, s); err != nil {
			return err
		}
		if hi == n {
			break
		}
		a12, a22, u12 := part(a, lo, hi, hi, n), part(a, hi, n, hi, n), part(m.u, lo, hi, hi, n)
		if err := solveTriangular(ctx, blas.Left, blas.Trans, u11, a12); err != nil {
			return err
		}
		if err := Gemm(ctx, blas.NoTrans, blas.NoTrans, -0.5, s, u12, 1, a12); err != nil {
			return err
		}
		for _, f := range [2][2]blas64.General{{a12, u12}, {u12, a12}} {
			err := multiply(ctx, -1, factor{f[0], byColumns}, factor{f[1], byColumns}, 1, a22, simd.Upper)
			if err != nil {
				return err
			}
		}
		if err := Gemm(ctx, blas.NoTrans, blas.NoTrans, -0.5, s, u12, 1, a12); err != nil {
			return err
		}
		if err := solveTriangular(ctx, blas.Right, blas.NoTrans, upperTriangle(part(m.u, hi, n, hi, n)), a12); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// reduceSquare sets s, and the upper triangle of a, to U⁻ᵀ A U⁻¹.
func reduceSquare(ctx context.Context, a blas64.General, u blas64.Triangular, s blas64.General) error {
	for i := range a.Rows {
		for j := i; j < a.Rows; j++ {
			s.Data[i*s.Stride+j] = a.Data[i*a.Stride+j]
			s.Data[j*s.Stride+i] = a.Data[i*a.Stride+j]
		}
	}
	if err := solveTriangular(ctx, blas.Left, blas.Trans, u, s); err != nil {
		return err
	}
	if err := solveTriangular(ctx, blas.Right, blas.NoTrans, u, s); err != nil {
		return err
	}
	for i := range a.Rows {
		for j := i; j < a.Rows; j++ {
			a.Data[i*a.Stride+j] = s.Data[i*s.Stride+j]
			s.Data[j*s.Stride+i] = s.Data[i*s.Stride+j]
		}
	}
	return nil
}

// Restore overwrites y, vectors in columns (n×p), by U⁻¹ y. Eigenvectors of what
// Reduce returns become those of the pencil, and orthonormal ones become
// C-orthonormal. The error is ctx.Err(). It panics unless y has n rows.
func (m *Metric) Restore(ctx context.Context, y *mat.Dense) error {
	if r, _ := y.Dims(); r != m.N() {
		panic("linalg: Restore: y and C differ in rows")
	}
	return solveTriangular(ctx, blas.Left, blas.NoTrans, upperTriangle(m.u), y.RawMatrix())
}

// Lowest returns the p lowest eigenvalues μ of B a = μ C a (all for p ≥ n),
// ascending, and their eigenvectors in the columns of an n×p matrix A with
// AᵀCA = I. See [EigenLowest] for how they are found, and for errors and panics;
// it also panics unless b is n×n.
func (m *Metric) Lowest(ctx context.Context, b *mat.SymDense, p int) (values []float64, vectors *mat.Dense, err error) {
	if err := checkFinite(b); err != nil {
		return nil, nil, err
	}
	a, err := m.Reduce(ctx, b)
	if err != nil {
		return nil, nil, err
	}
	values, vectors, err = EigenLowest(ctx, a, p)
	if err != nil || len(values) == 0 {
		return values, vectors, err
	}
	if err := m.Restore(ctx, vectors); err != nil {
		return nil, nil, err
	}
	return values, vectors, nil
}
