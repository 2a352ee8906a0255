package run

import (
	"context"
	"fmt"
	"math"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sfa"
	"example.com/sfatui/engine/sweep"
	"gonum.org/v1/gonum/mat"
)

// NewPlan is [sweep.NewPlan] that may solve: where multiples of the λ that begins to act
// are written, every choice of parameters is solved for without regularisation first, once
// in each fold, on the training part alone. o bounds what that may use.
func NewPlan(ctx context.Context, set *data.Set, hash string, spec sweep.Spec, o sweep.RunOptions) (*sweep.Plan, error) {
	return sweep.NewPlanActing(set, hash, spec, func(points []part.Point) ([]float64, error) {
		return lambdasActing(ctx, set, hash, points, o)
	})
}

// lambdasActing gives for each point, which has λ = 0, the λ from which it begins to act;
// NaN where it cannot be solved for.
func lambdasActing(ctx context.Context, set *data.Set, hash string, points []part.Point, o sweep.RunOptions) ([]float64, error) {
	plan, err := sweep.PlanOf(set, hash, points)
	if err != nil {
		return nil, err
	}
	for _, j := range plan.Jobs {
		j.Fold = split.Fold{Train: j.Fold.Train}
	}
	solved := finished{}
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

// lambdaActs is the λ from which the features of a point without regularisation begin to
// change; nil elsewhere.
func (m *model) lambdaActs(at part.Point, f *features) *part.Float {
	if lambda := method.Lambda.Of(at); !method.Slow(at) || !lambda.OK || lambda.X != 0 || method.Rotation.Of(at) != "" {
		return nil
	}
	dim, have := f.A.Dims()
	p := min(have, method.P.Of(at), len(f.Values))
	acts := part.Float(sfa.ActsFrom(f.Values[:p], m.problem.Norms(f.A.Slice(0, dim, 0, p).(*mat.Dense))))
	if !(acts > 0) {
		return nil
	}
	return &acts
}
