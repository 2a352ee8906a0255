package measure_test

import (
	"math"
	"testing"

	"example.com/sfatui/engine/measure"
	"gonum.org/v1/gonum/mat"
)

// Of spans that are read by the mean over their samples, those beyond 0 … 1 included.
func TestBrierOfSpans(t *testing.T) {
	probability := mat.NewDense(6, 2, []float64{
		.8, .2,
		.4, .6, // mean .6 .4: 2·.16 for class 0
		1.4, -.4, // 0 for class 0, bounded
		.5, .5, // 2·.25 for class 1
		.1, .9, // without a label
		math.Inf(-1), 1, // 0 for class 1
	})
	label := []int{0, -1, 0, 1, -1, 1}
	if got, want := measure.Brier(probability, label, []int{2, 1, 1, 1, 1}), (.32+0+.5+0)/4; math.Abs(got-want) > 1e-15 {
		t.Errorf("%v, want %v", got, want)
	}
	if got := measure.Brier(probability, label, []int{2, 2, 1, 1}); !math.IsNaN(got) {
		t.Errorf("%v where labels change inside a span, want NaN", got)
	}
	if got := measure.Brier(probability, []int{-1, -1, -1, -1, -1, -1}, []int{6}); !math.IsNaN(got) {
		t.Errorf("%v without labels, want NaN", got)
	}
	probability.Set(0, 0, math.NaN())
	if got := measure.Brier(probability, label, []int{2, 1, 1, 1, 1}); !math.IsNaN(got) {
		t.Errorf("%v of NaN, want NaN", got)
	}
}
