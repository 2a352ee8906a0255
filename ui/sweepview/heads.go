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

// StepHead moves the cursor along the drawn column headings; before the first and after the
// last it selects none.
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

// SortAt sorts by the column whose heading covers cell x, or reverses the order if it is sorted
// already. It reports whether there is such a column.
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

// columnTerms maps columns to glossary terms of a different name.
var columnTerms = map[string]string{"folds done": "fold", "det": "determined"}

// ExplainColumn returns the explanation of a column heading from the glossary, the parameter or
// the measure, or "".
func ExplainColumn(column string) clean.Text {
	term, of := columnTerms[column], measure.All()
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

// headHelp returns the explanation of the heading under the cursor in at most h lines of w
// cells, or nil.
func (t *Table) headHelp(st *theme.Style, w, h int) []clean.Text {
	if t.Head == "" {
		return nil
	}
	lines := layout.Wrap(cmp.Or(ExplainColumn(t.Head), clean.Of(t.Head)+" has no entry in the glossary"), w-2)
	for i := range lines {
		lines[i] = st.Paint(chart.Accent, " "+lines[i])
	}
	return lines[:max(min(len(lines), h), 0)]
}
