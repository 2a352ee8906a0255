package run

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/result"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// scores trains the point's readout on the training part and scores it on the held-out part.
// Scores are nil without a readout or a held-out part.
func (r *reading) scores(ctx context.Context) (s result.Scores, notes []string, err error) {
	switch {
	case r.kind.Detect != nil:
		return r.detection(ctx)
	case r.kind.Classify == nil && r.kind.Regress == nil:
		return s, nil, nil
	}
	out, err := r.apply(ctx)
	if err != nil {
		return s, nil, err
	}
	s.ReadoutInfo, s.ReadoutInputs = out.info, out.chosen
	if r.f.held == nil {
		return s, out.notes, nil
	}
	held := r.samples.data.Held
	if disc := out.Disc; disc != nil {
		sample, segment := measure.Accuracy(disc, held.Label, held.Lengths)
		balanced := part.Float(measure.BalancedAccuracy(disc, held.Label, held.Lengths))
		s.Accuracy = &result.Accuracy{Sample: part.Float(sample), Segment: part.Float(segment), Balanced: &balanced, Baseline: r.samples.baseline(), Untrained: r.samples.untrained()}
		s.Confusion = &result.Confusion{}
		s.Confusion.Sample, s.Confusion.Segment = measure.Confusion(disc, held.Label, held.Lengths)
		if r.kind.Discriminant.Probabilities(disc) {
			s.Brier = optional(measure.Brier(disc, held.Label, held.Lengths))
			s.Reliability = measure.Reliability(disc, held.Label, held.Lengths)
		}
		return s, out.notes, nil
	}
	rmse, mae := part.Float(measure.RMSE(out.Predicted, held.Target)), part.Float(measure.MAE(out.Predicted, held.Target))
	s.RMSE, s.MAE, s.RMSEOfMean = &rmse, &mae, r.samples.rmseOfMean()
	start := 0
	for _, end := range r.samples.stretchEnds() {
		s.StretchRMSE = append(s.StretchRMSE, measure.RMSE(out.Predicted[start:end], held.Target[start:end]))
		start = end
	}
	if out.SD != nil {
		coverage := measure.Coverage(out.Predicted, out.SD, held.Target)
		s.ReadoutInfo[measure.NLPDInfo] = part.Float(measure.NLPD(out.Predicted, out.SD, held.Target))
		s.ReadoutInfo[measure.CoverageInfo] = part.Float(coverage)
		if coverage < leastCoverage {
			out.notes = append(out.notes, fmt.Sprintf("%.1f %% of the test samples lie within 1.96 standard deviations of their prediction instead of 95 %%: they differ from the training part, and the prediction is surer than it may be", 100*coverage))
		}
	}
	return s, out.notes, nil
}

// baseline returns the accuracy on the held-out part of the most frequent class of all samples,
// and of all segments.
func (s *samples) baseline() *result.Baseline {
	ofSamples, ofSegments := s.job.Plan.Set.MostFrequent()
	sample, segment := measure.BaselineAccuracy(ofSamples, ofSegments, s.data.Held.Label, s.data.Held.Lengths)
	return &result.Baseline{Sample: part.Float(sample), Segment: part.Float(segment)}
}

// rmseOfMean returns the RMSE on the held-out part of predicting the mean target of the
// training part.
func (s *samples) rmseOfMean() *part.Float {
	predicted, mean := make([]float64, len(s.data.Held.Target)), stat.Mean(s.data.Train.Target, nil)
	for i := range predicted {
		predicted[i] = mean
	}
	rmse := part.Float(measure.RMSE(predicted, s.data.Held.Target))
	return &rmse
}

// leastCoverage is the coverage of 95 % intervals below which a note is added.
const leastCoverage = 0.9

// ReadoutOutputs holds the output of a readout on the held-out part, if there is one:
// discriminants, or predictions with their standard deviations SD if the readout provides them.
type ReadoutOutputs struct {
	Disc          *mat.Dense
	Predicted, SD []float64
	info          map[string]part.Float
	chosen        []result.ReadoutInput
	notes         []string
}

// reading is the readout of a point on features.
type reading struct {
	f       *features
	samples *samples
	at      part.Point
	kind    readout.Kind
}

