package papers

import (
	"fmt"
	"math"
	"slices"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
)

// quantity is a measure of a row with its name.
type quantity struct {
	name    string
	measure *measure.Measure
	all     bool // NaN unless all folds and draws without an error have it
}

// meanOf returns the mean over folds and draws; NaN if it was not measured.
func (q quantity) meanOf(r choose.Row) float64 {
	s := r.Of(q.measure)
	if s.N == 0 || q.all && s.N != len(r.Results)-r.Failed {
		return math.NaN()
	}
	return s.Mean
}

var (
	testSlowness = quantity{"test slowness", measure.TestSlowness, false}
	trainingXi   = quantity{"ξ in training (--xi-lambda)", measure.TrainingXi, false}
	wordsRight   = quantity{"the accuracy of segments", measure.SegmentsRight, false}
	rmse         = quantity{"the RMSE", measure.TestRMSE, false}

	predictability = quantity{"predictability", measure.TestPredictability, true}
	// planeTest is the cosine of the largest principal angle between the spans of the
	// features and of the latent variables.
	planeTest = quantity{"principal angles to latent variables", &measure.Measure{Of: func(r *result.Result) []float64 {
		if r.Latent == nil || len(r.Latent.AnglesTest) == 0 {
			return nil
		}
		return part.Numbers([]part.Float{slices.Min(r.Latent.AnglesTest)})
	}}, true}
	// deviation is the deviation of the training outputs from unit variance, in units of the
	// tolerance.
	deviation = quantity{"unit variance", &measure.Measure{Of: func(r *result.Result) []float64 {
		return []float64{measure.Deviation.Value(r) / measure.VarianceTolerance(r.Point)}
	}}, false}
)

// latentTrain returns the absolute correlation, on the training part, of latent variable i with
// the feature that resembles it most.
func latentTrain(i int) quantity {
	return quantity{fmt.Sprintf("the correlation with latent variable %d", i+1), &measure.Measure{Of: func(r *result.Result) []float64 {
		if r.Latent == nil || i >= len(r.Latent.Train) {
			return nil
		}
		return []float64{math.Abs(float64(r.Latent.Train[i]))}
	}}, true}
}

// text formats a number with three digits, and NaN as a dash.
func text(x float64) string {
	if math.IsNaN(x) {
		return "–"
	}
	return fmt.Sprintf("%.3g", x)
}
