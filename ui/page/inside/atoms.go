package inside

import (
	"cmp"
	"slices"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/sweep/resolve"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
)

// Atoms shows the atoms of one point.
type Atoms struct {
	page.Inside

	at        int  // atom under the cursor, in order of use
	large     bool // only this atom is shown
	lookIndex int  // index of the panel, modulo their number
	across    int  // number of atoms in a row
}

// NewAtoms returns the page.
func NewAtoms() *Atoms {
	return &Atoms{across: 1, Inside: page.Inside{ID: "atoms", Place: 5, Key: "A", Kind: page.Dissecting, Lacks: lacksFront,
		Long: "show the front's atoms or components as pictures, and how much each is used"}}
}

// lacksFront returns the reason why a row has no atoms; "" if it has.
func lacksFront(row *choose.Row) clean.Text {
	if space.Fronts.Of(row.Config) == nil {
		return "the point has no front: --front learns atoms or components"
	}
	return ""
}

// Actions returns the actions of the page.
func (p *Atoms) Actions() []page.Action {
	one := page.Action{ID: "one atom", Group: "Views", Who: page.Anyone, Keys: []string{"z"}, Short: "zoom", Long: "enlarge the atom under the cursor and show its uses, or show all atoms",
		Modes: page.AnyMode, Footer: 5}
	return []page.Action{
		page.TurnFold,
		page.Picture.With(page.NoRows, page.Doing(func(*page.Scene) { p.lookIndex, p.large = p.lookIndex+1, false })),
		page.Around.With(page.NoRows, page.Keyed(func(_ *page.Scene, key string) { p.at += page.Sideways(key) })),
		one.With(page.NoRows, page.Doing(func(*page.Scene) { p.large = !p.large })),
	}
}

// Move moves the cursor to the atoms below or above.
func (p *Atoms) Move(_ *page.Scene, by int) {
	if p.large {
		p.at += by
		return
	}
	p.at += by * p.across
}

// Back closes the large picture and reports whether it was open.
func (p *Atoms) Back(*page.Scene) bool {
	was := p.large
	p.large = false
	return was
}

// View draws the atoms.
func (p *Atoms) View(sc *page.Scene, size layout.Size) []clean.Text {
	return p.Draw(sc, size, func(answer *page.Probe, w, h int) []clean.Text {
		x := answer.Atoms
		p.at = max(min(p.at, len(x.Number)-1), 0)
		return layout.Panels(sc.Style, p.panels(sc, x, w, h), w, h)
	})
}

// panels returns the panels that fit: the atoms, or the large atom, with the facts about the
// atom under the cursor and the objective of learning.
func (p *Atoms) panels(sc *page.Scene, x *resolve.Atoms, w, h int) [][]layout.Panel {
	looks := p.selectablePanels(sc, x)
	p.lookIndex %= len(looks)
	shown := looks[p.lookIndex]
	if p.large {
		return p.largePanels(sc, x, w)
	}
	if w < 110 {
		return [][]layout.Panel{{shown}}
	}
	beside := layout.Panel{Name: p.title(x), Detail: "z: large", Body: func(w, h int) []clean.Text { return p.facts(sc, x, w, h) }}
	if h < 24 {
		return [][]layout.Panel{{shown, beside}}
	}
	rows := []layout.Panel{beside}
	if last := looks[len(looks)-1]; len(looks) > p.lookIndex+1 {
		rows = append(rows, last)
	}
	stack := layout.Panel{Name: beside.Name, Detail: beside.Detail, Body: func(w, h int) []clean.Text {
		above := h / 2
		if len(rows) < 2 {
			above = h
		}
		out := layout.Fit(beside.Body(w, above), w, above)
		if len(rows) > 1 {
			out = append(out, layout.Panels(sc.Style, [][]layout.Panel{{rows[1]}}, w, h-above)...)
		}
		return out
	}}
	return [][]layout.Panel{{shown, stack}}
}

