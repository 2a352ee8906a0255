package sweepview

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/theme"
)

// span is the position of a column heading, in cells from the left.
type span struct {
	id       string
	from, to int
}

// Table is the pane of points: one row for each configuration, averaged over its folds.
type Table struct {
	Sort       string // ID of the sort column; "" before the user chose one
	descending bool

	Columns []string // IDs of the columns that the user chose, none for all
	Filter  Filter
	Ticks   map[part.Point]bool // configurations marked for comparison

	// Head is the column whose heading is under the cursor, "" for none.
	Head  string
	heads []span // as drawn last

	Order    []int          // rows of the sweep in sorted order
	graphs   int            // number of training graphs that rows are grouped by, 0 without grouping
	bestRows map[string]int // best row of each column
	// BestBy is the measure by which the user last selected the best row.
	BestBy string
	// Chosen is the configuration under the cursor ◉. While Picked is false it follows the best
	// row. A filter that hides it does not move the cursor.
	Chosen part.Point
	Picked bool
	At     int // position of the cursor in Order, -1 where the filter hides it
	row    int // row of the sweep under the cursor, -1 where there is none
	Top    int // first visible position
	Body   int // number of rows that fit
}

// Sorted returns the sort column and whether the order is descending.
func (t *Table) Sorted(sc *Sweep, cols []Column) (Column, bool) {
	if t.Filter.By != "" {
		c, _ := sortColumn(sc, t.Filter.By)
		return c, t.Filter.descending
	}
	for _, c := range cols {
		if c.ID == t.Sort {
			return c, t.descending
		}
	}
	if c, ok := sortColumn(sc, t.Sort); ok && t.Sort != "" {
		return c, t.descending
	}
	for _, c := range cols {
		if c.measure.Chooses() {
			return c, c.measure.Better == measure.Higher
		}
	}
	i := slices.IndexFunc(cols, func(c Column) bool { return c.measure == measure.TestSlowness })
	return cols[i], false
}

// Arrange filters and sorts the rows and restores the cursor.
func (t *Table) Arrange(sc *Sweep) {
	c, down := t.Sorted(sc, ColumnsOf(sc, Terse))
	n := len(sc.Rows) + len(sc.Waiting)
	t.Order = t.Order[:0]
	keys, graphs := make([]SortKey, n), make([]int, n)
	seen := map[part.Point]int{}
	for i := range n {
		if r := sc.Row(i); t.Filter.Shows(r) {
			t.Order = append(t.Order, i)
			keys[i] = c.Key(r)
			if c.withinGraph() {
				g := graph.Under(r.Config)
				if _, ok := seen[g]; !ok {
					seen[g] = len(seen)
				}
				graphs[i] = seen[g]
			}
		}
	}
	t.graphs = len(seen)
	slices.SortStableFunc(t.Order, func(a, b int) int {
		return cmp.Or(cmp.Compare(graphs[a], graphs[b]), CompareKeys(keys[a], keys[b], down))
	})
	t.restoreCursor(sc)
	t.bestRows = map[string]int{}
	for _, q := range sc.Quantities() {
		if q.Head != "" && q.Better != 0 && q.Measure != measure.Deviation {
			t.bestRows[q.ID] = sc.BestAt(q)
		}
	}
}

// Row returns the row under the cursor, nil where there is none.
func (t *Table) Row(sc *Sweep) *choose.Row {
	if t.row < 0 || t.row >= len(sc.Rows)+len(sc.Waiting) {
		return nil
	}
	return sc.Row(t.row)
}

// Tick marks or unmarks the row under the cursor for comparison.
func (t *Table) Tick(sc *Sweep) {
	r := t.Row(sc)
	if t.Ticks == nil {
		t.Ticks = map[part.Point]bool{}
	}
	if t.Ticks[r.Config] {
		delete(t.Ticks, r.Config)
		return
	}
	t.Ticks[r.Config] = true
}

// Ticked returns the marked rows in the order of the sweep.
func (t *Table) Ticked(sc *Sweep) []*choose.Row {
	var out []*choose.Row
	for i := range len(sc.Rows) + len(sc.Waiting) {
		if r := sc.Row(i); t.Ticks[r.Config] {
			out = append(out, r)
		}
	}
	return out
}

