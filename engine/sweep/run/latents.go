package run

import (
	"context"
	"math"

	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
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
func (f *features) matchLatents(res *result.Result, linear linearMatch) {
	latent := f.samples.data.Train.Latent
	if latent == nil {
		return
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
	match.LinearTrain = linear.train
	if match.Test != nil {
		match.LinearTest = linear.held
	}
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
