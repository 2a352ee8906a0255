package linalg

import (
	"context"

	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// Congruence is SᵀAS (r×r) for the symmetric a (m×m) and s (m×r). The result is
// exactly symmetric and the same bit for bit whatever GOMAXPROCS. It fails only
// when ctx ends. It panics unless s has as many rows as a.
func Congruence(ctx context.Context, a *mat.SymDense, s *mat.Dense) (*mat.SymDense, error) {
	m, r := s.Dims()
	if a.SymmetricDim() != m {
		panic("linalg: Congruence: a and s differ in rows")
	}
	sr := s.RawMatrix()
	as := blas64.General{Rows: m, Cols: r, Stride: r, Data: takeSpace(m * r)}
	defer giveSpace(as.Data)
	if err := multiply(ctx, 1, factor{square(a), symmetricUpper}, factor{sr, byColumns}, 0, as, simd.All); err != nil {
		return nil, err
	}
	out := mat.NewSymDense(r, nil)
	return out, addUpper(ctx, square(out), 1, sr, as)
}

// inverseCongruence overwrites the symmetric A in the upper triangle of a by U⁻ᵀ A U⁻¹,
// where U is in the upper triangle of u, by blocks (the method of LAPACK's dsygst). With
// A12 right of the block A11 = S on the diagonal,
//
//	A12 ← (U11⁻ᵀ A12 - S U12 / 2), A22 ← A22 - A12ᵀ U12 - U12ᵀ A12,
//	A12 ← (A12 - S U12 / 2) U22⁻¹.
func inverseCongruence(ctx context.Context, u, a blas64.General) error {
	n := u.Rows
	s := borrow(min(n, cholBlock), min(n, cholBlock))
	defer giveBack(s)
	for lo := 0; lo < n; lo += cholBlock {
		hi := min(lo+cholBlock, n)
		s := part(s, 0, hi-lo, 0, hi-lo)
		u11 := upperTriangle(part(u, lo, hi, lo, hi))
		if err := reduceSquare(ctx, part(a, lo, hi, lo, hi), u11, s); err != nil {
			return err
		}
		if hi == n {
			break
		}
		a12, a22, u12 := part(a, lo, hi, hi, n), part(a, hi, n, hi, n), part(u, lo, hi, hi, n)
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
		if err := solveTriangular(ctx, blas.Right, blas.NoTrans, upperTriangle(part(u, hi, n, hi, n)), a12); err != nil {
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

// TrailingCongruence overwrites a by T a Tᵀ with T = diag(I, L₂₂⁻¹), where L₂₂ is
// what the lower triangular l (m×m, its diagonal free of zeros) has from row and
// column from on: the first unknowns are left as they are. Only the upper
// triangle of a is read and written. The result is the same bit for bit whatever
// GOMAXPROCS. It fails only when ctx ends. It panics unless the shapes fit.
func TrailingCongruence(ctx context.Context, l *mat.TriDense, from int, a *mat.SymDense) error {
	t := l.RawTriangular()
	if t.N != a.SymmetricDim() || t.Uplo != blas.Lower || from < 0 || from > t.N {
		panic("linalg: TrailingCongruence: l and a do not fit")
	}
	n := t.N - from
	if n == 0 {
		return ctx.Err()
	}
	l22 := t
	l22.N, l22.Data = n, t.Data[from*t.Stride+from:]
	u := borrow(n, n)
	defer giveBack(u)
	if err := transposeLower(ctx, l22, u); err != nil {
		return err
	}
	c := square(a)
	if from > 0 {
		if err := solveTriangular(ctx, blas.Right, blas.Trans, l22, part(c, 0, from, from, t.N)); err != nil {
			return err
		}
	}
	return inverseCongruence(ctx, u, part(c, from, t.N, from, t.N))
}
