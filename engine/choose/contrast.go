package choose

import (
	"fmt"
	"math"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/measure"
)

// Values returns the text of the two means: "A 0.812, B 0.789".
func (c *Contrast) Values() string {
	return fmt.Sprintf("A %s, B %s", signed(c.A.Mean, 3), signed(c.B.Mean, 3))
}

// Text returns the values, their difference and p in one line.
func (c *Contrast) Text() string {
	text := c.Values()
	if c.Test.Method == NoTest {
		return text + " · A − B " + signed(c.A.Mean-c.B.Mean, 2)
	}
	for _, more := range []string{c.Effect(), c.Test.Chance(), c.Test.Lost()} {
		if more != "" {
			text += " · " + more
		}
	}
	return text
}

// Effect returns the difference with its interval and the probabilities of its sign: "A
// − B 0.023 (−0.021 to 0.067) · better 74 %, same within 0.01 20 %, worse 6 %". If
// ratios matter it is "A / B 0.93 (0.88 to 0.99) · …". It returns "" without a pair.
func (c *Contrast) Effect() string {
	t := &c.Test
	switch {
	case t.Method == NoTest || t.N+t.Zeros == 0:
		return ""
	case t.N == 0:
		return "no difference in any " + t.pairNoun(1)
	case t.constant && t.N == 1:
		return fmt.Sprintf("%s in the only %s", t.difference(), t.pairNoun(1))
	case t.constant:
		return fmt.Sprintf("%s in every %s", t.difference(), t.pairNoun(1))
	case math.IsNaN(float64(t.Low)): // the sizes of the parts are unknown
		return t.difference()
	}
	return fmt.Sprintf("%s (%s to %s) · %s", t.difference(), t.formatDifference(float64(t.Low)), t.formatDifference(float64(t.High)), c.odds())
}

// odds returns the text of the three probabilities, as better, same and worse if the
// measure has a direction.
func (c *Contrast) odds() string {
	t := &c.Test
	within := fmt.Sprintf("%.2g", float64(t.Rope))
	if t.Log {
		within = fmt.Sprintf("%.2g %%", 100*math.Expm1(float64(t.Rope)))
	}
	percent := func(p float64) string { return fmt.Sprintf("%.0f %%", 100*p) }
	below, above := percent(float64(t.Below)), percent(float64(t.Above))
	same := fmt.Sprintf("same within %s %s", within, percent(float64(t.Same)))
	switch c.Measure.Better {
	case measure.Higher:
		return fmt.Sprintf("better %s, %s, worse %s", above, same, below)
	case measure.Lower:
		return fmt.Sprintf("better %s, %s, worse %s", below, same, above)
	}
	return fmt.Sprintf("higher %s, %s, lower %s", above, same, below)
}

// Chance returns the text of the test's p, with Holm's in brackets if there are several
// tests: "corrected t's p = 0.26 (0.4)". It returns "" without a test.
func (t *Test) Chance() string {
	if math.IsNaN(float64(t.P)) || t.Method == NoTest {
		return ""
	}
	return t.chance("corrected t's", float64(t.P), float64(t.Holm))
}

// chance returns the text of the p of a test, with Holm's in brackets if there are
// several tests.
func (t *Test) chance(whose string, p, holm float64) string {
	text := fmt.Sprintf("%s p = %.2g", whose, p)
	if t.Family > 1 {
		text += fmt.Sprintf(" (%.2g)", holm)
	}
	return text
}

// RankText returns the text of Wilcoxon's test of the same pairs: "Wilcoxon's p = 0.062
// (0.12) · the least p of 5 pairs is 0.062". It returns "" without that test.
func (t *Test) RankText() string {
	if t.Ranks == nil {
		return ""
	}
	text := t.chance("Wilcoxon's", float64(t.Ranks.P), float64(t.Ranks.Holm))
	if t.Ranks.Smallest >= significanceLevel {
		text += fmt.Sprintf(" · the least p of %s is %.2g", message.Counted(t.N, "pair"), float64(t.Ranks.Smallest))
	}
	return text
}

// Lost returns the text of the number of folds or repeats without a pair, or "" for
// none.
func (t *Test) Lost() string {
	if t.Missing == 0 || t.Method == NoTest {
		return ""
	}
	return fmt.Sprintf("%d %s without both", t.Missing, t.pairNoun(t.Missing))
}

// pairNoun returns the noun for n pairs: "fold", "folds", "repeat" or "repeats".
func (t *Test) pairNoun(n int) string {
	word := "fold"
	if t.repeats {
		word = "repeat"
	}
	if n == 1 {
		return word
	}
	return word + "s"
}

// difference returns the text of the mean of A − B, or of the ratio A / B for
// logarithms.
func (t *Test) difference() string {
	if t.Log {
		return "A / B " + t.formatDifference(float64(t.Mean))
	}
	return "A − B " + t.formatDifference(float64(t.Mean))
}

// formatDifference returns the text of a difference, or of the ratio for a difference of
// logarithms.
func (t *Test) formatDifference(x float64) string {
	if t.Log {
		return signed(math.Exp(x), 3)
	}
	return signed(x, 2)
}

// signed formats a number with a typographic minus sign.
func signed(x float64, digits int) string {
	return message.Numbers("%.*g", digits, x)
}
