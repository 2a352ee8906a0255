package choose

import (
	"math"
	"slices"
	"strings"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/preparation"
	"example.com/sfatui/engine/result"
)

// By is the criterion by which points are chosen.
type By struct {
	// Objective is one of [measure.Objectives].
	Objective string
	// Features is q, the number of features whose slowness is averaged: the smallest p
	// of the session's first plan. 0 stands for the smallest p of the rows.
	Features int

	noBrier bool // at least one row has no Brier score to break ties by
	splits  int  // largest number of inner splits of a row
	// share is the largest share of training parts that a row is trained on; 0 if rows
	// of all shares are candidates.
	share float64
}

// A Score is the score of a row by an objective on the validation parts; less is
// better. On one part it is ln s for slowness, where s is the mean of min(Δ, 2) over
// the first q features; a missing, constant or infinite feature has Δ = 2, as white
// noise has. For accuracy it is the share of misclassified samples, for rmse ln rmse,
// and for xi ln of the mean ξ of the first q features on the rows that the part's model
// was fitted on. For alarms it is their balanced error, on parts that hold both normal
// and faulty samples.
type Score struct {
	// U is the mean over the parts that have a score; NaN if there are none.
	U float64
	// Parts are the scores of the parts, in the order of folds and inner splits, each
	// averaged over the draws; NaN for a part that failed, is empty or is not finished.
	Parts []float64
	// Got of Want measurements exist, draws counted.
	Got, Want int

	convert func(u float64) float64
}

// Over returns the criterion completed from rows: the number of features, the largest
// number of inner splits and share, and the tie-breaking rules.
func (b By) Over(rows []Row) By {
	least := 0
	for i := range rows {
		r := &rows[i]
		b.noBrier = b.noBrier || r.Measured() && math.IsNaN(r.brier())
		least = minFeatures(least, method.P.Of(r.Config))
		b.splits = max(b.splits, r.Config.Inner)
		b.share = max(b.share, preparation.ShareOf(r.Config))
	}
	if b.Features == 0 {
		b.Features = least
	}
	return b
}

// LeastFeatures returns the smallest number of features that any of the points
// requests.
func LeastFeatures(points []part.Point) int {
	least := 0
	for _, p := range points {
		least = minFeatures(least, method.P.Of(p))
	}
	return least
}

// Scored reports whether rows have scores on single parts.
func (b By) Scored(rows []Row) bool {
	return slices.ContainsFunc(rows, func(r Row) bool { return b.Score(&r).Got > 0 })
}

// Stat returns the score of a row in the units of its objective, without an error: the
// error of one measure does not express the certainty of a choice.
func (b By) Stat(r *Row) Stat {
	s := b.Score(r)
	if s.Got == 0 {
		return Stat{Mean: math.NaN(), SE: math.NaN()}
	}
	return Stat{Mean: s.Shown(), SE: math.NaN(), N: s.Got}
}

// ChoosesBy reports whether the score is an average of m.
func (b By) ChoosesBy(m *measure.Measure) bool { return m.Chooses() && m.Objective == b.Objective }

// Of returns a measure of a row, or its score if the objective chooses by that measure.
func (b By) Of(r *Row, m *measure.Measure) Stat {
	if b.ChoosesBy(m) {
		return b.Stat(r)
	}
	return r.Of(m)
}

// On returns the part of the data that points are chosen on: "training" for ξ, else
// "validation".
func (b By) On() string { return measure.ChoosesOn(b.Objective) }

// Name returns the objective in words, such as "RMSE" or "slowness in time".
func (b By) Name() string { return measure.ObjectiveName(b.Objective) }

// FirstFeatures reports whether the objective scores only the first q features,
// whatever p is.
func (b By) FirstFeatures() bool {
	return slices.Contains([]string{measure.BySlowness, measure.InTime, measure.ByXi}, b.Objective)
}

// graphsIncomparable reports whether scores under different training graphs are
// incomparable.
func (b By) graphsIncomparable() bool { return b.Objective == measure.BySlowness }

// Terms describes what the score of a row depends on in addition to the objective: the training
// graph and the number of features. Scores under other terms are incomparable.
func (b By) Terms(r *Row) string {
	var terms []string
	if b.graphsIncomparable() {
		terms = append(terms, "graph "+strings.TrimPrefix(graph.Under(r.Config).Label(), "graph="))
	}
	if b.FirstFeatures() {
		terms = append(terms, message.Counted(b.Features, "feature"))
	}
	return strings.Join(terms, ", ")
}

