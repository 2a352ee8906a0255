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

// NewPlan makes a plan as [sweep.NewPlan] does, and also resolves axes written as multiples of
// the λ from which regularisation begins to act. For these it solves each parameter choice
// without regularisation, once per fold, on the training part only. o bounds the workers and
// the memory of these solves.
func NewPlan(ctx context.Context, set *data.Set, hash string, spec sweep.Spec, o sweep.RunOptions) (*sweep.Plan, error) {
	return sweep.NewPlanActing(set, hash, spec, func(points []part.Point) ([]float64, error) {
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

// lambdaActs returns the λ from which the features of an unregularised point begin to change;
// nil for a point with λ ≠ 0, a rotation, or a method other than slow features.
func (f *features) lambdaActs(at part.Point) *part.Float {
	if lambda := method.Lambda.Of(at); !method.Slow(at) || !lambda.OK || lambda.X != 0 || method.Rotation.Of(at) != "" {
		return nil
	}
	dim, have := f.A.Dims()
	p := min(have, method.P.Of(at), len(f.Values))
	acts := part.Float(sfa.ActsFrom(f.Values[:p], sfa.Problem{Gram: f.model.functions.space.Gram(dim)}.Norms(f.A.Slice(0, dim, 0, p).(*mat.Dense))))
	if !(acts > 0) {
		return nil
	}
	return &acts
}
