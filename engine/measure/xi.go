package measure

import (
	"math"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
)

// XiLambda is the weight λ of jitter in [Xi]. For a point that sets it, ξ is measured
// on training rows, too.
var XiLambda = part.NewNumber(part.Axis{
	Name: "xi-lambda", Always: true, Measures: true, Log: true, Unset: "none", Must: part.AtLeast0,
	Doc: "measure ξ on training rows, with this weight of jitter: 1; only values with the same weight are comparable",
})

// UsualXiLambda is the weight of a point without [XiLambda] (Ma et al. 2011, section
// 4.2).
const UsualXiLambda = 1

// XiLambdaOf returns the weight of jitter of a point.
func XiLambdaOf(p part.Point) float64 {
	if v := XiLambda.Of(p); v.OK {
		return v.X
	}
	return UsualXiLambda
}

// Xi returns ξ = η + λ·T/2π·√⟨ÿ²⟩ (Ma et al. 2011, Eq. 6): jitter with the steps of a
// slow sine does not change η, but raises ξ in proportion to lambda. delta and t are
// those of [Eta], curvature is ⟨ÿ²⟩ of the same feature, scaled as delta is.
func Xi(delta, curvature, t, lambda float64) float64 {
	return Eta(delta, t) + lambda*Eta(curvature, t)
}

// Δ and ⟨ÿ²⟩ of white noise of unit variance.
const (
	noiseDelta     = 2
	noiseCurvature = 6
)

// XiOf returns [Xi] of the first features of the pass over segments of mean length t,
// with the ξ of white noise there.
func (p *Pass) XiOf(features int, t, lambda float64) *result.Xi {
	delta, curvature := p.UnitSlownessAndCurvature(features)
	xi := &result.Xi{Noise: part.Float(Xi(noiseDelta, noiseCurvature, t, lambda))}
	for j := range delta {
		xi.Features = append(xi.Features, part.Float(Xi(delta[j], curvature[j], t, lambda)))
	}
	return xi
}

// sameXiLambda reports whether ξ of two points has the same weight of jitter.
func sameXiLambda(a, b part.Point) bool { return XiLambdaOf(a) == XiLambdaOf(b) }

const xiDoc = "ξ is η with a penalty for jitter, which η does not contain (--xi-lambda, default 1)."

// TestXi and TrainingXi are [Xi] of the features in time.
var (
	TestXi = &Measure{
		ID: "xi-test", EachFeature: true, Label: "ξ on test", Better: Lower, Objective: ByXi, Log: true, Recorded: true, Like: sameXiLambda, Doc: xiDoc,
		Of:   func(r *result.Result) []float64 { return part.Numbers(r.Slowness.XiTest) },
		Show: Show{In: notCompared &^ PageCharts, Aliases: []string{"xi"}, Column: "ξ", Heading: "ξ", Rank: 5, Report: "ξ test", Order: 23, Term: "ξ", Map: "ξ on test", Checked: OfSlowness},
	}
	TrainingXi = &Measure{
		ID: "xi-train", EachFeature: true, Label: "ξ on training", Better: Lower, Part: Training, Log: true, Recorded: true, Like: sameXiLambda,
		Of:   func(r *result.Result) []float64 { return part.Numbers(r.Slowness.XiTrain) },
		Show: Show{In: notCompared &^ (Columns | PageCharts), Heading: "training ξ", Report: "ξ train", Order: 23, Term: "ξ", Map: "ξ on training", Checked: OfSlowness},
	}
)

// ByXi is the objective that chooses by [ChoosingXi].
const ByXi = "xi"

// ChoosingXi is the mean [Xi] of the features on the rows that the model of each
// validation part was fitted on. It measures how smooth a fit is, not how well it
// generalises.
var ChoosingXi = &Measure{
	ID: "validation", Label: "ξ on fitted rows", Better: Lower, Part: Validation, Objective: ByXi, Log: true, Recorded: true, Fitted: true, Like: sameXiLambda,
	Of: func(r *result.Result) []float64 {
		var out []float64
		for _, p := range r.Validation.OrNone().Parts {
			if p.Xi != nil {
				out = append(out, stat.Mean(part.Numbers(p.Xi.Features), nil))
			}
		}
		return out
	},
	Show: choosingShow("ξ", "ξ on fitted rows", 9).withHeadings("ξ fit", "ξ on fitted rows").withBrief("ξ on training ↓").withHelp("on the fitted rows, as in Ma et al. 2011: chosen on training"),
}

// MeanXi returns the mean ξ of the first q features. A feature that is missing or
// constant counts as white noise.
func MeanXi(xi *result.Xi, q int) float64 {
	values := make([]float64, q)
	for i := range values {
		values[i] = float64(xi.Noise)
		if i < len(xi.Features) && !math.IsNaN(float64(xi.Features[i])) {
			values[i] = float64(xi.Features[i])
		}
	}
	return floats.Sum(values) / float64(q)
}
