// Package overlay is the page that overlays the curves of several sessions: one series per
// session, with the best score for each value of an axis. Sessions with other data or another
// measure, graph or number of features are shown side by side, because their scores cannot be
// compared.
package overlay

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"time"

	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/sessions/drawing"
	"example.com/sfatui/sessions/list"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/roster"
	"example.com/sfatui/ui/sweepview"
)

// Page shows the sessions that are ticked at home.
type Page struct {
	ticked func() []*list.Item
	now    func() time.Time
	axis   string // "" before the user chose one
	shared bool   // show settings that all sessions share, too
	top    int    // first visible line of the table
	first  int    // first visible group
}

// New returns the page. ticked returns the sessions, and now is the clock.
func New(ticked func() []*list.Item, now func() time.Time) *Page {
	return &Page{ticked: ticked, now: now}
}

// Name returns the page's name.
func (p *Page) Name() page.Name { return page.Overlay }

// Actions returns the actions of the page.
func (p *Page) Actions() []page.Action {
	return []page.Action{
		{ID: "overlay axis", Group: "Home", Who: page.Anyone, Keys: []string{"a"}, Short: "axis", Long: "draw the overlaid sessions over the next axis", Modes: page.AtHome, Footer: 2,
			Off: func(*page.Scene) clean.Text {
				if len(axes(p.ticked())) < 2 {
					return "the sessions vary in no other numeric axis"
				}
				return ""
			}, Do: page.Doing(func(*page.Scene) {
				all := axes(p.ticked())
				p.axis = all[(slices.Index(all, p.shownAxis(all))+1)%len(all)]
			})},
		{ID: "overlay settings", Group: "Home", Who: page.Anyone, Keys: []string{"D"}, Short: "differences", Long: "below the overlaid sessions: show all settings, or only those that differ", Modes: page.AtHome, Footer: 3,
			Do: page.Doing(func(*page.Scene) { p.shared, p.top = !p.shared, 0 })},
		{ID: "overlay groups", Group: "Home", Who: page.Anyone, Keys: []string{"left", "right", "h", "l"}, Short: "kinds", Long: "show further kinds of overlaid sessions, if the screen has no room for all", Modes: page.AtHome,
			Do: page.Keyed(func(_ *page.Scene, key string) {
				if p.first++; key == "left" || key == "h" {
					p.first = max(p.first-2, 0)
				}
			})},
		{ID: "overlay move", Group: "Home", Who: page.Anyone, Keys: []string{"up", "down", "k", "j"}, Short: "scroll", Long: "scroll the overlaid sessions and their settings", Modes: page.AtHome,
			Do: page.Keyed(func(_ *page.Scene, key string) {
				if p.top++; key == "up" || key == "k" {
					p.top = max(p.top-2, 0)
				}
			})},
	}
}

// axes returns the numeric axes on which any of the sessions vary.
func axes(items []*list.Item) []string {
	var out []string
	for _, it := range items {
		for _, v := range it.Varied {
			if sweepview.ParameterOf(v.Axis).Number != nil && !slices.Contains(out, v.Axis) {
				out = append(out, v.Axis)
			}
		}
	}
	return out
}

// emptyReason returns why there is no curve to draw.
func emptyReason(items []*list.Item) clean.Text {
	if !slices.ContainsFunc(items, func(it *list.Item) bool { return it.Points > it.Failed }) {
		return "no fit of these sessions is finished: there is nothing to draw yet"
	}
	if len(axes(items)) > 0 {
		return "no point of these sessions has a score to choose by, such as one on validation"
	}
	return "these sessions vary in no numeric axis"
}

// shownAxis returns the axis to draw over, "" for none.
func (p *Page) shownAxis(all []string) string {
	if slices.Contains(all, p.axis) || len(all) == 0 {
		return p.axis
	}
	return all[0]
}

// sessionGroup is a group of sessions whose scores can be compared.
type sessionGroup struct {
	data, hash, objective, terms string
	items                        []*list.Item
	// sign marks the group's chart and its rows of the table: A, B and so on; "" for the only one.
	sign clean.Text
	// distinct is what the group has of its own: its data or its terms.
	distinct clean.Text
}

