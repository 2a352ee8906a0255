package papers

import (
	"fmt"
	"math"

	"example.com/sfatui/engine/choose"
	"gonum.org/v1/gonum/stat/distuv"
)

// Claim is a part of a finding: something that is measured once on each fold, repeat
// or draw, and is above zero where the finding is right.
type Claim struct {
	// What is claimed, with what the margin is of.
	What string
	// Margin is the mean by which it is met; Error is its standard error over N folds,
	// repeats or draws, which allows for training sets that overlap.
	Margin, Error float64
	N             int
}

// Outcome is what a sweep says of a finding.
type Outcome string

// The outcomes.
const (
	Holds       Outcome = "holds"
	DoesNotHold Outcome = "does not hold"
	Undecided   Outcome = "undecided"
)

// Predicate returns the outcome behind its subject, as in "the finding is undecided".
func (o Outcome) Predicate() string {
	if o == Undecided {
		return "is undecided"
	}
	return string(o)
}

const (
	level = 0.05 // of a false outcome
	// numerics is how far two processors may be apart in a margin: what is less is none.
	numerics = 1e-6
)

// claimOf is the claim with a margin on each repeat. Ratio is the number of test samples
// over that of training samples, 0 for repeats that are independent.
func claimOf(what string, margins []float64, ratio float64) Claim {
	c := choose.CorrelatedT(margins, ratio, 0)
	claim := Claim{What: what, Margin: c.Mean, Error: c.SE, N: len(margins)}
	if math.IsNaN(claim.Error) && claim.N > 1 { // the same on every repeat
		claim.Error = 0
		if ratio == 0 { // of draws: nothing was drawn
			claim.N = 1
		}
	}
	return claim
}

// odds are the probabilities of a margin as large, and as small, if there were none.
func (c Claim) odds() (large, small float64) {
	margin := math.Copysign(max(0, math.Abs(c.Margin)-numerics), c.Margin)
	switch {
	case c.N < 2 || math.IsNaN(c.Margin) || margin == 0:
		return 1, 1
	case c.Error < numerics && margin > 0:
		return 0, 1
	case c.Error < numerics:
		return 1, 0
	}
	t := distuv.StudentsT{Sigma: 1, Nu: float64(c.N - 1)}
	return t.Survival(margin / c.Error), t.CDF(margin / c.Error)
}

// String is the claim with its margin: "… by 0.12 ± 0.03".
func (c Claim) String() string {
	if c.N < 2 {
		return fmt.Sprintf("%s by %s, measured once, so that its error is not known", c.What, text(c.Margin))
	}
	return fmt.Sprintf("%s by %s ± %.2g", c.What, text(c.Margin), c.Error)
}

// outcome is that of one claim among several. A finding holds where each of its claims
// does, at the level of one. It does not where one claim does not, which is the more
// likely to be chance the more there are, so that the level is divided among them.
func (c Claim) outcome(among int) Outcome {
	large, small := c.odds()
	switch {
	case large < level:
		return Holds
	case small < level/float64(among):
		return DoesNotHold
	}
	return Undecided
}

// Outcome is what the claims say together: the finding holds where all do and none is
// missing, does not hold where one does not, and is undecided otherwise.
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

// closest is the claim that the outcome hangs on: the one that is least sure to hold.
func (v Verdict) closest() Claim {
	var at Claim
	worst := math.Inf(-1)
	for _, c := range v.Claims {
		large, small := c.odds()
		if doubt := large - small; doubt > worst {
			at, worst = c, doubt
		}
	}
	return at
}

// Line says the outcome with the claim that it hangs on; where is where it is one, ""
// for the experiment as it is defined.
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
		line += fmt.Sprintf("; %d of %d claims hold, others cannot be judged", hold, len(v.Claims))
	case hold < len(v.Claims):
		line += fmt.Sprintf("; %d of %d claims hold", hold, len(v.Claims))
	}
	return line + "; the least sure: " + v.closest().String()
}

// Margins is a table of the claims, the heads of its columns first.
func (v Verdict) Margins() [][]string {
	out := [][]string{{"claim", "margin", "error", ""}}
	for _, c := range v.Claims {
		out = append(out, []string{c.What, text(c.Margin), fmt.Sprintf("%.2g", c.Error), string(c.outcome(len(v.Claims)))})
	}
	return out
}
