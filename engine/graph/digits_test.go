package graph

import (
	"testing"

	"example.com/sfatui/datasets/realdata"
	"gonum.org/v1/gonum/floats/scalar"
	"gonum.org/v1/gonum/mat"
)

// Δ on real digits, computed independently of this project.
func TestDigitsClustered(t *testing.T) {
	x, label := realdata.Digits(t)
	x, label = x.Slice(0, 1200, 0, 64).(*mat.Dense), label[:1200]
	delta, _ := slowest(t, must(Clustered(label)), x, 10)
	want := []float64{0.21596, 0.27635, 0.33391, 0.48367, 0.59881, 0.69383, 0.84100, 1.0233, 1.2490, 2}
	for j, w := range want {
		if !scalar.EqualWithinRel(delta[j], w, 5e-5) {
			t.Errorf("Δ%d = %.6g, want %.5g", j+1, delta[j], w)
		}
	}
}
