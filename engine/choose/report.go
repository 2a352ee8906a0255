package choose

import (
	"math"
	"strings"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
)

// A Report is a choice as printed in the last JSON line of a sweep.
type Report struct {
	// Key is the key of the chosen row's first point; "" for none.
	Key       string `json:"key"`
	Objective string `json:"objective"`
	// ChosenOn is "training" if scores are of the rows that models are fitted on; ""
	// for validation parts.
	ChosenOn string `json:"chosen_on,omitempty"`
	// Score is the score of the chosen row; less is better.
	Score       part.Float `json:"score"`
	Tied        int        `json:"tied"`
	TieBrokenBy string     `json:"tie_broken_by"`
	AnyP        bool       `json:"any_p,omitempty"`
	Complete    int        `json:"complete"`
	// NestedKeys are the keys of the points chosen separately in each fold, fold by
	// fold, and Same is the number of folds that choose the same row; see [Nested].
	NestedKeys []string `json:"nested_keys,omitempty"`
	Same       int      `json:"same,omitempty"`
	// AsGood are the keys of the first points of the rows that are as good.
	AsGood    []string   `json:"as_good"`
	Agreement part.Float `json:"agreement"`
	Drift     part.Float `json:"drift"`
	Spread    part.Float `json:"spread"`
	// Disagreement and Stationarity are as in [Choice].
	Disagreement Disagreement  `json:"disagreement"`
	Stationarity *Stationarity `json:"stationarity,omitempty"`
	// NextPart is the 90 % interval of the score on one more part, in the units of the
	// objective.
	NextPart []part.Float `json:"next_part"`
	// Brier is the Brier score of the chosen row on validation; NaN if its readout has
	// no class probabilities.
	Brier part.Float `json:"brier"`
	// Reliability counts the segments of validation by the probability of their class.
	Reliability []result.Confidence `json:"reliability,omitempty"`
	Inner       int                 `json:"inner"`
	Gap         int                 `json:"gap"`
	Undecided   string              `json:"undecided,omitempty"`
	Within      []WithinReport      `json:"within,omitempty"`
	Warnings    []string            `json:"warnings"`
}

// A WithinReport is the choice within one training graph.
type WithinReport struct {
	Graph string `json:"graph"`
	Report
}

// Report returns the choice among rows for JSON.
func (c *Choice) Report(rows []Row) Report {
	r := Report{
		Objective: c.By.Objective, Score: part.Float(c.Score.U), Tied: len(c.Tied), TieBrokenBy: strings.Join(c.TiedBy, ", "), AnyP: c.AnyP,
		Complete: c.Complete, AsGood: []string{}, Agreement: part.Float(c.Agreement), Drift: part.Float(c.Drift), Spread: part.Float(c.Spread),
		NextPart: []part.Float{part.Float(c.Low), part.Float(c.High)}, Undecided: c.Undecided, Warnings: append([]string{}, c.Warnings...),
		Disagreement: c.Disagreement, Stationarity: c.Stationarity, Brier: part.Float(math.NaN()),
	}
	if on := c.By.On(); on != "validation" {
		r.ChosenOn = on
	}
	if c.Row != nil {
		r.Key, r.Gap = c.Row.Key(), c.Row.Config.Gap
		r.Brier = part.Float(c.Row.brier())
		if of, ok := c.Row.Reliability(); ok {
			r.Reliability = of.Tenths
		}
		_, r.Inner, _ = c.Row.Layout()
		if n, ok := c.By.Nested(rows, c.Best); ok {
			r.NestedKeys, r.Same = n.Keys, n.Same
		}
	}
	for _, i := range c.AsGood {
		r.AsGood = append(r.AsGood, rows[i].Key())
	}
	for _, w := range c.Within {
		if w.Best >= 0 {
			r.Within = append(r.Within, WithinReport{w.Graph, w.Report(rows)})
		}
	}
	return r
}

// Printed returns a result as printed in JSON: with the score of each validation part
// and their mean. Scores depend on the objective and the sweep, so results do not store
// them.
func (b By) Printed(r *result.Result) any {
	if r.Validation == nil || r.Validation.Parts == nil {
		return r
	}
	scores := b.scoresOf(r)
	parts := make([]printedPart, len(scores))
	for i, u := range scores {
		parts[i] = printedPart{r.Point.Fold, r.Validation.Parts[i], part.Float(u)}
	}
	return printed{r, printedScores{part.Float(meanOver(scores)), r.Validation, parts}}
}

// OfResult returns the score of a single result, the mean over its parts, or NaN if it
// has none.
func (b By) OfResult(r *result.Result) float64 { return meanOver(b.scoresOf(r)) }

// scoresOf returns the scores of a result on its parts, NaN for parts that failed.
func (b By) scoresOf(r *result.Result) []float64 {
	if r.Validation == nil {
		return nil
	}
	scores := make([]float64, len(r.Validation.Parts))
	for i := range scores {
		scores[i] = math.NaN()
		if p := &r.Validation.Parts[i]; p.Error == "" {
			scores[i] = scoreOn(r, p, b.Objective, b.Features)
		}
	}
	return scores
}

type printed struct {
	*result.Result
	Validation printedScores `json:"validation"`
}

type printedScores struct {
	Score part.Float `json:"score"`
	*result.Scores
	Parts []printedPart `json:"parts"`
}

type printedPart struct {
	Fold int `json:"fold"`
	result.ValidationPart
	Score part.Float `json:"score"`
}
