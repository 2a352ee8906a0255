package measure_test

import (
	"math"
	"slices"
	"testing"

	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/result"
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

// Spans of the probabilities .8 and .6 for their class and .9 for another; ties go to the lowest
// class, here the wrong one, at .5.
func TestReliabilityOfSpans(t *testing.T) {
	probability := mat.NewDense(6, 2, []float64{
		.7, .3,
		.9, .1, // mean .8, right
		.4, .6, // .6, right
		.1, .9, // .9, wrong
		.5, .5, // .5, wrong
		1.5, -.5, // without a label
	})
	label := []int{0, 0, 1, 0, 1, -1}
	want := []result.Confidence{{Tenth: 5, Count: 1, Probability: .5}, {Tenth: 6, Count: 1, Right: 1, Probability: .6}, {Tenth: 8, Count: 1, Right: 1, Probability: .8}, {Tenth: 9, Count: 1, Probability: .9}}
	if got := measure.Reliability(probability, label, []int{2, 1, 1, 1, 1}); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	label[5] = 0
	want[3] = result.Confidence{Tenth: 9, Count: 2, Right: 1, Probability: .95}
	if got := measure.Reliability(probability, label, []int{2, 1, 1, 1, 1}); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got := measure.Reliability(probability, label, []int{3, 1, 1, 1}); got != nil {
		t.Errorf("%v where labels change inside a span, want none", got)
	}
	probability.Set(2, 1, math.NaN())
	if got := measure.Reliability(probability, label, []int{2, 1, 1, 1, 1}); got != nil {
		t.Errorf("%v of NaN, want none", got)
	}
}
