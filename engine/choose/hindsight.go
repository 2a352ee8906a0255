package choose

import (
	"fmt"
	"math"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
)

// A Hindsight compares a choice on validation with the test parts. It is shown when a
// sweep is over; nothing chooses, orders or advises by it.
type Hindsight struct {
	// Tau is Kendall's τ-b of the scores on validation and on test.
	Tau part.Float `json:"tau"`
	// Rank is the rank of the choice on test, from 1; equal scores share the best rank.
	Rank int `json:"rank"`
	// Optimism is the deficit of the test score against the validation score: a share
	// for logarithmic scores, else a difference.
	Optimism part.Float `json:"optimism"`
	// Points is the number of points that have both scores.
	Points int `json:"points"`

	by               By
	validation, test float64 // of the choice
}

// Hindsight compares the choice of row best with the test parts. ok is false if a score
// of that row is missing.
func (b By) Hindsight(rows []Row, best int) (h Hindsight, ok bool) {
	b = b.Over(rows)
	if best < 0 {
		return h, false
	}
	validation, test := make([]float64, len(rows)), make([]float64, len(rows))
	for i := range rows {
		r := &rows[i]
		validation[i], test[i] = math.NaN(), b.onTest(r)
		if s := b.Score(r); s.Complete() && r.split() == rows[best].split() && (b.Objective != measure.BySlowness || graph.Under(r.Config) == graph.Under(rows[best].Config)) {
			validation[i] = s.U
		}
	}
	h, ok = Judge(validation, test, best, !b.Shares())
	h.by = b
	return h, ok
}

// onTest returns the mean score of a row on the test parts, or NaN if a result failed.
func (b By) onTest(r *Row) float64 {
	sum := 0.0
	for _, res := range r.Results {
		if res.Error != "" {
			return math.NaN()
		}
		sum += meanOver(b.onStretches(res))
	}
	return sum / float64(len(r.Results))
}

// onStretches returns the scores of a result on stretches of the test part that are as
// long as a validation part, because scores depend on the length. It uses the whole
// test part if that is no longer, and for objectives that stretches have no measure of.
func (b By) onStretches(res *result.Result) (scores []float64) {
	for _, s := range res.Stretches {
		p := result.ValidationPart{Delta: s.Delta, Time: s.Time, RMSE: s.RMSE}
		if u := scoreOn(res, &p, b.Objective, b.Features); !math.IsNaN(u) {
			scores = append(scores, u)
		}
	}
	if scores == nil {
		p := result.ValidationPart{Delta: res.Slowness.Test, Time: res.Slowness.TimeTest, Accuracy: res.Accuracy, RMSE: res.RMSE, Detection: res.Detection}
		scores = []float64{scoreOn(res, &p, b.Objective, b.Features)}
	}
	return scores
}

// Judge compares scores on validation with those of the same points on test; less is
// better. logs reports whether scores are logarithms. Points with a NaN are left out;
// ok is false if the chosen point is one of them.
func Judge(validation, test []float64, chosen int, logs bool) (h Hindsight, ok bool) {
	if chosen < 0 || math.IsNaN(validation[chosen]+test[chosen]) {
		return h, false
	}
	var u, v []float64
	for i := range validation {
		if !math.IsNaN(validation[i] + test[i]) {
			u, v = append(u, validation[i]), append(v, test[i])
		}
	}
	h = Hindsight{Tau: part.Float(KendallTau(levels(u), levels(v))), Rank: 1, Points: len(u), validation: validation[chosen], test: test[chosen]}
	for _, t := range v {
		if t < h.test && !sameScore(t, h.test) {
			h.Rank++
		}
	}
	optimism := h.test - h.validation
	if logs {
		optimism = math.Expm1(optimism)
	}
	h.Optimism = part.Float(optimism)
	return h, true
}

// String returns the hindsight as a sentence.
func (h Hindsight) String() string {
	show := scoreToUnits(h.by.Objective)
	optimism := fmt.Sprintf("%.2g", float64(h.Optimism))
	if !h.by.Shares() {
		optimism = fmt.Sprintf("%.0f %%", 100*float64(h.Optimism))
	}
	text := fmt.Sprintf("★ is %s of %d on test, scoring %.3g on validation, %.3g on test (optimism %s)",
		ordinal(h.Rank), h.Points, show(h.validation), show(h.test), optimism)
	if !math.IsNaN(float64(h.Tau)) {
		text = fmt.Sprintf("agreement of test with validation: τ = %.2f over %d points; %s", float64(h.Tau), h.Points, text)
	}
	return message.Numbers("%s", text)
}

// ordinal returns a rank in English: 3rd.
func ordinal(n int) string {
	suffix := "th"
	if n/10%10 != 1 {
		switch n % 10 {
		case 1:
			suffix = "st"
		case 2:
			suffix = "nd"
		case 3:
			suffix = "rd"
		}
	}
	return fmt.Sprint(n, suffix)
}
