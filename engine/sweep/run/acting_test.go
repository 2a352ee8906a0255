package run_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/subset"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/run"
	"example.com/sfatui/engine/sweep/sweeptest"
)

var relative = sweep.Spec{Split: split.Options{Folds: 2, Validation: 0.3, Seed: 1}}.With("sigma", "1,4", "lambda", "rel:0,0.1,1", "m", "10,20", "p", "2,4", "readout", "lda", "method", "sfa,pca")

// Multiples are of the λ that a point without regularisation says, at the median of the
// folds: for each width and number of supports its own, for every p the same.
func TestMultiplesOfLambda(t *testing.T) {
	set := sweeptest.Trials(4, 3, 40)
	plan, err := run.NewPlan(context.Background(), set, "hash", relative, sweep.RunOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if len(plan.Acts) != 4 || len(plan.Entries) != 2*2*2*2*(3+1) {
		t.Fatalf("λ acts at %v, %d points", plan.Acts, len(plan.Entries))
	}
	lambdas := map[string]map[float64]int{}
	for _, e := range plan.Entries {
		if at := fmt.Sprint(kernel.Sigma.X(e.Point), subset.M.Of(e.Point)); method.Name.Of(e.Point) == "sfa" {
			if lambdas[at] == nil {
				lambdas[at] = map[float64]int{}
			}
			lambdas[at][method.Lambda.X(e.Point)]++
		}
	}
	results, err := run.All(context.Background(), set, relative.With("lambda", "0", "method", "sfa", "p", "4"))
	if err != nil {
		t.Fatal(err)
	}
	for _, act := range plan.Acts {
		var folds []float64
		for _, r := range results {
			if p := r.Point; kernel.Sigma.X(p) == kernel.Sigma.X(act.Config) && subset.M.Of(p) == subset.M.Of(act.Config) {
				folds = append(folds, float64(*r.LambdaActs))
			}
		}
		if len(folds) != 2 || math.Abs(act.Lambda/((folds[0]+folds[1])/2)-1) > 1e-9 {
			t.Errorf("λ acts from %v, by the folds %v", act.Lambda, folds)
		}
		got := lambdas[fmt.Sprint(kernel.Sigma.X(act.Config), subset.M.Of(act.Config))]
		for _, multiple := range []float64{0, 0.1, 1} {
			found := false
			for lambda, points := range got {
				found = found || math.Abs(lambda-multiple*act.Lambda) <= 1e-3*multiple*act.Lambda && points == 4
			}
			if !found || len(got) != 3 {
				t.Errorf("multiple %v of %v is not among %v", multiple, act.Lambda, got)
			}
		}
	}
}

// What λ acts from is of the training parts, whatever the test parts hold.
func TestMultiplesOfLambdaUseNoTestData(t *testing.T) {
	spec := relative.With("method", "sfa")
	spec.Split.Folds = 1
	acts := func(garbage bool) []sweep.Act {
		set := sweeptest.Trials(4, 3, 40)
		if garbage {
			folds, err := split.Folds(set, spec.Split)
			if err != nil || len(folds[0].Test) == 0 {
				t.Fatal(folds, err)
			}
			for _, span := range folds[0].Test {
				for i := span.Start; i < span.End; i++ {
					for j := range set.X.RawRowView(i) {
						set.X.Set(i, j, math.NaN())
					}
				}
			}
		}
		plan, err := run.NewPlan(context.Background(), set, "hash", spec, sweep.RunOptions{})
		if err != nil {
			t.Fatal(err)
		}
		return plan.Acts
	}
	if a, b := acts(false), acts(true); fmt.Sprint(a) != fmt.Sprint(b) {
		t.Errorf("λ acts at %v, with other test data at %v", a, b)
	}
}

func TestMultiplesOfLambdaRefused(t *testing.T) {
	for text, says := range map[string]string{
		"rel:-1,1": "λ = -1: must be 0 or above", "rel:NaN": "not a number", "rel:1,norm:2": "rel:0,0.1,1", "0,rel:": "a number is missing",
	} {
		_, err := run.NewPlan(context.Background(), sweeptest.Trials(4, 3, 40), "hash", relative.With("lambda", text), sweep.RunOptions{})
		var slip *part.SpecError
		if !errors.As(err, &slip) || slip.Axis != "lambda" || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", text, err)
		}
	}
	if _, err := sweep.NewPlan(sweeptest.Trials(4, 3, 40), "hash", relative); err == nil || !strings.Contains(err.Error(), "write λ as numbers") {
		t.Errorf("without a solver: %v", err)
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := run.NewPlan(ended, sweeptest.Trials(4, 3, 40), "hash", relative, sweep.RunOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
