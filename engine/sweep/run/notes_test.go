package run

import (
	"math"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/preparation"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/sweeptest"
)

func says(notes []string, text string) bool {
	return slices.ContainsFunc(notes, func(n string) bool { return strings.Contains(n, text) })
}

// Under a graph of classes, features beyond one less than the classes are named
// as carrying nothing, and have Δ = 2; none is where there are no more.
func TestFeaturesBeyondTheClassesAreNamed(t *testing.T) {
	set := sweeptest.Trials(3, 2, 20)
	s := sweep.Spec{Split: split.Options{Folds: 1, Seed: 1}}.With("graph", "clustered", "space", "poly", "lambda", "0", "p", "1,4", "readout", "none")
	for _, r := range runAll(t, sweeptest.Plan(t, set, s), sweep.RunOptions{}).results {
		if r.Error != "" {
			t.Fatal(r.Error)
		}
		if got, want := says(r.Notes, "3 of 4 features carry nothing of the graph (Δ = 2: no structure)"), method.P.Of(r.Point) == 4; got != want {
			t.Errorf("p = %d: notes %q", method.P.Of(r.Point), r.Notes)
		}
		for i, delta := range r.Graph.Delta {
			if i > 0 && math.Abs(float64(delta)-2) > 0.05 {
				t.Errorf("feature %d beyond the classes has Δ = %v", i+1, delta)
			}
		}
	}
	s.Set("graph", "time")
	for _, r := range runAll(t, sweeptest.Plan(t, set, s), sweep.RunOptions{}).results {
		if says(r.Notes, "carry nothing") {
			t.Errorf("the time graph: notes %q", r.Notes)
		}
	}
}

// A test slowness that is not a number is explained.
func TestMissingSlownessIsExplained(t *testing.T) {
	set := sweeptest.Trials(3, 2, 20)
	for _, seg := range set.Segments {
		for i := seg.Start; i < seg.End && seg.Group == "g0"; i++ {
			set.X.SetRow(i, []float64{1, 2, 3})
		}
	}
	s := sweep.Spec{Split: split.Options{Folds: 3, Seed: 1}}.With("space", "linear", "lambda", "0", "p", "2", "readout", "none")
	told := 0
	for _, r := range runAll(t, sweeptest.Plan(t, set, s), sweep.RunOptions{}).results {
		missing := math.IsNaN(float64(r.Slowness.MeanTest))
		if says(r.Notes, "every feature is constant on the test part") != missing {
			t.Errorf("fold %d: mean test slowness %v, notes %q", r.Point.Fold, r.Slowness.MeanTest, r.Notes)
		}
		if missing {
			told++
		}
	}
	if told != 1 {
		t.Errorf("%d folds without test slowness, want that of g0 alone", told)
	}
	nan := part.Float(math.NaN())
	samples := &samples{data: &preparation.Data{Held: preparation.Part{Lengths: []int{5, 1}}}}
	for _, c := range []struct {
		test []part.Float
		want string
	}{{[]part.Float{0.1, nan, 0.3, nan}, "are the features 2, 4"}, {[]part.Float{nan}, "every feature"}, {[]part.Float{0.1}, ""}, {nil, ""}} {
		if got := strings.Join(samples.undefinedSlownessNotes(c.test), ""); !strings.Contains(got, c.want) || (c.want == "") != (got == "") {
			t.Errorf("%v: %q", c.test, got)
		}
	}
	samples.data.Held.Lengths = []int{1, 1}
	if got := samples.undefinedSlownessNotes([]part.Float{nan, nan}); !says(got, "follow each other") {
		t.Errorf("segments of one sample: %q", got)
	}
}
