// Package compare is the page that compares points side by side: their differences, their
// results, and what they have in common.
package compare

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/compare"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/sweepview"
	"example.com/sfatui/ui/theme"
)

// Page shows the ticked points, or those along an axis.
type Page struct {
	along string // axis that points are compared along
	brief bool   // show only parameters and measures that differ
}

// Name returns the page's name.
func (p *Page) Name() page.Name { return page.Compare }

// Actions returns the actions of the page.
func (p *Page) Actions() []page.Action {
	along := page.Action{ID: "along", Group: "Points", Who: page.Anyone, Keys: []string{"right", "left"}, Short: "axis", Long: "on the comparison: compare along the next or previous axis",
		Modes: page.Paned, Footer: 2}
	turn := page.Keyed(p.turnAxis)
	brief := page.Action{ID: "differences", Group: "Points", Who: page.Anyone, Keys: []string{"D"}, Short: "differences", Long: "on the comparison: show only the settings and measures that differ, or all", Modes: page.AnyMode, Footer: 3}
	return []page.Action{along.With(offAlong, turn), brief.With(nil, page.Doing(func(*page.Scene) { p.brief = !p.brief }))}
}

// View draws the comparison.
func (p *Page) View(sc *page.Scene, size layout.Size) []clean.Text {
	return sc.TextPage("·", "compare", p.text(sc, size.W-2), size.W, size.H)
}

// offAlong returns the reason why the axis cannot be changed; "" if it can.
func offAlong(sc *page.Scene) clean.Text {
	if len(sc.Table.Ticks) > 1 {
		return "ticked points are compared: T unticks all"
	}
	return ""
}

// turnAxis compares along the next axis, or the previous one.
func (p *Page) turnAxis(sc *page.Scene, key string) {
	here := sc.Table.Row(&sc.Sweep)
	if here == nil {
		return
	}
	axes := p.axes(sc, here)
	if n := len(axes); n > 0 {
		by := 1
		if key == "left" {
			by = n - 1
		}
		i := max(0, slices.IndexFunc(axes, func(a sweepview.Axis) bool { return a.Name == p.along }))
		p.along = axes[(i+by)%n].Name
	}
}

// comparedRows returns the rows to compare and a description: the ticked ones, or the selected
// one with those that differ from it along one axis only.
func (p *Page) comparedRows(sc *page.Scene) (rows []*choose.Row, what clean.Text) {
	rows = sc.Table.Ticked(&sc.Sweep)
	here := sc.Table.Row(&sc.Sweep)
	if len(rows) == 1 && here != nil && here.Config != rows[0].Config {
		rows = append(rows, here)
	}
	if len(rows) >= 2 {
		return rows, clean.Counted(len(rows), "point") + " ticked"
	}
	if here == nil {
		return nil, "there are no points yet"
	}
	axes := p.axes(sc, here)
	if len(axes) == 0 {
		return []*choose.Row{here}, "no other point differs in one axis only; t ticks points to compare"
	}
	i := max(0, slices.IndexFunc(axes, func(a sweepview.Axis) bool { return a.Name == p.along }))
	var others []clean.Text
	for k, a := range axes {
		if k != i {
			others = append(others, clean.Of(a.Name))
		}
	}
	what = "along " + clean.Of(axes[i].Name)
	if len(others) > 0 {
		what += "; → " + clean.Join(others, ", ")
	}
	return p.siblings(sc, here, axes[i]), what
}

// axes returns the axes along which points similar to the given one exist, word axes before
// numeric ones.
func (p *Page) axes(sc *page.Scene, here *choose.Row) []sweepview.Axis {
	var out []sweepview.Axis
	for _, words := range []bool{true, false} {
		for _, a := range sc.Sweep.Drawn {
			if (a.Number == nil) == words && len(p.siblings(sc, here, a)) > 1 {
				out = append(out, a)
			}
		}
	}
	return out
}

