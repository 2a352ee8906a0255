package pencil

import (
	"context"

	"example.com/sfatui/engine/linalg/dense"
	"gonum.org/v1/gonum/mat"
)

// Sphering returns S = U⁻¹ (n×n, upper triangular), in whose columns C becomes the
// identity: SᵀCS = I. It equals the result of [Metric.Restore] for the identity, up to
// rounding, in a third of the operations. The result is the same bit for bit whatever
// GOMAXPROCS. The error is ctx.Err().
func (m *Metric) Sphering(ctx context.Context) (*mat.Dense, error) {
	if m.N() == 0 {
		return &mat.Dense{}, ctx.Err()
	}
	s := dense.New(m.N(), m.N())
	if err := dense.InvertUpper(ctx, m.u, s.RawMatrix()); err != nil {
		return nil, err
	}
	return s, nil
}

// ReduceIdentity returns U⁻ᵀ U⁻¹ = SᵀS (n×n), the inner products of the columns of
// [Metric.Sphering]. It equals the result of [Metric.Reduce] for the identity, up to
// rounding, in two thirds of the operations, and has the eigenvalues of C⁻¹. The result
// is the same bit for bit whatever GOMAXPROCS. The error is ctx.Err().
func (m *Metric) ReduceIdentity(ctx context.Context) (*mat.SymDense, error) {
	n := m.N()
	if n == 0 {
		return &mat.SymDense{}, ctx.Err()
	}
	a := dense.NewSym(n)
	if err := dense.InvertUpper(ctx, m.u, dense.RawSym(a)); err != nil {
		return nil, err
	}
	if err := dense.GramUpper(ctx, dense.RawSym(a)); err != nil {
		return nil, err
	}
	return a, nil
}
