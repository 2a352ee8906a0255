package measure

import (
	"context"
	"math"

	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Slowness returns the mean of (φ_j(t+1) − φ_j(t))² over the pairs inside spans, for
// each of the p columns of phi (Böhmer et al. 2012, Eq. 6). The features are not
// scaled. Without a pair it is NaN.
//
// It panics unless the lengths are those of consecutive spans that cover the rows of
// phi.
func Slowness(phi *mat.Dense, lengths []int) []float64 {
	p := sumRowsNow(phi, lengths, Steps)
	return p.Slowness(p.p)
}

// UnitSlownessAndCurvature returns the [Slowness] and the [Curvature] of each feature
// after scaling it to unit variance on the same data: on a test part, the test slowness
// (Böhmer et al. 2012, section 5.2). They are NaN for a constant feature, and without a
// pair or a triple.
func UnitSlownessAndCurvature(phi *mat.Dense, lengths []int) (slowness, curvature []float64) {
	p := sumRowsNow(phi, lengths, Steps|Turns|Deviations)
	return p.UnitSlownessAndCurvature(p.p)
}

// UnitSlownessAndCurvature returns the slowness and the curvature of the first features, scaled to
// unit variance. It panics before all rows are summed, and without [Steps], [Turns] and
// [Deviations].
func (p *Pass) UnitSlownessAndCurvature(features int) (slowness, curvature []float64) {
	slowness, curvature = p.UnitSlowness(features), p.curvature(features)
	floats.Div(curvature, p.sums(features).variances(features))
	return slowness, curvature
}

// sumRowsNow returns a pass that cannot be cancelled, for small data.
func sumRowsNow(phi *mat.Dense, lengths []int, what Sums) *Pass {
	// The background context never ends, so there is no error.
	p, _ := sumRows(context.Background(), phi, lengths, what)
	return p
}

// NotFinite returns the indices, from 0, of those of the first features whose values
// overflow or are NaN. It panics before all rows are summed, and without [Deviations]
// or [Products].
func (p *Pass) NotFinite(features int) []int {
	var out []int
	for j, v := range p.sums(features).variances(features) {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			out = append(out, j)
		}
	}
	return out
}

// Slowness returns the [Slowness] of the first features. It panics before all rows are
// summed.
func (p *Pass) Slowness(features int) []float64 {
	g := p.sums(features)
	return means(g.steps[:features], g.pairs)
}

// UnitSlowness returns the slowness of the first features, divided by their variance.
// It panics before all rows are summed, and without [Steps] and [Deviations] or
// [Products].
func (p *Pass) UnitSlowness(features int) []float64 {
	slowness := p.Slowness(features)
	floats.Div(slowness, p.sums(features).variances(features))
	return slowness
}

// curvature returns the mean squared turn of the first features.
func (p *Pass) curvature(features int) []float64 {
	g := p.sums(features)
	return means(g.turns[:features], g.triples)
}

// means returns sums divided by their count; 0/0 is NaN for no count.
func means(sums []float64, count int) []float64 {
	out := make([]float64, len(sums))
	for j, v := range sums {
		out[j] = v / float64(count)
	}
	return out
}

// NoiseBound returns the Δ below which a feature of unit variance is slower than white
// noise, at a level of 5 %. The lag-one correlation of noise over the P pairs inside
// spans has variance 1/P, so that its Δ is 2 with standard deviation 2/√P. The bound is
// negative if there are too few pairs.
func NoiseBound(lengths []int) float64 {
	pairs := 0
	for _, n := range lengths {
		pairs += max(0, n-1)
	}
	return 2 - 3.29/math.Sqrt(float64(pairs))
}

// Eta returns η = T/2π·√Δ, the number of oscillations that a pure sine as slow as Δ
// would make in a segment of T samples, where T is the mean over the segments (Ma et
// al. 2011 and Wiskott and Sejnowski 2002).
func Eta(delta, t float64) float64 {
	return t / (2 * math.Pi) * math.Sqrt(delta)
}

// Curvature returns the mean of (φ_j(t+1) − 2φ_j(t) + φ_j(t−1))² over the triples
// inside spans, for each of the p columns of phi, not scaled: the ⟨ÿ²⟩ of [Xi]. Without
// a triple it is NaN.
//
// It panics unless the lengths are those of consecutive spans that cover the rows of
// phi.
func Curvature(phi *mat.Dense, lengths []int) []float64 {
	p := sumRowsNow(phi, lengths, Turns)
	return p.curvature(p.p)
}

// TestEta is [Eta] of the features in time on the test part.
var TestEta = &Measure{
	ID: "eta-test", EachFeature: true, Label: "η on test", Better: Lower, Log: true, Recorded: true,
	Doc:  "η is the number of oscillations of a sine as slow as the feature in a segment of mean length.",
	Of:   func(r *result.Result) []float64 { return part.Numbers(r.Slowness.EtaTest) },
	Show: Show{In: notCompared &^ PageCharts, Column: "η", Heading: "η", Rank: 6, Report: "η test", Order: 22, Term: "η", Map: "η on test", Checked: OfSlowness},
}

