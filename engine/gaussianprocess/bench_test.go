package gaussianprocess

import (
	"math"
	"testing"

	"example.com/sfatui/engine/linalg/dense"
	"gonum.org/v1/gonum/mat"
)

// BenchmarkExact measures the exact process of 4,000 samples with given parameters:
// covariances, factor, likelihood and the mean of the samples, and the factor alone.
func BenchmarkExact(b *testing.B) {
	const n, d = 4000, 8
	x := mat.NewDense(n, d, nil)
	y := make([]float64, n)
	for i := range n {
		for j := range d {
			x.Set(i, j, math.Sin(float64((i+1)*(j+2))*0.37))
		}
		y[i] = math.Sin(float64(i) / 50)
	}
	p := one(Gaussian, 2, 1, 0.3)
	b.Run("whole", func(b *testing.B) {
		for b.Loop() {
			e, err := Condition(b.Context(), p, x, y)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(e.Likelihood().Log(), "likelihood")
		}
	})
	b.Run("factor", func(b *testing.B) {
		for b.Loop() {
			b.StopTimer()
			k, err := p.gram(b.Context(), x)
			if err != nil {
				b.Fatal(err)
			}
			for i := range n {
				k.Data[i*k.Stride+i] += p.Noise * p.Noise
			}
			b.StartTimer()
			if ok, err := dense.CholeskyUpper(b.Context(), k, 0); !ok || err != nil {
				b.Fatal(ok, err)
			}
		}
	})
}
