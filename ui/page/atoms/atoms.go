// Package atoms is the page of what the front of the selected point makes samples of: atoms
// or components as pictures, how much the training part uses each, and what learning them
// minimised.
package atoms

import (
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/sweep/explain"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/humanize"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
)

// Page shows the atoms of one point.
type Page struct {
	page.Inside

	at     int  // the atom of the cursor, in order of use
	large  bool // it alone is shown
	look   int  // which of the looks, round and round
	across int  // how many atoms stand beside each other
}

func New() *Page {
	return &Page{across: 1, Inside: page.Inside{ID: "atoms", Digit: "4", Kind: page.Dissecting, Lacks: lacks,
		Long: "what the front makes samples of, as pictures, and how much each is used"}}
}

// lacks says why there is nothing to see of a row.
func lacks(row *choose.Row) clean.Text {
	if space.Fronts.Of(row.Config) == nil {
		return "the point has no front: --front learns atoms or components"
	}
	return ""
}

func (p *Page) Actions() []page.Action {
	one := page.Action{ID: "one atom", Group: "Views", Keys: []string{"enter"}, Short: "one", Long: "show the atom of the cursor large, with where it is in use, or all of them again",
		Modes: page.AnyMode, Footer: 5}
	return []page.Action{
		page.TurnFold,
		page.Picture.With(page.NoRows, page.Doing(func(*page.Scene) { p.look++ })),
		page.Around.With(page.NoRows, page.Keyed(func(_ *page.Scene, key string) { p.at += page.Sideways(key) })),
		one.With(page.NoRows, page.Doing(func(*page.Scene) { p.large = !p.large })),
	}
}

// Move goes to the atoms below and above.
func (p *Page) Move(_ *page.Scene, by int) {
	if p.large {
		p.at += by
		return
	}
	p.at += by * p.across
}

// Back leaves the large picture.
func (p *Page) Back(*page.Scene) bool {
	was := p.large
	p.large = false
	return was
}

func (p *Page) View(sc *page.Scene, size layout.Size) []clean.Text {
	return p.Draw(sc, size, func(answer *page.Probe, w, h int) []clean.Text {
		x := answer.Atoms
		p.at = max(min(p.at, len(x.Number)-1), 0)
		return layout.Panels(sc.Style, p.panels(sc, x, w, h), w, h)
	})
}

// panels are those that there is room for: the atoms, or one of them large, and beside them
// what is known of the one of the cursor, and of learning.
func (p *Page) panels(sc *page.Scene, x *explain.Atoms, w, h int) [][]layout.Panel {
	looks := p.looks(sc, x)
	p.look %= len(looks)
	shown := looks[p.look]
	if p.large {
		return p.alone(sc, x, w)
	}
	if w < 110 {
		return [][]layout.Panel{{shown}}
	}
	beside := layout.Panel{Name: p.title(x), Detail: "enter: large", Body: func(w, h int) []clean.Text { return p.facts(sc, x, w, h) }}
	if h < 24 {
		return [][]layout.Panel{{shown, beside}}
	}
	rows := []layout.Panel{beside}
	if last := looks[len(looks)-1]; len(looks) > p.look+1 {
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

// looks are all atoms as images, where the inputs are one, or as curves; and what learning
// minimised, where it went in sweeps.
func (p *Page) looks(sc *page.Scene, x *explain.Atoms) []layout.Panel {
	out := []layout.Panel{p.mosaic(sc, x, x.Picture.Curve())}
	if !x.Picture.Curve() {
		out = append(out, p.mosaic(sc, x, true))
	}
	if objective, ok := learning(sc); ok {
		out = append(out, objective)
	}
	return out
}

// mosaic shows the atoms beside each other.
func (p *Page) mosaic(sc *page.Scene, x *explain.Atoms, curves bool) layout.Panel {
	m := chart.Mosaic{Cursor: p.at, Curves: curves, Shades: sc.Style.Shaded(), ASCII: sc.Style.Letters() || curves && sc.Style.ASCII}
	for j := range x.Number {
		values := x.Scaled(j)
		if curves {
			values = [][]float64{flat(values)}
		}
		m.Tiles = append(m.Tiles, p.tile(sc, x, j, values))
	}
	return layout.Panel{
		Name: clean.Sprintf("%s, the most used first", humanize.Counted(len(x.Number), "atom")), Detail: described(x, curves),
		Body: func(w, h int) []clean.Text {
			p.across = m.Across(w)
			return m.Render(w, h, sc.Style.Paint)
		},
	}
}

// tile is the picture of an atom, and what is said below it: its number, and of how many
// samples it is part, or why it is of no use.
func (p *Page) tile(sc *page.Scene, x *explain.Atoms, j int, values [][]float64) chart.Tile {
	t := chart.Tile{Values: values, Role: chart.Text, Caption: clean.Sprintf("%d %s", x.Number[j], percent(x.Share[j]))}
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

// percent is a share in the fewest digits.
func percent(share float64) clean.Text {
	switch {
	case share > 0 && share < 0.001:
		return "<0.1%"
	case share < 0.0995:
		return clean.Sprintf("%.1f%%", 100*share)
	}
	return clean.Sprintf("%.0f%%", 100*share)
}

// flat are the rows of a picture one behind the other.
func flat(values [][]float64) []float64 {
	var out []float64
	for _, row := range values {
		out = append(out, row...)
	}
	return out
}

// described says how the pictures are drawn, and what is wrong with how many atoms.
func described(x *explain.Atoms, curves bool) clean.Text {
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
		text += humanize.Counted(len(x.Inputs), "input") + " as a curve"
	case x.Picture.Guessed:
		text += clean.Sprintf("%d×%d guessed from the number of inputs", rows, columns)
	default:
		text += clean.Sprintf("%d×%d", rows, columns)
	}
	return text + " · each by its largest entry"
}
