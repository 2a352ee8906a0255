package kernel

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

const (
	// productError is the relative error of a sum of products that [EntryError]
	// assumes: sums of some hundred terms of one sign stay below it.
	productError = 16 * 0x1p-52
	// valueError is the relative error of κ for an exact argument.
	valueError = 4 * 0x1p-52
)

// EntryError returns a bound of the rounding error of an entry of [Matrix] whose
// supports and samples are rows of x (n×d): the error of inner products and squared
// distances, times the slope of the kernel, plus the error of κ itself. The eigenvalues
// of a symmetric matrix of m² such entries are off by at most m times as much. It takes
// O(nd) time.
func EntryError(k Kernel, x *mat.Dense, shift bool) float64 {
	if of, ok := k.(Aligned); ok {
		return alignedError(of, x)
	}
	var origin []float64
	if k.TranslationInvariant() {
		origin = ColumnMeans(x)
	}
	n, d := x.Dims()
	var farthest float64 // largest ‖x‖² from the origin
	for t := range n {
		if origin != nil {
			farthest = max(farthest, squaredDistance(x.RawRowView(t), origin))
		} else {
			farthest = max(farthest, floats.Dot(x.RawRowView(t), x.RawRowView(t)))
		}
	}
	if origin != nil {
		// The origin of Matrix is the mean of the supports, which may be equally far
		// away on the other side.
		return distanceError(k, 4*farthest, d, shift)
	}
	return productsError(k, farthest, shift)
}

// productsError computes EntryError of a kernel of inner products, for squared norms up
// to xx: these kernels are steepest in their inner product if both samples are the
// longest one.
func productsError(k Kernel, xx float64, shift bool) float64 {
	at := []float64{xx, xx * (1 - productError)}
	k.Apply(at, xx, []float64{xx, xx}, shift)
	return math.Abs(at[0]-at[1]) + valueError*math.Abs(at[0])
}

// distanceError computes EntryError of a kernel of differences of d inputs, for samples
// up to √xx from the origin. Squared distances have an error proportional to xx; those
// that are small compared with it are summed from differences and have an error
// proportional to themselves.
func distanceError(k Kernel, xx float64, d int, shift bool) float64 {
	relative := float64(d+4) * 0x1p-52
	xx = min(xx, math.MaxFloat64/4) // the largest square must be finite, or halving would never end
	var most, worst float64
	// Steps of two: a kernel that is steep between two of them is less than twice as
	// steep at one.
	for square := 4 * xx; square > 0; square /= 2 {
		off := relative * square
		if square > nearShare*2*xx {
			off += productError * 2 * xx
		}
		at := []float64{-square / 2, -(square + off) / 2}
		k.Apply(at, 0, []float64{0, 0}, shift)
		most = max(most, math.Abs(at[0]), math.Abs(at[1]))
		worst = max(worst, math.Abs(at[0]-at[1]))
	}
	return 2*worst + valueError*most
}
