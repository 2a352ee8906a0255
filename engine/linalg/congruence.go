package linalg

import (
	"context"

	"example.com/sfatui/engine/linalg/simd"
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