// apart returns a session once for each of its stars, whose scores cannot be compared, with this
// star alone.
func apart(it *list.Item) []*list.Item {
	if len(it.Stars) < 2 {
		return []*list.Item{it}
	}
	var out []*list.Item
	for i := range it.Stars {
		one := *it
		one.Stars = it.Stars[i : i+1]
		out = append(out, &one)
	}
	return out
}

// terms returns what the scores of a session with one star depend on besides the objective, ""
// without a score.
func terms(it *list.Item) string {
	if best := it.Best(); best != nil {
		return best.Terms
	}
	return ""
}

// groupSessions groups sessions, apart, by data, objective and terms. A session without a score
// joins the first group with its data and objective.
func groupSessions(items []*list.Item) []sessionGroup {
	var all []*list.Item
	for _, it := range items {
		all = append(all, apart(it)...)
	}
	var out []sessionGroup
	for _, it := range all {
		d := it.Header.Data
		at := slices.IndexFunc(out, func(g sessionGroup) bool {
			return g.hash == d.Hash && g.objective == it.Objective && (g.terms == terms(it) || g.terms == "" || terms(it) == "")
		})
		if at < 0 {
			at = len(out)
			out = append(out, sessionGroup{data: d.Name, hash: d.Hash, objective: it.Objective})
		}
		out[at].items = append(out[at].items, it)
		out[at].terms = cmp.Or(out[at].terms, terms(it))
	}
	distinguish(out)
	return out
}

// distinguish sets the sign of each of several groups, and what it has of its own.
func distinguish(all []sessionGroup) {
	if len(all) < 2 {
		return
	}
	differ := func(of func(g *sessionGroup) string) bool {
		return slices.ContainsFunc(all, func(g sessionGroup) bool { return of(&g) != of(&all[0]) })
	}
	data := differ(func(g *sessionGroup) string { return g.data })
	terms := differ(func(g *sessionGroup) string { return g.terms })
	for i := range all {
		g := &all[i]
		if g.sign = clean.Count(i + 1); i < 26 {
			g.sign = clean.Of(string(rune('A' + i)))
		}
		var parts []clean.Text
		if data {
			parts = append(parts, clean.Of(g.data))
		}
		if terms && g.terms != "" {
			parts = append(parts, clean.Of(g.terms))
		}
		g.distinct = clean.Join(parts, ", ")
	}
}

// View draws the charts and the list of sessions.
func (p *Page) View(sc *page.Scene, size layout.Size) []clean.Text {
	items := p.ticked()
	w, h := size.W, size.H
	below := min(len(items)+3+len(p.differences(items)), h/2)
	above := h - below
	all := groupSessions(items)
	over := p.shownAxis(axes(items))
	var lines []clean.Text
	switch {
	case over == "":
		lines = append([]clean.Text{layout.Header(sc.Style, "", "overlay", "", w, true)}, layout.Waiting(sc.Style, emptyReason(items), w, above-1)...)
	case len(all) == 1:
		lines = p.chart(sc, all[0], over, w, above)
	default:
		lines = p.chartColumns(sc, all, over, w, above)
	}
	return append(layout.Fit(lines, w, above), p.table(sc, items, w, below)...)
}

// leastWidth is the smallest width of a chart beside others: its heading and its axes are legible.
const leastWidth = 36

// chartColumns draws a chart for each group, side by side, as many as fit. A heading states which
// groups are shown.
func (p *Page) chartColumns(sc *page.Scene, all []sessionGroup, over string, w, h int) []clean.Text {
	n := min(max((w+1)/(leastWidth+1), 1), len(all))
	p.first = min(p.first, len(all)-n)
	var heading []clean.Text
	if n < len(all) {
		heading = []clean.Text{sc.Style.Paint(chart.Faint, layout.Cut(clean.Sprintf(" kinds %d–%d of %d · ←→ others", p.first+1, p.first+n, len(all)), w))}
		h--
	}
	shown := all[p.first : p.first+n]
	each := (w - n + 1) / n
	lines := p.chart(sc, shown[0], over, each, h)
	for i, g := range shown[1:] {
		left := (each+1)*(i+1) - 1
		lines = layout.SideBySide(lines, p.chart(sc, g, over, each, h), left, min(left+1+each, w), h)
	}
	return append(heading, lines...)
}

