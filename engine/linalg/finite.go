package linalg

import (
	"context"
	"fmt"
	"math"
	"sync"

	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/mat"
)

// checkFinite returns an error that names the first entry of the upper triangle
// of a, row by row, that is NaN or infinite.
func checkFinite(a *mat.SymDense) error {
	s := a.RawSymmetric()
	row := func(i int) []float64 { return s.Data[i*s.Stride+i : i*s.Stride+s.N] }
	var mu sync.Mutex
	doubtful := s.N // the first row of which the sum of squares is not finite
	_ = ParallelRows(context.Background(), s.N, copyRows, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			if sum := simd.Dot(row(i), row(i)); math.IsNaN(sum) || math.IsInf(sum, 0) {
				mu.Lock()
				doubtful = min(doubtful, i)
				mu.Unlock()
				return
			}
		}
	})
	for i := doubtful; i < s.N; i++ {
		for j, v := range row(i) {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return fmt.Errorf("linalg: entry (%d, %d) of a symmetric matrix of order %d is %v: "+
					"the data it was made from hold a value that is not finite or too large", i, i+j, s.N, v)
			}
		}
	}
	return nil
}
