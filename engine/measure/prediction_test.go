package measure_test

import (
	"math"
	"testing"

	"example.com/sfatui/engine/measure"
	"gonum.org/v1/gonum/mat"
)

func TestAccuracy(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(-1)
	disc := mat.NewDense(9, 3, []float64{
		// One sample is right, but its certainty decides: the sum is 3, 2, 0.
		3, 0, 0,
		0, 1, 0,
		0, 1, 0,
		// No label: counts nowhere.
		0, 0, 9,
		0, 0, 9,
		// A tie goes to the lowest class; −∞ never wins.
		1, 1, inf,
		0, 0, inf,
		// The sample without a label still adds to its span's sum.
		0, 0, 1,
		0, 5, 0,
	})
	label := []int{0, 0, 0, -1, -1, 0, 0, 1, -1}
	sample, segment := measure.Accuracy(disc, label, []int{3, 2, 2, 2})
	if want := 3.0 / 6; sample != want {
		t.Errorf("sample accuracy %v, want %v", sample, want)
	}
	if segment != 1 {
		t.Errorf("segment accuracy %v, want 1", segment)
	}
	label[6] = 1
	sample, segment = measure.Accuracy(disc, label, []int{3, 2, 2, 2})
	if want := 2.0 / 6; sample != want || !math.IsNaN(segment) {
		t.Errorf("%v %v, want %v and NaN where labels change inside a span", sample, segment, want)
	}
	label[6] = 0
	disc.Set(0, 2, nan)
	sample, segment = measure.Accuracy(disc, label, []int{3, 2, 2, 2})
	if want := 2.0 / 6; sample != want || segment != 2.0/3 {
		t.Errorf("%v %v with a NaN, want %v %v", sample, segment, want, 2.0/3)
	}
}

func TestAccuracyWithoutLabels(t *testing.T) {
	sample, segment := measure.Accuracy(mat.NewDense(2, 2, nil), []int{-1, -1}, []int{2})
	if !math.IsNaN(sample) || !math.IsNaN(segment) {
		t.Errorf("%v %v, want NaN", sample, segment)
	}
}

func TestRMSE(t *testing.T) {
	if got := measure.RMSE([]float64{1, 2, 3, 4}, []float64{1, 4, 3, 0}); !near(got, math.Sqrt(5), 1e-15) {
		t.Errorf("RMSE %v, want √5", got)
	}
	if got := measure.RMSE([]float64{3e200}, []float64{-1e200}); !near(got, 4e200, 1e-15) {
		t.Errorf("RMSE of large numbers %v, want 4e200", got)
	}
	if got := measure.RMSE(nil, nil); !math.IsNaN(got) {
		t.Errorf("RMSE of nothing %v, want NaN", got)
	}
}

func TestPredictionShapesPanic(t *testing.T) {
	for name, f := range map[string]func(){
		"labels":  func() { measure.Accuracy(mat.NewDense(2, 2, nil), []int{0}, []int{2}) },
		"lengths": func() { measure.Accuracy(mat.NewDense(2, 2, nil), []int{0, 1}, []int{3}) },
		"targets": func() { measure.RMSE([]float64{1}, nil) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("wrong %s did not panic", name)
				}
			}()
			f()
		}()
	}
}