// sameGraph reports whether slowness of two points is along the edges of one graph.
// Along others it is another quantity.
func sameGraph(a, b part.Point) bool { return graph.Under(a) == graph.Under(b) }

// TestSlowness is the mean slowness of the features on the test part, divided by their
// variance there, along the training graph of a point as built on that part.
var TestSlowness = &Measure{
	ID: "slowness", EachFeature: true, Graph: true, Like: sameGraph, Label: "test slowness", Doc: slownessDoc, Better: Lower, Objective: BySlowness, Log: true, Recorded: true,
	Of:  func(r *result.Result) []float64 { return part.Numbers(r.Slowness.Test) },
	One: func(r *result.Result) float64 { return float64(r.Slowness.MeanTest) },
	Show: Show{
		When: Always, Aliases: []string{"slow"}, Column: "slow", Rank: 50, Report: "slowness test", Order: 2, Checked: OfSlowness,
	},
}

// slownessDoc explains slowness.
const slownessDoc = "Slowness is the mean squared difference of a feature along the edges of the point's training graph, divided by its variance: " +
	"from one sample to the next under the time graph, between samples of one label under a graph of labels, which is made of the labels of each part. White noise has 2."

// TestSlownessInTime is the mean slowness from sample to sample on the test part of
// points with a training graph other than time.
var TestSlownessInTime = &Measure{
	ID: "slowness-in-time", EachFeature: true, Graph: true, Label: "test slowness in time", Better: Lower, Log: true, Recorded: true,
	Doc:  "Slowness in time is that from one sample to the next, of points that are trained under another graph.",
	Of:   func(r *result.Result) []float64 { return part.Numbers(r.Slowness.TimeTest) },
	Show: Show{In: Filters | Maps | Reports | Contrasts | Checks, When: Measured, Report: "in time, test", Order: 10, Checked: OfSlowness},
}

// The objectives that points are chosen by.
const (
	BySlowness = "slowness" // along the edges of the point's training graph
	ByAccuracy = "accuracy"
	ByRMSE     = "rmse"
	// InTime compares points of different training graphs by their slowness in time.
	InTime = "slowness-in-time"
)

// SlownessOfAll judges choices by slowness in time, and compares points of different
// training graphs: under the time graph it is the slowness itself.
var SlownessOfAll = &Measure{
	ID: "judged-in-time", EachFeature: true, Graph: true, Label: "test slowness in time", Better: Lower, Objective: InTime, Log: true, Recorded: true,
	Of:   func(r *result.Result) []float64 { return part.Numbers(r.TestInTime()) },
	Show: Show{In: Nowhere},
}

// ValidationSlownessInTime is the mean slowness of the features from sample to sample
// on the validation parts, of points with a training graph other than time; for other
// points that is their slowness.
var ValidationSlownessInTime = &Measure{
	ID: "validation", Graph: true, Label: "validation slowness in time", Better: Lower, Part: Validation, Objective: InTime, Log: true, Recorded: true,
	Of: func(r *result.Result) []float64 {
		var out []float64
		for i, parts := 0, r.Validation.OrNone().Parts; i < len(parts); i++ {
			if values := part.Numbers(parts[i].Time); len(values) > 0 {
				out = append(out, floats.Sum(values)/float64(len(values)))
			}
		}
		return out
	},
	Show: choosingShow("slowness in time", "validation slowness in time", 9).withHelp("which also compares training graphs"),
}

// TrainingSlowness is the mean slowness of the features on the training part.
var TrainingSlowness = &Measure{
	ID: "train", EachFeature: true, Graph: true, Like: sameGraph, Label: "training slowness", Better: Lower, Part: Training, Log: true, Recorded: true,
	Of:  func(r *result.Result) []float64 { return part.Numbers(r.Slowness.Train) },
	One: func(r *result.Result) float64 { return float64(r.Slowness.MeanTrain) },
	Show: Show{
		In: Filters | Maps | Reports | Views | Contrasts | Checks, When: Always, Aliases: []string{"slowness-train"}, Heading: "training slowness",
		Report: "slowness train", Order: 1, View: "train-slowness", Contrast: "training slowness", Checked: OfSlowness,
	},
}

// ValidationSlowness is the mean slowness of the features on the validation part.
var ValidationSlowness = &Measure{
	ID: "validation", Graph: true, Like: sameGraph, Label: "validation slowness", Better: Lower, Part: Validation, Objective: BySlowness, Log: true, Recorded: true,
	Of:   func(r *result.Result) []float64 { return []float64{float64(r.Validation.OrNone().Slowness)} },
	Show: choosingShow("slowness", "validation slowness", 9),
}
