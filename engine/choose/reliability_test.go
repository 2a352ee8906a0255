package choose_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
)

// confident returns a point of one fold whose parts hold 50 segments at a probability of .9 each,
// of which right are classified correctly.
func confident(fold int, right ...int) *result.Result {
	r := swept(1, 0, 20, .9, .8)
	r.Point.Fold, r.Point.Folds = fold, fold+1
	for k := range r.Validation.Parts {
		r.Validation.Parts[k].Reliability = []result.Confidence{{Tenth: 9, Count: 50, Right: right[k], Probability: .9}}
	}
	return r
}

// 90 of 100 are expected, with a standard deviation of √(100·.9·.1) = 3. Folds repeat segments:
// a second one does not make the difference any clearer.
func TestReliability(t *testing.T) {
	both := []*result.Result{confident(0, 42, 40), confident(1, 40, 42)}
	both[0].Point.Folds = 2
	for _, c := range []struct {
		results []*result.Result
		z       float64
		n       int
		want    string
	}{
		{[]*result.Result{confident(0, 42, 40)}, -8. / 3, 100, "overconfident"},
		{[]*result.Result{confident(0, 42, 43)}, -5. / 3, 100, "no difference beyond chance"},
		{[]*result.Result{confident(0, 48, 48)}, 2, 100, "underconfident"},
		{both, -8. / 3, 200, "overconfident"},
	} {
		rows := choose.Summarize(c.results)
		r, ok := rows[0].Reliability()
		if !ok || math.Abs(r.Z-c.z) > 1e-12 || r.N != c.n || math.Abs(r.Probability-.9) > 1e-12 || r.Verdict() != c.want {
			t.Errorf("%+v %v, want %v of %d: %s", r, r.Verdict(), c.z, c.n, c.want)
		}
		choice := choose.By{Objective: "accuracy"}.Choose(rows)
		report := choice.Report(rows)
		want := []result.Confidence{{Tenth: 9, Count: c.n, Right: r.Right, Probability: part.Float(r.Probability)}}
		if !slices.Equal(report.Reliability, want) {
			t.Errorf("in JSON %v", report.Reliability)
		}
	}
	sure := confident(0, 50, 49)
	for k := range sure.Validation.Parts {
		sure.Validation.Parts[k].Reliability[0].Probability = 1
	}
	if r, _ := choose.Summarize([]*result.Result{sure})[0].Reliability(); r.Verdict() != "overconfident" {
		t.Errorf("an error at a probability of 1 is %q", r.Verdict())
	}
	lacking := confident(0, 50, 49)
	lacking.Validation.Parts[1].Reliability = nil
	if r, ok := choose.Summarize([]*result.Result{lacking})[0].Reliability(); ok {
		t.Errorf("%+v where a part has none", r)
	}
}

// The sentence stands beside the Brier score.
func TestReliabilityIsSaid(t *testing.T) {
	r := confident(0, 42, 40)
	for k := range r.Validation.Parts {
		r.Validation.Parts[k].Brier = new(part.Float(.2))
	}
	choice := choose.By{Objective: "accuracy"}.Choose(choose.Summarize([]*result.Result{r}))
	lines := strings.Join(choice.Lines(), "\n")
	if want := "a mean probability of 0.9 and is right in 0.82 on validation: overconfident"; !strings.Contains(lines, want) {
		t.Errorf("%s\nlacks %s", lines, want)
	}
}
