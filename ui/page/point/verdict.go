package point

import (
	"cmp"
	"math"
	"slices"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/subset"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/sweepview"
)

// Verdict returns the assessment of a row in a sentence, after the most frequent error if
// points of the sweep failed.
func Verdict(sc *page.Scene, r *choose.Row, w int) []clean.Text {
	var out []clean.Text
	say := func(role chart.Role, text clean.Text) {
		for _, line := range layout.Wrap(text, w) {
			out = append(out, sc.Style.Paint(role, line))
		}
	}
	if text := Failures(sc); text != "" {
		say(chart.Bad, text)
	}
	say(verdict(sc, r))
	return out
}

// Failures returns the number of failed fits with the most frequent error in full, "" if none
// failed.
func Failures(sc *page.Scene) clean.Text {
	counts := map[string]int{}
	var order []string
	failed := 0
	for _, res := range sc.Sweep.State.Results {
		if res.Error == "" {
			continue
		}
		if counts[res.Error]++; counts[res.Error] == 1 {
			order = append(order, res.Error)
		}
		failed++
	}
	if failed == 0 {
		return ""
	}
	commonest := slices.MaxFunc(order, func(a, b string) int { return cmp.Compare(counts[a], counts[b]) })
	head := clean.Sprintf("▲ %d of %s failed", failed, clean.Counted(len(sc.Sweep.State.Results), "fit"))
	if failed == len(sc.Sweep.State.Results) {
		head = clean.Sprintf("✗ all %s failed", clean.Counted(failed, "fit"))
	}
	if n := counts[commonest]; len(order) > 1 {
		head += clean.Sprintf(", %d of them", n)
	}
	return head + ": " + clean.Of(commonest) + "  (l lists them)"
}

// remedy returns which settings of a point restore unit variance.
func remedy(config *part.Point) clean.Text {
	l, m := method.Lambda.Of(*config).OK, subset.M.Of(*config) > 0
	switch {
	case l && m:
		return "Raise λ or lower m"
	case l:
		return "Raise λ"
	case m:
		return "Lower m"
	}
	return "Use another point"
}

// verdict returns the assessment of a row and its role.
func verdict(sc *page.Scene, r *choose.Row) (chart.Role, clean.Text) {
	write := sc.Sweep.Writer()
	score := sc.Sweep.By.Score(r)
	switch {
	case len(r.Results) == 0:
		return chart.Faint, "· not computed yet"
	case !r.Measured():
		return chart.Bad, "✗ failed: " + clean.Of(r.Results[0].Error)
	case sweepview.Violated(r):
		return chart.Bad, clean.Sprintf("✗ unit variance is violated: a variance is off by %s, tolerance %g. %s",
			clean.Number(r.Of(measure.Deviation).Mean), sc.Sweep.Tolerance, remedy(&r.Config))
	case !sc.Sweep.Validated():
		return chart.Text, "no validation part: no point is chosen, and test never chooses"
	case sc.Sweep.IsBest(r):
		text := clean.Sprintf("%s best %s on %s: %s", sc.Sweep.Star(), objective(sc), sc.Sweep.By.On(), write(sweepview.Mean(sc.Sweep.By.Stat(r))))
		if sc.Sweep.Provisional() {
			text += ", so far: " + sc.Sweep.SoFar()
		}
		if n := len(sc.Sweep.Choice().Tied); n > 1 {
			text += clean.Sprintf(", 1 of %d with that score", n)
		}
		return chart.Good, text
	case score.Got < score.Want:
		return chart.Warn, clean.Sprintf("scored on %d of %d parts: ranks below every complete point", score.Got, score.Want)
	case sc.Sweep.TiesWithBest(r):
		return chart.Good, "= tied with ★: a tie-break rule decided"
	case sc.Sweep.AsGood(r):
		return chart.Good, clean.Sprintf("≈ not distinguishable from best on %s", sc.Sweep.By.On())
	}
	return deficitText(sc, r)
}

