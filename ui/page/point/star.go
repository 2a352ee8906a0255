package point

import (
	"math"
	"slices"
	"strings"

	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/sweepview"
)

// Star returns why ★ was chosen: the rules in their order with the number of points that each
// left, the comparison tests, and for a finished sweep the result on the test part.
func Star(sc *page.Scene, w int) []clean.Text {
	var out []clean.Text
	entry := func(name, value clean.Text) {
		out = append(out, namedValue(sc, name, value, w)...)
	}
	switch {
	case !sc.Sweep.Validated():
		return layout.Wrap("No validation part is set aside, so no point is chosen: e sets one aside. Test results are only reported.", w)
	case sc.Sweep.Best < 0 && len(sc.Sweep.Choice().Lines()) == 0:
		return layout.Wrap(clean.Sprintf("★ is chosen on %s once a point has a score on every part.", sc.Sweep.By.On()), w)
	}
	c := sc.Sweep.Choice()
	if c.Best >= 0 {
		n := len(c.Tied)
		score := clean.Of(c.Score.String())
		text := clean.Sprintf("best of %s: %s", clean.Counted(c.Complete, "complete point"), score)
		switch {
		case c.Complete == 0 && n > 1:
			text = clean.Sprintf("%d points tie at %s; none is complete yet", n, score)
		case c.Complete == 0:
			text = clean.Sprintf("best so far: %s; no point is complete yet", score)
		case n > 1:
			text = clean.Sprintf("%d of %s tie at %s", n, clean.Counted(c.Complete, "complete point"), score)
		}
		entry(clean.Sprintf("1 %s", ruleName(sc)), text)
		left := c.TiesAfterRules()
		for i, name := range c.TiedBy {
			entry(clean.Sprintf("%d %s", i+2, clean.Of(strings.TrimPrefix(name, "the "))), clean.Sprintf("leaves %d", left[i]))
		}
	}
	lines := slices.DeleteFunc(c.Lines(), func(line string) bool {
		return strings.HasPrefix(line, "★ 1 of ") // listed above, rule by rule
	})
	out = append(out, Bullets(lines, w)...)
	if c.Best >= 0 {
		entry("± over", overParts(sc))
	}
	if lines := sc.Sweep.TestLines(); len(lines) > 0 {
		out = append(append(out, "", layout.Heading(sc.Style, "test results (not used to choose)")), Bullets(lines, w)...)
	}
	return out
}

// Bullets returns sentences as wrapped bullet points.
func Bullets(lines []string, w int) []clean.Text {
	var out []clean.Text
	for _, line := range lines {
		for i, text := range layout.Wrap(clean.Exponents(line), w-2) {
			mark := clean.Text("  ")
			if i == 0 {
				mark = "· "
			}
			out = append(out, mark+text)
		}
	}
	return out
}

// ruleName returns the name of the first rule.
func ruleName(sc *page.Scene) clean.Text {
	_, text := sweepview.ChosenBy(sc.Sweep.By.Objective)
	return text
}

// overParts returns the number of scores that a mean is taken over: a product of folds and inner
// splits, without parts that cannot be scored or are not finished.
func overParts(sc *page.Scene) clean.Text {
	best := &sc.Sweep.Rows[sc.Sweep.Best]
	folds, inner, draws := best.Layout()
	parts := sc.Sweep.By.Score(best).Parts
	scored := 0
	for _, u := range parts {
		if !math.IsNaN(u) {
			scored++
		}
	}
	text := clean.Sprintf("%s × %s = %s", clean.Counted(folds, "fold"), clean.Counted(inner, "inner split"), clean.Counted(folds*inner, "score"))
	if draws > 1 {
		text += clean.Sprintf(", each a mean of %d draws", draws)
	}
	if none := folds*inner - len(parts); none > 0 {
		text += clean.Sprintf("; %d without both normal and faulty samples", none)
	}
	if missing := len(parts) - scored; missing > 0 {
		text += clean.Sprintf("; %d missing", missing)
	}
	return text
}

// namedValue draws a faint name with its value beside it, nothing for an empty value.
func namedValue(sc *page.Scene, name, value clean.Text, w int) []clean.Text {
	if value == "" {
		return nil
	}
	const column = 21
	var out []clean.Text
	for i, text := range layout.Wrap(value, max(w-column, 12)) {
		if i > 0 {
			name = ""
		}
		out = append(out, sc.Style.Paint(chart.Faint, layout.Pad(name, column))+text)
	}
	return out
}
