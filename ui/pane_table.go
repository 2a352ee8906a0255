package ui

import (
	"slices"
	"strings"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/humanize"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/snapshot"
	"example.com/sfatui/ui/theme"
)

// table is the pane of points: one row for each choice of parameters, averaged
// over its folds.
type table struct {
	sort string // id of the column sorted by; "" before the user chose
	down bool

	filter filter
	ticks  map[part.Point]bool // configurations that are to be compared

	order []int          // rows of the scene as sorted
	bests map[string]int // row that is best, by column
	// bestBy is the measure that the best row was asked for last.
	bestBy string
	// chosen is the selected configuration; while picked is false the best one
	// is selected, whichever that is.
	chosen part.Point
	picked bool
	at     int // place of the selected row in order
	top    int // first place shown
	body   int // rows that there is room for
}

// sorted is the column sorted by and whether downwards.
func (t *table) sorted(sc *snapshot.Sweep, cols []column) (column, bool) {
	if t.filter.by != "" {
		c, _ := sortable(sc, t.filter.by)
		return c, t.filter.down
	}
	for _, c := range cols {
		if c.id == t.sort {
			return c, t.down
		}
	}
	for _, c := range cols {
		if c.id == "validation" {
			return c, sc.Objective == "accuracy"
		}
	}
	i := slices.IndexFunc(cols, func(c column) bool { return c.id == "slowness" })
	return cols[i], false
}

// arrange filters and sorts the rows anew and finds the selected one again.
func (t *table) arrange(sc *snapshot.Sweep) {
	c, down := t.sorted(sc, columnsOf(sc, terse))
	n := len(sc.Rows) + len(sc.Waiting)
	t.order = t.order[:0]
	keys := make([]sortKey, n)
	for i := range n {
		if r := sc.Row(i); t.filter.shows(r) {
			t.order = append(t.order, i)
			keys[i] = c.key(r)
		}
	}
	slices.SortStableFunc(t.order, func(a, b int) int {
		if order := compareKeys(keys[a], keys[b], down); order != 0 {
			return order
		}
		return c.tie(sc.Row(a), sc.Row(b))
	})
	if !t.picked {
		t.at = max(0, slices.Index(t.order, sc.Best))
	} else if i := slices.IndexFunc(t.order, func(i int) bool { return sc.Row(i).Config == t.chosen }); i >= 0 {
		t.at = i
	}
	t.at = min(t.at, max(len(t.order)-1, 0))
	if len(t.order) > 0 {
		t.chosen = sc.Row(t.order[t.at]).Config
	}
	t.bests = map[string]int{}
	for _, q := range sc.Quantities() {
		if q.Head != "" && q.Better != 0 && q.ID != "variance" {
			t.bests[q.ID] = sc.BestAt(q)
		}
	}
}

// row is the selected row, nil where there is none.
func (t *table) row(sc *snapshot.Sweep) *choose.Row {
	if t.at >= len(t.order) {
		return nil
	}
	return sc.Row(t.order[t.at])
}

// move selects another row.
func (t *table) move(sc *snapshot.Sweep, by int) {
	if len(t.order) == 0 {
		return
	}
	t.at = min(max(t.at+by, 0), len(t.order)-1)
	t.chosen, t.picked = sc.Row(t.order[t.at]).Config, true
}

// choose selects a row of the scene, where the filter shows it.
func (t *table) choose(sc *snapshot.Sweep, row int) bool {
	at := slices.Index(t.order, row)
	if at < 0 {
		return false
	}
	t.move(sc, at-t.at)
	return true
}

// tick marks the selected row for comparing, or takes the mark away.
func (t *table) tick(sc *snapshot.Sweep) {
	r := t.row(sc)
	if t.ticks == nil {
		t.ticks = map[part.Point]bool{}
	}
	if t.ticks[r.Config] {
		delete(t.ticks, r.Config)
		return
	}
	t.ticks[r.Config] = true
}

// ticked are the rows that are marked, in the order of the table.
func (t *table) ticked(sc *snapshot.Sweep) []*choose.Row {
	var out []*choose.Row
	for i := range len(sc.Rows) + len(sc.Waiting) {
		if r := sc.Row(i); t.ticks[r.Config] {
			out = append(out, r)
		}
	}
	return out
}

// sortNext sorts by the next column, in the direction that shows its best.
func (t *table) sortNext(sc *snapshot.Sweep) {
	cols := columnsOf(sc, terse)
	now, _ := t.sorted(sc, cols)
	i := slices.IndexFunc(cols, func(c column) bool { return c.id == now.id })
	next := cols[(i+1)%len(cols)]
	t.sort, t.filter.by = next.id, ""
	t.down = next.id == "segment" || next.id == "sample" || next.id == "folds done" ||
		next.id == "validation" && sc.Objective == "accuracy"
	t.arrange(sc)
}

// reverse turns the order round.
func (t *table) reverse(sc *snapshot.Sweep) {
	c, down := t.sorted(sc, columnsOf(sc, terse))
	if t.filter.by != "" {
		t.filter.down = !down
	} else {
		t.sort, t.down = c.id, !down
	}
	t.arrange(sc)
}

// caption says how many rows there are and what they are sorted by.
func (t *table) caption(sc *snapshot.Sweep) clean.Text {
	text := humanize.Count(len(sc.Rows))
	if len(t.filter.tests) > 0 {
		text = humanize.Count(len(t.order)) + " of " + humanize.Count(len(sc.Rows)+len(sc.Waiting))
	}
	if n := len(t.ticks); n > 0 {
		text += clean.Sprintf(" · %d ticked", n)
	}
	return text + " · " + t.sortCaption(sc)
}