// siblings returns the rows that differ from here along an axis, one for each value. They agree
// in all other parameters that both have. A point of another method or kernel may lack some;
// the first of several is taken.
func (p *Page) siblings(sc *page.Scene, here *choose.Row, along sweepview.Axis) []*choose.Row {
	byLabel := map[clean.Text]*choose.Row{}
	alike := func(r *choose.Row) bool {
		for _, a := range sc.Sweep.Drawn {
			x, y := a.Label(here.Config), a.Label(r.Config)
			if a.Name != along.Name && x != y && x != "" && y != "" {
				return false
			}
		}
		return true
	}
	for i := range sc.Sweep.Rows {
		r := &sc.Sweep.Rows[i]
		label := along.Label(r.Config)
		if byLabel[label] == nil && label != "" && label != along.Label(here.Config) && alike(r) {
			byLabel[label] = r
		}
	}
	byLabel[along.Label(here.Config)] = here
	var out []*choose.Row
	for _, label := range along.Labels {
		if r := byLabel[label]; r != nil {
			out = append(out, r)
		}
	}
	return out
}

// nameWidth is the width of the names of parameters and measures.
const nameWidth = 29

// text returns the comparison of points. For two points it includes statistical tests of their
// differences.
func (p *Page) text(sc *page.Scene, w int) []clean.Text {
	rows, what := p.comparedRows(sc)
	lines := []clean.Text{sc.Style.Paint(chart.Faint, layout.Cut(what, w)), ""}
	if len(rows) == 0 {
		return lines
	}
	g := newGrid(sc.Style, rows, w)
	if n := len(rows) - len(g.rows); n > 0 {
		lines[0] = sc.Style.Paint(chart.Warn, layout.Cut(clean.Sprintf("%s; %d more do not fit", what, n), w))
	}
	lines = append(lines, g.line("", p.columnHeads(sc, g.rows), theme.Strong))
	g.parameters(&lines)
	lines = append(lines, "")
	for _, q := range sc.Sweep.Quantities() {
		g.measure(&lines, q, p.brief)
	}
	g.notes(&lines, sc.Sweep.Notes)
	if len(g.rows) == 2 {
		lines = append(lines, "")
		lines = append(lines, p.tests(sc, g.rows[0], g.rows[1], w)...)
	}
	lines = append(lines, "")
	if p.brief {
		return append(lines, sc.Style.Paint(chart.Faint, "only differences; D shows all"))
	}
	same := sameSettings(sc, g.rows)
	for i, part := range layout.WrapList(same, "  ", max(w-nameWidth-1, 10)) {
		name := clean.Text("")
		if i == 0 {
			name = "the same"
		}
		lines = append(lines, sc.Style.Paint(chart.Faint, layout.Pad(name, nameWidth)+" "+part))
	}
	return lines
}

// columnHeads returns the names A, B, C … of the points with their signs from the table.
func (p *Page) columnHeads(sc *page.Scene, rows []*choose.Row) []clean.Text {
	here := sc.Table.Row(&sc.Sweep)
	heads := make([]clean.Text, len(rows))
	for i, r := range rows {
		heads[i] = clean.Of(string(rune('A' + i%26)))
		if sc.Sweep.IsBest(r) {
			heads[i] += " " + sc.Sweep.Star()
		}
		if here != nil && r.Config == here.Config {
			heads[i] += " ›"
		}
	}
	return heads
}

// grid lays out points in columns of equal width.
type grid struct {
	st   *theme.Style
	rows []*choose.Row
	w    int // width of a column
}

// newGrid returns a grid of the points that fit.
func newGrid(st *theme.Style, rows []*choose.Row, w int) *grid {
	const least = 12
	n := min(len(rows), max((w-nameWidth)/least, 1))
	return &grid{st, rows[:n], min((w-nameWidth)/n, 22)}
}

// line draws a name and the value of each point.
func (g *grid) line(name clean.Text, cells []clean.Text, role chart.Role) clean.Text {
	text := g.st.Paint(chart.Faint, layout.Pad(name, nameWidth-1)+" ")
	for _, c := range cells {
		text += g.st.Paint(role, layout.PadLeft(c, g.w-1)) + " "
	}
	return text
}

// parameters adds the parameters that differ, with ≠.
func (g *grid) parameters(lines *[]clean.Text) {
	for _, d := range sweepview.Parameters() {
		cells, differ := make([]clean.Text, len(g.rows)), false
		for i, r := range g.rows {
			differ = differ || d.Label(r.Config) != d.Label(g.rows[0].Config)
			cells[i] = cmp.Or(d.Label(r.Config), "–")
		}
		if differ {
			*lines = append(*lines, g.line("≠ "+clean.Of(d.Name), cells, theme.Strong))
		}
	}
}

