package choose

import (
	"math"
	"slices"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/preparation"
	"example.com/sfatui/engine/result"
)

// By is what points are chosen by.
type By struct {
	// Objective is one of [measure.Objectives].
	Objective string
	// Features is q, the number of features whose slowness counts: the least p that is
	// asked for in the session's first plan. 0 is the least p of the rows.
	Features int
	// Before chooses as before engine 0.6.0: by the mean of the validation measure over
	// folds. [By.Over] sets it for rows whose results say nothing of single parts.
	Before bool

	noBrier bool // some row has no Brier score to break ties by
	splits  int  // the most inner splits of a row
	// share is the largest share of training parts that a row is trained on; 0 where rows of
	// all shares are candidates.
	share float64
}

// Score is how good a row is at an objective on the validation parts; less is better.
// On one part it is ln s for slowness, where s is the mean of min(Δ, 2) over the first q
// features and a missing, constant or infinite feature has Δ = 2, as white noise has;
// the share of samples that are not classified rightly for accuracy; ln rmse; for xi, ln of
// the mean ξ of the first q features on the rows that the part's model was fitted on; and the
// balanced error of alarms, where only parts that hold samples of both kinds are wanted.
type Score struct {
	// U is the mean over the parts that gave something; NaN where none did.
	U float64
	// Parts are the scores of the parts, in the order of folds and inner splits, each
	// averaged over the draws; NaN for a part that failed, is empty or is not finished.
	Parts []float64
	// Got of Want measurements are there, draws counted.
	Got, Want int

	shown  func(u float64) float64
	before *Stat // of before engine 0.6.0: the mean over folds
}

// Over is the way to choose among rows: by the rule of before engine 0.6.0 where a
// result of theirs says nothing of single parts, and with what breaks ties.
func (b By) Over(rows []Row) By {
	least := 0
	for i := range rows {
		r := &rows[i]
		b.Before = b.Before || r.before()
		b.noBrier = b.noBrier || r.Measured() && math.IsNaN(r.brier())
		least = lesser(least, method.P.Of(r.Config))
		b.splits = max(b.splits, r.Config.Inner)
		b.share = max(b.share, preparation.ShareOf(r.Config))
	}
	if b.Features == 0 {
		b.Features = least
	}
	return b
}

// LeastFeatures is the least number of features that any of the points asks for.
func LeastFeatures(points []part.Point) int {
	least := 0
	for _, p := range points {
		least = lesser(least, method.P.Of(p))
	}
	return least
}

// Scored says that rows have scores on single parts.
func (b By) Scored(rows []Row) bool {
	return !b.Before && slices.ContainsFunc(rows, func(r Row) bool { return b.Score(&r).Got > 0 })
}

// lesser is the lesser of two numbers of features, of which 0 is none.
func lesser(a, b int) int {
	if a == 0 || b == 0 {
		return max(a, b)
	}
	return min(a, b)
}

// Stat is the score of a row as it is shown, without an error: that of a single
// measure is not how sure a choice is.
func (b By) Stat(r *Row) Stat {
	if m := measure.Choosing(b.Objective); m != nil && (b.Before || r.before()) {
		return r.Of(m)
	}
	s := b.Score(r)
	if s.Got == 0 {
		return Stat{Mean: math.NaN(), SE: math.NaN()}
	}
	return Stat{Mean: s.Shown(), SE: math.NaN(), N: s.Got}
}

// Of is a measure of a row: of that which the objective chooses by, its score.
func (b By) Of(r *Row, m *measure.Measure) Stat {
	if m.Chooses() && m.Objective == b.Objective {
		return b.Stat(r)
	}
	return r.Of(m)
}

// Text is [By.Of] written out: a score with a count where parts are missing, a measure
// with its standard error.
func (b By) Text(r *Row, m *measure.Measure) string {
	if m.Chooses() && m.Objective == b.Objective && !b.Before && !r.before() {
		return b.Score(r).String()
	}
	return r.Of(m).String()
}

// Score is the score of a row.
func (b By) Score(r *Row) Score {
	if b.Before || r.before() {
		return b.scoreBefore(r)
	}
	q := b.Features
	if q == 0 {
		q = method.P.Of(r.Config)
	}
	s := Score{shown: showing(b.Objective)}
	got := s.collect(r, func(res *result.Result, p *result.ValidationPart) float64 {
		return scoreOn(res, p, b.Objective, q)
	})
	if b.Objective == measure.BalancedError {
		s.leave(r, func(p *result.ValidationPart) bool {
			return p.Detection != nil && (p.Detection.Normal == 0 || p.Detection.New == 0)
		})
	}
	s.U = meanOver(s.Parts)
	s.Got = got
	return s
}