// SortNext sorts by the next column, with its best values first.
func (t *Table) SortNext(sc *Sweep) {
	cols := ColumnsOf(sc, Terse)
	now, _ := t.Sorted(sc, cols)
	i := slices.IndexFunc(cols, func(c Column) bool { return c.ID == now.ID })
	t.sortBy(sc, cols[(i+1)%len(cols)].ID)
}

// sortBy sorts by a column, with its best values first.
func (t *Table) sortBy(sc *Sweep, id string) {
	t.Sort, t.Filter.By = id, ""
	q, measured := sc.QuantityNamed(id)
	t.descending = measured && q.Better == measure.Higher || id == "folds done"
	t.Arrange(sc)
}

// Reverse reverses the sort order.
func (t *Table) Reverse(sc *Sweep) {
	c, down := t.Sorted(sc, ColumnsOf(sc, Terse))
	if t.Filter.By != "" {
		t.Filter.descending = !down
	} else {
		t.Sort, t.descending = c.ID, !down
	}
	t.Arrange(sc)
}

// Caption returns the number of rows and the sort order as text.
func (t *Table) Caption(sc *Sweep) clean.Text {
	text := clean.Count(len(sc.Rows))
	if len(t.Filter.Tests) > 0 {
		text = clean.Count(len(t.Order)) + " of " + clean.Count(len(sc.Rows)+len(sc.Waiting))
	}
	if n := len(t.Ticks); n > 0 {
		text += clean.Sprintf(" · %d ticked", n)
	}
	if t.At < 0 {
		text += " · ◉ is hidden"
	}
	return text + " · " + t.SortCaption(sc)
}

// SortCaption returns the sort column and direction as text.
func (t *Table) SortCaption(sc *Sweep) clean.Text {
	c, down := t.Sorted(sc, ColumnsOf(sc, Terse))
	text := "by " + clean.Of(c.ID) + " ▲"
	if down {
		text = "by " + clean.Of(c.ID) + " ▼"
	}
	if t.graphs > 1 {
		text += " in each graph"
	}
	return text
}

// View draws the table into h lines of w cells.
func (t *Table) View(sc *Sweep, st *theme.Style, w, h int, focused bool) []clean.Text {
	switch {
	case len(t.Order) == 0 && len(t.Filter.Tests) > 0:
		return []clean.Text{"", st.Paint(chart.Warn, layout.Cut(" no point is "+t.Filter.Words(), w)),
			st.Paint(chart.Faint, layout.Cut(" / changes the filter, esc clears it", w))}
	case len(t.Order) == 0:
		return []clean.Text{"", st.Paint(chart.Faint, " no point is finished yet")}
	}
	foot := t.footnote(sc, st, w)
	if h < 6 {
		foot = nil
	}
	if focused && t.Head != "" {
		foot = t.headHelp(st, w, h-3)
	}
	body := max(h-1-len(foot), 1)
	t.Body = body
	if t.At >= 0 {
		t.Top = min(max(t.Top, t.At-body+1), t.At)
	}
	t.Top = max(min(t.Top, len(t.Order)-body), 0)
	last := min(t.Top+body, len(t.Order))

	cols, cells, widths := t.layout(sc, w, t.Top, last)
	sortedBy, down := t.Sorted(sc, cols)
	lines := []clean.Text{t.header(sc, cols, widths, sortedBy, down, st, focused)}
	for i := t.Top; i < last; i++ {
		lines = append(lines, t.line(sc, i, cols, cells[i-t.Top], widths, st, w, focused))
	}
	for len(lines) < 1+body {
		lines = append(lines, "")
	}
	return append(lines, foot...)
}

// signWidth returns the width of the signs before a row: › and ★, and ◆ for ticks and
//
// for notes where there are any.
func (t *Table) signWidth(sc *Sweep) int {
	return 3 + btoi(len(t.Ticks) > 0) + btoi(len(sc.Notes) > 0)
}

// minorRank is the rank below which columns are dropped before standard errors are: such
// columns follow from others.
const minorRank = 10