// Text returns [By.Of] as text: a score with its count if parts are missing, a measure
// with its standard error.
func (b By) Text(r *Row, m *measure.Measure) string {
	if b.ChoosesBy(m) {
		return b.Score(r).String()
	}
	return r.Of(m).String()
}

// Score returns the score of a row.
func (b By) Score(r *Row) Score {
	q := b.Features
	if q == 0 {
		q = method.P.Of(r.Config)
	}
	s := Score{convert: scoreToUnits(b.Objective)}
	got := s.collect(r, func(res *result.Result, p *result.ValidationPart) float64 {
		return scoreOn(res, p, b.Objective, q)
	})
	if b.Objective == measure.BalancedError {
		s.removeParts(r, func(p *result.ValidationPart) bool {
			return p.Detection != nil && (p.Detection.Normal == 0 || p.Detection.New == 0)
		})
	}
	s.U = meanOver(s.Parts)
	s.Got = got
	return s
}

// chance returns the scores of the parts of a row without any features: of the most
// frequent class, of the mean target, or of random alarms. It returns nil if one of
// them was not computed.
func (b By) chance(r *Row) []float64 {
	var s Score
	s.collect(r, func(_ *result.Result, p *result.ValidationPart) float64 {
		switch b.Objective {
		case measure.ByAccuracy:
			return 1 - float64(p.Accuracy.OfBaseline().Sample)
		case measure.ByRMSE:
			if p.RMSEOfMean != nil {
				return math.Log(max(float64(*p.RMSEOfMean), leastSlowness))
			}
		case measure.BalancedError:
			return 0.5
		}
		return math.NaN()
	})
	if slices.ContainsFunc(s.Parts, math.IsNaN) {
		return nil
	}
	return s.Parts
}

// Chance returns the score of a row without any features, in the units of the
// objective: on the validation parts, or on the test parts by the measure of
// [Row.Judgement]; NaN if that was not computed.
func (b By) Chance(r *Row, onTest bool) float64 {
	if !onTest {
		if parts := b.chance(r); parts != nil {
			return scoreToUnits(b.Objective)(meanOver(parts))
		}
		return math.NaN()
	}
	for _, m := range measure.Judging(b.Objective) {
		if r.Of(m).N == 0 {
			continue
		}
		for _, line := range baselines {
			for _, c := range line {
				if c.m == m && c.value == nil {
					return r.overFolds(c.of)
				}
			}
		}
		break
	}
	return math.NaN()
}

// overFolds returns the mean over folds of a number of each result; draws are averaged
// first.
func (r *Row) overFolds(of func(*result.Result) float64) float64 {
	means := byFold(*r, of)
	var values []float64
	for _, fold := range r.folds() {
		values = append(values, means[fold])
	}
	return meanOver(values)
}

// removeParts removes the parts of a row for which nothing returns true, because no
// point can be scored there.
func (s *Score) removeParts(r *Row, nothing func(*result.ValidationPart) bool) {
	folds, inner, draws := r.Layout()
	gone := make([]bool, folds*inner)
	for _, res := range r.Results {
		for i := range res.Validation.OrNone().Parts {
			p := &res.Validation.Parts[i]
			gone[res.Point.Fold*inner+p.Inner] = nothing(p)
		}
	}
	var left []float64
	for i, u := range s.Parts {
		if !gone[i] {
			left = append(left, u)
		}
	}
	s.Parts, s.Want = left, len(left)*draws
}

// collect sets s.Parts to the means over draws of a number of each part, and returns
// the number of measurements.
func (s *Score) collect(r *Row, of func(*result.Result, *result.ValidationPart) float64) (got int) {
	folds, inner, draws := r.Layout()
	s.Parts, s.Want = make([]float64, folds*inner), folds*inner*draws
	count := make([]int, folds*inner)
	for _, res := range r.Results {
		if res.Error != "" || res.Validation == nil {
			continue
		}
		for i := range res.Validation.Parts {
			p := &res.Validation.Parts[i]
			if u := of(res, p); p.Error == "" && !math.IsNaN(u) {
				at := res.Point.Fold*inner + p.Inner
				s.Parts[at] += u
				count[at]++
				got++
			}
		}
	}
	for i, n := range count {
		s.Parts[i] /= float64(n) // 0/0 is the NaN of a part without measurements
	}
	return got
}