// chart draws the curves of a group over an axis, or over the group's first axis if none of its
// sessions varies on that one.
func (p *Page) chart(sc *page.Scene, g sessionGroup, over string, w, h int) []clean.Text {
	name, about := g.heading(w)
	head := layout.Header(sc.Style, "", name, about, w, true)
	switch own := axes(g.items); {
	case len(own) == 0 || !slices.ContainsFunc(g.items, func(it *list.Item) bool { return it.Best() != nil }):
		return append([]clean.Text{head}, layout.Waiting(sc.Style, emptyReason(g.items), w, h-1)...)
	case !slices.Contains(own, over):
		over = own[0]
	}
	several := slices.ContainsFunc(g.items, func(it *list.Item) bool { return it.Header.Data.Name != g.data })
	var names []clean.Text
	for _, it := range g.items {
		name := p.start(it)
		if several {
			name = p.name(it)
		}
		names = append(names, name)
	}
	return append([]clean.Text{head}, curves(sc, name+" "+about, g.items, names, over, w, h-1)...)
}

// heading returns the name of a group's chart and what is drawn, on w cells.
func (g *sessionGroup) heading(w int) (name, about clean.Text) {
	direction, better := clean.Text("↓"), clean.Text(" lower is better")
	if measure.Prefers(g.objective) == measure.Higher {
		direction, better = "↑", " higher is better"
	}
	name, _ = sweepview.ChosenBy(g.objective)
	if narrow := w < 2*leastWidth; narrow && g.sign != "" { // what differs comes first
		if name += " " + direction; g.distinct != "" {
			name = g.distinct + " · " + name
		}
		return "kind " + g.sign, name
	}
	name += " on " + clean.Of(measure.ChoosesOn(g.objective))
	if g.sign != "" {
		name = "kind " + g.sign + " · " + name
	}
	parts := []clean.Text{direction + better, clean.Of(g.data)}
	if g.terms != "" {
		parts[1] += ", " + clean.Of(g.terms)
	}
	return name, clean.Join(append(parts, "best over all other axes"), " · ")
}

// Axis returns the first numeric axis on which a session varies, "" for none.
func Axis(it *list.Item) string {
	if all := axes([]*list.Item{it}); len(all) > 0 {
		return all[0]
	}
	return ""
}

// name returns the data and the start of a session.
func (p *Page) name(it *list.Item) clean.Text {
	return clean.Of(it.Header.Data.Name) + " " + p.start(it)
}

// start returns when a session began, with seconds if another one began in the same minute.
func (p *Page) start(it *list.Item) clean.Text {
	text := roster.FormatStartTime(it.Created, p.now())
	for _, other := range p.ticked() {
		if other.Dir != it.Dir && roster.FormatStartTime(other.Created, p.now()) == text {
			return text + clean.Of(it.Created.Local().Format(":05"))
		}
	}
	return text
}

// OwnCurves draws the best scores of a session over an axis into h lines of w cells, a curve for
// each training graph if scores under several cannot be compared; the picture has the given name.
func OwnCurves(sc *page.Scene, name clean.Text, it *list.Item, over string, w, h int) []clean.Text {
	all := apart(it)
	names := []clean.Text{clean.Of(it.Header.Data.Name)}
	if len(all) > 1 {
		for i := range all {
			names = append(names[:i], roster.GraphName(all[i].Best()))
		}
	}
	return curves(sc, name, all, names, over, w, h)
}

