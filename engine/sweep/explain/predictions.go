package explain

import (
	"context"
	"errors"
	"fmt"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/sweep/run"
)

// Predicted is what a readout that says how sure it is predicts on the test part of a point.
type Predicted struct {
	Mean, SD, Target []float64 // of each sample
	Rows, Spans      []int     // as in [run.Outputs]
}

// Predictions solves one point again and gives what its readout predicts. It fails as
// [run.Solve] does, where the readout does not say how sure it is, and without a test part.
func Predictions(ctx context.Context, set *data.Set, hash string, point part.Point) (*Predicted, error) {
	kind := readout.Kinds.Build(point)
	if kind.Regress == nil {
		return nil, fmt.Errorf("the readout %s predicts no number", readout.Name.Of(point))
	}
	s, err := run.Solve(ctx, set, hash, point)
	if err != nil {
		return nil, err
	}
	if s.Test == nil {
		return nil, errors.New("the point has no test part to predict")
	}
	out, err := s.Readout(ctx, point)
	if err != nil {
		return nil, err
	}
	if out.SD == nil {
		return nil, fmt.Errorf("the readout %s does not say how sure it is: gp does", readout.Name.Of(point))
	}
	held := s.Parts.Held
	return &Predicted{out.Predicted, out.SD, held.Target, held.Rows, held.Lengths}, nil
}
