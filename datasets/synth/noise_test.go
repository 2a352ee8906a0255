package synth

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func TestNoiseIsPredictableInAPlane(t *testing.T) {
	const n, d = 5000, 6
	s := Noise(1, n, d)
	for i := range n {
		if s.Latent.At(i, 0) != s.X.At(i, 0) || s.Latent.At(i, 1) != s.X.At(i, 1) {
			t.Fatalf("the plane at sample %d is %v", i, s.Latent.RawRowView(i))
		}
		if i > 0 && s.X.At(i, 1) != s.X.At(i-1, 0) {
			t.Fatalf("sample %d is (%v, %v) after %v", i, s.X.At(i, 0), s.X.At(i, 1), s.X.At(i-1, 0))
		}
	}
	past := mat.DenseCopyOf(s.X.Slice(0, n-1, 0, d))
	for j := range d {
		mean, deviation := meanDeviation(mat.Col(nil, j, s.X))
		if math.Abs(mean) > 0.05 || math.Abs(deviation-1) > 0.05 {
			t.Errorf("input %d has mean %.3f and deviation %.3f", j, mean, deviation)
		}
		for k := range j {
			if r := correlation(mat.Col(nil, j, s.X), mat.Col(nil, k, s.X)); r > 0.05 {
				t.Errorf("inputs %d and %d correlate to %.3f", k, j, r)
			}
		}
		want := 0.0
		if j == 1 {
			want = 1 // ξ_{t−1} is known, ξ_t is not: half of the plane's variance
		}
		if r := explained(past, mat.Col(nil, j, s.X)[1:])[0]; math.Abs(r-want) > 0.02 {
			t.Errorf("the past explains %.3f of input %d, want %v", r, j, want)
		}
	}
}

// Slowness finds one direction of the plane and mistakes the other for the
// fastest of all.
func TestNoiseHidesFromSlowness(t *testing.T) {
	const d = 10
	y := linearSFA(t, Noise(2, 5000, d).X, 1e-10, d)
	slow, fast := delta(mat.Col(nil, 0, y)), delta(mat.Col(nil, d-1, y))
	if math.Abs(slow-1) > 0.1 || math.Abs(fast-3) > 0.1 {
		t.Errorf("slowness from %.2f to %.2f, want 1 to 3", slow, fast)
	}
}

func TestNoiseRepetitions(t *testing.T) {
	a, b := Noise(0, 800, 10).X.RawMatrix().Data, Noise(1, 800, 10).X.RawMatrix().Data
	if slices.Equal(a, b) || !slices.Equal(a[:7000], Noise(0, 700, 10).X.RawMatrix().Data) {
		t.Error("repetitions are equal, or a longer one does not begin like a shorter one")
	}
}
