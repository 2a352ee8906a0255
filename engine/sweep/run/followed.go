package run

import (
	"context"
	"fmt"
	"math"

	"example.com/sfatui/engine/sweep"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// followed returns the note on whether the slowest feature on the training part merely follows
// the row number or a single one of several inputs; "" if it follows neither, and if features
// are not kept.
func (f *features) followed(ctx context.Context) (string, error) {
	s := f.samples
	if f.train == nil || s.job.Plan.Set.Series || f.train.IsEmpty() || len(s.data.Train.Rows) < leastFollowing {
		return "", nil
	}
	feature := mat.Col(nil, 0, f.train)
	set, rows := s.job.Plan.Set, s.data.Train.Rows
	n := min(len(rows), followRows)
	phi, number := make([]float64, n), make([]float64, n)
	for i := range n {
		at := followRow(i, n, len(rows))
		phi[i], number[i] = feature[at], float64(rows[at])
	}
	if r := stat.Correlation(phi, number, nil); math.Abs(r) > followsFrom {
		return fmt.Sprintf("the first feature follows the row number (|r| = %.4f in training): a trend, a drift or a clock among the inputs is slower than all else", math.Abs(r)), nil
	}
	if len(set.Inputs) == 1 {
		return "", nil
	}
	scales, err := s.of.shared.inputs.get(ctx, s.job.PartsKey(sweep.Outer), func() (*inputScales, error) { return scalesOf(set.X, rows), nil })
	if err != nil {
		return "", err
	}
	best, most, input := -1, followsFrom, make([]float64, n)
	for _, j := range scales.near(phi, set.X, rows) {
		for i := range n {
			input[i] = set.X.At(rows[followRow(i, n, len(rows))], j)
		}
		if r := math.Abs(stat.Correlation(phi, input, nil)); r > most {
			best, most = j, r
		}
	}
	if best < 0 {
		return "", nil
	}
	return fmt.Sprintf("the first feature follows the input %s alone (|r| = %.4f in training): it says no more than that input", set.Inputs[best], most), nil
}
