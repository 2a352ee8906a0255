package linalg

import (
	"context"

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
	full := mat.DenseCopyOf(a).RawMatrix()
	as := mat.NewDense(m, r, nil).RawMatrix()
	sr := s.RawMatrix()
	err := ParallelRows(ctx, m, stripRows, func(lo, hi int) {
		for j := 0; j < r; j += stripCols {
			to := min(j+stripCols, r)
			blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, part(full, lo, hi, 0, m), part(sr, 0, m, j, to), 0, part(as, lo, hi, j, to))
		}
	})
	if err != nil {
		return nil, err
	}
	out := mat.NewSymDense(r, nil)
	raw := out.RawSymmetric()
	return out, addUpper(ctx, blas64.General{Rows: r, Cols: r, Stride: raw.Stride, Data: raw.Data}, 1, sr, as)
}
