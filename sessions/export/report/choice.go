package report

import (
	"cmp"
	"fmt"
	"strings"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/sessions"
)

// bestText returns a sentence with the best point and its test measures.
func bestText(s *sessions.Session, rows []choose.Row, c *choose.Choice) string {
	if c.Apart {
		return bestTexts(rows, c)
	}
	if c.Best < 0 {
		return "No best point: the sweep has no validation scores to choose by."
	}
	r := c.Row
	text := fmt.Sprintf("Best point: %s, with a %s %s of %s", sessions.LabelsOf(rows)(r.Config), c.By.On(), c.By.Name(), c.Score)
	for _, m := range reported() {
		if stat := r.Of(m); stat.N > 0 && m.Part == measure.Test {
			text += fmt.Sprintf("; %s %s", s.Header.Data.InWords(m.Label), stat)
		}
	}
	if n, ok := c.By.Nested(rows, c.Best); ok && !n.Unseen() {
		text += " (biased by the choice: validation parts of other folds contain these test rows)"
	}
	if !r.VarianceOK {
		text += fmt.Sprintf("; it violates unit variance by %.2g", r.Of(measure.Deviation).Mean)
	}
	return message.Clean(text) + "."
}

// bestTexts returns a sentence with the best point of each training graph.
func bestTexts(rows []choose.Row, c *choose.Choice) string {
	label := sessions.LabelsOf(rows)
	var parts []string
	for _, w := range c.Within {
		if w.Best >= 0 {
			parts = append(parts, fmt.Sprintf("%s, with %s", label(rows[w.Best].Config), c.By.Score(&rows[w.Best])))
		}
	}
	return message.Clean("Best point of each training graph by validation slowness under that graph: "+strings.Join(parts, "; ")) + "."
}

// choiceText returns how the best point was chosen, or why none was.
func choiceText(s *sessions.Session, chosen bool) string {
	switch {
	case chosen && s.By().On() == "training":
		return fmt.Sprintf("is the best point by %s, chosen on training: the rows that models are fitted on.", s.By().Name())
	case chosen:
		return fmt.Sprintf("is the best point by %s on the validation parts.", s.By().Name())
	}
	return "marks the best point on the validation parts; this sweep has no validation scores to choose by."
}

// SelectedText returns the inputs that a sparse readout uses, for the best row
// with one.
func SelectedText(r *choose.Row, label func(part.Point) string) string {
	return fmt.Sprintf("%s uses %s", label(r.Config), cmp.Or(r.SelectedLine(), "no input: all weights are zero"))
}

// ErrorText explains ± in the table of the rows; "" if no row has one.
func ErrorText(rows []choose.Row) string {
	folds, draws := map[int]bool{}, false
	for i := range rows {
		for _, r := range rows[i].Results {
			folds[r.Point.Fold] = true
			draws = draws || r.Point.Draw > 0
		}
	}
	if len(folds) < 2 {
		return ""
	}
	text := fmt.Sprintf("± is the standard error over %d folds (they share training data: too small rather than too large).", len(folds))
	if draws {
		text += " Draws are averaged within folds first; their own spread, shown beside it, is the square root of the mean over folds of the variance over draws."
	}
	return text
}
