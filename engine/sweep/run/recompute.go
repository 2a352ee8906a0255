package run

import (
	"context"
	"errors"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep"
	"gonum.org/v1/gonum/mat"
)

// Outputs are the features of one point on the parts of its fold, n×p each.
type Outputs struct {
	Train, Test         *mat.Dense // Test is nil without a test part
	TrainRows, TestRows []int      // the rows of the data set
	TrainSpans          []int      // the number of rows of each consecutive span
	TestSpans           []int
}

// Recompute solves one point again and gives its features, which results do
// not hold. They are those that were measured, up to rounding where the plan
// shared the point's stages with larger ones.
func Recompute(ctx context.Context, set *data.Set, hash string, point part.Point) (*Outputs, error) {
	m, f, err := solveAgain(ctx, set, hash, point)
	if err != nil {
		return nil, err
	}
	return m.outputs(f), nil
}

// MeasureOutputs solves one point again and takes the unit-variance check over its training
// outputs themselves, whatever way its sweep took. It fails as [Recompute] does, and for a
// training graph other than time, under which no sweep takes another way.
func MeasureOutputs(ctx context.Context, set *data.Set, hash string, point part.Point) (result.Variance, error) {
	uses := sweep.Uses{Train: sweep.Use{Sums: measure.Products}}
	_, f, err := solveFor(ctx, set, hash, point, uses)
	switch {
	case err != nil:
		return result.Variance{}, err
	case f.on.graph != nil:
		return result.Variance{}, errors.New("the training graph weighs the outputs")
	}
	_, have := f.A.Dims()
	return varianceOf(f.trained.UnitVariance(have), point), nil
}

// solveAgain is the outer model of one point with its features.
func solveAgain(ctx context.Context, set *data.Set, hash string, point part.Point) (*model, *features, error) {
	return solveFor(ctx, set, hash, point, sweep.ToKeep)
}

// solveFor is solveAgain with features for the given uses.
func solveFor(ctx context.Context, set *data.Set, hash string, point part.Point, uses sweep.Uses) (*model, *features, error) {
	plan, err := sweep.PlanOf(set, hash, []part.Point{point})
	if err != nil {
		return nil, nil, err
	}
	j := plan.Jobs[0]
	r := &control{ctx: ctx, sink: silence{}}
	shared := newStages(plan.Jobs, sharing{})
	defer shared.release(j)
	c := newComputation(j, r, shared, nil)
	m, err := c.newModel(ctx, sweep.Outer)
	if err != nil {
		return nil, nil, err
	}
	f, err := m.features(ctx, sweep.Rotation(point), method.P.Of(point), uses)
	return m, f, err
}

func (m *model) outputs(f *features) *Outputs {
	return &Outputs{
		Train: f.train, Test: f.held, TrainRows: m.data.Train.Rows, TestRows: m.data.Held.Rows,
		TrainSpans: m.data.Train.Lengths, TestSpans: m.data.Held.Lengths,
	}
}

// silence is a sink that nobody listens to.
type silence struct{}

func (silence) Handle(sweep.Event) error { return nil }
