package choose

import (
	"fmt"
	"math"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/measure"
)

// Values are the two means: "A 0.812, B 0.789".
func (c *Contrast) Values() string {
	return fmt.Sprintf("A %s, B %s", signed(c.A.Mean, 3), signed(c.B.Mean, 3))
}

// Text is all of it in a line: the values, their difference, and p.
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

// Effect is the difference with its interval and what it amounts to:
// "A − B 0.023 (−0.021 to 0.067) · better 74 %, same within 0.01 20 %, worse 6 %".
// Where ratios count it is "A / B 0.93 (0.88 to 0.99) · …". It is "" without a pair.
func (c *Contrast) Effect() string {
	t := &c.Test
	switch {
	case t.Method == NoTest || t.N+t.Zeros == 0:
		return ""
	case t.N == 0:
		return "no difference in any " + t.pair(1)
	case t.constant && t.N == 1:
		return fmt.Sprintf("%s in the one %s", t.difference(), t.pair(1))
	case t.constant:
		return fmt.Sprintf("%s in every %s", t.difference(), t.pair(1))
	case math.IsNaN(float64(t.Low)): // without the sizes of the parts
		return t.difference()
	}
	return fmt.Sprintf("%s (%s to %s) · %s", t.difference(), t.back(float64(t.Low)), t.back(float64(t.High)), c.odds())
}

// odds are the three probabilities, named by which of both is better.
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

// Chance is the p of the test, and Holm's in brackets where there are several:
// "corrected t's p = 0.26 (0.4)". It is "" where there is none.
func (t *Test) Chance() string {
	if math.IsNaN(float64(t.P)) || t.Method == NoTest {
		return ""
	}
	return t.chance("corrected t's", float64(t.P), float64(t.Holm))
}

// chance writes the p of a test, and Holm's where there are several.
func (t *Test) chance(whose string, p, holm float64) string {
	text := fmt.Sprintf("%s p = %.2g", whose, p)
	if t.Family > 1 {
		text += fmt.Sprintf(" (%.2g)", holm)
	}
	return text
}

// RankText is what Wilcoxon's test says of the same pairs: "Wilcoxon's p = 0.062 (0.12) ·
// 5 pairs can give no less than 0.062". It is "" where there is none.
func (t *Test) RankText() string {
	if t.Ranks == nil {
		return ""
	}
	text := t.chance("Wilcoxon's", float64(t.Ranks.P), float64(t.Ranks.Holm))
	if t.Ranks.Smallest >= level {
		text += fmt.Sprintf(" · %s can give no less than %.2g", message.Counted(t.N, "pair"), float64(t.Ranks.Smallest))
	}
	return text
}

// Lost says how many folds or repeats are no pair; "" for none.
func (t *Test) Lost() string {
	if t.Missing == 0 || t.Method == NoTest {
		return ""
	}
	return fmt.Sprintf("%d %s without both", t.Missing, t.pair(t.Missing))
}

// pair is what a pair is of, for n of them.
func (t *Test) pair(n int) string {
	word := "fold"
	if t.repeats {
		word = "repeat"
	}
	if n == 1 {
		return word
	}
	return word + "s"
}

// difference is the mean of A − B, or the ratio that a difference of logarithms is.
func (t *Test) difference() string {
	if t.Log {
		return "A / B " + t.back(float64(t.Mean))
	}
	return "A − B " + t.back(float64(t.Mean))
}

// back writes a difference; one of logarithms as the ratio that it is.
func (t *Test) back(x float64) string {
	if t.Log {
		return signed(math.Exp(x), 3)
	}
	return signed(x, 2)
}

// signed writes a number with the minus sign of text.
func signed(x float64, digits int) string {
	return message.Numbers("%.*g", digits, x)
}