// reading returns the readout of a point, which has at most as many features.
func (f *features) reading(at part.Point) *reading {
	return &reading{f, f.samples, at, readout.Kinds.Build(at)}
}

// readFrom returns the readout's input on both parts: features, or the prepared inputs of the
// function space.
func (r *reading) readFrom() (train, held *mat.Dense) {
	if readout.OfInputs(r.at) {
		return r.samples.data.Train.Series(), r.samples.data.Held.Series()
	}
	p := method.P.Of(r.at)
	if r.f.held != nil {
		held = leadingColumns(r.f.held, p)
	}
	return leadingColumns(r.f.train, p), held
}

// train trains a readout on the training part, a novelty detector on its [normal.Normal]
// samples only. It returns a [readout.Classifier], [readout.Regressor] or [readout.Detector],
// and the readout's input on the held-out part; nil without one.
func (r *reading) train(ctx context.Context) (trained any, held *mat.Dense, err error) {
	if r.samples.job.Plan.Set.Series && readout.From.Of(r.at) != "" {
		return nil, nil, errors.New("--readout-from inputs: samples are whole series, which have no single inputs to choose: write --readout-from features")
	}
	train, held := r.readFrom()
	switch {
	case r.kind.Classify != nil:
		trained, err = r.kind.Classify(ctx, train, r.samples.data.Train.Label, len(r.samples.job.Plan.Set.Classes), r.at)
	case r.kind.Regress != nil:
		trained, err = r.kind.Regress(ctx, train, r.samples.data.Train.Target, r.at)
	default:
		if train, err = r.samples.normalSamples(train, r.at); err == nil {
			trained, err = r.detector(ctx, train)
		}
	}
	return trained, held, err
}

// apply trains a readout and applies it to the held-out part, if there is one.
func (r *reading) apply(ctx context.Context) (out ReadoutOutputs, err error) {
	trained, held, err := r.train(ctx)
	if err != nil {
		return out, err
	}
	out.notes, out.info, out.chosen = slices.Clone(readout.NotesOf(trained)), infoOf(trained), r.samples.selectedInputs(r.at, trained)
	r.samples.nameAbsent(out.notes)
	if r.f.held == nil {
		return out, nil
	}
	if r.kind.Classify != nil {
		out.Disc, err = readout.Discriminate(ctx, trained.(readout.Classifier), held)
		return out, err
	}
	if d, ok := trained.(readout.Distribution); ok {
		out.Predicted, out.SD, err = d.Distribute(ctx, held)
		return out, err
	}
	out.Predicted, err = readout.Predict(ctx, trained.(readout.Regressor), held)
	return out, err
}

// infoOf returns the named numbers that a trained readout reports; nil if it reports none.
func infoOf(trained any) map[string]part.Float {
	informed, ok := trained.(readout.Informed)
	if !ok {
		return nil
	}
	out := map[string]part.Float{}
	for name, v := range informed.Info() {
		out[name] = part.Float(v)
	}
	return out
}

// selectedInputs returns the inputs or features with a non-zero weight in a sparse readout; nil
// for other readouts.
func (s *samples) selectedInputs(at part.Point, trained any) []result.ReadoutInput {
	chooses, ok := trained.(readout.Selective)
	if !ok {
		return nil
	}
	out := []result.ReadoutInput{}
	for _, c := range chooses.Chosen() {
		class := ""
		if c.Class >= 0 {
			class = s.job.Plan.Set.Classes[c.Class]
		}
		out = append(out, result.ReadoutInput{Input: s.nameOfRead(at, c.Index), Class: class, Weight: part.Float(c.Weight)})
	}
	return out
}

// nameOfRead returns the name of a column of the readout's input.
func (s *samples) nameOfRead(at part.Point, column int) string {
	switch names := s.job.Plan.Set.Inputs; {
	case !readout.OfInputs(at):
		return fmt.Sprintf("feature %d", column+1)
	case s.data.Fitted.Network != nil:
		return fmt.Sprintf("output %d", column+1)
	case s.data.Fitted.Front != nil:
		return fmt.Sprintf("component %d", column+1)
	default:
		return names[column]
	}
}
