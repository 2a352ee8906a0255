package run

import (
	"context"
	"errors"
	"fmt"

	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
)

// validation records the scores of a point on the validation part of an inner model in v.
func (f *features) validation(ctx context.Context, v *result.ValidationPart, at part.Point) error {
	slowness, _ := f.heldMeasures(method.P.Of(at))
	f.followFirst(v)
	why := ""
	if f.on.graph != nil {
		if f.samples.job.Plan.Set.InTime() {
			v.Time = part.Floats(slowness)
		}
		var err error
		if slowness, why, err = f.heldSlowness(ctx, at, method.P.Of(at)); err != nil {
			return err
		}
	}
	if slowness != nil {
		v.Delta = part.Floats(slowness)
	}
	v.Xi = f.fittedXi(at)
	var err error
	if v.Predictability, err = f.takePredictability(ctx, at); err != nil {
		return err
	}
	s, _, err := f.reading(at).scores(ctx)
	v.Accuracy, v.RMSE, v.MAE, v.RMSEOfMean, v.Brier, v.Detection = s.Accuracy, s.RMSE, s.MAE, s.RMSEOfMean, s.Brier, s.Detection
	v.Reliability = s.Reliability
	if v.Detection != nil {
		v.Detection.Faults = nil
	}
	if v.Accuracy != nil && f.samples.testsUntrained() {
		v.Accuracy, v.Brier, v.Reliability = nil, nil, nil
	}
	if err == nil && why != "" && s.Accuracy == nil && s.RMSE == nil {
		return errors.New(why)
	}
	return err
}

// followFirst records the steps and the memory of the first feature on a validation part of a
// single series; segments would need a transform each.
func (f *features) followFirst(v *result.ValidationPart) {
	if f.along == nil || !f.samples.job.Plan.Set.InTime() || len(f.samples.job.Fold.Test) != 1 || len(f.samples.job.Fold.Train) > 2 {
		return
	}
	steps := measure.FirstSteps(f.along.First, f.samples.data.Held.Lengths)
	if steps != nil {
		floats.Scale(1/variance(f.along.First, v.Fit), steps)
		v.FirstSteps = part.Floats(steps)
		v.FirstMemory = optional(measure.Memory(f.along.First, f.samples.data.Held.Lengths))
	}
}

// variance returns the variance of a feature over its values x on a validation part and fitted
// further samples, on which its mean is 0 and its variance 1. All inner models of a fold cover
// the same samples in this way, so their features have the same unit.
func variance(x []float64, fitted int) float64 {
	n := float64(len(x) + fitted)
	mean := floats.Sum(x) / n
	return (float64(fitted)+floats.Dot(x, x))/n - mean*mean
}

// validationScores returns the parts and the means of their scores; nil without parts.
func validationScores(parts []result.ValidationPart) *result.Scores {
	if len(parts) == 0 {
		return nil
	}
	s := &result.Scores{Parts: parts}
	s.Slowness = part.Float(meanOf(parts, func(v *result.ValidationPart) (float64, bool) {
		return stat.Mean(part.Numbers(v.Delta), nil), v.Delta != nil
	}))
	right := func(of func(*result.Accuracy) part.Float) part.Float {
		return part.Float(meanOf(parts, func(v *result.ValidationPart) (float64, bool) { return float64(of(v.Accuracy)), v.Accuracy != nil }))
	}
	mean := func(of func(*result.ValidationPart) *part.Float) *part.Float {
		m := part.Float(meanOf(parts, func(v *result.ValidationPart) (float64, bool) {
			if x := of(v); x != nil {
				return float64(*x), true
			}
			return 0, false
		}))
		return &m
	}
	for _, v := range parts {
		switch {
		case v.Accuracy != nil && s.Accuracy == nil:
			balanced := right((*result.Accuracy).OfBalanced)
			s.Accuracy = &result.Accuracy{Sample: right((*result.Accuracy).OfSamples), Segment: right((*result.Accuracy).OfSegments), Balanced: &balanced, Baseline: &result.Baseline{
				Sample:  right(func(a *result.Accuracy) part.Float { return a.OfBaseline().Sample }),
				Segment: right(func(a *result.Accuracy) part.Float { return a.OfBaseline().Segment }),
			}}
		case v.RMSE != nil && s.RMSE == nil:
			s.RMSE = mean(func(v *result.ValidationPart) *part.Float { return v.RMSE })
			s.MAE = mean(func(v *result.ValidationPart) *part.Float { return v.MAE })
			s.RMSEOfMean = mean(func(v *result.ValidationPart) *part.Float { return v.RMSEOfMean })
		}
	}
	return s
}

// meanOf returns the mean of a number over the parts that have it; NaN if none has.
func meanOf(parts []result.ValidationPart, of func(*result.ValidationPart) (float64, bool)) float64 {
	var values []float64
	for i := range parts {
		if x, ok := of(&parts[i]); ok {
			values = append(values, x)
		}
	}
	return stat.Mean(values, nil)
}

// untestedParts returns the note on validation parts without an accuracy of a classifier,
// because no class in them has a training sample; "" if there are none.
func untestedParts(parts []result.ValidationPart, res *result.Result) string {
	without := 0
	for _, v := range parts {
		if v.Error == "" && v.Accuracy == nil {
			without++
		}
	}
	if res.Accuracy == nil || without == 0 {
		return ""
	}
	return fmt.Sprintf("%d of %d validation parts give no accuracy to choose by: it can only be 0, as no class there is trained on", without, len(parts))
}

// failedParts returns the note on validation parts with an error; "" if there are none.
func failedParts(parts []result.ValidationPart) string {
	failed, first := 0, -1
	for i, v := range parts {
		if v.Error != "" {
			failed++
			if first < 0 {
				first = i
			}
		}
	}
	switch {
	case failed == 0:
		return ""
	case failed == len(parts):
		return "nothing to choose by: without the validation part, " + parts[first].Error
	}
	return fmt.Sprintf("%d of %d validation parts give nothing to choose by: without part %d, %s", failed, len(parts), parts[first].Inner+1, parts[first].Error)
}
