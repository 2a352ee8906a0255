package sweep

import (
	"context"
	"fmt"
	"math"

	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/sfa"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// describe fills in what the outer model's features say without a readout.
func (m *model) describe(ctx context.Context, res *Result, f *features) error {
	at := res.Point
	res.Rank, res.Condition = f.spectrum.Rank, Float(f.spectrum.Condition())
	res.Notes = append(res.Notes, m.data.notes...)
	if m.at.Space == "kernel" {
		res.Supports = m.supports
		if m.picks.index != nil {
			for _, t := range m.picks.index[:m.supports] {
				res.Picks = append(res.Picks, m.data.train.rows[t])
			}
		}
		if m.picks.note != "" {
			res.Notes = append(res.Notes, m.picks.note)
		}
		if m.supports < at.M {
			res.Notes = append(res.Notes, fmt.Sprintf("%s stopped at %d of %d supports: the rest adds nothing at this width", at.Select, m.supports, at.M))
		}
	}
	if cut := f.spectrum.Dim - f.spectrum.Rank; cut > 0 {
		res.Notes = append(res.Notes, fmt.Sprintf("%d of %d eigenvalues of C cut: at most %.1e of the largest, zero to rounding", cut, f.spectrum.Dim, sfa.Tolerance(f.spectrum.Dim)))
	}
	train := first(f.train, at.P)
	if _, res.Features = train.Dims(); res.Features < at.P {
		res.Notes = append(res.Notes, fmt.Sprintf("%d features instead of %d: the rank is %d", res.Features, at.P, f.spectrum.Rank))
	}
	v, err := measure.Variance(ctx, train)
	if err == nil && graphOf(at.Graph) != nil {
		v, err = m.describeGraph(ctx, res, train)
	}
	if err != nil {
		return err
	}
	res.Variance = Variance{Float(v.Mean), Float(v.Min), Float(v.Max), Float(v.MaxAbsCorr), v.OK(at.tolerance())}
	res.Slowness.Train, res.Slowness.MeanTrain = floatsOf(measure.Slowness(train, m.data.train.lengths))
	res.Slowness.Test, res.Slowness.MeanTest = m.heldSlowness(f, at.P)
	return m.compareLatent(ctx, res, f)
}

// The first features are compared with a cosine basis up to an order at which
// it holds what they can be expected to be.
const (
	fourierFeatures = 8
	fourierOrder    = 4
)

// compareLatent compares the outputs on the held part with the Fourier basis
// of the latent variables, where those are known and vary enough there.
func (m *model) compareLatent(ctx context.Context, res *Result, f *features) error {
	latent := m.data.held.latent
	if latent == nil || f.held == nil {
		return nil
	}
	harmonics, err := measure.FourierMatch(ctx, first(f.held, min(res.Point.P, fourierFeatures)), latent, fourierOrder)
	if err != nil {
		if ctx.Err() != nil {
			return err
		}
		res.Notes = append(res.Notes, "no comparison with the latent variables: "+err.Error())
		return nil
	}
	for _, h := range harmonics {
		res.Fourier = append(res.Fourier, Harmonic{Float(h.R2), h.Wave, Float(h.Corr)})
	}
	return nil
}

// tolerance is how far a training output's variance may be from 1.
func (p Point) tolerance() float64 {
	if p.Tolerance.OK {
		return p.Tolerance.X
	}
	return defaultTolerance
}

// heldSlowness is the slowness on the part that the model is scored on, with
// features scaled to unit variance there.
func (m *model) heldSlowness(f *features, p int) ([]Float, Float) {
	if f.held == nil {
		return []Float{}, Float(math.NaN())
	}
	return floatsOf(measure.UnitSlowness(first(f.held, p), m.data.held.lengths))
}

// readout trains the point's readout on the training part and scores it on the
// held one. Scores are nil where there is nothing to score.
func (m *model) readout(ctx context.Context, at Point, f *features) (s Scores, notes []string, err error) {
	kind := readoutOf(at.Readout)
	if kind == nil {
		return s, nil, nil
	}
	train := first(f.train, at.P)
	if kind.classify != nil {
		c, notes, err := kind.classify(ctx, train, m.data.train, len(m.plan.set.Classes), at)
		if err != nil || f.held == nil {
			return s, notes, err
		}
		out, err := readout.Discriminate(ctx, c, first(f.held, at.P))
		if err != nil {
			return s, notes, err
		}
		sample, segment := measure.Accuracy(out, m.data.held.label, m.data.held.lengths)
		s.Accuracy = &Accuracy{Float(sample), Float(segment)}
		return s, notes, nil
	}
	r, notes, err := kind.regress(ctx, train, m.data.train, at)
	if err != nil || f.held == nil {
		return s, notes, err
	}
	out, err := readout.Predict(ctx, r, first(f.held, at.P))
	if err != nil {
		return s, notes, err
	}
	rmse, mae := Float(measure.RMSE(out, m.data.held.target)), Float(measure.MAE(out, m.data.held.target))
	s.RMSE, s.MAE = &rmse, &mae
	return s, notes, nil
}

// scores are the inner model's measures of a point, for choosing.
func (m *model) scores(ctx context.Context, at Point, f *features) (*Scores, error) {
	s, _, err := m.readout(ctx, at, f)
	_, s.Slowness = m.heldSlowness(f, at.P)
	return &s, err
}

// first is the leading p columns of phi: the features of a smaller p are a
// prefix of those of a larger.
func first(phi *mat.Dense, p int) *mat.Dense {
	n, have := phi.Dims()
	return phi.Slice(0, n, 0, min(p, have)).(*mat.Dense)
}

// floatsOf converts measures and adds their mean.
func floatsOf(values []float64) ([]Float, Float) {
	out := make([]Float, len(values))
	for i, v := range values {
		out[i] = Float(v)
	}
	return out, Float(stat.Mean(values, nil))
}
