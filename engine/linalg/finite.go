package linalg

import (
	"fmt"
	"math"

	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/mat"
)

// checkFinite returns an error that names the first entry of the upper triangle
// of a, row by row, that is NaN or infinite.
func checkFinite(a *mat.SymDense) error {
	s := a.RawSymmetric()
	for i := range s.N {
		row := s.Data[i*s.Stride+i : i*s.Stride+s.N]
		if sum := simd.Dot(row, row); !math.IsNaN(sum) && !math.IsInf(sum, 0) {
			continue
		}
		for j, v := range row {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return fmt.Errorf("linalg: entry (%d, %d) of a symmetric matrix of order %d is %v: "+
					"the data it was made from hold a value that is not finite or too large", i, i+j, s.N, v)
			}
		}
	}
	return nil
}
