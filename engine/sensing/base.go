package sensing

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// Cosines is the orthonormal base of the discrete cosine transform DCT-II of n numbers: atom
// k is c_k cos(π(2i+1)k/2n).
func Cosines(n int) *mat.Dense {
	base := mat.NewDense(n, n, nil)
	for k := range n {
		scale := math.Sqrt(2 / float64(n))
		if k == 0 {
			scale = math.Sqrt(1 / float64(n))
		}
		for i := range n {
			base.Set(k, i, scale*math.Cos(math.Pi*float64((2*i+1)*k%(4*n))/float64(2*n)))
		}
	}
	return base
}

// ImageCosines is the base of products of cosines along the rows and the columns of an
// image, which is stored row by row.
func ImageCosines(rows, columns int) *mat.Dense {
	var base mat.Dense
	base.Kronecker(Cosines(rows), Cosines(columns))
	return &base
}

// Identity is the base of single inputs.
func Identity(n int) *mat.Dense {
	base := mat.NewDense(n, n, nil)
	for i := range n {
		base.Set(i, i, 1)
	}
	return base
}
