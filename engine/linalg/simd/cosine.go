package simd

import "math"

// CosineLength is the length of the longest cosine transform.
const CosineLength = 16

// CosineStep is σ = 2 sin(πk/2L), with L = [CosineLength]: differences of the orthonormal
// cosines of angle πk/L are σ times the orthonormal sines, for cosines of every length that
// have this angle.
func CosineStep(k int) float64 { return 2 * math.Sin(math.Pi*float64(k)/(2*CosineLength)) }

// The sines sin(πk/16), of which those with an even k are sin(πk/8).
var (
	sin1 = math.Sin(math.Pi / 16)
	sin2 = math.Sin(math.Pi / 8)
	sin3 = math.Sin(3 * math.Pi / 16)
	sin4 = math.Sqrt2 / 2
	sin5 = math.Cos(3 * math.Pi / 16)
	sin6 = math.Cos(math.Pi / 8)
	sin7 = math.Cos(math.Pi / 16)
)

// cosineScale[f] turns a sine sum of the differences d_j of samples of length L into the
// row y_f of the cosine transform,
//
//	y_f = √(2/L)/σ · Σ sin(πfj/L) d_j,  σ = 2 sin(πf/2L),
//
// up to its sign, which no product sees.
func cosineScale(length int) (s [CosineLength]float64) {
	for f := 1; f < length; f++ {
		s[f] = math.Sqrt(2/float64(length)) / CosineStep(f*CosineLength/length)
	}
	return s
}

var scale4, scale8, scale16 = cosineScale(4), cosineScale(8), cosineScale(16)

// Cosine writes the cosine transform of x[0] … x[length−1], rows of n numbers, into
// y[1] … y[length−1]: the orthonormal DCT-II without its constant, each up to its sign
// (Strang, The discrete cosine transform, SIAM Review 1999). y[0] becomes their mean less
// x[0]. It is made of differences of the rows, so that small ones beside a large mean lose
// no digits; each column by itself, with the same operations on every path. It panics
// unless the length is 2, 4, 8 or 16 and the rows are n long.
func Cosine(length int, x, y *[CosineLength][]float64) {
	switch length {
	case 16:
		cosine16(x, y)
	case 8:
		cosine8(x, y)
	case 4:
		cosine4(x, y)
	case 2:
		cosine2(x, y)
	default:
		panic("simd: Cosine: no such length")
	}
}
