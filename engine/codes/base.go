package codes

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// Cosines returns the orthonormal base of the discrete cosine transform DCT-II of n numbers
// (n×n): atom k is c_k cos(π(2i+1)k/2n).
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

// ImageCosines returns the base of products of cosines along the rows and the columns of an
// image (rows·columns atoms of as many numbers); images are stored row by row.
func ImageCosines(rows, columns int) *mat.Dense {
	var base mat.Dense
	base.Kronecker(Cosines(rows), Cosines(columns))
	return &base
}

// Fourier returns the orthonormal real Fourier base of n numbers (n×n). Atom 0 is 1/√n; atoms
// 2k−1 and 2k are √(2/n) cos(2πki/n) and √(2/n) sin(2πki/n) for 0 < k < n/2; of even n the
// last atom is cos(πi)/√n. The complex coefficient of frequency k of a real sample is √(n/2)
// times that of the cosine less i times that of the sine. (Hammer 2014, section 3.3.)
func Fourier(n int) *mat.Dense {
	base := mat.NewDense(n, n, nil)
	for i := range n {
		base.Set(0, i, math.Sqrt(1/float64(n)))
		for k := 1; 2*k <= n; k++ {
			sin, cos := math.Sincos(2 * math.Pi * float64(k*i%n) / float64(n))
			if 2*k == n {
				base.Set(n-1, i, cos*math.Sqrt(1/float64(n)))
				continue
			}
			base.Set(2*k-1, i, cos*math.Sqrt(2/float64(n)))
			base.Set(2*k, i, sin*math.Sqrt(2/float64(n)))
		}
	}
	return base
}

// Identity returns the base of single inputs, the n×n identity.
func Identity(n int) *mat.Dense {
	base := mat.NewDense(n, n, nil)
	for i := range n {
		base.Set(i, i, 1)
	}
	return base
}
