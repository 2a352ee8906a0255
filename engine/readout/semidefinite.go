package readout

import (
	"context"
	"math"

	"example.com/sfatui/engine/linalg/eigen"
	"gonum.org/v1/gonum/mat"
)

// relativeCut returns the share of the largest eigenvalue of a p×p sum over n samples
// below which an eigenvalue is rounding.
func relativeCut(n, p int) float64 {
	return float64(max(n, p, 64)) * 0x1p-52
}

// solveSemidefinite returns A⁺B for a positive semidefinite A and the numerical rank of
// A. Eigenvalues at or below tol times the largest count as zero.
func solveSemidefinite(ctx context.Context, a *mat.SymDense, b *mat.Dense, tol float64) (x *mat.Dense, rank int, err error) {
	if !finiteDiagonal(a) {
		return nil, 0, errOverflow
	}
	p, k := b.Dims()
	x = mat.NewDense(p, k, nil)
	var chol mat.Cholesky
	if chol.Factorize(a) && chol.Cond() < 1/tol && chol.SolveTo(x, b) == nil {
		return x, p, nil
	}
	values, vectors, err := eigen.Sym(ctx, a)
	if err != nil {
		return nil, 0, err
	}
	from := 0
	for from < p && values[from] <= math.Max(0, tol*values[p-1]) {
		from++
	}
	if from == p {
		return x, 0, nil
	}
	u := vectors.Slice(0, p, from, p)
	coefficients := mat.NewDense(p-from, k, nil)
	coefficients.Mul(u.T(), b)
	for i := range p - from {
		row := coefficients.RawRowView(i)
		for j := range row {
			row[j] /= values[from+i]
		}
	}
	x.Mul(u, coefficients)
	return x, p - from, nil
}

// finiteDiagonal reports whether the diagonal of a is finite, which for a positive
// semidefinite matrix bounds all of it.
func finiteDiagonal(a *mat.SymDense) bool {
	for i := range a.SymmetricDim() {
		if v := a.At(i, i); math.IsNaN(v) || math.IsInf(v, 0) {
			return false
		}
	}
	return true
}