// selectablePanels returns the panels of which the user shows one: the atoms as images if the
// inputs form one, the atoms as curves, and the objective if it was learned in sweeps.
func (p *Atoms) selectablePanels(sc *page.Scene, x *resolve.Atoms) []layout.Panel {
	out := []layout.Panel{p.mosaic(sc, x, x.Picture.Curve())}
	if !x.Picture.Curve() {
		out = append(out, p.mosaic(sc, x, true))
	}
	if objective, ok := objectivePanel(sc); ok {
		out = append(out, objective)
	}
	return out
}

// mosaic returns the panel of all atoms.
func (p *Atoms) mosaic(sc *page.Scene, x *resolve.Atoms, curves bool) layout.Panel {
	m := chart.Mosaic{Cursor: p.at, Curves: curves, Shades: sc.Style.Shaded(), ASCII: sc.Style.Letters() || curves && sc.Style.ASCII}
	for j := range x.Number {
		values := x.Scaled(j)
		if curves {
			values = [][]float64{flatten(values)}
		}
		m.Tiles = append(m.Tiles, p.tile(sc, x, j, values))
	}
	return layout.Panel{
		Name: clean.Sprintf("%s, the most used first", clean.Counted(len(x.Number), "atom")), Detail: mosaicDetail(x, curves),
		Body: func(w, h int) []clean.Text {
			p.across = m.Across(w, h)
			return sc.Draw("atoms · "+mosaicDetail(x, curves), m, w, h)
		},
	}
}

// tile returns the picture of an atom with its number and the share of samples that use it, or
// why it is useless.
func (p *Atoms) tile(sc *page.Scene, x *resolve.Atoms, j int, values [][]float64) chart.Tile {
	t := chart.Tile{Values: values, Role: chart.Text, Caption: clean.Sprintf("%d %s", x.Number[j], shareText(x.Share[j]))}
	switch {
	case x.Share[j] == 0:
		t.Caption, t.Role = clean.Sprintf("%d unused", x.Number[j]), chart.Warn
	case x.Double[j] >= 0:
		t.Caption, t.Role = clean.Sprintf("%d =%d", x.Number[j], x.Number[x.Double[j]]), chart.Warn
	}
	if j == p.at {
		mark := clean.Text("▸")
		if sc.Style.ASCII {
			mark = ">"
		}
		t.Caption, t.Role = mark+t.Caption, chart.Accent
	}
	return t
}

// shareText writes a share with few digits.
func shareText(share float64) clean.Text {
	switch {
	case share > 0 && share < 0.001:
		return "<0.1%"
	case share < 0.0995:
		return clean.Sprintf("%.1f%%", 100*share)
	}
	return clean.Sprintf("%.0f%%", 100*share)
}

// flatten concatenates the rows of a picture.
func flatten(values [][]float64) []float64 {
	var out []float64
	for _, row := range values {
		out = append(out, row...)
	}
	return out
}

// mosaicDetail returns how the pictures are drawn, and the numbers of unused and duplicate
// atoms.
func mosaicDetail(x *resolve.Atoms, curves bool) clean.Text {
	text := clean.Text("")
	if n := x.Unused(); n > 0 {
		text += clean.Sprintf("%d unused · ", n)
	}
	if n := x.Doubled(); n > 0 {
		text += clean.Sprintf("%d double · ", n)
	}
	rows, columns := x.Picture.Rows, x.Picture.Columns
	switch {
	case curves:
		text += clean.Counted(len(x.Inputs), "input") + " as a curve"
	case x.Picture.Guessed:
		text += clean.Sprintf("%d×%d, guessed", rows, columns)
	default:
		text += clean.Sprintf("%d×%d", rows, columns)
	}
	return text + " · each scaled to its largest entry"
}

// title returns the number and the rank of the atom under the cursor.
func (p *Atoms) title(x *resolve.Atoms) clean.Text {
	return clean.Sprintf("atom %d, place %d of %d in use", x.Number[p.at], p.at+1, len(x.Number))
}

// largePanels returns the panels of the large atom and its use.
func (p *Atoms) largePanels(sc *page.Scene, x *resolve.Atoms, w int) [][]layout.Panel {
	picture := layout.Panel{Name: p.title(x), Detail: mosaicDetail(x, x.Picture.Curve()), Body: func(w, h int) []clean.Text { return p.picture(sc, x, w, h) }}
	use := layout.Panel{Name: "where it is in use", Detail: "z: all", Body: func(w, h int) []clean.Text { return p.use(sc, x, w, h) }}
	if w >= 60 && !x.Picture.Curve() {
		return [][]layout.Panel{{picture, use}}
	}
	return [][]layout.Panel{{picture}, {use}}
}

