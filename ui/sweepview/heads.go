package sweepview

import (
	"cmp"
	"slices"

	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/glossary"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/theme"
)

// StepHead moves the cursor over the heads of the columns that are drawn; before the first
// and behind the last it is on none.
func (t *Table) StepHead(by int) {
	at := slices.IndexFunc(t.heads, func(s span) bool { return s.id == t.Head })
	if at < 0 && by < 0 {
		at = len(t.heads)
	}
	t.Head = ""
	if at += by; at >= 0 && at < len(t.heads) {
		t.Head = t.heads[at].id
	}
}

// SortAt sorts by the column whose head is at x; the one sorted by turns round. It is false
// where there is none.
func (t *Table) SortAt(sc *Sweep, x int) bool {
	i := slices.IndexFunc(t.heads, func(s span) bool { return x >= s.from && x < s.to })
	if i < 0 {
		return false
	}
	if now, _ := t.Sorted(sc, ColumnsOf(sc, Terse)); now.ID == t.heads[i].id {
		t.Reverse(sc)
	} else {
		t.sortBy(sc, t.heads[i].id)
	}
	return true
}

// countedTerms are the terms of columns of counts that are not called what the glossary
// calls them.
var countedTerms = map[string]string{"folds done": "fold", "det": "determined"}

// ExplainColumn says what the word means that heads a column: in the words of the glossary, else
// in those of the parameter or the measure; "" where nothing is known.
func ExplainColumn(column string) clean.Text {
	term, of := countedTerms[column], measure.All()
	i := slices.IndexFunc(of, func(m *measure.Measure) bool { return m.ID == column })
	if i >= 0 {
		term = of[i].Show.Term
	}
	if term, ok := glossary.Find(cmp.Or(term, column)); ok {
		return clean.Of(term.Name) + ": " + clean.Of(term.Text)
	}
	if a, ok := part.AxisNamed(column); ok {
		return clean.Of(cmp.Or(a.Symbol, a.Name)) + ": " + clean.Of(a.Doc)
	}
	if i >= 0 {
		return clean.Of(of[i].Label) + ": " + clean.Of(of[i].Doc)
	}
	return ""
}

// explained are lines about the head under the cursor; nil where there is none.
func (t *Table) explained(st *theme.Style, w, h int) []clean.Text {
	if t.Head == "" {
		return nil
	}
	lines := layout.Wrap(cmp.Or(ExplainColumn(t.Head), clean.Of(t.Head)+" has no word in the glossary"), w-2)
	for i := range lines {
		lines[i] = st.Paint(chart.Accent, " "+lines[i])
	}
	return lines[:max(min(len(lines), h), 0)]
}