// layout chooses the columns that fit into w cells and returns them with the cells of the
// visible rows. It prefers the most detail that leaves room for all but minor columns, and adds
// columns where there is more room. If nothing fits, it cuts words short and then drops columns of
// low rank.
func (t *Table) layout(sc *Sweep, w, from, to int) (cols []Column, cells [][]clean.Text, widths []int) {
	room := w - t.signWidth(sc)
	for much := withHeadings; much >= Terse; much-- {
		cols = t.columns(sc, much)
		if cells, widths = t.measure(sc, cols, from, to); totalWidth(widths) <= room {
			if much == withHeadings && len(t.Columns) == 0 {
				cols = t.addColumns(sc, cols, room-totalWidth(widths), from, to)
				cells, widths = t.measure(sc, cols, from, to)
			}
			return cols, cells, widths
		}
		cols = slices.DeleteFunc(cols, func(c Column) bool { return c.rank < minorRank && c.ID != t.Sort })
		if cells, widths = t.measure(sc, cols, from, to); totalWidth(widths) <= room {
			return cols, cells, widths
		}
	}
	sortedBy, _ := t.Sorted(sc, cols)
	for {
		full := slices.Clone(widths)
		for i, c := range cols {
			if c.mayCut {
				widths[i] = min(widths[i], max(6, layout.Width(c.head)))
			}
		}
		if free := room - totalWidth(widths); free >= 0 || len(cols) == 1 {
			for i := range widths { // the free cells show more of what is cut
				more := max(0, min(free, full[i]-widths[i]))
				widths[i], free = widths[i]+more, free-more
			}
			return cols, cells, widths
		}
		drop := 0
		for i, c := range cols {
			if c.ID != sortedBy.ID && (cols[drop].ID == sortedBy.ID || c.rank < cols[drop].rank) {
				drop = i
			}
		}
		cols = slices.Delete(cols, drop, drop+1)
		cells, widths = t.measure(sc, cols, from, to)
	}
}

// addColumns inserts before the last of cols, the number of folds, each further measure that fits
// into the free cells. The run time, which differs from run to run, is shown where it was chosen.
func (t *Table) addColumns(sc *Sweep, cols []Column, free, from, to int) []Column {
	more := moreColumns(sc, withHeadings)
	_, widths := t.measure(sc, more, from, to)
	for i, c := range more {
		if free > widths[i] && c.measure != nil {
			free -= widths[i] + 1
			cols = slices.Insert(cols, len(cols)-1, c)
		}
	}
	return cols
}

// totalWidth returns the width of columns with a blank between each two.
func totalWidth(widths []int) int {
	n := 0
	for _, w := range widths {
		n += w + 1
	}
	return n - 1
}

// measure returns the cells of the visible rows and the column widths, which do not depend on
// the sort column.
func (t *Table) measure(sc *Sweep, cols []Column, from, to int) (cells [][]clean.Text, widths []int) {
	widths = make([]int, len(cols))
	for i, c := range cols {
		widths[i] = layout.Width(c.head) + 1 // room for the sort mark
	}
	for k := from; k < to; k++ {
		line := make([]clean.Text, len(cols))
		for i, c := range cols {
			line[i] = c.cell(sc.Row(t.Order[k]))
			widths[i] = max(widths[i], layout.Width(line[i]))
		}
		cells = append(cells, line)
	}
	return cells, widths
}

// header draws the line of column headings and records their positions.
func (t *Table) header(sc *Sweep, cols []Column, widths []int, sortedBy Column, down bool, st *theme.Style, focused bool) clean.Text {
	var b clean.Builder
	x := t.signWidth(sc) - 1
	b.Add(layout.Blanks(x))
	t.heads = t.heads[:0]
	for i, c := range cols {
		b.Add(" ")
		t.heads = append(t.heads, span{c.ID, x + 1, x + 1 + widths[i]})
		x += 1 + widths[i]
		head, role := c.head, chart.Faint
		if c.ID == sortedBy.ID {
			head, role = head+"▲", theme.Strong
			if down {
				head = c.head + "▼"
			}
		}
		if focused && c.ID == t.Head {
			role = theme.Selected
		}
		if c.alignRight {
			b.Add(st.Paint(role, layout.PadLeft(head, widths[i])))
		} else {
			b.Add(st.Paint(role, layout.Shorten(head, widths[i])))
		}
	}
	return b.Text()
}

