package kernel

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

const (
	// productError is the relative error of a sum of products that [EntryError]
	// counts with: sums of some hundred terms of one sign stay below it.
	productError = 16 * 0x1p-52
	// valueError is the relative error of κ where its argument is exact.
	valueError = 4 * 0x1p-52
)

// EntryError bounds by how much rounding moves an entry of [Matrix] where
// supports and samples are rows of x (n×d): what it does to inner products and
// squared distances, times how steep the kernel is there, and what it does to κ
// itself. A symmetric matrix of m such entries has eigenvalues that are off by
// at most m times as much. O(nd) time.
func EntryError(k Kernel, x *mat.Dense, shift bool) float64 {
	if of, ok := k.(Aligned); ok {
		return alignedError(of, x)
	}
	var origin []float64
	if k.TranslationInvariant() {
		origin = ColumnMeans(x)
	}
	n, d := x.Dims()
	var farthest float64 // ‖x‖² from the origin
	for t := range n {
		if origin != nil {
			farthest = max(farthest, squaredDistance(x.RawRowView(t), origin))
		} else {
			farthest = max(farthest, floats.Dot(x.RawRowView(t), x.RawRowView(t)))
		}
	}
	if origin != nil {
		// The origin that Matrix takes is the mean of supports, which may be as
		// far on the other side.
		return distanceError(k, 4*farthest, d, shift)
	}
	return productsError(k, farthest, shift)
}

// productsError is EntryError of a kernel of inner products, for squared norms
// up to xx: these kernels are steepest in their inner product where both
// samples are the longest one.
func productsError(k Kernel, xx float64, shift bool) float64 {
	at := []float64{xx, xx * (1 - productError)}
	k.Apply(at, xx, []float64{xx, xx}, shift)
	return math.Abs(at[0]-at[1]) + valueError*math.Abs(at[0])
}

// distanceError is EntryError of a kernel of differences of d inputs, for
// samples up to √xx from the origin. Squared distances have an error in
// proportion to xx; those that are small beside it are summed from differences
// and have an error in proportion to themselves.
func distanceError(k Kernel, xx float64, d int, shift bool) float64 {
	relative := float64(d+4) * 0x1p-52
	xx = min(xx, math.MaxFloat64/4) // the largest square is to be finite, or halving would never end
	var most, worst float64
	// Steps of two: a kernel that is steep between two of them is less than
	// twice as steep at one.
	for square := 4 * xx; square > 0; square /= 2 {
		off := relative * square
		if square > near*2*xx {
			off += productError * 2 * xx
		}
		at := []float64{-square / 2, -(square + off) / 2}
		k.Apply(at, 0, []float64{0, 0}, shift)
		most = max(most, math.Abs(at[0]), math.Abs(at[1]))
		worst = max(worst, math.Abs(at[0]-at[1]))
	}
	return 2*worst + valueError*most
}
