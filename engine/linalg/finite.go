package linalg

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// checkFinite returns an error that names the first entry of the upper triangle
// of a, row by row, that is NaN or infinite.
func checkFinite(a *mat.SymDense) error {
	s := a.RawSymmetric()
	for i := range s.N {
		for j, v := range s.Data[i*s.Stride+i : i*s.Stride+s.N] {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return fmt.Errorf("linalg: entry (%d, %d) of a symmetric matrix of order %d is %v: "+
					"the data it was made from hold a value that is not finite or too large", i, i+j, s.N, v)
			}
		}
	}
	return nil
}
