package run

import (
	"context"
	"fmt"

	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
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
