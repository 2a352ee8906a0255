package dense

import (
	"context"
	"fmt"
	"math"
	"sync"

	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// CheckFinite returns an error that names the first entry of the upper triangle of a,
// row by row, that is NaN or infinite.
func CheckFinite(a *mat.SymDense) error { return checkUpper(RawSym(a)) }

// checkUpper implements [CheckFinite] for the upper triangle of a square matrix.
func checkUpper(a blas64.General) error {
	n := a.Rows
	row := func(i int) []float64 { return a.Data[i*a.Stride+i : i*a.Stride+n] }
	var mu sync.Mutex
	doubtful := n // first row whose sum of squares is not finite
	_ = parallel.For(context.Background(), n, RowGrain, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			if sum := simd.Dot(row(i), row(i)); math.IsNaN(sum) || math.IsInf(sum, 0) {
				mu.Lock()
				doubtful = min(doubtful, i)
				mu.Unlock()
				return
			}
		}
	})
	for i := doubtful; i < n; i++ {
		for j, v := range row(i) {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return fmt.Errorf("linalg: entry (%d, %d) of a symmetric matrix of order %d is %v: "+
					"the data it was made from hold a value that is not finite or too large", i, i+j, n, v)
			}
		}
	}
	return nil
}
