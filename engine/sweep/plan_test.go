package sweep_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/sweeptest"
)

func TestEndsFirstIsAPermutation(t *testing.T) {
	for n := range 40 {
		got := sweep.EndsFirst(n)
		slices.Sort(got)
		for i, v := range got {
			if i != v {
				t.Fatalf("n = %d: %v", n, got)
			}
		}
		if len(got) != n {
			t.Fatalf("n = %d: %d values", n, len(got))
		}
	}
}

// The cheapest job of the first fold begins; jobs of the same cost keep the order of their
// widths. A linear space of three inputs takes less than twenty supports.
func TestCheapestJobBegins(t *testing.T) {
	set := sweeptest.Trials(4, 2, 30)
	for spaces, want := range map[string]string{"kernel": "kernel 1", "kernel,linear": "linear 0"} {
		plan, err := sweep.NewPlan(set, "hash", sweep.Spec{Split: split.Options{Folds: 2}}.With("space", spaces, "sigma", "1,2,4", "m", "20", "lambda", "0", "p", "2", "readout", "none"))
		if err != nil {
			t.Fatal(err)
		}
		var order []string
		for _, j := range plan.Jobs {
			order = append(order, fmt.Sprint(space.Name.Of(j.At), " ", kernel.Sigma.X(j.At), " ", j.At.Fold))
		}
		if !strings.HasPrefix(order[0], want) || !slices.IsSortedFunc(plan.Jobs, func(a, b *sweep.Job) int { return a.At.Fold - b.At.Fold }) {
			t.Errorf("%s: the jobs are in the order %q", spaces, order)
		}
	}
}

// ending is a context that ends after a number of checks.
type ending struct {
	context.Context
	left int
}

func (c *ending) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// Planning checks its context before each point, and stops once it has ended.
func TestPlanningStops(t *testing.T) {
	set := sweeptest.Trials(4, 2, 30)
	spec := sweep.Spec{Split: split.Options{Folds: 2}}.With("sigma", "lin:1:10:10", "m", "20", "lambda", "log:1e-9:1e-1:10", "p", "2", "readout", "none")
	for _, n := range []int{0, 1, 10, 100, 200} {
		ctx := &ending{Context: t.Context(), left: n}
		if _, err := sweep.NewPlanActing(ctx, set, "hash", spec, nil); !errors.Is(err, context.Canceled) || ctx.left < -2 {
			t.Errorf("ended after %d checks, planning checked %d times more, error %v", n, -ctx.left, err)
		}
	}
	ctx := &ending{Context: t.Context(), left: 10_000}
	if plan, err := sweep.NewPlanActing(ctx, set, "hash", spec, nil); err != nil || len(plan.Entries) != 200 {
		t.Errorf("a plan that is not ended: %v", err)
	}
}
