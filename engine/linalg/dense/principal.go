package dense

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"
)

// SolvePrincipal solves G_II x = rhs in place for a small index set I of a positive
// semidefinite matrix. ok is false, and rhs unchanged, if G_II is singular: a squared
// pivot is at most tol times the smallest diagonal entry. storage is scratch memory,
// which is returned for reuse after it has grown.
func SolvePrincipal(g *mat.Dense, set []int, rhs, storage []float64, tol float64) (grown []float64, ok bool) {
	m := len(set)
	storage = append(storage[:0], make([]float64, m*m)...)
	least := math.Inf(1)
	for i, p := range set {
		for k, q := range set {
			storage[i*m+k] = g.At(p, q)
		}
		least = min(least, tol*g.At(p, p))
	}
	f, ok := lapack64.Potrf(blas64.Symmetric{Uplo: blas.Upper, N: m, Stride: m, Data: storage})
	for i := 0; ok && i < m; i++ {
		ok = f.Data[i*m+i]*f.Data[i*m+i] > least
	}
	if ok {
		lapack64.Potrs(f, blas64.General{Rows: m, Cols: 1, Stride: 1, Data: rhs})
	}
	return storage, ok
}
