package measure_test

import (
	"math"
	"testing"

	"example.com/sfatui/engine/measure"
	"gonum.org/v1/gonum/mat"
)

// Second differences across a border must not count, nor those of a line.
func TestCurvatureStaysInsideSpans(t *testing.T) {
	x := mat.NewDense(9, 2, []float64{
		0, 1e6,
		1, 1e6 + 3,
		2, 1e6 + 6,
		100, 50,
		101, 50,
		300, 0,
		302, 1,
		301, 0,
		304, 5,
	})
	got := measure.Curvature(x, []int{3, 2, 0, 4})
	for j, want := range []float64{(0 + 9 + 16) / 3.0, (0 + 4 + 36) / 3.0} {
		if !near(got[j], want, 1e-15) {
			t.Errorf("feature %d: %v, want %v", j, got[j], want)
		}
	}
	for _, v := range measure.Curvature(x, []int{2, 2, 2, 2, 1}) {
		if !math.IsNaN(v) {
			t.Errorf("curvature %v without a triple, want NaN", v)
		}
	}
}

// Of a sine with f oscillations in T samples η is f, and √⟨ÿ²⟩ is (2πf/T)².
func TestXiOfASine(t *testing.T) {
	const n, f, lambda = 20_000, 5.0, 3.0
	x := column(n, func(i int) float64 { return 7 + 0.3*math.Sin(2*math.Pi*f*float64(i)/n) })
	deltas, curvatures := measure.UnitSlownessAndCurvature(x, []int{n})
	delta, curvature := deltas[0], curvatures[0]
	want := f + lambda*f*(2*math.Pi*f/n)
	if got := measure.Xi(delta, curvature, n, lambda); !near(got, want, 1e-4) {
		t.Errorf("ξ %v, want %v", got, want)
	}
	if got, eta := measure.Xi(delta, curvature, n, 0), measure.Eta(delta, n); got != eta {
		t.Errorf("ξ without weight is %v, η %v", got, eta)
	}
}

// The paper's figure 1: two signals with steps of the same size have the same η, and ξ
// separates the jitter from the sine.
func TestXiMeasuresJitter(t *testing.T) {
	const n = 200
	sine := func(i int) float64 { return math.Sqrt2 * math.Sin(2*math.Pi*float64(i)/n) }
	jitter, sum := make([]float64, n), 0.0
	for i := 1; i < n; i++ {
		sum += math.Abs(sine(i)-sine(i-1)) * float64(1-2*(i%2))
		jitter[i] = sum
	}
	a, b := column(n, sine), mat.NewDense(n, 1, jitter)
	xi := func(x *mat.Dense) float64 {
		return measure.Xi(measure.Slowness(x, []int{n})[0], measure.Curvature(x, []int{n})[0], n, 1)
	}
	if slow, fast := measure.Slowness(a, []int{n})[0], measure.Slowness(b, []int{n})[0]; !near(slow, fast, 1e-12) {
		t.Errorf("slowness %v and %v, want the same", slow, fast)
	}
	if smooth, rough := xi(a), xi(b); rough < 2.5*smooth {
		t.Errorf("ξ of the sine %v, of the jitter %v", smooth, rough)
	}
}

func BenchmarkCurvature(b *testing.B) {
	phi := normal(6000, 32, 6)
	for b.Loop() {
		measure.UnitSlownessAndCurvature(phi, []int{6000})
	}
}