// sortCaption says what the table is sorted by.
func (t *table) sortCaption(sc *snapshot.Sweep) clean.Text {
	c, down := t.sorted(sc, columnsOf(sc, terse))
	if down {
		return "by " + clean.Of(c.id) + " ▼"
	}
	return "by " + clean.Of(c.id) + " ▲"
}

// view draws the table into h lines.
func (t *table) view(sc *snapshot.Sweep, st *theme.Style, w, h int, focused bool) []clean.Text {
	switch {
	case len(t.order) == 0 && len(t.filter.tests) > 0:
		return []clean.Text{"", st.Paint(chart.Warn, layout.Cut(" no point is "+clean.Of(t.filter.text), w)),
			st.Paint(chart.Faint, layout.Cut(" / changes the filter, esc clears it", w))}
	case len(t.order) == 0:
		return []clean.Text{"", st.Paint(chart.Faint, " no point is finished yet")}
	}
	foot := t.footnote(sc, st, w)
	if h < 6 {
		foot = nil
	}
	body := max(h-1-len(foot), 1)
	t.body = body
	t.top = min(max(t.top, t.at-body+1), t.at)
	t.top = max(min(t.top, len(t.order)-body), 0)
	last := min(t.top+body, len(t.order))

	cols, cells, widths := t.layout(sc, w, t.top, last)
	sortedBy, down := t.sorted(sc, cols)
	lines := []clean.Text{t.header(sc, cols, widths, sortedBy, down, st)}
	for i := t.top; i < last; i++ {
		lines = append(lines, t.line(sc, i, cols, cells[i-t.top], widths, st, w, focused))
	}
	for len(lines) < 1+body {
		lines = append(lines, "")
	}
	return append(lines, foot...)
}

// signs is the room for what stands before a row: › and ★, and where there are
// any ◆ for what is ticked and ¶ for a note.
func (t *table) signs(sc *snapshot.Sweep) int {
	return 3 + btoi(len(t.ticks) > 0) + btoi(len(sc.Notes) > 0)
}

// layout chooses the columns that fit into w cells, in as much detail as
// leaves room for all, and gives the cells of the rows shown. Where there is
// none, words are cut short and then columns are left out.
func (t *table) layout(sc *snapshot.Sweep, w, from, to int) (cols []column, cells [][]clean.Text, widths []int) {
	room := w - t.signs(sc)
	for much := withHeadings; much >= terse; much-- {
		cols = columnsOf(sc, much)
		if cells, widths = t.measure(sc, cols, from, to); total(widths) <= room {
			return cols, cells, widths
		}
	}
	sortedBy, _ := t.sorted(sc, cols)
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
			if c.id != sortedBy.id && (cols[drop].id == sortedBy.id || c.rank < cols[drop].rank) {
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
func (t *table) measure(sc *snapshot.Sweep, cols []column, from, to int) (cells [][]clean.Text, widths []int) {
	widths = make([]int, len(cols))
	for i, c := range cols {
		widths[i] = layout.Width(c.head) + 1 // room for the sort mark
	}
	for k := from; k < to; k++ {
		line := make([]clean.Text, len(cols))
		for i, c := range cols {
			line[i] = c.cell(sc.Row(t.order[k]))
			widths[i] = max(widths[i], layout.Width(line[i]))
		}
		cells = append(cells, line)
	}
	return cells, widths
}

func (t *table) header(sc *snapshot.Sweep, cols []column, widths []int, sortedBy column, down bool, st *theme.Style) clean.Text {
	var b clean.Builder
	b.Add(layout.Blanks(t.signs(sc) - 1))
	for i, c := range cols {
		b.Add(" ")
		head, role := c.head, chart.Faint
		if c.id == sortedBy.id {
			head, role = head+"▲", theme.Strong
			if down {
				head = c.head + "▼"
			}
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
func (t *table) line(sc *snapshot.Sweep, i int, cols []column, cells []clean.Text, widths []int, st *theme.Style, w int, focused bool) clean.Text {
	r := sc.Row(t.order[i])
	here := i == t.at
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
		if best, ok := t.bests[c.id]; ok && best == t.order[i] {
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

// signsOf is what stands before a row: › the selected one, ★ the best, ✗ what
// failed altogether, · what has no result yet.
func (t *table) signsOf(sc *snapshot.Sweep, i int, paint chart.Paint) clean.Text {
	r := sc.Row(t.order[i])
	sign := func(is bool, role chart.Role, glyph clean.Text) clean.Text {
		if is {
			return paint(role, glyph)
		}
		return " "
	}
	text := sign(i == t.at, chart.Accent, "›")
	switch {
	case t.order[i] == sc.Best:
		text += paint(chart.Good, "★")
	case len(r.Results) == 0:
		text += paint(chart.Faint, "·")
	default:
		text += sign(!r.Measured(), chart.Bad, "✗")
	}
	if len(t.ticks) > 0 {
		text += sign(t.ticks[r.Config], chart.Accent, "◆")
	}
	if len(sc.Notes) > 0 {
		text += sign(sc.Notes[r.Config] != "", chart.Warn, "¶")
	}
	return text + " "
}

// footnote says how the best row was chosen.
func (t *table) footnote(sc *snapshot.Sweep, st *theme.Style, w int) []clean.Text {
	text := clean.Text("★ best val(idation); the rest is test")
	switch {
	case t.filter.text != "":
		return []clean.Text{st.Paint(chart.Accent, layout.Cut(" / "+clean.Of(t.filter.text), w))}
	case !sc.Validated():
		text = "no validation part: nothing is chosen"
	case sc.Best < 0:
		text = "★ will be chosen on validation"
	}
	return []clean.Text{st.Paint(chart.Faint, layout.Cut(" "+text, w))}
}