// line draws one row with its signs; the best value of a column is highlighted.
func (t *Table) line(sc *Sweep, i int, cols []Column, cells []clean.Text, widths []int, st *theme.Style, w int, focused bool) clean.Text {
	r := sc.Row(t.Order[i])
	here := i == t.At
	paint := st.Paint
	if here && focused { // the selection bar is one colour
		paint = func(_ chart.Role, text clean.Text) clean.Text { return text }
	}
	var b clean.Builder
	b.Add(t.signsOf(sc, i, paint))
	for k, c := range cols {
		text := layout.Shorten(cells[k], widths[k])
		if c.alignRight {
			text = layout.PadLeft(cells[k], widths[k])
		}
		role := c.role(r)
		if best, ok := t.bestRows[c.ID]; ok && best == t.Order[i] {
			role = chart.Good
		}
		b.Add(paint(role, text) + " ")
	}
	line := b.Text()
	line = line[:len(strings.TrimRight(string(line), " "))]
	if here && focused {
		return st.Paint(theme.Selected, layout.Pad(line, w))
	}
	return line
}

// signsOf returns the signs before a row: › for the cursor, ★ for the best (✧ while
// provisional), = for a tied score, ≈ for equal within error, ✗ if all folds failed, · without
// a result.
func (t *Table) signsOf(sc *Sweep, i int, paint chart.Paint) clean.Text {
	r := sc.Row(t.Order[i])
	sign := func(is bool, role chart.Role, glyph clean.Text) clean.Text {
		if is {
			return paint(role, glyph)
		}
		return " "
	}
	text := sign(i == t.At, chart.Accent, "›")
	switch {
	case sc.IsBest(r):
		text += paint(chart.Good, sc.Star())
	case sc.TiesWithBest(r):
		text += paint(chart.Good, "=")
	case sc.AsGood(r):
		text += paint(chart.Good, "≈")
	case len(r.Results) == 0:
		text += paint(chart.Faint, "·")
	default:
		text += sign(!r.Measured(), chart.Bad, "✗")
	}
	if len(t.Ticks) > 0 {
		text += sign(t.Ticks[r.Config], chart.Accent, "◆")
	}
	if len(sc.Notes) > 0 {
		text += sign(sc.Notes[r.Config] != "", chart.Warn, "¶")
	}
	return text + " "
}

// footnote returns the line below the table: the filter, or how the best row was chosen.
func (t *Table) footnote(sc *Sweep, st *theme.Style, w int) []clean.Text {
	text := clean.Sprintf("★ chosen on %s; test never chooses", sc.By.On())
	if c := sc.Choice(); len(c.Tied) > 1 {
		text = clean.Sprintf("★ 1 of %d tied, by %s; ≈ %d as good", len(c.Tied), sc.By.On(), len(c.Equals()))
	} else if n := len(c.Equals()); n > 0 {
		text = clean.Sprintf("★ chosen on %s; ≈ %d as good", sc.By.On(), n)
	}
	switch {
	case t.Filter.Text != "":
		return []clean.Text{st.Paint(chart.Accent, layout.CutWords(" / "+t.Filter.Words(), w))}
	case !sc.Validated():
		text = "no validation part: no point is chosen"
	case sc.Best < 0:
		text = clean.Sprintf("★ will be chosen on %s", sc.By.On())
	case sc.Provisional():
		text = clean.Sprintf("%s best so far: %s", sc.Star(), sc.SoFar())
	default:
		if chance := sc.By.Chance(&sc.Rows[sc.Best], false); !math.IsNaN(chance) {
			text += " · chance " + clean.Number(chance)
		}
	}
	return []clean.Text{st.Paint(chart.Faint, layout.CutWords(" "+text, w))}
}

// Exact returns a row's value in the column with all digits.
func (c Column) Exact(r *choose.Row) string {
	number, word := c.value(r)
	if word != "" || math.IsNaN(number) {
		return string(word)
	}
	return clean.Exactly(number)
}
