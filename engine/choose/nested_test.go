package choose_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
)

// inFolds returns results of points from the slowness of each on two validation parts
// of each fold, and on the test part of each fold.
func inFolds(validation [][]part.Float, test [][]part.Float) []*result.Result {
	out := threeFolds(validation)
	for _, r := range out {
		i := int(kernel.Sigma.X(r.Point)) - 1
		v := test[i][r.Point.Fold]
		r.Slowness = result.Slowness{Test: []part.Float{v}, MeanTest: v, Train: []part.Float{v}, MeanTrain: v}
	}
	return out
}

// Of H3 the products of the two scores of a fold are .05 .076 .093 .0528, .054 .0476 .0957
// .054 and .0528 .0735 .0960 .0529: A, B and A are chosen. ★ is A.
func TestNestedChoosesInEachFold(t *testing.T) {
	test := [][]part.Float{{.21, .22, .23}, {.31, .32, .33}, {.41, .42, .43}, {.51, .52, .53}}
	results := inFolds(h3, test)
	rows := choose.Summarize(results)
	by := choose.By{Objective: "slowness"}
	c := by.Choose(rows)
	n, ok := by.Nested(rows, c.Best)
	if !ok || n.Folds != 3 || n.Same != 2 || n.Unseen() {
		t.Fatalf("%+v", n)
	}
	s := n.Row.Of(measure.TestSlowness)
	mean := (.21 + .32 + .23) / 3
	wantNear(t, "the nested estimate", s.Mean, mean, 1e-15)
	sd := math.Sqrt(((.21-mean)*(.21-mean) + (.32-mean)*(.32-mean) + (.23-mean)*(.23-mean)) / 2)
	wantNear(t, "its error", s.SE, sd/math.Sqrt(3), 1e-15)
	wantNear(t, "★'s own", n.Star.Of(measure.TestSlowness).Mean, .22, 1e-15)
	for fold, point := range []int{0, 1, 0} {
		if want := rows[point].Results[fold].Key; n.Keys[fold] != want {
			t.Errorf("fold %d: %s, want %s", fold, n.Keys[fold], want)
		}
	}
	want := "estimate for new data: test slowness 0.2533 ± 0.034, with ★ chosen separately in each of 3 folds (the same in 2); the 0.22 ± 0.0058 of ★ itself is biased by the choice"
	if got := n.Line("slowness", strings.Clone); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	r := c.Report(rows)
	if !slices.Equal(r.NestedKeys, n.Keys) || r.Same != 2 {
		t.Errorf("%+v", r)
	}
	if m := n.Report("slowness").Measures; len(m) == 0 || m[0].Measure != "test slowness" || m[0].Value != part.Float(s.Mean) || m[0].Star != part.Float(n.Star.Of(measure.TestSlowness).Mean) {
		t.Errorf("%+v", m)
	}
}

// With one fold the choice has seen no test row.
func TestNestedOfOneFoldIsTheChoice(t *testing.T) {
	p := part.Point{Frame: part.Frame{Folds: 1}}.With(method.P.Is(1))
	a, b := parted(p.With(kernel.Sigma.Is(1)), slow(.2), slow(.3)), parted(p.With(kernel.Sigma.Is(2)), slow(.4), slow(.1))
	a.Slowness.MeanTest, b.Slowness.MeanTest = .7, .9
	rows := choose.Summarize([]*result.Result{a, b})
	by := choose.By{Objective: "slowness"}
	c := by.Choose(rows)
	n, ok := by.Nested(rows, c.Best)
	if !ok || !n.Unseen() || n.Same != 1 || n.Keys[0] != b.Key {
		t.Fatalf("%+v, ★ %d", n, c.Best)
	}
	if got := n.Line("slowness", strings.Clone); got != "estimate for new data: test slowness 0.9; test plays no part in the choice" {
		t.Error(got)
	}
}

// A fold without a score on validation has nothing to choose by; a point that failed in a fold
// is not chosen there, as it is not for all.
func TestNestedOfFoldsThatLack(t *testing.T) {
	test := [][]part.Float{{.21, .22, .23}, {.31, .32, .33}, {.41, .42, .43}, {.51, .52, .53}}
	by := choose.By{Objective: "slowness"}
	results := inFolds(h3, test)
	for _, r := range results {
		if r.Point.Fold == 1 && kernel.Sigma.X(r.Point) == 2 {
			r.Error = "failed"
		}
	}
	rows := choose.Summarize(results)
	n, ok := by.Nested(rows, by.Choose(rows).Best)
	if !ok || n.Same != 2 || n.Keys[1] != rows[3].Results[1].Key { // D by A's score, as its σ is larger
		t.Errorf("%v: %+v", ok, n.Keys)
	}
	for _, r := range results {
		if r.Point.Fold == 2 {
			r.Validation = nil
		}
	}
	rows = choose.Summarize(results)
	if n, ok := by.Nested(rows, 0); ok {
		t.Errorf("of a fold without validation: %+v", n.Keys)
	}
}

// Of 60 test samples 20 are of a class that is not trained on, or all: then there is no estimate,
// nothing to hold against chance and no hindsight.
func TestEstimateOfUntrainedClasses(t *testing.T) {
	for _, c := range []struct {
		right, wrong int
		line         string
	}{
		{40, 20, "estimate for new data: samples right on test 0.6667, where 20 of 60 samples are always wrong, because training has no samples of class c; test plays no part in the choice"},
		{0, 60, "estimate for new data: none; test contains only samples of class c, which training lacks: the accuracy is always 0"},
	} {
		share := part.Float(float64(c.right) / 60)
		var results []*result.Result
		for i := range 2 {
			at := part.Point{Frame: part.Frame{Folds: 1}}.With(method.P.Is(1), kernel.Sigma.Is(float64(i+1)))
			r := parted(at, result.ValidationPart{Accuracy: &result.Accuracy{Sample: part.Float(0.8 + 0.05*float64(i)), Segment: part.Float(math.NaN())}})
			r.Accuracy = &result.Accuracy{Sample: share, Segment: part.Float(math.NaN()), Baseline: &result.Baseline{Sample: 0.5, Segment: part.Float(math.NaN())}, Untrained: []result.Untrained{{Class: "c", Samples: c.wrong}}}
			r.Confusion = &result.Confusion{Sample: [][]int{{c.right, 0, 0}, {0, 0, 0}, {c.wrong, 0, 0}}}
			results = append(results, r)
		}
		rows := choose.Summarize(results)
		by := choose.By{Objective: measure.ByAccuracy}
		lines := by.TestLines(rows, by.Choose(rows).Best, strings.Clone)
		if len(lines) == 0 || lines[0] != c.line || (len(lines) > 1) != (c.right > 0) {
			t.Errorf("%d right:\n%s", c.right, strings.Join(lines, "\n"))
		}
	}
}
