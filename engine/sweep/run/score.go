package run

import (
	"context"
	"fmt"
	"math"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sfa"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/subset"
	"gonum.org/v1/gonum/mat"
)

// shown holds what results show of all points with the same features.
type shown struct {
	follows string      // the note of [features.followed]
	linear  linearMatch // of the outer model
}

// describe fills in all parts of a result that need no readout: spectrum, supports, the
// measures of the outer model's features, and notes. all holds what the points share.
func (f *features) describe(ctx context.Context, res *result.Result, all shown) error {
	at := res.Point
	if f.Spectrum.Dim > 0 {
		res.Rank, res.Condition = f.Spectrum.Rank, part.Float(f.Spectrum.Condition())
	}
	res.Spectrum, res.Approach = spectrumOf(f.Spectrum), f.Approach
	res.Notes, res.FrontInfo = append(res.Notes, f.samples.data.Notes...), f.samples.data.Fitted.FrontInfo
	res.Notes = append(res.Notes, f.Notes...)
	if space.OnSupports(f.samples.job.At) {
		res.Supports = f.count
		if f.model.functions.supports.Index != nil {
			for _, t := range f.model.functions.supports.Index[:f.count] {
				res.Picks = append(res.Picks, f.samples.data.Train.Rows[t])
			}
		}
		f.model.functions.describeKernel(res)
		res.Notes = append(res.Notes, f.model.seriesNotes...)
		if f.model.functions.supports.Note != "" {
			res.Notes = append(res.Notes, f.model.functions.supports.Note)
		}
		if f.count < subset.M.Of(at) && !subset.Threshold.Of(at).OK {
			note := fmt.Sprintf("%s stopped at %d of %d supports: the rest adds nothing", subset.Name.Of(at), f.count, subset.M.Of(at))
			if kernel.Sigma.Of(at).OK {
				note += " at this width"
			}
			res.Notes = append(res.Notes, note)
		}
	}
	if cut := f.Spectrum.Dim - f.Spectrum.Rank; cut > 0 {
		res.Notes = append(res.Notes, fmt.Sprintf("%d of %d eigenvalues of C cut: at most %.1e of the largest%s", cut, f.Spectrum.Dim, f.Spectrum.Cut, toRounding(at)))
	}
	_, have := f.A.Dims()
	if res.Features = min(have, method.P.Of(at)); res.Features < method.P.Of(at) && f.Spectrum.Dim == 0 {
		res.Notes = append(res.Notes, fmt.Sprintf("%d features instead of %d: there are no more functions", res.Features, method.P.Of(at)))
	} else if res.Features < method.P.Of(at) {
		res.Notes = append(res.Notes, fmt.Sprintf("%d features instead of %d: the rank is %d", res.Features, method.P.Of(at), f.Spectrum.Rank))
	}
	if f.Omega != nil {
		res.Omega = part.Floats(f.Omega[:res.Features])
	}
	v, err := f.checkVariance(ctx, res)
	if err != nil {
		return err
	}
	res.Variance = varianceOf(v, at)
	if err := f.describeSlowness(ctx, res, v); err != nil {
		return err
	}
	f.describeArbitrary(res)
	if all.follows != "" {
		res.Notes = append(res.Notes, all.follows)
	}
	res.LambdaActs = f.lambdaActs(at)
	f.matchLatents(res, all.linear)
	if err := f.compareLatent(ctx, res); err != nil {
		return err
	}
	return f.takeMeasures(ctx, res)
}

// varianceOf converts the unit-variance check of a point to its form in a result.
func varianceOf(v measure.UnitVariance, at part.Point) result.Variance {
	each := part.Floats(v.Variances)
	return result.Variance{Mean: part.Float(v.Mean), Min: part.Float(v.Min), Max: part.Float(v.Max), MaxAbsCorr: part.Float(v.MaxAbsCorr), OK: v.OK(measure.VarianceTolerance(at)), Each: each}
}

// takeMeasures computes the measures that are stored in res.Measures.
func (f *features) takeMeasures(ctx context.Context, res *result.Result) error {
	for _, taken := range measure.Taken() {
		from := measure.Features{Point: res.Point, Train: leadingColumns(f.train, method.P.Of(res.Point)), TrainSpans: f.samples.data.Train.Lengths}
		if f.held != nil {
			from.Test, from.TestSpans = leadingColumns(f.held, method.P.Of(res.Point)), f.samples.data.Held.Lengths
		}
		values, err := taken.Take(ctx, from)
		if err != nil {
			return fmt.Errorf("%s: %w", taken.Label, err)
		}
		if values == nil {
			continue
		}
		if res.Measures == nil {
			res.Measures = map[string][]part.Float{}
		}
		res.Measures[taken.ID] = part.Floats(values)
	}
	return nil
}

// toRounding returns the reason for cut eigenvalues as the end of a note; "" if the user set
// the cut.
func toRounding(at part.Point) string {
	if method.Cut.Of(at).OK {
		return ""
	}
	return ", zero to rounding"
}

// spectrumRanks is the largest number of eigenvalues in a result.
const spectrumRanks = 32

// spectrumOf returns at most spectrumRanks eigenvalues of a spectrum, at ranks evenly spaced in
// the logarithm; nil for an empty spectrum.
func spectrumOf(s sfa.Spectrum) *result.Spectrum {
	if s.Dim == 0 {
		return nil
	}
	out := &result.Spectrum{Cut: part.Float(s.Cut)}
	if s.Values == nil {
		out.Rank, out.Value = []int{1, s.Rank}, []part.Float{part.Float(s.Largest), part.Float(s.Smallest)}
		return out
	}
	last := 0
	for i := range spectrumRanks {
		rank := int(math.Round(math.Pow(float64(len(s.Values)), float64(i)/(spectrumRanks-1))))
		if rank > last {
			out.Rank, out.Value = append(out.Rank, rank), append(out.Value, part.Float(s.Values[rank-1]))
			last = rank
		}
	}
	return out
}

// checkVariance returns the unit-variance check of the training features; under a training
// graph it weighs samples as the graph does.
func (f *features) checkVariance(ctx context.Context, res *result.Result) (measure.UnitVariance, error) {
	if f.on.graph != nil {
		return f.describeGraph(ctx, res, leadingColumns(f.train, res.Features))
	}
	return f.trained.UnitVariance(res.Features), nil
}

// lambdaActs returns the λ from which the features of an unregularised point begin to change;
// nil for a point with λ ≠ 0, a rotation, or a method other than slow features.
func (f *features) lambdaActs(at part.Point) *part.Float {
	if lambda := method.Lambda.Of(at); !method.Slow(at) || !lambda.OK || lambda.X != 0 || method.Rotation.Of(at) != "" {
		return nil
	}
	dim, have := f.A.Dims()
	p := min(have, method.P.Of(at), len(f.Values))
	acts := part.Float(sfa.ActsFrom(f.Values[:p], sfa.Problem{Gram: f.model.functions.space.Gram(dim)}.Norms(f.A.Slice(0, dim, 0, p).(*mat.Dense))))
	if !(acts > 0) {
		return nil
	}
	return &acts
}
