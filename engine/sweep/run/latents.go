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

// The first features are compared with a cosine basis up to an order at which
// it holds what they can be expected to be.
const (
	fourierFeatures = 8
	fourierOrder    = 4
)

// compareLatent compares the outputs on both parts with the Fourier basis
// of the latent variables, where those are known and vary enough there.
func (m *model) compareLatent(ctx context.Context, res *result.Result, f *features) (err error) {
	if res.FourierTrain, err = harmonicsOf(ctx, res, f.train, m.data.Train.Latent, " in training"); err != nil {
		return err
	}
	res.Fourier, err = harmonicsOf(ctx, res, f.held, m.data.Held.Latent, "")
	return err
}

// harmonicsOf returns what the first features of a part are most like; nil without latent
// variables, and with a note where they vary too little. It fails only when ctx ends.
func harmonicsOf(ctx context.Context, res *result.Result, phi, latent *mat.Dense, where string) (out []result.Harmonic, err error) {
	if latent == nil || phi == nil {
		return nil, nil
	}
	harmonics, err := measure.FourierMatch(ctx, first(phi, min(method.P.Of(res.Point), fourierFeatures)), latent, fourierOrder)
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

// matchLatents compares the features with the latent variables themselves.
func (m *model) matchLatents(res *result.Result, f *features) {
	latent := m.data.Train.Latent
	if latent == nil {
		return
	}
	train := first(f.train, method.P.Of(res.Point))
	match := &result.LatentMatch{AnglesTrain: cosines(train, latent)}
	held := m.data.Held.Latent
	if held != nil && f.held != nil {
		match.AnglesTest = cosines(first(f.held, method.P.Of(res.Point)), held)
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
}

func cosines(phi, latent *mat.Dense) []part.Float {
	out := part.Floats(measure.PrincipalAngles(phi, latent))
	return out
}

// mostAlike is the feature that correlates most with a variable, the first
// among equals.
func mostAlike(phi *mat.Dense, u []float64) (at int, corr float64) {
	_, p := phi.Dims()
	for i := range p {
		if c := stat.Correlation(mat.Col(nil, i, phi), u, nil); math.Abs(c) > math.Abs(corr) {
			at, corr = i, c
		}
	}
	return at, corr
}
