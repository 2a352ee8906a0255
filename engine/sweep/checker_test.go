package sweep_test

import (
	"fmt"
	"testing"

	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/sweeptest"
)

// One checker returns for each sweep, in any order and repeatedly, the error that a plan of it
// alone returns: divisions and errors that it keeps are those of the sweep.
func TestCheckerAgreesWithPlans(t *testing.T) {
	set := sweeptest.Trials(4, 2, 30)
	specs := []sweep.Spec{}
	for _, o := range []split.Options{{}, {Folds: 2}, {Folds: 9}, {LeaveOneOut: true}, {Folds: 2, Gap: 100}, {Repeats: 2, TrainFraction: 0.5}, {By: "row"}, {Seed: 3}} {
		for _, inner := range []string{"", "auto", "3", "none"} {
			for _, m := range []string{"2", "20", "5000"} {
				specs = append(specs, sweep.Spec{Split: o, Inner: inner}.With("sigma", "1", "lambda", "0", "m", m, "p", "1"))
			}
		}
	}
	valid := 0
	c := sweep.NewChecker(set)
	for range 2 {
		for _, s := range specs {
			_, want := sweep.NewPlan(set, "hash", s)
			if got := c.Check(s); fmt.Sprintf("%T %v", got, got) != fmt.Sprintf("%T %v", want, want) {
				t.Errorf("%+v, inner %q, m %s: %v, want %v", s.Split, s.Inner, s.Text("m"), got, want)
			}
			if want == nil {
				valid++
			}
		}
	}
	if valid == 0 || valid == 2*len(specs) {
		t.Errorf("%d of %d sweeps are valid", valid, 2*len(specs))
	}
}
