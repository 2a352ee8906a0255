package dense

import (
	"context"

	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// Congruence returns SᵀAS (r×r) for the symmetric a (m×m) and s (m×r). The result is
// exactly symmetric and the same bit for bit whatever GOMAXPROCS. It fails only if ctx
// ends. It panics unless s has as many rows as a.
func Congruence(ctx context.Context, a *mat.SymDense, s *mat.Dense) (*mat.SymDense, error) {
	m, r := s.Dims()
	if a.SymmetricDim() != m {
		panic("dense: Congruence: a and s differ in rows")
	}
	sr := s.RawMatrix()
	as := blas64.General{Rows: m, Cols: r, Stride: r, Data: BorrowVector(m * r)}
	defer ReleaseVector(as.Data)
	if err := Multiply(ctx, 1, Symmetric(RawSym(a)), Columns(sr), 0, as, simd.All); err != nil {
		return nil, err
	}
	out := mat.NewSymDense(r, nil)
	return out, Gemmt(ctx, RawSym(out), 1, sr, as)
}

// InverseCongruence overwrites the symmetric A in the upper triangle of a by U⁻ᵀ A U⁻¹,
// where U is in the upper triangle of u, by blocks (the method of LAPACK's dsygst).
// With A12 right of the block A11 = S on the diagonal,
//
//	A12 ← (U11⁻ᵀ A12 - S U12 / 2), A22 ← A22 - A12ᵀ U12 - U12ᵀ A12,
//	A12 ← (A12 - S U12 / 2) U22⁻¹.
func InverseCongruence(ctx context.Context, u, a blas64.General) error {
	n := u.Rows
	s := Borrow(min(n, CholeskyBlock), min(n, CholeskyBlock))
	defer Release(s)
	for lo := 0; lo < n; lo += CholeskyBlock {
		hi := min(lo+CholeskyBlock, n)
		s := Slice(s, 0, hi-lo, 0, hi-lo)
		u11 := UpperTriangle(Slice(u, lo, hi, lo, hi))
		if err := inverseCongruenceSquare(ctx, Slice(a, lo, hi, lo, hi), u11, s); err != nil {
			return err
		}
		if hi == n {
			break
		}
		a12, a22, u12 := Slice(a, lo, hi, hi, n), Slice(a, hi, n, hi, n), Slice(u, lo, hi, hi, n)
		if err := SolveTriangular(ctx, blas.Left, blas.Trans, u11, a12); err != nil {
			return err
		}
		if err := Gemm(ctx, blas.NoTrans, blas.NoTrans, -0.5, s, u12, 1, a12); err != nil {
			return err
		}
		for _, f := range [2][2]blas64.General{{a12, u12}, {u12, a12}} {
			err := Multiply(ctx, -1, Columns(f[0]), Columns(f[1]), 1, a22, simd.Upper)
			if err != nil {
				return err
			}
		}
		if err := Gemm(ctx, blas.NoTrans, blas.NoTrans, -0.5, s, u12, 1, a12); err != nil {
			return err
		}
		if err := SolveTriangular(ctx, blas.Right, blas.NoTrans, UpperTriangle(Slice(u, hi, n, hi, n)), a12); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// inverseCongruenceSquare sets s, and the upper triangle of a, to U⁻ᵀ A U⁻¹.
func inverseCongruenceSquare(ctx context.Context, a blas64.General, u blas64.Triangular, s blas64.General) error {
	for i := range a.Rows {
		for j := i; j < a.Rows; j++ {
			s.Data[i*s.Stride+j] = a.Data[i*a.Stride+j]
			s.Data[j*s.Stride+i] = a.Data[i*a.Stride+j]
		}
	}
	if err := SolveTriangular(ctx, blas.Left, blas.Trans, u, s); err != nil {
		return err
	}
	if err := SolveTriangular(ctx, blas.Right, blas.NoTrans, u, s); err != nil {
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

// TrailingCongruence overwrites a by T a Tᵀ with T = diag(I, L₂₂⁻¹), where L₂₂ is the
// trailing block of the lower triangular l (m×m, with a diagonal free of zeros) from
// row and column from on. The first unknowns are unchanged. Only the upper triangle of
// a is read and written. The result is the same bit for bit whatever GOMAXPROCS. It
// fails only if ctx ends. It panics unless the shapes fit.
func TrailingCongruence(ctx context.Context, l *mat.TriDense, from int, a *mat.SymDense) error {
	t := l.RawTriangular()
	if t.N != a.SymmetricDim() || t.Uplo != blas.Lower || from < 0 || from > t.N {
		panic("dense: TrailingCongruence: l and a do not fit")
	}
	n := t.N - from
	if n == 0 {
		return ctx.Err()
	}
	l22 := t
	l22.N, l22.Data = n, t.Data[from*t.Stride+from:]
	u := Borrow(n, n)
	defer Release(u)
	if err := transposeLower(ctx, l22, u); err != nil {
		return err
	}
	c := RawSym(a)
	if from > 0 {
		if err := SolveTriangular(ctx, blas.Right, blas.Trans, l22, Slice(c, 0, from, from, t.N)); err != nil {
			return err
		}
	}
	return InverseCongruence(ctx, u, Slice(c, from, t.N, from, t.N))
}
