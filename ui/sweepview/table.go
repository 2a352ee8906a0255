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

// span is where the head of a column stands, in cells from the left.
type span struct {
	id       string
	from, to int
}

// Table is the pane of points: one row for each choice of parameters, averaged
// over its folds.
type Table struct {
	Sort string // id of the column sorted by; "" before the user chose
	down bool

	Filter Filter
	Ticks  map[part.Point]bool // configurations that are to be compared

	// Head is the column whose head is under the cursor, "" for none.
	Head  string
	heads []span // as they were drawn last

	Order  []int          // rows of the scene as sorted
	graphs int            // training graphs that they are sorted in, 0 where that does not matter
	bests  map[string]int // row that is best, by column
	// BestBy is the measure that the best row was asked for last.
	BestBy string
	// Chosen is the configuration under the cursor ◉; while picked is false that is the
	// best one, whichever that is. A filter that hides it does not move the cursor.
	Chosen part.Point
	Picked bool
	At     int // place of the cursor in order, -1 where the filter hides it
	row    int // row of the scene under the cursor, -1 where there is none
	Top    int // first place shown
	Body   int // rows that there is room for
}

// Sorted is the column sorted by and whether downwards.
func (t *Table) Sorted(sc *Sweep, cols []Column) (Column, bool) {
	if t.Filter.By != "" {
		c, _ := sortable(sc, t.Filter.By)
		return c, t.Filter.down
	}
	for _, c := range cols {
		if c.ID == t.Sort {
			return c, t.down
		}
	}
	for _, c := range cols {
		if c.measure.Chooses() {
			return c, c.measure.Better == measure.Higher
		}
	}
	i := slices.IndexFunc(cols, func(c Column) bool { return c.measure == measure.TestSlowness })
	return cols[i], false
}

// Arrange filters and sorts the rows anew and finds the selected one again.
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
	t.find(sc)
	t.bests = map[string]int{}
	for _, q := range sc.Quantities() {
		if q.Head != "" && q.Better != 0 && q.Measure != measure.Deviation {
			t.bests[q.ID] = sc.BestAt(q)
		}
	}
}

// Row is the row under the cursor, nil where there is none.
func (t *Table) Row(sc *Sweep) *choose.Row {
	if t.row < 0 || t.row >= len(sc.Rows)+len(sc.Waiting) {
		return nil
	}
	return sc.Row(t.row)
}

// Tick marks the selected row for comparing, or takes the mark away.
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

// Ticked are the rows that are marked, in the order of the table.
func (t *Table) Ticked(sc *Sweep) []*choose.Row {
	var out []*choose.Row
	for i := range len(sc.Rows) + len(sc.Waiting) {
		if r := sc.Row(i); t.Ticks[r.Config] {
			out = append(out, r)
		}
	}
	return out
}

// SortNext sorts by the next column, in the direction that shows its best.
func (t *Table) SortNext(sc *Sweep) {
	cols := ColumnsOf(sc, Terse)
	now, _ := t.Sorted(sc, cols)
	i := slices.IndexFunc(cols, func(c Column) bool { return c.ID == now.ID })
	t.sortBy(sc, cols[(i+1)%len(cols)].ID)
}

// sortBy sorts by a column, in the direction that shows its best.
func (t *Table) sortBy(sc *Sweep, id string) {
	t.Sort, t.Filter.By = id, ""
	q, measured := sc.QuantityNamed(id)
	t.down = measured && q.Better == measure.Higher || id == "folds done"
	t.Arrange(sc)
}

// Reverse turns the order round.
func (t *Table) Reverse(sc *Sweep) {
	c, down := t.Sorted(sc, ColumnsOf(sc, Terse))
	if t.Filter.By != "" {
		t.Filter.down = !down
	} else {
		t.Sort, t.down = c.ID, !down
	}
	t.Arrange(sc)
}

// Caption says how many rows there are and what they are sorted by.
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

// SortCaption says what the table is sorted by.
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

// View draws the table into h lines.
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
		foot = t.explained(st, w, h-3)
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

// signs is the room for what stands before a row: › and ★, and where there are
// any ◆ for what is ticked and ¶ for a note.
func (t *Table) signs(sc *Sweep) int {
	return 3 + btoi(len(t.Ticks) > 0) + btoi(len(sc.Notes) > 0)
}

