package run

import (
	"context"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// maxLinearNumbers is the largest number of input values (rows × inputs) for which linear
// functions are fitted to the latent variables; their copy takes 64 MiB.
const maxLinearNumbers = 8 << 20

// linearMatch holds the correlations of linear functions of the inputs with the latent
// variables on both parts.
type linearMatch struct{ train, held []part.Float }

// fitLatents fits a linear function of the data set's inputs to each latent variable on the
// training part, and returns their correlations on both parts. They are empty without latent
// variables, for series, for very large inputs, and for fewer than two rows per input.
func (s *samples) fitLatents(ctx context.Context) (out linearMatch, err error) {
	train, held := s.data.Train, s.data.Held
	if train.Latent == nil {
		return out, nil
	}
	_, d := s.job.Plan.Set.X.Dims()
	if s.job.Plan.Set.Series || d*(train.Len()+held.Len()) > maxLinearNumbers || 2*d > train.Len() {
		return out, nil
	}
	x, z := rowsOf(s.job.Plan.Set.X, train.Rows), rowsOf(s.job.Plan.Set.X, held.Rows)
	_, k := train.Latent.Dims()
	for j := range k {
		u := mat.Col(nil, j, train.Latent)
		f, err := readout.Linear(ctx, x, u, 0)
		if err != nil {
			return out, err
		}
		out.train = append(out.train, part.Float(stat.Correlation(f.Predict(x), u, nil)))
		if z != nil && held.Latent != nil {
			out.held = append(out.held, part.Float(stat.Correlation(f.Predict(z), mat.Col(nil, j, held.Latent), nil)))
		}
	}
	return out, nil
}

// rowsOf returns a copy of the given rows of x; nil for no rows.
func rowsOf(x *mat.Dense, rows []int) *mat.Dense {
	if len(rows) == 0 {
		return nil
	}
	_, d := x.Dims()
	out := mat.NewDense(len(rows), d, nil)
	for i, row := range rows {
		out.SetRow(i, x.RawRowView(row))
	}
	return out
}
