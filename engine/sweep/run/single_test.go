package run

import (
	"errors"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/sweeptest"
	"gonum.org/v1/gonum/mat"
)

// singles are segments of one sample each, of two classes apart.
func singles(n int) *data.Set {
	rng := rand.New(rand.NewPCG(3, 4))
	set := &data.Set{Name: "singles", Inputs: []string{"a", "b"}, X: mat.NewDense(n, 2, nil), Classes: []string{"left", "right"}}
	for i := range n {
		set.X.SetRow(i, []float64{4*float64(i%2) + rng.NormFloat64(), rng.NormFloat64()})
		set.Label = append(set.Label, i%2)
		set.Segments = append(set.Segments, data.Segment{Name: "s" + strconv.Itoa(i), Start: i, End: i + 1})
	}
	return set
}

// Segments of one sample have no neighbours in time, which graphs over labels
// do not need.
func TestSegmentsOfOneSample(t *testing.T) {
	set := singles(60)
	s := sweep.Spec{Split: split.Options{Folds: 3, Validation: 0.25, Seed: 1}}.With("method", "sfa", "space", "linear", "graph", "clustered", "lambda", "0", "p", "1", "readout", "lda")
	for _, res := range runAll(t, sweeptest.Plan(t, set, s), sweep.RunOptions{}).results {
		if res.Error != "" || res.Accuracy == nil || float64(res.Accuracy.Sample) < 0.8 {
			t.Errorf("%+v", res)
		}
	}
	s.Set("graph", "time")
	var wrong *part.SpecError
	if _, err := sweep.NewPlan(set, "hash", s); !errors.As(err, &wrong) || !strings.Contains(err.Error(), "clustered") {
		t.Errorf("%v", err)
	}
}

// An error about a sample names it as the data has it, not as the part does.
func TestErrorsNameSamplesOfTheData(t *testing.T) {
	set := singles(12)
	set.Segments[11].Held, set.Segments[10].Held = true, true
	set.Importance = make([]float64, 12)
	for i := range set.Importance {
		set.Importance[i] = 1
	}
	set.Importance[7] = -2
	s := sweep.Spec{Split: split.Options{Folds: 1, Seed: 1}}.With("method", "sfa", "space", "linear", "graph", "clustered", "lambda", "0", "p", "1", "readout", "none")
	for _, res := range runAll(t, sweeptest.Plan(t, set, s), sweep.RunOptions{}).results {
		if !strings.Contains(res.Error, "sample 1 of segment s7: its importance is -2") {
			t.Errorf("%q", res.Error)
		}
	}
	set.Importance[7], set.Label[3], set.Classes = 1, 2, []string{"left", "right", "odd"}
	for _, res := range runAll(t, sweeptest.Plan(t, set, s), sweep.RunOptions{}).results {
		if !strings.Contains(res.Error, "sample 1 of segment s3: it is the only one of its class") {
			t.Errorf("%q", res.Error)
		}
	}
}