// curves draws the best scores of sessions with one star each, with their names.
func curves(sc *page.Scene, name clean.Text, items []*list.Item, names []clean.Text, over string, w, h int) []clean.Text {
	a := sweepview.ParameterOf(over)
	plot := chart.Plot{XLabel: a.Symbol, LogX: a.Log, ASCII: sc.Style.ASCII, Series: make([]chart.Series, len(items))}
	for i, it := range items {
		s := &plot.Series[i]
		s.Name = names[i]
		best := it.Best()
		if best == nil {
			continue
		}
		for at, v := range it.Varied {
			if v.Axis == over {
				s.X, s.Y = parseNumbers(v.Values), part.Numbers(best.Along[at])
			}
		}
		if s.X == nil { // a single value, or none if the axis does not apply
			s.X, s.Y = parseNumbers([]string{best.Config.Text(over)}), []float64{float64(best.Mean)}
		}
	}
	return sc.Draw(name, plot, w, h)
}

// parseNumbers returns the values of an axis as numbers; NaN for words.
func parseNumbers(values []string) []float64 {
	out := make([]float64, len(values))
	for i, text := range values {
		x, err := strconv.ParseFloat(text, 64)
		if err != nil {
			x = math.NaN()
		}
		out[i] = x
	}
	return out
}

// table draws the list of sessions, and their differences.
func (p *Page) table(sc *page.Scene, items []*list.Item, w, h int) []clean.Text {
	groups := groupSessions(items)
	head := clean.Text("   session                         points  best on validation")
	if len(groups) > 1 {
		head = "  " + head
	}
	lines := []clean.Text{layout.Header(sc.Style, "", "sessions", "", w, false), sc.Style.Paint(chart.Faint, layout.Cut(head, w))}
	var all []clean.Text
	for _, g := range groups {
		for i, it := range g.items {
			row := roster.Of(it, p.now())
			marker := sc.Style.Paint(chart.SeriesRole(i), marker(i))
			if g.sign != "" {
				marker = g.sign + " " + marker
			}
			all = append(all, layout.Cut(" "+marker+" "+layout.Pad(p.name(it), 30)+layout.PadLeft(row.Points, 8)+"  "+row.Best+bestLabel(it), w))
		}
	}
	for _, text := range p.differences(items) {
		all = append(all, layout.Cut(" "+text, w))
	}
	room := max(h-len(lines), 1)
	if len(all) > room {
		room = max(room-1, 1)
	}
	p.top = max(min(p.top, len(all)-room), 0)
	lines = append(lines, all[p.top:min(p.top+room, len(all))]...)
	if len(all) > room {
		lines = append(lines, sc.Style.Paint(chart.Faint, clean.Sprintf("   lines %d–%d of %d · ↑↓ scroll", p.top+1, p.top+room, len(all))))
	}
	return layout.Fit(lines, w, h)
}

// bestLabel returns the label of a session's best configuration.
func bestLabel(it *list.Item) clean.Text {
	best := it.Best()
	if best == nil {
		return ""
	}
	return "  at " + clean.Exponents(best.Label)
}

// marker returns the marker of a series in its chart.
func marker(i int) clean.Text { return clean.Of(drawing.Marks[i%len(drawing.Marks)].Glyph) }

// differences returns why sessions are not comparable, and their settings: those that differ,
// or all.
func (p *Page) differences(items []*list.Item) []clean.Text {
	var out []clean.Text
	var listed []*list.Item // once each, in the order of the table
	groups := groupSessions(items)
	for _, g := range groups {
		for _, it := range g.items {
			if !slices.ContainsFunc(listed, func(other *list.Item) bool { return other.Dir == it.Dir }) {
				listed = append(listed, it)
			}
		}
	}
	if len(groups) > 1 {
		out = append(out, clean.Sprintf("≠ %s: drawn side by side, because scores on other data or of other measures, graphs or numbers of features are not comparable", clean.Counted(len(groups), "kind")))
	}
	unfinished := 0
	for _, it := range listed {
		if best := it.Best(); best != nil && best.Got < best.Want {
			unfinished++
		}
	}
	if unfinished > 0 {
		out = append(out, clean.Sprintf("▲ %s: scores of a part of the validation parts are not yet comparable with those of all", clean.Counted(unfinished, "unfinished session")))
	}
	return append(out, roster.Settings(listed, p.shared)...)
}