// chance are the scores of the parts of a row without any features: of the most frequent class,
// of the mean target, and of alarms by lot. It returns nil where they were not taken.
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

// Chance returns what a row would get without any features, as shown: on the validation parts,
// or on the test parts by the measure of [Row.Judgement]; NaN where that was not taken.
func (b By) Chance(r *Row, onTest bool) float64 {
	if !onTest {
		if parts := b.chance(r); parts != nil && !b.Before {
			return showing(b.Objective)(meanOver(parts))
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

// overFolds is the mean over folds of what results of a row say; draws are averaged first.
func (r *Row) overFolds(of func(*result.Result) float64) float64 {
	means := byFold(*r, of)
	var values []float64
	for _, fold := range r.folds() {
		values = append(values, means[fold])
	}
	return meanOver(values)
}

// leave takes parts of a row away that say nothing of any point.
func (s *Score) leave(r *Row, nothing func(*result.ValidationPart) bool) {
	folds, inner, draws := r.layout()
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

// collect averages what the parts of a row say over draws, and counts what says
// something.
func (s *Score) collect(r *Row, of func(*result.Result, *result.ValidationPart) float64) (got int) {
	folds, inner, draws := r.layout()
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
		s.Parts[i] /= float64(n) // 0/0 is the NaN of none
	}
	return got
}

// layout is how many folds, inner splits of each, and draws a row should have.
func (r *Row) layout() (folds, inner, draws int) {
	folds, inner, draws = max(r.Config.Folds, r.Config.Repeats), 0, 1
	for _, res := range r.Results {
		folds, draws = max(folds, res.Point.Fold+1), max(draws, res.Point.Draw+1)
		if res.Validation != nil {
			for _, p := range res.Validation.Parts {
				inner = max(inner, p.Inner+1)
			}
		}
	}
	return folds, inner, draws
}

// leastSlowness is the floor under which a slowness counts as none.
const leastSlowness = 1e-12

// noise is Δ of white noise.
const noise = 2

// scoreOn is the score of one part; NaN where it says nothing.
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
		delta := float64(noise)
		if i < len(deltas) {
			if d := float64(deltas[i]); d < noise { // NaN is not
				delta = d
			}
		}
		sum += delta
	}
	return math.Log(max(sum/float64(q), leastSlowness))
}

// Logs says that scores are logarithms of what is shown.
func (b By) Logs() bool { return !b.Before && !b.Shares() }

// Shares says that scores are shares of samples that are wrong.
func (b By) Shares() bool {
	return slices.Contains([]string{measure.ByAccuracy, measure.ByBalancedAccuracy, measure.BalancedError}, b.Objective)
}

// showing turns a score into what is shown of it.
func showing(objective string) func(float64) float64 {
	switch objective {
	case measure.ByAccuracy, measure.ByBalancedAccuracy:
		return func(u float64) float64 { return 1 - u }
	case measure.BalancedError:
		return func(u float64) float64 { return u }
	}
	return math.Exp
}

// Shown is the score in the units of its objective: a slowness, an error, or the share
// of samples that are right.
func (s Score) Shown() float64 { return s.show(s.U) }

// Part is the score of one part in the units of its objective.
func (s Score) Part(i int) float64 { return s.show(s.Parts[i]) }

// show turns a score like this one back into the units of its objective.
func (s Score) show(u float64) float64 {
	if s.shown == nil {
		return u
	}
	return s.shown(u)
}

// Complete says that every part gave something.
func (s Score) Complete() bool { return s.Got == s.Want && s.Got > 0 }

// String is what is shown, with a count where parts are missing: "0.812 (2/3)"; "–" for
// none. Of before engine 0.6.0 it is the mean with its standard error over folds.
func (s Score) String() string {
	switch {
	case s.Got == 0:
		return "–"
	case s.before != nil:
		return s.before.String()
	case s.Got < s.Want:
		return message.Numbers("%.4g (%d/%d)", s.Shown(), s.Got, s.Want)
	}
	return message.Numbers("%.4g", s.Shown())
}

// meanOver is the mean of what is a number.
func meanOver(values []float64) float64 { return Mean(values).Mean }

// overParts is the mean over all parts of a row that did not fail.
func (r *Row) overParts(of func(*result.ValidationPart) float64) float64 {
	var s Score
	s.collect(r, func(_ *result.Result, p *result.ValidationPart) float64 { return of(p) })
	return meanOver(s.Parts)
}

// brier is the mean Brier score of a row over its parts; NaN where a part has none.
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
