package run

import (
	"context"
	"math"

	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/result"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// The first fourierFeatures features are compared with a cosine basis up to fourierOrder, which
// contains the slowest features that theory predicts.
const (
	fourierFeatures = 8
	fourierOrder    = 4
)

// compareLatent compares the features on both parts with the Fourier basis of the latent
// variables, if these are known and vary enough.
func (f *features) compareLatent(ctx context.Context, res *result.Result) (err error) {
	if res.FourierTrain, err = harmonicsOf(ctx, res, f.train, f.samples.data.Train.Latent, " in training"); err != nil {
		return err
	}
	res.Fourier, err = harmonicsOf(ctx, res, f.held, f.samples.data.Held.Latent, "")
	return err
}

// harmonicsOf returns the best matching harmonic of each of the first features of a part; nil
// without latent variables. If these vary too little, it adds a note to res. It returns an
// error only when ctx ends.
func harmonicsOf(ctx context.Context, res *result.Result, phi, latent *mat.Dense, where string) (out []result.Harmonic, err error) {
	if latent == nil || phi == nil {
		return nil, nil
	}
	harmonics, err := measure.FourierMatch(ctx, leadingColumns(phi, min(method.P.Of(res.Point), fourierFeatures)), latent, fourierOrder)
	if err != nil {
		if ctx.Err() != nil {
			return nil, err
		}
		res.Notes = append(res.Notes, "no comparison with the latent variables"+where+": "+err.Error())
		return nil, nil
	}
	for _, h := range harmonics {
		out = append(out, result.Harmonic{R2: part.Float(h.R2), Wave: h.Wave, Corr: part.Float(h.Corr)})
	}
	return out, nil
}

// matchLatents compares the features, and linear functions of the inputs, with the latent
// variables themselves.
func (f *features) matchLatents(ctx context.Context, res *result.Result) error {
	latent := f.samples.data.Train.Latent
	if latent == nil {
		return nil
	}
	train := leadingColumns(f.train, method.P.Of(res.Point))
	match := &result.LatentMatch{AnglesTrain: cosines(train, latent)}
	held := f.samples.data.Held.Latent
	if held != nil && f.held != nil {
		match.AnglesTest = cosines(leadingColumns(f.held, method.P.Of(res.Point)), held)
	}
	_, k := latent.Dims()
	for j := range k {
		at, corr := mostAlike(train, mat.Col(nil, j, latent))
		match.Feature, match.Train = append(match.Feature, at), append(match.Train, part.Float(corr))
		if match.AnglesTest != nil {
			c := stat.Correlation(mat.Col(nil, at, f.held), mat.Col(nil, j, held), nil)
			match.Test = append(match.Test, part.Float(c))
		}
	}
	res.Latent = match
	if f.samples.linear == nil {
		var err error
		if f.samples.linear, err = f.samples.fitLatents(ctx); err != nil {
			return err
		}
	}
	match.LinearTrain = f.samples.linear.train
	if match.Test != nil {
		match.LinearTest = f.samples.linear.held
	}
	return nil
}

// maxLinearNumbers is the largest number of input values (rows × inputs) for which linear
// functions are fitted to the latent variables; their copy takes 64 MiB.
const maxLinearNumbers = 8 << 20

// linearMatch holds the correlations of linear functions of the inputs with the latent
// variables on both parts.
type linearMatch struct{ train, held []part.Float }

// fitLatents fits a linear function of the data set's inputs to each latent variable on the
// training part, and returns their correlations on both parts. They are empty for series, for
// very large inputs, and for fewer than two rows per input.
func (s *samples) fitLatents(ctx context.Context) (*linearMatch, error) {
	out := &linearMatch{}
	train, held := s.data.Train, s.data.Held
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
			return nil, err
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

func cosines(phi, latent *mat.Dense) []part.Float {
	out := part.Floats(measure.PrincipalAngles(phi, latent))
	return out
}

// mostAlike returns the feature with the largest absolute correlation with u, the first of
// equal ones, and the correlation.
func mostAlike(phi *mat.Dense, u []float64) (at int, corr float64) {
	_, p := phi.Dims()
	for i := range p {
		if c := stat.Correlation(mat.Col(nil, i, phi), u, nil); math.Abs(c) > math.Abs(corr) {
			at, corr = i, c
		}
	}
	return at, corr
}
