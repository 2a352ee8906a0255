package measure

import (
	"slices"

	"gonum.org/v1/gonum/dsp/fourier"
)

// autocovariances returns Σ x(t)·x(t+k) over the pairs inside spans of the given
// lengths, for each lag k below the length of the longest span, and that length.
func autocovariances(x []float64, lengths []int) (sums []float64, largest int) {
	largest = slices.Max(lengths)
	size := 1
	for size < 2*largest {
		size *= 2
	}
	fft, padded := fourier.NewFFT(size), make([]float64, size)
	power := make([]complex128, size/2+1)
	at := 0
	for _, length := range lengths {
		clear(padded)
		copy(padded, x[at:at+length])
		for i, c := range fft.Coefficients(nil, padded) {
			power[i] += complex(real(c)*real(c)+imag(c)*imag(c), 0)
		}
		at += length
	}
	sums = fft.Sequence(padded, power)[:largest]
	for k := range sums {
		sums[k] /= float64(size)
	}
	return sums, largest
}
