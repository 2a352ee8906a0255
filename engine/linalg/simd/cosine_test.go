package simd

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
)

// cosine returns row f of the orthonormal DCT-II of length n (Strang 1999).
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

// Every path makes the sums of the portable one in the same order, so that moments do not
// depend on it here, nor on the columns beside one.
func TestCosineIsTheSameOnAllPaths(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		for _, n := range lengths[1:] {
			rng := rand.New(rand.NewPCG(3, uint64(n)))
			x, want := cosineRows(rng, n), cosineRows(rng, n)
			got := want
			for j := range got {
				got[j] = append([]float64(nil), want[j]...)
			}
			cosine16Portable(&x, &want)
			Cosine(CosineLength, &x, &got)
			for f := range want {
				for j, v := range want[f] {
					if math.Float64bits(got[f][j]) != math.Float64bits(v) {
						t.Fatalf("%d columns: row %d of column %d is %v, want %v", n, f, j, got[f][j], v)
					}
				}
			}
		}
	})
}

func TestCosineRefusesRowsThatAreTooShort(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		for _, short := range []int{0, 7, 15} {
			rng := rand.New(rand.NewPCG(4, 0))
			x, y := cosineRows(rng, 24), cosineRows(rng, 24)
			y[short] = y[short][:20:20]
			func() {
				defer func() {
					if recover() == nil {
						t.Errorf("row %d of 20 columns of 24 is written", short)
					}
				}()
				Cosine(CosineLength, &x, &y)
			}()
		}
	})
}

// cosineRows returns 16 rows of n numbers that vary by about a ten thousandth.
func cosineRows(rng *rand.Rand, n int) (rows [CosineLength][]float64) {
	for j := range rows {
		rows[j] = make([]float64, n)
		for i := range rows[j] {
			rows[j][i] = 1 + 1e-4*rng.NormFloat64()
		}
	}
	return rows
}

// BenchmarkCosine measures the transform of as many columns as a tile has, in the
// cache.
func BenchmarkCosine(b *testing.B) {
	benchmarkPaths(b, func(b *testing.B) {
		rng := rand.New(rand.NewPCG(5, 0))
		x, y := cosineRows(rng, tileColumns()), cosineRows(rng, tileColumns())
		for b.Loop() {
			Cosine(CosineLength, &x, &y)
		}
		b.ReportMetric(float64(CosineLength*tileColumns()*b.N)/b.Elapsed().Seconds()/1e9, "Gnumbers/s")
	})
}
