package papers

import (
	"fmt"
	"math"

	"example.com/sfatui/engine/choose"
	"gonum.org/v1/gonum/stat/distuv"
)

// Claim is a part of a finding: a margin, measured on each fold, repeat or draw, that is
// positive if the finding is right.
type Claim struct {
	// What states the claim, with the quantity of the margin.
	What string
	// Margin is the mean margin; Error is its standard error over N folds, repeats or draws,
	// corrected for overlapping training sets.
	Margin, Error float64
	N             int
}

// Outcome is the result of a sweep for a finding.
type Outcome string

// The outcomes.
const (
	Holds       Outcome = "holds"
	DoesNotHold Outcome = "does not hold"
	Undecided   Outcome = "undecided"
)

// Predicate returns the outcome as a predicate, as in "the finding is undecided".
func (o Outcome) Predicate() string {
	if o == Undecided {
		return "is undecided"
	}
	return string(o)
}

const (
	falseOutcomeLevel = 0.05 // probability of a false outcome
	// marginTolerance is the largest difference of a margin between two processors; smaller margins
	// count as zero.
	marginTolerance = 1e-6
)

// newClaim returns the claim with a margin on each repeat. ratio is the number of test samples
// divided by that of training samples, 0 for independent repeats.
func newClaim(what string, margins []float64, ratio float64) Claim {
	c := choose.CorrelatedT(margins, ratio, 0)
	claim := Claim{What: what, Margin: c.Mean, Error: c.SE, N: len(margins)}
	if math.IsNaN(claim.Error) && claim.N > 1 { // the same on every repeat
		claim.Error = 0
		if ratio == 0 { // equal draws count once
			claim.N = 1
		}
	}
	return claim
}

// tailProbabilities returns the probabilities of a margin at least as large, and at most as
// large, if the true margin were zero.
func (c Claim) tailProbabilities() (large, small float64) {
	margin := math.Copysign(max(0, math.Abs(c.Margin)-marginTolerance), c.Margin)
	switch {
	case c.N < 2 || math.IsNaN(c.Margin) || margin == 0:
		return 1, 1
	case c.Error < marginTolerance && margin > 0:
		return 0, 1
	case c.Error < marginTolerance:
		return 1, 0
	}
	t := distuv.StudentsT{Sigma: 1, Nu: float64(c.N - 1)}
	return t.Survival(margin / c.Error), t.CDF(margin / c.Error)
}

// String returns the claim with its margin: "… by 0.12 ± 0.03".
func (c Claim) String() string {
	if c.N < 2 {
		return fmt.Sprintf("%s by %s, measured once (error unknown)", c.What, text(c.Margin))
	}
	return fmt.Sprintf("%s by %s ± %.2g", c.What, text(c.Margin), c.Error)
}

// outcome returns the outcome of one claim among several. A finding holds if each of its claims
// does, each at the full level. It does not hold if one claim does not, which is more likely by
// chance the more claims there are, so the level is divided among them.
func (c Claim) outcome(among int) Outcome {
	large, small := c.tailProbabilities()
	switch {
	case large < falseOutcomeLevel:
		return Holds
	case small < falseOutcomeLevel/float64(among):
		return DoesNotHold
	}
	return Undecided
}

// Outcome returns the outcome of all claims together: the finding holds if all claims hold and
// none is missing, does not hold if one claim does not, and is undecided otherwise.
func (v Verdict) Outcome() Outcome {
	out := Holds
	if len(v.Claims) == 0 || v.Missing != "" {
		out = Undecided
	}
	for _, c := range v.Claims {
		switch c.outcome(len(v.Claims)) {
		case DoesNotHold:
			return DoesNotHold
		case Undecided:
			out = Undecided
		}
	}
	return out
}

// leastSure returns the claim that is least likely to hold.
func (v Verdict) leastSure() Claim {
	var at Claim
	worst := math.Inf(-1)
	for _, c := range v.Claims {
		large, small := c.tailProbabilities()
		if doubt := large - small; doubt > worst {
			at, worst = c, doubt
		}
	}
	return at
}

// Line describes the outcome and the least certain claim. where is appended to the outcome;
// it is "" for the experiment as defined.
func (v Verdict) Line(where string) string {
	hold := 0
	for _, c := range v.Claims {
		if c.outcome(len(v.Claims)) == Holds {
			hold++
		}
	}
	line := "the finding " + v.Outcome().Predicate()
	line += where
	if v.Settings != "" {
		line += ", under other settings than the paper's (" + v.Settings + ")"
	}
	switch {
	case v.Missing != "":
		line += fmt.Sprintf("; %d of %d claims hold, the others cannot be judged", hold, len(v.Claims))
	case hold < len(v.Claims):
		line += fmt.Sprintf("; %d of %d claims hold", hold, len(v.Claims))
	}
	return line + "; least certain: " + v.leastSure().String()
}

// Margins returns a table of the claims, its header first.
func (v Verdict) Margins() [][]string {
	out := [][]string{{"claim", "margin", "error", ""}}
	for _, c := range v.Claims {
		out = append(out, []string{c.What, text(c.Margin), fmt.Sprintf("%.2g", c.Error), string(c.outcome(len(v.Claims)))})
	}
	return out
}
