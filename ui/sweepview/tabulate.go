package sweepview

import (
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/sessions/export/report"
	"example.com/sfatui/ui/clean"
)

// Tabulate returns all rows that the filter shows, in their order, with the columns that the
// pane shows in w cells. Cells are as on the screen; if exact is set, they are numbers with all
// digits, and standard errors have columns of their own.
func (t *Table) Tabulate(sc *Sweep, w int, exact bool) report.Table {
	out := report.Table{Marks: make([]string, len(t.Order)), Body: make([][]string, len(t.Order))}
	if len(t.Order) == 0 {
		return out
	}
	cols, _, _ := t.layout(sc, w, t.Top, min(t.Top+t.Body, len(t.Order)))
	for _, c := range cols {
		if !exact {
			out.Head = append(out.Head, string(c.head))
			continue
		}
		out.Head = append(out.Head, c.ID)
		if c.stat != nil {
			out.Head = append(out.Head, c.ID+" ±")
		}
	}
	for k, i := range t.Order {
		r := sc.Row(i)
		out.Marks[k] = string(markOf(sc, r))
		for _, c := range cols {
			if !exact {
				out.Body[k] = append(out.Body[k], string(c.cell(r)))
				continue
			}
			out.Body[k] = append(out.Body[k], string(clean.Of(c.Exact(r))))
			if c.stat != nil {
				out.Body[k] = append(out.Body[k], errorText(c.stat(r)))
			}
		}
	}
	return out
}

// errorText returns a standard error with all digits, "" for none.
func errorText(s choose.Stat) string {
	if !(s.SE >= 0) {
		return ""
	}
	return clean.Exactly(s.SE)
}

// markOf returns the sign of a row in files: ★ for the best, = for a tied score, ≈ for equal
// within error, ✗ if all folds failed.
func markOf(sc *Sweep, r *choose.Row) clean.Text {
	switch {
	case sc.IsBest(r):
		return sc.Star()
	case sc.TiesWithBest(r):
		return "="
	case sc.AsGood(r):
		return "≈"
	case len(r.Results) > 0 && !r.Measured():
		return "✗"
	}
	return ""
}