// leastSlowness replaces smaller values before a logarithm is taken.
const leastSlowness = 1e-12

// pathsDiffer is the largest difference of scores observed between the arithmetic of
// different processors.
const pathsDiffer = 1e-6

// scoreOn returns the score of one part, or NaN if the part lacks the measure.
func scoreOn(res *result.Result, p *result.ValidationPart, objective string, q int) float64 {
	deltas := p.Delta
	switch objective {
	case measure.ByAccuracy:
		return 1 - float64(p.Accuracy.OfSamples())
	case measure.ByBalancedAccuracy:
		return 1 - float64(p.Accuracy.OfBalanced())
	case measure.ByRMSE:
		if p.RMSE == nil {
			return math.NaN()
		}
		return math.Log(max(float64(*p.RMSE), leastSlowness))
	case measure.ByPredictability:
		if p.Predictability == nil {
			return math.NaN()
		}
		return math.Log(max(float64(*p.Predictability), leastSlowness))
	case measure.ByXi:
		if p.Xi == nil || q <= 0 {
			return math.NaN()
		}
		return math.Log(max(measure.MeanXi(p.Xi, q), leastSlowness))
	case measure.BalancedError:
		return float64(p.Detection.BalancedError())
	case measure.InTime:
		deltas = res.InTime(p)
	}
	if len(deltas) == 0 || q <= 0 {
		return math.NaN()
	}
	sum := 0.0
	for i := range q {
		delta := float64(whiteNoiseDelta)
		if i < len(deltas) {
			if d := float64(deltas[i]); d < whiteNoiseDelta { // false for NaN
				delta = d
			}
		}
		sum += delta
	}
	return math.Log(max(sum/float64(q), leastSlowness))
}

// Shares reports whether scores are shares of wrong samples, not logarithms of the displayed
// values.
func (b By) Shares() bool {
	return slices.Contains([]string{measure.ByAccuracy, measure.ByBalancedAccuracy, measure.BalancedError}, b.Objective)
}

// scoreToUnits returns the function that converts a score into the units of its objective.
func scoreToUnits(objective string) func(float64) float64 {
	switch objective {
	case measure.ByAccuracy, measure.ByBalancedAccuracy:
		return func(u float64) float64 { return 1 - u }
	case measure.BalancedError:
		return func(u float64) float64 { return u }
	}
	return math.Exp
}

// Shown returns the score in the units of its objective: a slowness, an error, or the
// share of correct samples.
func (s Score) Shown() float64 { return s.toUnits(s.U) }

// Part returns the score of part i in the units of its objective.
func (s Score) Part(i int) float64 { return s.toUnits(s.Parts[i]) }

// toUnits converts u, a score by the same objective, into the units of the objective.
func (s Score) toUnits(u float64) float64 {
	if s.convert == nil {
		return u
	}
	return s.convert(u)
}

// Complete reports whether every part has a score.
func (s Score) Complete() bool { return s.Got == s.Want && s.Got > 0 }

// String returns the displayed score, with a count if parts are missing: "0.812 (2/3)";
// "–" without a score.
func (s Score) String() string {
	switch {
	case s.Got == 0:
		return "–"
	case s.Got < s.Want:
		return message.Numbers("%.4g (%d/%d)", s.Shown(), s.Got, s.Want)
	}
	return message.Numbers("%.4g", s.Shown())
}

// overParts returns the mean of a number over all parts of a row that did not fail.
func (r *Row) overParts(of func(*result.ValidationPart) float64) float64 {
	var s Score
	s.collect(r, func(_ *result.Result, p *result.ValidationPart) float64 { return of(p) })
	return meanOver(s.Parts)
}

// brier returns the mean Brier score of a row over its parts, or NaN if a part has
// none.
func (r *Row) brier() float64 {
	var s Score
	got := s.collect(r, func(_ *result.Result, p *result.ValidationPart) float64 {
		if p.Brier == nil {
			return math.NaN()
		}
		return float64(*p.Brier)
	})
	if got == 0 || got < s.Want {
		return math.NaN()
	}
	return meanOver(s.Parts)
}
