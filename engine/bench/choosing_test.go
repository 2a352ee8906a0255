package main

import (
	"context"
	"io"
	"math"
	"strings"
	"testing"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/subset"
)

// judged are points whose slowness on validation and on test is as given, the same on
// three folds.
func judged(validation, test []float64) []*result.Result {
	var results []*result.Result
	for i := range test {
		for fold := range 3 {
			r := &result.Result{Point: part.Point{Frame: part.Frame{Fold: fold, Folds: 3}}.With(subset.M.Is(i + 1)), Variance: result.Variance{OK: true}}
			r.Slowness.Test = []part.Float{part.Float(test[i])}
			r.Validation = &result.Scores{Slowness: part.Float(validation[i]), Parts: []result.ValidationPart{{N: 10, Fit: 30, Delta: []part.Float{part.Float(validation[i])}}}}
			results = append(results, r)
		}
	}
	return results
}

// Today's rule takes the second best point, that of before the worst.
func TestRegretOfTheChoice(t *testing.T) {
	test := []float64{0.4, 0.2, 0.3, 0.8, 0.9}
	task, err := newChoiceTask("slowness", judged([]float64{.9, .5, .1, .9, .9}, test), judged([]float64{.9, .5, .9, .9, .1}, test))
	if err != nil {
		t.Fatal(err)
	}
	task.by.Features = 1
	// The best is 0.2, the median 0.4, the choices 0.3 and 0.9.
	r := task.regrets(false)
	if math.Abs(r.now-math.Log2(1.5)) > 1e-12 || math.Abs(r.before-math.Log2(4.5)) > 1e-12 || r.errorNow > 1e-12 {
		t.Errorf("%+v", r)
	}
	if alone := task.regrets(true); math.Abs(alone.now-r.now) > 1e-12 || math.Abs(alone.before-r.before) > 1e-12 {
		t.Errorf("fold by fold %+v", alone)
	}
	if _, err := newChoiceTask("slowness", judged(test, test), judged(test[1:], test[1:])); err == nil {
		t.Error("other points are compared")
	}
}

func TestChoosingTableRefuses(t *testing.T) {
	for want, args := range map[string][]string{
		"no such set": {"-table", "choosing", "-sets", "nothing"},
		"tennessee":   {"-table", "choosing", "-sets", "tennessee", "-data", t.TempDir()},
	} {
		if err := execute(context.Background(), args, io.Discard); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", args, err)
		}
	}
}
