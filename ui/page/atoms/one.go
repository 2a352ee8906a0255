package atoms

import (
	"cmp"
	"slices"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep/explain"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/humanize"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
)

// title names the atom of the cursor.
func (p *Page) title(x *explain.Atoms) clean.Text {
	return clean.Sprintf("atom %d, place %d of %d in use", x.Number[p.at], p.at+1, len(x.Number))
}

// alone shows the atom of the cursor large, and where it is in use.
func (p *Page) alone(sc *page.Scene, x *explain.Atoms, w int) [][]layout.Panel {
	picture := layout.Panel{Name: p.title(x), Detail: described(x, x.Picture.Curve()), Body: func(w, h int) []clean.Text { return p.picture(sc, x, w, h) }}
	use := layout.Panel{Name: "where it is in use", Detail: "enter: all", Body: func(w, h int) []clean.Text { return p.use(sc, x, w, h) }}
	if w >= 60 && !x.Picture.Curve() {
		return [][]layout.Panel{{picture, use}}
	}
	return [][]layout.Panel{{picture}, {use}}
}

// picture draws the atom as large as there is room for.
func (p *Page) picture(sc *page.Scene, x *explain.Atoms, w, h int) []clean.Text {
	values := x.Scaled(p.at)
	if x.Picture.Curve() {
		curve := chart.Series{Name: "atom"}
		for i, v := range values[0] {
			curve.X, curve.Y = append(curve.X, float64(i+1)), append(curve.Y, v)
		}
		plot := chart.Plot{XLabel: "input", Series: []chart.Series{curve}, ASCII: sc.Style.ASCII}
		return plot.Render(w, h, sc.Style.Paint)
	}
	m := chart.Heatmap{Values: values, Down: true, Shades: sc.Style.Shaded(), ASCII: sc.Style.Letters()}
	return m.Render(w, h, sc.Style.Paint)
}

// use says how much of the training part the atom makes up, and where.
func (p *Page) use(sc *page.Scene, x *explain.Atoms, w, h int) []clean.Text {
	lines := p.facts(sc, x, w, h)
	along := chart.Plot{XLabel: "share of the training part, in its order", YLabel: "mean size of the entry", ASCII: sc.Style.ASCII}
	s := chart.Series{Name: "mean |entry|", Context: true}
	for i, v := range x.Along[p.at] {
		s.X, s.Y = append(s.X, (float64(i)+0.5)/float64(len(x.Along[p.at]))), append(s.Y, v)
	}
	along.Series = []chart.Series{s}
	if room := h - len(lines); room >= 5 {
		lines = append(lines, along.Render(w, room, sc.Style.Paint)...)
	}
	return lines
}

// mostClasses is how many classes are told that an atom is most in use in.
const mostClasses = 10

// facts are what is known of the atom of the cursor, in lines.
func (p *Page) facts(sc *page.Scene, x *explain.Atoms, w, h int) []clean.Text {
	j := p.at
	var lines []clean.Text
	add := func(name, value clean.Text) { lines = append(lines, layout.Entry(sc.Style, name, value, w)...) }
	switch {
	case x.Share[j] == 0:
		add("in use", clean.Sprintf("no: it is in the code of none of %s; take fewer atoms", humanize.Counted(x.Of, "training sample")))
	default:
		add("in use", clean.Sprintf("in the code of %s of %s, with %s of the energy of all atoms", percent(x.Share[j]), humanize.Counted(x.Of, "training sample"), percent(x.Energy[j])))
	}
	if of := x.Double[j]; of >= 0 {
		add("double", clean.Sprintf("it is atom %d again, up to sign and length", x.Number[of]))
	}
	return append(lines, p.classes(sc, x, w, h-len(lines))...)
}

// classes are those in which the atom is most in use, as bars.
func (p *Page) classes(sc *page.Scene, x *explain.Atoms, w, h int) []clean.Text {
	if x.ByClass == nil || sc.Set == nil || len(sc.Set.Classes) == 0 || h < 4 {
		return nil
	}
	of := x.ByClass[p.at]
	order := make([]int, min(len(of), len(sc.Set.Classes)))
	for c := range order {
		order[c] = c
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(of[b], of[a]) })
	most := slices.Max(of)
	if most == 0 {
		return nil
	}
	lines := []clean.Text{sc.Style.Paint(chart.Faint, "mean size of the entry by class")}
	for _, c := range order[:min(len(order), mostClasses, max(h/2-1, 3))] {
		name := layout.Pad(layout.Cut(clean.Of(sc.Set.Classes[c]), 12), 12)
		lines = append(lines, " "+name+" "+sc.Style.Paint(chart.SeriesRole(0), chart.Progress(of[c]/most, max(min(w-26, 24), 4)))+" "+humanize.Number(of[c]))
	}
	return lines
}

// learning is what the front minimised behind each sweep, and whether it ever rose; false
// where it did not learn in sweeps.
func learning(sc *page.Scene) (layout.Panel, bool) {
	_, r := sc.Looked()
	if r == nil || r.FrontInfo == nil || len(r.FrontInfo.Objective) < 2 {
		return layout.Panel{}, false
	}
	values := part.Numbers(r.FrontInfo.Objective)
	s := chart.Series{Name: "objective"}
	for i, v := range values {
		s.X, s.Y = append(s.X, float64(i+1)), append(s.Y, v)
	}
	plot := chart.Plot{XLabel: "sweep", YLabel: "objective", Series: []chart.Series{s}, LogY: slices.Min(values) > 0 && slices.Max(values) > 10*slices.Min(values), ASCII: sc.Style.ASCII}
	said := clean.Text("it never rises")
	if rises := r.FrontInfo.Rises(); rises > 0 {
		said = clean.Sprintf("it rises in %s of %d: a pursuit is greedy, and unused or double atoms were replaced", humanize.Counted(rises, "sweep"), len(values))
	}
	return layout.Panel{Name: "what learning minimises", Detail: said, Body: func(w, h int) []clean.Text { return plot.Render(w, h, sc.Style.Paint) }}, true
}
