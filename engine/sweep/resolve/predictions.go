package resolve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/sweep/run"
)

// Predicted holds the predictions of a readout on the test part of a point.
type Predicted struct {
	Mean, Target []float64 // per sample
	SD           []float64 // standard deviation; nil if the readout provides none
	Rows         []int     // as in [run.Outputs]
}

// Predictions solves one point again and returns the predictions of its readout. It fails as
// [run.Solve] does, if the readout predicts no number, and without a test part.
func Predictions(ctx context.Context, set *data.Set, hash string, point part.Point) (*Predicted, error) {
	kind := readout.Kinds.Build(point)
	if kind.Regress == nil {
		return nil, fmt.Errorf("the readout %s does not predict a number", readout.Name.Of(point))
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
	held := s.Parts.Held
	return &Predicted{Mean: out.Predicted, Target: held.Target, SD: out.SD, Rows: held.Rows}, nil
}

// Sorted returns the predictions in ascending order of the target, equal ones in the order of
// the samples.
func (p *Predicted) Sorted() *Predicted {
	order := dense.Iota(len(p.Target))
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p.Target[a], p.Target[b]) })
	out := &Predicted{}
	for _, i := range order {
		out.Mean, out.Target, out.Rows = append(out.Mean, p.Mean[i]), append(out.Target, p.Target[i]), append(out.Rows, p.Rows[i])
		if p.SD != nil {
			out.SD = append(out.SD, p.SD[i])
		}
	}
	return out
}
