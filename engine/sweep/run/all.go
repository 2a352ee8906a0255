package run

import (
	"context"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep"
)

// All computes a sweep over a set and gives the results of its points, in the order of
// the plan. A point that fails has its error in its result. Use [Start] to see points as
// they are finished, or to bound memory and workers.
func All(ctx context.Context, set *data.Set, spec sweep.Spec) ([]*result.Result, error) {
	plan, err := NewPlan(ctx, set, set.Hash(), spec, sweep.RunOptions{})
	if err != nil {
		return nil, err
	}
	done := finished{}
	r, err := Start(ctx, plan, done, sweep.RunOptions{})
	if err != nil {
		return nil, err
	}
	if err := r.Wait(); err != nil {
		return nil, err
	}
	var out []*result.Result
	for _, e := range plan.Entries {
		out = append(out, done[e.Key])
	}
	return out, nil
}

// finished holds the results of points by their keys.
type finished map[string]*result.Result

// Handle implements [sweep.Sink].
func (f finished) Handle(e sweep.Event) error {
	if e.Kind == sweep.PointDone {
		f[e.Result.Key] = e.Result
	}
	return nil
}
