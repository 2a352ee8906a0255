package run

import (
	"encoding/json"
	"testing"

	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/sweeptest"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Measures are the same to the bit whether features are kept for a readout, and have the
// signs of their coefficients, or not; where they are not, less memory is asked for.
func TestMeasuresOfFeaturesThatAreNotKept(t *testing.T) {
	set := sweeptest.Trials(6, 3, 150) // segments that make a block each
	s := sweep.Spec{Split: split.Options{Folds: 2, Validation: 0.4, Seed: 1}}.With("method", "sfa", "space", "kernel", "kernel", "gaussian", "select", "mp-mah", "sigma", "2", "m", "20", "lambda", "0", "p", "5,3", "readout", "none")
	measures := func(readout string) (texts map[int]string, bytes int64) {
		s.Set("readout", readout)
		p := sweeptest.Plan(t, set, s)
		texts = map[int]string{}
		for _, r := range runAll(t, p, sweep.RunOptions{}).results {
			if r.Error != "" || r.Validation == nil {
				t.Fatalf("%+v", r)
			}
			b, err := json.Marshal([]any{r.Variance, r.Slowness, r.Validation.Slowness})
			if err != nil {
				t.Fatal(err)
			}
			texts[method.P.Of(r.Point)+10*r.Point.Fold] = string(b)
		}
		return texts, p.Jobs[0].FeatureRows(sweep.Outer) + p.Jobs[0].FeatureRows(0)
	}
	kept, all := measures("lda")
	alone, few := measures("none")
	if len(kept) != 4 || len(alone) != 4 {
		t.Fatalf("%d and %d results", len(kept), len(alone))
	}
	for k, want := range kept {
		if alone[k] != want {
			t.Errorf("point %d: %s without a readout, %s with one", k, alone[k], want)
		}
	}
	if few >= all {
		t.Errorf("%d rows of features without a readout, %d with one", few, all)
	}
}

// Features that are looked at have the signs of their coefficients. For measures alone,
// from values that are kept, nobody solves for these.
func TestCoefficientsAreComputedOnlyForFeatures(t *testing.T) {
	set := sweeptest.Trials(6, 3, 150)
	p := sweeptest.Plan(t, set, sweep.Spec{}.With("method", "sfa", "space", "kernel", "kernel", "gaussian", "select", "mp-mah", "sigma", "2", "m", "20", "lambda", "0", "p", "12", "readout", "none"))
	s, f := solvedFeatures(t, set, p.Entries[0].Point)
	m := s.model
	if f.Coefficients == nil || m.train.WeighsKernel() {
		t.Fatalf("coefficients %v; values are kept: %v", f.Coefficients, !m.train.WeighsKernel())
	}
	_, count := f.Coefficients.Dims()
	for j := range count {
		if column := mat.Col(nil, j, f.Coefficients); floats.Max(column) < -floats.Min(column) {
			t.Errorf("feature %d has a largest coefficient of %g", j, floats.Min(column))
		}
	}
	alone, err := s.features(t.Context(), sweep.Rotation(p.Entries[0].Point), count, p.Jobs[0].Uses(sweep.Outer))
	if err != nil {
		t.Fatal(err)
	}
	if alone.Coefficients != nil {
		t.Error("coefficients are solved for although nothing uses them")
	}
}
