// Package overlay is the page that lays the curves of several sessions over each other:
// one series a session, the best score of each value of an axis. Sessions of other data,
// or of another measure, stand side by side, as their scores are not of the same samples.
package overlay

import (
	"math"
	"slices"
	"strconv"
	"time"

	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/drawing"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/roster"
	"example.com/sfatui/ui/sweepview"
)

// Page shows the sessions that are ticked at home.
type Page struct {
	ticked func() []*sessions.Item
	now    func() time.Time
	axis   string // "" before one was chosen
}

// New is the page. Ticked gives the sessions, and now is the clock.
func New(ticked func() []*sessions.Item, now func() time.Time) *Page {
	return &Page{ticked: ticked, now: now}
}

func (p *Page) Name() page.Name { return page.Overlay }

func (p *Page) Actions() []page.Action {
	return []page.Action{{ID: "overlay axis", Group: "Home", Who: page.Anyone, Keys: []string{"a"}, Short: "axis", Long: "draw the overlaid sessions over the next axis", Modes: page.AtHome, Footer: 2,
		Off: func(*page.Scene) clean.Text {
			if len(axes(p.ticked())) < 2 {
				return "they vary in no other axis that is a number"
			}
			return ""
		}, Do: page.Doing(func(*page.Scene) {
			all := axes(p.ticked())
			p.axis = all[(slices.Index(all, p.over(all))+1)%len(all)]
		})}}
}

