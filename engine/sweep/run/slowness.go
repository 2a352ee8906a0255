package run

import (
	"context"
	"fmt"
	"math"

	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"gonum.org/v1/gonum/floats"
)

// describeSlowness records the slowness of the features on both parts: under the training
// graph, and also in time if the graph is another one and samples follow each other.
func (f *features) describeSlowness(ctx context.Context, res *result.Result, v measure.UnitVariance) error {
	s, p := &res.Slowness, method.P.Of(res.Point)
	if err := f.checkHeld(p); err != nil {
		return err
	}
	if xi := f.fittedXi(res.Point); xi != nil {
		s.XiTrain = xi.Features
	}
	inTime, curvature := f.heldMeasures(p)
	f.describeStretches(res)
	if f.on.graph == nil {
		s.Train, s.MeanTrain = floatsOf(f.trained.UnitSlowness(res.Features))
		s.Test, s.MeanTest = floatsOf(inTime)
		res.Notes = append(res.Notes, f.samples.undefinedSlownessNotes(s.Test)...)
		if note := f.samples.noiseNote(res.Point, s.Test); note != "" {
			res.Notes = append(res.Notes, note)
		}
		return f.describeTime(ctx, res, inTime, curvature)
	}
	train := part.Numbers(res.Graph.Delta)
	floats.Div(train, v.Variances)
	s.Train, s.MeanTrain = floatsOf(train)
	if f.model.held != nil {
		test, note, err := f.heldSlowness(ctx, res.Point, p)
		if err != nil {
			return err
		}
		if note != "" {
			res.Notes = append(res.Notes, "test part: "+note)
			test = nans(len(train))
		} else if note := aloneNote(f.samples.data.Held, res.Point); note != "" {
			res.Notes = append(res.Notes, note)
		}
		s.Test, s.MeanTest = floatsOf(test)
	}
	if !f.samples.job.Plan.Set.InTime() {
		return nil
	}
	s.TimeTrain = part.Floats(f.trained.UnitSlowness(res.Features))
	if f.model.held != nil {
		s.TimeTest = part.Floats(inTime)
	}
	return f.describeTime(ctx, res, inTime, curvature)
}

// describeStretches records the slowness of the features in time on each stretch of the test
// part.
func (f *features) describeStretches(res *result.Result) {
	if f.along == nil || f.on.graph != nil && !f.samples.job.Plan.Set.InTime() {
		return
	}
	for _, pass := range f.along.Each {
		s, values := result.Stretch{N: pass.Rows()}, part.Floats(pass.UnitSlowness(res.Features))
		if f.on.graph == nil {
			s.Delta = values
		} else {
			s.Time = values
		}
		res.Stretches = append(res.Stretches, s)
	}
}

// recordStretchRMSE records the RMSE on each stretch of the test part; rmse is nil without
// stretches.
func (s *samples) recordStretchRMSE(res *result.Result, rmse []float64) {
	start := 0
	for i, end := range s.stretchEnds() {
		if rmse == nil {
			return
		}
		if i == len(res.Stretches) {
			res.Stretches = append(res.Stretches, result.Stretch{N: end - start})
		}
		res.Stretches[i].RMSE = new(part.Float(rmse[i]))
		start = end
	}
}

// describeTime records η, ξ and predictability of the features on the held-out part, computed
// from their slowness and curvature in time.
func (f *features) describeTime(ctx context.Context, res *result.Result, slowness, curvature []float64) error {
	if f.model.held == nil {
		return nil
	}
	lengths := f.samples.data.Held.Lengths
	t := float64(f.samples.data.Held.Len()) / float64(len(lengths))
	for i, delta := range slowness {
		res.Slowness.EtaTest = append(res.Slowness.EtaTest, part.Float(measure.Eta(delta, t)))
		res.Slowness.XiTest = append(res.Slowness.XiTest, part.Float(measure.Xi(delta, curvature[i], t, measure.XiLambdaOf(res.Point))))
	}
	var err error
	res.Slowness.PredictabilityTest, err = f.takePredictability(ctx, res.Point)
	return err
}

// takePredictability returns the predictability of a point's features on the held-out part; nil
// if the point does not measure it. It returns an error only when ctx ends.
func (f *features) takePredictability(ctx context.Context, at part.Point) (*part.Float, error) {
	q := measure.Neighbours.Of(at)
	if q == 0 || f.model.held == nil || f.on.graph != nil && !f.samples.job.Plan.Set.InTime() {
		return nil, nil
	}
	v, err := measure.Predictability(ctx, unitVariance(leadingColumns(f.held, method.P.Of(at))), f.samples.data.Held.Lengths, measure.PastOf(at), q)
	value := part.Float(v)
	return &value, err
}

// fittedXi returns ξ of a point's features on the rows that the model is fitted to; nil for a
// point without a weight of jitter, and if samples do not follow each other in time.
func (f *features) fittedXi(at part.Point) *result.Xi {
	lambda := measure.XiLambda.Of(at)
	pass, ok := f.trained.(*measure.Pass)
	if !ok || !lambda.OK || !f.samples.job.Plan.Set.InTime() {
		return nil
	}
	_, have := f.A.Dims()
	t := float64(f.samples.data.Train.Len()) / float64(len(f.samples.data.Train.Lengths))
	return pass.XiOf(min(method.P.Of(at), have), t, lambda.X)
}

// heldMeasures returns the slowness and the curvature in time of the first p features on the
// held-out part, scaled to unit variance there; nil without a held-out part.
func (f *features) heldMeasures(p int) (slowness, curvature []float64) {
	if f.scored == nil {
		return nil, nil
	}
	_, have := f.A.Dims()
	return f.scored.UnitSlownessAndCurvature(min(p, have))
}

// checkHeld returns an error if one of the first p features overflows on the held-out part.
func (f *features) checkHeld(p int) error {
	if f.scored == nil {
		return nil
	}
	_, have := f.A.Dims()
	if bad := f.scored.NotFinite(min(p, have)); bad != nil {
		return fmt.Errorf("feature %d overflows on the test part, whose inputs are far from those of the training part: scale the inputs down, standardise or clip them", bad[0]+1)
	}
	return nil
}

// nans returns n NaNs, for measures that could not be taken.
func nans(n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = math.NaN()
	}
	return out
}