// deficitText returns by how much a row is worse than ★.
func deficitText(sc *page.Scene, r *choose.Row) (chart.Role, clean.Text) {
	if sc.Sweep.Best < 0 {
		return chart.Text, "nothing is chosen yet"
	}
	best := &sc.Sweep.Rows[sc.Sweep.Best]
	write := sc.Sweep.Writer()
	text := clean.Sprintf("worse than ★: %s against %s", write(sweepview.Mean(sc.Sweep.By.Stat(r))), write(sweepview.Mean(sc.Sweep.By.Stat(best))))
	if u, v := sc.Sweep.By.Score(r).Parts, sc.Sweep.By.Score(best).Parts; len(u) == len(v) && len(u) > 1 {
		if b := choose.DeficitOf(u, v, r.Ratio()); !math.IsNaN(b.P) {
			text += clean.Sprintf(" (one-sided p %s over %d parts)", clean.Number(b.P), len(u))
		}
	}
	return chart.Text, text
}

// objective returns the name of the measure that points are chosen by.
func objective(sc *page.Scene) clean.Text {
	name, _ := sweepview.ChosenBy(sc.Sweep.By.Objective)
	return name
}

// Against returns a table of the measures of a row and of ★ with their differences: validation,
// which decides, and test, which does not.
func Against(sc *page.Scene, r *choose.Row, w int) []clean.Text {
	if !r.Measured() {
		return nil
	}
	var best *choose.Row
	if sc.Sweep.Best >= 0 && !sc.Sweep.IsBest(r) {
		best = &sc.Sweep.Rows[sc.Sweep.Best]
	}
	value := 15
	name := max(min(w-3*value, 24), 16)
	if narrow := w < 56; narrow { // no room for the difference
		value = 14
		name = max(w-2*value, 8)
	}
	cells := func(a, b, c, d clean.Text) clean.Text {
		return layout.Cut(layout.Pad(a, name)+layout.Pad(b, value)+layout.Pad(c, min(value, w-name-value))+d, w)
	}
	head := cells("", "◉ this point", "", "")
	if best != nil {
		head = cells("", "◉ this point", "★", "difference")
	}
	out := []clean.Text{sc.Style.Paint(chart.Faint, head)}
	for _, q := range sc.Sweep.Quantities() {
		if q.Head == "" {
			continue
		}
		own, theirs, diff := formatQuantity(q, r), clean.Text(""), clean.Text("")
		switch {
		case q.Measure == measure.Deviation && sweepview.Violated(r):
			own += " ✗"
		case q.Measure == measure.Deviation:
			own += " ✓"
		}
		if best != nil {
			theirs = formatQuantity(q, best)
			if d := q.Of(r) - q.Of(best); q.Measure != measure.Deviation && !math.IsNaN(d) {
				diff = formatDifference(d, q.Write)
				if q.Measure.Chooses() && (d == 0 || sc.Sweep.AsGood(r)) {
					diff += " ≈"
				}
			}
		}
		label := q.Name()
		if layout.Width(label) > name-3 {
			label = q.Head
		}
		out = append(out, cells(layout.Cut(label, name-3)+" "+sweepview.Arrow(q.Better), own, theirs, diff))
	}
	return append(out, sc.Style.Paint(chart.Faint, layout.Cut(errorFootnote(r), w)))
}

// errorFootnote returns the note on the ± of a row.
func errorFootnote(r *choose.Row) clean.Text {
	text := clean.Sprintf("± standard error over %s; test never chooses", clean.Counted(len(r.Results), "fold"))
	if len(r.Results) < 2 {
		text = "one fold: no ±; test never chooses"
	}
	return text
}

// formatQuantity writes a quantity of a row with its error.
func formatQuantity(q sweepview.Quantity, r *choose.Row) clean.Text {
	if q.Stat == nil {
		return q.Write(q.Of(r))
	}
	s := q.Stat(r)
	return clean.WithError(sweepview.Mean(s), s.SE, q.Write)
}

// formatDifference writes a difference with its sign.
func formatDifference(d float64, write func(float64) clean.Text) clean.Text {
	switch {
	case d < 0:
		return "−" + write(-d)
	case d > 0:
		return "+" + write(d)
	}
	return write(0)
}