// axes are the numeric axes on which some of the sessions vary.
func axes(items []*sessions.Item) []string {
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

// nothing says why there is no curve to draw.
func nothing(items []*sessions.Item) clean.Text {
	if !slices.ContainsFunc(items, func(it *sessions.Item) bool { return it.Points > it.Failed }) {
		return "no fit of these sessions is finished: there is nothing to draw yet"
	}
	return "these sessions vary in no axis that is a number"
}

// over is the axis that is drawn, "" for none.
func (p *Page) over(all []string) string {
	if slices.Contains(all, p.axis) || len(all) == 0 {
		return p.axis
	}
	return all[0]
}

// alike are sessions whose scores can be compared.
type alike struct {
	data, hash, objective string
	items                 []*sessions.Item
}

func groups(items []*sessions.Item) []alike {
	var out []alike
	for _, it := range items {
		d := it.Header.Data
		at := slices.IndexFunc(out, func(g alike) bool { return g.hash == d.Hash && g.objective == it.Objective })
		if at < 0 {
			at = len(out)
			out = append(out, alike{data: d.Name, hash: d.Hash, objective: it.Objective})
		}
		out[at].items = append(out[at].items, it)
	}
	return out
}

func (p *Page) View(sc *page.Scene, size layout.Size) []clean.Text {
	items := p.ticked()
	w, h := size.W, size.H
	below := min(len(items)+2+len(differences(items)), h/2)
	above := h - below
	all := groups(items)
	over := p.over(axes(items))
	var lines []clean.Text
	switch {
	case over == "":
		lines = append([]clean.Text{layout.Header(sc.Style, "", "overlay", "", w, true)}, layout.Waiting(sc.Style, nothing(items), w, above-1)...)
	case len(all) == 1:
		lines = p.chart(sc, all[0], over, w, above)
	default:
		lines = p.beside(sc, all, over, w, above)
	}
	return append(layout.Fit(lines, w, above), p.table(sc, items, w, below)...)
}

// beside draws a chart for each group, in columns.
func (p *Page) beside(sc *page.Scene, all []alike, over string, w, h int) []clean.Text {
	each := (w - len(all) + 1) / len(all)
	lines := p.chart(sc, all[0], over, each, h)
	for i, g := range all[1:] {
		left := (each+1)*(i+1) - 1
		lines = layout.SideBySide(lines, p.chart(sc, g, over, each, h), left, min(left+1+each, w), h)
	}
	return lines
}

// chart draws the curves of sessions that can be compared.
func (p *Page) chart(sc *page.Scene, g alike, over string, w, h int) []clean.Text {
	a := sweepview.ParameterOf(over)
	direction := clean.Text("↓ lower is better")
	if measure.Prefers(g.objective) == measure.Higher {
		direction = "↑ higher is better"
	}
	name, _ := sweepview.ChosenBy(g.objective)
	name += " on " + clean.Of(measure.ChoosesOn(g.objective))
	plot := chart.Plot{XLabel: a.Symbol, LogX: a.Log, ASCII: sc.Style.ASCII, Series: make([]chart.Series, len(g.items))}
	for i, it := range g.items {
		s := &plot.Series[i]
		s.Name = clean.Sprintf("%s %s", clean.Of(it.Header.Data.Name), roster.Clocked(it.Created, p.now()))
		for _, v := range it.Varied {
			if v.Axis == over {
				s.X, s.Y = numbers(v.Values), part.Numbers(v.Best)
			}
		}
	}
	head := layout.Header(sc.Style, "", name, direction+" · best of all else, "+clean.Of(g.data), w, true)
	return append([]clean.Text{head}, plot.Render(w, h-1, sc.Style.Paint)...)
}

// numbers are the values of an axis; NaN for one that is no number.
func numbers(values []string) []float64 {
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

// table lists the sessions, and what differs between them.
func (p *Page) table(sc *page.Scene, items []*sessions.Item, w, h int) []clean.Text {
	lines := []clean.Text{layout.Header(sc.Style, "", "sessions", "", w, false),
		sc.Style.Paint(chart.Faint, layout.Cut("   session                         points  best on validation", w))}
	for _, g := range groups(items) {
		for i, it := range g.items {
			name := clean.Sprintf("%s %s", clean.Of(it.Header.Data.Name), roster.Clocked(it.Created, p.now()))
			row := roster.Of(it, p.now())
			marker := sc.Style.Paint(chart.SeriesRole(i), marker(i))
			lines = append(lines, layout.Cut(" "+marker+" "+layout.Pad(name, 30)+layout.PadLeft(row.Points, 8)+"  "+row.Best+place(it), w))
		}
	}
	for _, text := range differences(items) {
		lines = append(lines, layout.Cut(" ≠ "+text, w))
	}
	return layout.Fit(lines, w, h)
}

// place names the best configuration of a session.
func place(it *sessions.Item) clean.Text {
	if it.Best == nil {
		return ""
	}
	return "  at " + clean.Of(it.Best.Label)
}

// marker is that of a series in its chart.
func marker(i int) clean.Text { return clean.Of(drawing.Marks[i%len(drawing.Marks)].Glyph) }

// differences say in which axes the sessions have not the same values.
func differences(items []*sessions.Item) []clean.Text {
	var out []clean.Text
	if gs := groups(items); len(gs) > 1 {
		out = append(out, clean.Sprintf("%s: side by side, as scores on other data or of other measures do not compare", clean.Counted(len(gs), "kind")))
	}
	var names []string
	for _, it := range items {
		for _, v := range it.Varied {
			if !slices.Contains(names, v.Axis) {
				names = append(names, v.Axis)
			}
		}
	}
	for _, name := range names {
		texts := make([]clean.Text, len(items))
		same := true
		for i, it := range items {
			texts[i] = valuesOf(it, name)
			same = same && texts[i] == texts[0]
		}
		if !same {
			out = append(out, sweepview.ParameterOf(name).Symbol+": "+clean.Join(texts, " │ "))
		}
	}
	return out
}

// valuesOf are the values of an axis in a session.
func valuesOf(it *sessions.Item, name string) clean.Text {
	for _, v := range it.Varied {
		if v.Axis == name {
			return clean.Join(clean.All(v.Values), " ")
		}
	}
	if it.Best != nil {
		return clean.Of(it.Best.Config.Text(name))
	}
	return "–"
}
