package measure_test

import (
	"math"
	"math/rand/v2"
	"slices"
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

func TestMAE(t *testing.T) {
	if got := measure.MAE([]float64{1, 2, 3, 4}, []float64{1, 4, 3, 0}); !near(got, 1.5, 1e-15) {
		t.Errorf("MAE %v, want 1.5", got)
	}
	if got := measure.MAE(nil, nil); !math.IsNaN(got) {
		t.Errorf("MAE of nothing %v, want NaN", got)
	}
}

func TestConfusion(t *testing.T) {
	disc := mat.NewDense(8, 3, []float64{
		3, 0, 0,
		0, 1, 0,
		0, 0, 9, // no label
		0, 0, 1,
		0, 0, 1,
		0, math.NaN(), 0, // no class: neither its span has one
		0, 7, 0,
		0, 7, 0,
	})
	label := []int{0, 0, -1, 1, 1, 2, -1, -1}
	sample, segment := measure.Confusion(disc, label, []int{3, 2, 1, 2})
	if want := [][]int{{1, 1, 0}, {0, 0, 2}, {0, 0, 0}}; !slices.EqualFunc(sample, want, slices.Equal) {
		t.Errorf("samples %v, want %v", sample, want)
	}
	if want := [][]int{{0, 0, 1}, {0, 0, 1}, {0, 0, 0}}; !slices.EqualFunc(segment, want, slices.Equal) {
		t.Errorf("spans %v, want %v", segment, want)
	}
	label[1] = 2
	if _, segment := measure.Confusion(disc, label, []int{3, 2, 1, 2}); segment != nil {
		t.Errorf("spans %v where labels change inside one", segment)
	}
}

// The diagonal is what is right.
func TestConfusionAgreesWithAccuracy(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 0))
	for range 20 {
		disc := normal(60, 4, r.Uint64())
		label := make([]int, 60)
		for i := range label {
			label[i] = i/6%5 - 1
		}
		lengths := slices.Repeat([]int{6}, 10)
		sample, segment := measure.Accuracy(disc, label, lengths)
		samples, segments := measure.Confusion(disc, label, lengths)
		for name, c := range map[string]struct {
			counts [][]int
			want   float64
		}{"samples": {samples, sample}, "spans": {segments, segment}} {
			right, all := 0, 0
			for i, row := range c.counts {
				right += row[i]
				for _, v := range row {
					all += v
				}
			}
			if got := float64(right) / float64(all); got != c.want {
				t.Errorf("%s: %v on the diagonal, accuracy %v", name, got, c.want)
			}
		}
	}
}

func TestPredictionShapesPanic(t *testing.T) {
	for name, f := range map[string]func(){
		"labels":  func() { measure.Accuracy(mat.NewDense(2, 2, nil), []int{0}, []int{2}) },
		"lengths": func() { measure.Accuracy(mat.NewDense(2, 2, nil), []int{0, 1}, []int{3}) },
		"targets": func() { measure.RMSE([]float64{1}, nil) },
		"MAE":     func() { measure.MAE([]float64{1}, nil) },
		"classes": func() { measure.Confusion(mat.NewDense(2, 2, nil), []int{0, 2}, []int{2}) },
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

// Three classes of 26, 27 and 11 samples: scikit-learn's balanced_accuracy_score and
// cohen_kappa_score of the same counts.
func TestBalancedAccuracyAndKappa(t *testing.T) {
	counts := [][]int{{20, 5, 1}, {6, 19, 2}, {0, 3, 8}}
	var label []int
	var disc []float64
	for class, row := range counts {
		for taken, n := range row {
			for range n {
				label = append(label, class)
				one := make([]float64, 3)
				one[taken] = 1
				disc = append(disc, one...)
			}
		}
	}
	label, disc = append(label, -1), append(disc, 0, 0, 1)
	n := len(label)
	if got := measure.BalancedAccuracy(mat.NewDense(n, 3, disc), label, []int{n}); !near(got, 0.7334024000690667, 1e-14) {
		t.Errorf("balanced accuracy %.13g", got)
	}
	if got := measure.CohensKappa(counts); !near(got, 0.5766536964980544, 1e-14) {
		t.Errorf("κ %.13g", got)
	}
	if got := measure.CohensKappa([][]int{{4, 0}, {0, 0}}); !math.IsNaN(got) {
		t.Errorf("κ of one class is %v", got)
	}
	if got := measure.BalancedAccuracy(mat.NewDense(2, 2, []float64{1, 0, 1, 0}), []int{0, 0}, []int{2}); got != 1 {
		t.Errorf("of one class %v", got)
	}
}

// Of spans 0 0 0, – 1, 2 2 and – the class 0 is in half of the six samples, the class 1 in one
// of the three spans; where labels change inside a span there is no share of spans.
func TestBaselineAccuracy(t *testing.T) {
	label := []int{0, 0, 0, -1, 1, 2, 2, -1}
	if sample, segment := measure.BaselineAccuracy(0, 1, label, []int{3, 2, 2, 1}); sample != 0.5 || segment != 1./3 {
		t.Errorf("%v and %v", sample, segment)
	}
	if sample, segment := measure.BaselineAccuracy(0, 1, label, []int{2, 3, 2, 1}); sample != 0.5 || !math.IsNaN(segment) {
		t.Errorf("%v and %v", sample, segment)
	}
}
