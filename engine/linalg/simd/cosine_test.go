package simd

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
)

// cosine is row f of the orthonormal DCT-II of length n (Strang 1999).
func cosine(f, n int) []float64 {
	row := make([]float64, n)
	for i := range row {
		row[i] = math.Sqrt(2/float64(n)) * math.Cos(math.Pi*float64(f)*(float64(i)+0.5)/float64(n))
	}
	return row
}

// The waves are the rows of the transform, up to sign, and with their weights
// they give the squared differences of a chunk.
func TestWavesAreTheCosineTransform(t *testing.T) {
	const columns = 5
	rng := rand.New(rand.NewPCG(1, 0))
	for length := 2; length <= CosineLength; length *= 2 {
		var x, y [CosineLength][]float64
		for i := range CosineLength {
			x[i], y[i] = make([]float64, columns), make([]float64, columns)
			for j := range columns {
				x[i][j], y[i][j] = rng.NormFloat64(), math.NaN()
			}
		}
		Cosine(length, &x, &y)
		for j := range columns {
			chunk := make([]float64, length)
			differences := 0.0
			for i := range chunk {
				chunk[i] = x[i][j]
				if i > 0 {
					differences += math.Pow(x[i][j]-x[i-1][j], 2)
				}
			}
			if got, want := y[0][j], floats.Sum(chunk)/float64(length)-chunk[0]; math.Abs(got-want) > 1e-15 {
				t.Errorf("length %d: mean above the first %v, want %v", length, got, want)
			}
			sum := 0.0
			for f := 1; f < length; f++ {
				k := f * CosineLength / length
				if got, want := math.Abs(y[f][j]), math.Abs(floats.Dot(cosine(f, length), chunk)); math.Abs(got-want) > 1e-14 {
					t.Errorf("length %d: wave %d is %v, want %v", length, f, got, want)
				}
				weight := 2 - 2*math.Cos(math.Pi*float64(f)/float64(length))
				if math.Abs(CosineStep(k)*CosineStep(k)-weight) > 1e-15 {
					t.Errorf("length %d: weight of wave %d is %v, want %v", length, f, CosineStep(k)*CosineStep(k), weight)
				}
				sum += weight * y[f][j] * y[f][j]
			}
			if math.Abs(sum-differences) > 1e-13*differences {
				t.Errorf("length %d: squared differences %v, want %v", length, sum, differences)
			}
		}
	}
}