// minor is the rank below which columns give way before detail does: errors tell more than
// what follows from other columns.
const minor = 10

// layout chooses the columns that fit into w cells, in as much detail as
// leaves room for all but minor ones, and gives the cells of the rows shown. Where there
// is none, words are cut short and then columns are left out.
func (t *Table) layout(sc *Sweep, w, from, to int) (cols []Column, cells [][]clean.Text, widths []int) {
	room := w - t.signs(sc)
	for much := withHeadings; much >= Terse; much-- {
		cols = ColumnsOf(sc, much)
		if cells, widths = t.measure(sc, cols, from, to); total(widths) <= room {
			return cols, cells, widths
		}
		cols = slices.DeleteFunc(cols, func(c Column) bool { return c.rank < minor && c.ID != t.Sort })
		if cells, widths = t.measure(sc, cols, from, to); total(widths) <= room {
			return cols, cells, widths
		}
	}
	sortedBy, _ := t.Sorted(sc, cols)
	for {
		for i, c := range cols {
			if c.words {
				widths[i] = min(widths[i], 6)
			}
		}
		if total(widths) <= room || len(cols) == 1 {
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

func total(widths []int) int {
	n := 0
	for _, w := range widths {
		n += w + 1
	}
	return n - 1
}

// measure gives the cells of the rows shown and the widths of the columns,
// which do not depend on what is sorted by.
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

func (t *Table) header(sc *Sweep, cols []Column, widths []int, sortedBy Column, down bool, st *theme.Style, focused bool) clean.Text {
	var b clean.Builder
	x := t.signs(sc) - 1
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
		if c.right {
			b.Add(st.Paint(role, layout.PadLeft(head, widths[i])))
		} else {
			b.Add(st.Paint(role, layout.Shorten(head, widths[i])))
		}
	}
	return b.Text()
}

// line draws one row with its signs. The best value of a column is bold.
func (t *Table) line(sc *Sweep, i int, cols []Column, cells []clean.Text, widths []int, st *theme.Style, w int, focused bool) clean.Text {
	r := sc.Row(t.Order[i])
	here := i == t.At
	paint := st.Paint
	if here && focused { // one colour: the bar tells where it is
		paint = func(_ chart.Role, text clean.Text) clean.Text { return text }
	}
	var b clean.Builder
	b.Add(t.signsOf(sc, i, paint))
	for k, c := range cols {
		text := layout.Shorten(cells[k], widths[k])
		if c.right {
			text = layout.PadLeft(cells[k], widths[k])
		}
		role := c.role(r)
		if best, ok := t.bests[c.ID]; ok && best == t.Order[i] {
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

// signsOf is what stands before a row: › the selected one, ★ the best (✧ so far), = what has its score, ≈ what is as good
// within error, ✗ what failed altogether, · what has no result yet.
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

// footnote says how the best row was chosen.
func (t *Table) footnote(sc *Sweep, st *theme.Style, w int) []clean.Text {
	text := clean.Sprintf("★ chosen on %s; test never chooses", sc.On())
	if c := sc.Choice(); len(c.Tied) > 1 && !sc.Before {
		text = clean.Sprintf("★ 1 of %d tied, by %s; ≈ %d as good", len(c.Tied), sc.On(), len(c.Equals()))
	} else if n := len(c.Equals()); n > 0 {
		text = clean.Sprintf("★ chosen on %s; ≈ %d as good", sc.On(), n)
	}
	switch {
	case t.Filter.Text != "":
		return []clean.Text{st.Paint(chart.Accent, layout.Cut(" / "+t.Filter.Words(), w))}
	case !sc.Validated():
		text = "no validation part: nothing is chosen"
	case sc.Best < 0:
		text = clean.Sprintf("★ will be chosen on %s", sc.On())
	case sc.Provisional():
		text = clean.Sprintf("%s best so far: %s", sc.Star(), sc.SoFar())
	default:
		if chance := sc.By.Chance(&sc.Rows[sc.Best], false); !math.IsNaN(chance) {
			text += " · chance " + clean.Number(chance)
		}
	}
	return []clean.Text{st.Paint(chart.Faint, layout.Cut(" "+text, w))}
}

// Exact is the column's value of a row, to the last digit.
func (c Column) Exact(r *choose.Row) string {
	number, word := c.value(r)
	if word != "" || math.IsNaN(number) {
		return string(word)
	}
	return clean.Exactly(number)
}
