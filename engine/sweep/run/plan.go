package run

import (
	"context"
	"fmt"
	"math"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep"
)

// NewPlan makes a plan as [sweep.NewPlan] does, and also resolves axes written as multiples of
// the λ from which regularisation begins to act. For these it solves each parameter choice
// without regularisation, once per fold, on the training part only. o bounds the workers and
// the memory of these solves.
func NewPlan(ctx context.Context, set *data.Set, hash string, spec sweep.Spec, o sweep.RunOptions) (*sweep.Plan, error) {
	return sweep.NewPlanActing(ctx, set, hash, spec, func(points []part.Point) ([]float64, error) {
		return lambdasActing(ctx, set, hash, points, o)
	})
}

// lambdasActing returns, for each of the points (all with λ = 0), the λ from which
// regularisation begins to change the features; NaN for a point without such a λ.
func lambdasActing(ctx context.Context, set *data.Set, hash string, points []part.Point, o sweep.RunOptions) ([]float64, error) {
	plan, err := sweep.PlanOf(set, hash, points)
	if err != nil {
		return nil, err
	}
	for _, j := range plan.Jobs {
		j.Fold = split.Fold{Train: j.Fold.Train}
	}
	solved := resultsByKey{}
	r, err := Start(ctx, plan, solved, sweep.RunOptions{Workers: o.Workers, Memory: o.Memory})
	if err != nil {
		return nil, fmt.Errorf("to find the λ that begins to act: %w", err)
	}
	if err := r.Wait(); err != nil {
		return nil, err
	}
	byPoint := map[part.Point]*result.Result{}
	for _, res := range solved {
		byPoint[res.Point] = res
	}
	out := make([]float64, len(points))
	for i, p := range points {
		out[i] = math.NaN()
		if res := byPoint[p]; res != nil && res.LambdaActs != nil {
			out[i] = float64(*res.LambdaActs)
		}
	}
	return out, nil
}

// All computes a sweep over a set and returns the results of its points in the order of the
// plan. A point that fails has its error in its result. Use [Start] to receive results as
// points finish, or to limit memory and workers.
func All(ctx context.Context, set *data.Set, spec sweep.Spec) ([]*result.Result, error) {
	plan, err := NewPlan(ctx, set, set.Hash(), spec, sweep.RunOptions{})
	if err != nil {
		return nil, err
	}
	done := resultsByKey{}
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
