package simd

import "math"

// CosineLength is the length of the longest cosine transform.
const CosineLength = 16

// CosineStep returns σ = 2 sin(πk/2L), with L = [CosineLength]: differences of the
// orthonormal cosines of angle πk/L are σ times the orthonormal sines. This holds for
// cosines of every length that have this angle.
func CosineStep(k int) float64 { return 2 * math.Sin(math.Pi*float64(k)/(2*CosineLength)) }

// The sines sin(πk/16); those with an even k are sin(πk/8).
var (
	sin1 = math.Sin(math.Pi / 16)
	sin2 = math.Sin(math.Pi / 8)
	sin3 = math.Sin(3 * math.Pi / 16)
	sin4 = math.Sqrt2 / 2
	sin5 = math.Cos(3 * math.Pi / 16)
	sin6 = math.Cos(math.Pi / 8)
	sin7 = math.Cos(math.Pi / 16)
)

// cosineScale returns factors s, where s[f] scales a sine sum of the differences d_j of
// samples of length L to row y_f of the cosine transform,
//
//	y_f = √(2/L)/σ · Σ sin(πfj/L) d_j,  σ = 2 sin(πf/2L),
//
// up to its sign, which cancels in products.
func cosineScale(length int) (s [CosineLength]float64) {
	for f := 1; f < length; f++ {
		s[f] = math.Sqrt(2/float64(length)) / CosineStep(f*CosineLength/length)
	}
	return s
}

var scale4, scale8, scale16 = cosineScale(4), cosineScale(8), cosineScale(16)

// cosineWeights holds the scales and the sines for 16 samples in the order of the
// assembler.
var cosineWeights = [...]float64{
	1: scale16[1], scale16[2], scale16[3], scale16[4], scale16[5], scale16[6], scale16[7], scale16[8],
	scale16[9], scale16[10], scale16[11], scale16[12], scale16[13], scale16[14], scale16[15],
	sin1, sin2, sin3, sin4, sin5, sin6, sin7,
}

// Cosine writes the cosine transform of x[0] … x[length−1], rows of n numbers, into
// y[1] … y[length−1]: the orthonormal DCT-II without its constant, each row up to its
// sign (Strang, The discrete cosine transform, SIAM Review 1999). y[0] becomes the mean
// of the rows minus x[0]. The transform is computed from differences of the rows, so
// that small differences beside a large mean keep their digits. Each column is
// transformed separately, with the same operations on every path. It panics unless the
// length is 2, 4, 8 or 16 and the rows are n long.
func Cosine(length int, x, y *[CosineLength][]float64) {
	n := len(x[0])
	for j := range min(length, CosineLength) {
		if len(x[j]) != n || len(y[j]) != n {
			panic("simd: Cosine: rows of different lengths")
		}
	}
	switch length {
	case CosineLength:
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

// cosine16 computes [Cosine] of 16 rows: in assembler for the columns that fill
// vectors, in Go for the others.
func cosine16(x, y *[CosineLength][]float64) {
	n := len(x[0])
	done := cosineVectors(n, x, y)
	if done == n {
		return
	}
	var u, v [CosineLength][]float64
	for j := range x {
		u[j], v[j] = x[j][done:n], y[j][done:n]
	}
	cosine16Portable(&u, &v)
}
