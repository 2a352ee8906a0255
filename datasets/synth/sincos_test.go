package synth

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func TestSinCosIsTheCurveOfThePaper(t *testing.T) {
	s := SinCos(1000)
	for _, c := range []struct {
		row        int
		fast, slow float64
	}{
		{row: 0, slow: 0, fast: 1},
		{row: 333, slow: math.Sqrt(3) / 2, fast: -0.5}, // 11·2π/3 is 2π/3 short of 8π
		{row: 666, slow: -math.Sqrt(3) / 2, fast: -0.5},
		{row: 999, slow: 0, fast: 1},
	} {
		want := []float64{c.slow + math.Pow(c.fast, 4), c.fast, c.slow}
		got := []float64{s.X.At(c.row, 0), s.X.At(c.row, 1), s.Latent.At(c.row, 0)}
		for j := range want {
			if math.Abs(got[j]-want[j]) > 1e-9 {
				t.Errorf("row %d: x₁, x₂ and sin t are %v, want %v", c.row, got, want)
			}
		}
	}
}

// Degree four undoes x₁ = sin t + x₂⁴; degree two and three return the sine
// with a jitter. The correlations are those of an independent program.
func TestSinCosTakesDegreeFour(t *testing.T) {
	s := SinCos(1000)
	slow := mat.Col(nil, 0, s.Latent)
	for _, c := range []struct {
		degree    int
		low, high float64
	}{{2, 0.99045, 0.99055}, {3, 0.9775, 0.9785}, {4, 1 - 1e-9, 1 + 1e-9}} {
		y := linearSFA(t, monomials(s.X, c.degree), 1e-14, 1)
		if r := correlation(mat.Col(nil, 0, y), slow); r < c.low || r > c.high {
			t.Errorf("degree %d: the slowest feature correlates with sin t to %.6f, want %.6f to %.6f", c.degree, r, c.low, c.high)
		}
	}
}

// monomials returns all products of up to degree of the two columns of x,
// except the constant.
func monomials(x *mat.Dense, degree int) *mat.Dense {
	n, _ := x.Dims()
	h := mat.NewDense(n, (degree+1)*(degree+2)/2-1, nil)
	for i := range n {
		k := 0
		for total := 1; total <= degree; total++ {
			for second := range total + 1 {
				h.Set(i, k, math.Pow(x.At(i, 0), float64(total-second))*math.Pow(x.At(i, 1), float64(second)))
				k++
			}
		}
	}
	return h
}
