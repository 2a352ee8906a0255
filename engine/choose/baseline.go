package choose

import (
	"math"

	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/result"
)

// whiteNoiseDelta is Δ of white noise.
const whiteNoiseDelta = 2

// A baseline is the value of a test measure that is reached without features.
type baseline struct {
	m    *measure.Measure
	name string
	of   func(*result.Result) float64 // baseline of a result; NaN if it was not computed
	// value returns the value that is compared with the baseline; nil for the measure
	// itself.
	value func(*result.Result) float64
}

// baselines lists the baselines of all measures that have one. The first measure of
// each line that was computed is used.
var baselines = [][]baseline{
	{
		{m: measure.SegmentsRight, name: "the most frequent class alone", of: func(r *result.Result) float64 { return float64(r.Accuracy.OfBaseline().Segment) }},
		{m: measure.SamplesRight, name: "the most frequent class alone", of: func(r *result.Result) float64 { return float64(r.Accuracy.OfBaseline().Sample) }},
	},
	{{m: measure.BalancedRight, name: "one class alone", of: oneClass}},
	{{m: measure.TestRMSE, name: "the mean of training alone", of: func(r *result.Result) float64 {
		if r.RMSEOfMean == nil {
			return math.NaN()
		}
		return float64(*r.RMSEOfMean)
	}}},
	{{m: measure.AUC, name: "guessing", of: func(*result.Result) float64 { return 0.5 }}},
	{{m: measure.TestSlowness, name: "white noise", of: func(r *result.Result) float64 {
		if graph.InTime(r.Point) {
			return whiteNoiseDelta
		}
		return math.NaN()
	}, value: func(r *result.Result) float64 {
		if len(r.Slowness.Test) == 0 {
			return math.NaN()
		}
		return float64(r.Slowness.Test[0])
	}}},
}

// oneClass returns the balanced accuracy of a classifier that always returns one class:
// 1 over the number of classes in the test part.
func oneClass(r *result.Result) float64 {
	if r.Confusion == nil {
		return math.NaN()
	}
	classes := 0.0
	for _, row := range r.Confusion.Sample {
		for _, n := range row {
			if n > 0 {
				classes++
				break
			}
		}
	}
	return 1 / classes
}
