package choose_test

import (
	"testing"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/subset"
)

func TestBestIsChosenOnValidationAlone(t *testing.T) {
	var results []*result.Result
	for i := range 60 {
		choice, fold := i/3, i%3
		score := part.Float((choice*7+fold)%20) / 20
		results = append(results, &result.Result{
			Point: part.Point{Frame: part.Frame{Fold: fold}}.With(subset.M.Is(choice + 1)), Slowness: result.Slowness{MeanTest: 1 - score},
			Variance: result.Variance{OK: true, Min: 1, Max: 1}, Accuracy: &result.Accuracy{Sample: score, Segment: score},
			Validation: &result.Scores{Slowness: 1 - score/2, Accuracy: &result.Accuracy{Sample: score / 2, Segment: score / 2}},
		})
	}
	best := choose.Best(choose.Summarize(results), "accuracy")
	if best < 0 {
		t.Fatal("no best")
	}
	for _, r := range results {
		r.Accuracy = &result.Accuracy{Sample: 1 - r.Accuracy.Sample, Segment: 1 - r.Accuracy.Segment}
		r.Slowness.MeanTest = -r.Slowness.MeanTest
	}
	if again := choose.Best(choose.Summarize(results), "accuracy"); again != best {
		t.Errorf("best moved from row %d to %d with the test measures", best, again)
	}
	for _, r := range results {
		r.Validation = nil
	}
	if none := choose.Best(choose.Summarize(results), "accuracy"); none != -1 {
		t.Errorf("best %d without a validation part", none)
	}
}

func TestViolationsAndFailuresRankLast(t *testing.T) {
	row := func(acc part.Float, ok bool, failure string) *result.Result {
		return &result.Result{
			Point: part.Point{}.With(subset.M.Is(int(acc*1000) + 1)), Error: failure, Variance: result.Variance{OK: ok, Min: 1, Max: 1},
			Validation: &result.Scores{Accuracy: &result.Accuracy{Sample: acc, Segment: acc}},
		}
	}
	rows := choose.Summarize([]*result.Result{row(0.99, false, ""), row(0.7, true, ""), row(0.95, true, "broken"), row(0.8, true, "")})
	if best := choose.Best(rows, "accuracy"); best != 3 {
		t.Errorf("best is row %d, want 3", best)
	}
}
