package run

import (
	"context"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
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

// solveAgain is the outer model of one point with its features.
func solveAgain(ctx context.Context, set *data.Set, hash string, point part.Point) (*model, *features, error) {
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
	f, err := m.features(ctx, sweep.Rotation(point), method.P.Of(point), sweep.ToKeep)
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