// picture draws the atom as large as possible.
func (p *Atoms) picture(sc *page.Scene, x *resolve.Atoms, w, h int) []clean.Text {
	values := x.Scaled(p.at)
	if x.Picture.Curve() {
		curve := chart.Series{Name: "atom"}
		for i, v := range values[0] {
			curve.X, curve.Y = append(curve.X, float64(i+1)), append(curve.Y, v)
		}
		plot := chart.Plot{XLabel: "input", Series: []chart.Series{curve}, ASCII: sc.Style.ASCII}
		return sc.Draw(p.title(x), plot, w, h)
	}
	m := chart.Heatmap{Values: values, Down: true, Shades: sc.Style.Shaded(), ASCII: sc.Style.Letters()}
	return sc.Draw(p.title(x), m, w, h)
}

// use draws the facts about the atom and its use over the training part.
func (p *Atoms) use(sc *page.Scene, x *resolve.Atoms, w, h int) []clean.Text {
	lines := p.facts(sc, x, w, h/2)
	along := chart.Plot{XLabel: "share of the training part, in its order", YLabel: "mean size of the entry", ASCII: sc.Style.ASCII}
	s := chart.Series{Name: "mean |entry|", Context: true}
	for i, v := range x.Along[p.at] {
		s.X, s.Y = append(s.X, (float64(i)+0.5)/float64(len(x.Along[p.at]))), append(s.Y, v)
	}
	along.Series = []chart.Series{s}
	if room := h - len(lines); room >= 5 {
		lines = append(lines, sc.Draw("use of "+p.title(x), along, w, room)...)
	}
	return lines
}

// mostClasses is the largest number of classes listed for an atom.
const mostClasses = 10

// facts returns the facts about the atom under the cursor, in about h lines.
func (p *Atoms) facts(sc *page.Scene, x *resolve.Atoms, w, h int) []clean.Text {
	j := p.at
	var lines []clean.Text
	add := func(name, value clean.Text) { lines = append(lines, layout.Entry(sc.Style, name, value, w)...) }
	switch {
	case x.Share[j] == 0:
		add("in use", clean.Sprintf("no: it occurs in the code of none of %s; use fewer atoms", clean.Counted(x.Of, "training sample")))
	default:
		add("in use", clean.Sprintf("in the code of %s of %s, with %s of the energy of all atoms", shareText(x.Share[j]), clean.Counted(x.Of, "training sample"), shareText(x.Energy[j])))
	}
	if of := x.Double[j]; of >= 0 {
		add("double", clean.Sprintf("equals atom %d up to sign and length", x.Number[of]))
	}
	return append(lines, p.classes(sc, x, w, h-len(lines))...)
}

// classes returns the classes that use the atom most, as bars.
func (p *Atoms) classes(sc *page.Scene, x *resolve.Atoms, w, h int) []clean.Text {
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
	for _, c := range order[:min(len(order), mostClasses, max(h-1, 3))] {
		name := layout.Pad(layout.Cut(clean.Of(sc.Set.Classes[c]), 12), 12)
		lines = append(lines, " "+name+" "+sc.Style.Paint(chart.SeriesRole(0), chart.Progress(of[c]/most, max(min(w-26, 24), 4)))+" "+clean.Number(of[c]))
	}
	return lines
}

// objectivePanel returns the panel of the objective after each sweep of learning; false if the
// front was not learned in sweeps.
func objectivePanel(sc *page.Scene) (layout.Panel, bool) {
	_, r := sc.Inspected()
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
		said = clean.Sprintf("it rises in %s of %d: a pursuit is greedy, and unused or double atoms were replaced", clean.Counted(rises, "sweep"), len(values))
	}
	return layout.Panel{Name: "learning objective", Detail: said, Body: func(w, h int) []clean.Text { return sc.Draw("learning objective · "+said, plot, w, h) }}, true
}