// sameSettings returns all settings that points share, those of the data included.
func sameSettings(sc *page.Scene, rows []*choose.Row) []clean.Text {
	var h sessions.Header
	if sc.Session != nil {
		h = sc.Session.Header
	}
	all := make([][]sessions.SettingValues, len(rows))
	for i, r := range rows {
		all[i] = sessions.SettingsOf(h, []part.Point{r.Config})
	}
	var out []clean.Text
	for _, s := range compare.Settings(all...) {
		if !s.Differs {
			out = append(out, clean.Of(s.Name)+"="+clean.Exponents(strings.Join(s.Values[0], ",")))
		}
	}
	return out
}

// measure adds a measure, with ◂ at the best value. If brief is set, it adds only one that differs.
func (g *grid) measure(lines *[]clean.Text, q sweepview.Quantity, brief bool) {
	best, any, differ := -1, false, false
	for i, r := range g.rows {
		v := q.Of(r)
		any = any || !math.IsNaN(v)
		differ = differ || v != q.Of(g.rows[0])
		if !math.IsNaN(v) && (best < 0 || v*float64(q.Better) > q.Of(g.rows[best])*float64(q.Better)) {
			best = i
		}
	}
	if !any || brief && !differ {
		return
	}
	text := g.st.Paint(chart.Faint, layout.Pad("  "+q.Name(), nameWidth-1)+" ")
	for i, r := range g.rows {
		cell := q.Write(q.Of(r))
		if q.Stat != nil && q.Stat(r).N > 1 {
			cell = clean.WithError(q.Stat(r).Mean, q.Stat(r).SE, q.Write)
		}
		role, sign := chart.Text, clean.Text(" ")
		if q.Better != 0 && differ && i == best {
			role, sign = chart.Good, "◂"
		}
		if q.Measure == measure.Deviation && r.Measured() && sweepview.Violated(r) {
			role, cell = chart.Bad, "✗ "+cell
		}
		text += g.st.Paint(role, layout.PadLeft(cell, g.w-1)+sign)
	}
	*lines = append(*lines, text)
}

// notes adds the user's notes on the points.
func (g *grid) notes(lines *[]clean.Text, notes map[part.Point]clean.Text) {
	for i, r := range g.rows {
		if text := notes[r.Config]; text != "" {
			*lines = append(*lines, g.st.Paint(chart.Faint, layout.Pad("  ¶ "+clean.Of(string(rune('A'+i%26))), nameWidth))+
				layout.Cut(text, g.w*len(g.rows)))
		}
	}
}

// tests returns, for each measure, the size of the difference of two points and its p-value.
func (p *Page) tests(sc *page.Scene, a, b *choose.Row, w int) []clean.Text {
	var lines []clean.Text
	contrasts := choose.Compare(*a, *b, choose.UsualRope)
	for i := range contrasts {
		c := &contrasts[i]
		name := sc.Style.Paint(chart.Faint, layout.Pad("  "+sc.Sweep.InWords(c.Measure.Show.Contrast), nameWidth-1)+" ")
		what, chance := clean.Of(cmp.Or(c.Effect(), "nothing to compare")), clean.Of(c.Test.Chance())
		if lost := c.Test.Lost(); lost != "" {
			what += clean.Of(" · " + lost)
		}
		room := max(w-nameWidth, 10)
		if chance != "" {
			chance = " · " + chance
		}
		if layout.Width(what)+layout.Width(chance) <= room {
			lines = append(lines, name+what+chance)
			continue
		}
		for k, part := range layout.Wrap(what, room) {
			if k > 0 {
				name = layout.Pad("", nameWidth)
			}
			lines = append(lines, name+part)
		}
		if chance != "" {
			lines = append(lines, layout.Pad("", nameWidth-3)+layout.Cut(chance, room+3))
		}
	}
	if shared := choose.SharedFeatures(a, b); shared != "" {
		for _, part := range layout.Wrap(clean.Of(shared), max(w-2, 10)) {
			lines = append(lines, sc.Style.Paint(chart.Faint, "  "+part))
		}
	}
	return lines
}
