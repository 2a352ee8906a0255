package inside

import (
	"strings"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/sweep/resolve"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
)

// Alignment shows the alignments of one point.
type Alignment struct {
	page.Inside

	first, second int // rows of the pair
	moved         bool

	cached *resolve.Aligned // cache of bestPath
	i, j   int
	along  [][2]int
	cost   float64
}

// NewAlignment returns the page.
func NewAlignment() *Alignment {
	return &Alignment{Inside: page.Inside{ID: "align", Place: 6, Key: "K", Kind: page.Aligning, Lacks: lacksSeries,
		Long: "show the kernel matrix of whole series by class, and the best alignment of two series"}}
}

// lacksSeries returns the reason why a row has no alignments; "" if it has.
func lacksSeries(row *choose.Row) clean.Text {
	if !space.OfSeries(row.Config) {
		return "samples are rows: --unit segment makes each segment a sample"
	}
	return ""
}

// Actions returns the actions of the page.
func (p *Alignment) Actions() []page.Action {
	second := page.Keyed(func(_ *page.Scene, key string) { p.second, p.moved = p.second+page.Sideways(key), true })
	first := page.Action{ID: "first of pair", Group: "Views", Who: page.Anyone, Keys: []string{"=", "-"}, Short: "other", Long: "align the series picked by the arrow keys with the next or previous one", Modes: page.AnyMode}
	return []page.Action{
		page.TurnFold,
		page.Around.With(page.NoRows, second),
		first.With(page.NoRows, page.Keyed(func(_ *page.Scene, key string) {
			p.first, p.moved = p.first+map[string]int{"=": 1, "-": -1}[key], true
		})),
		page.Details,
	}
}

// View draws the kernel, the path and the two series.
func (p *Alignment) View(sc *page.Scene, size layout.Size) []clean.Text {
	return p.Draw(sc, size, func(answer *page.Probe, w, h int) []clean.Text {
		x := answer.Aligned
		p.choose(x)
		panels := [][]layout.Panel{{p.kernel(sc, x), p.path(sc, x)}, {p.series(sc, x)}}
		return layout.Panels(sc.Style, panels, w, h)
	})
}

// choose keeps the pair within the series; at first it is the first two of a class.
func (p *Alignment) choose(x *resolve.Aligned) {
	n := len(x.Series)
	if !p.moved {
		p.first = 0
		if p.second, _ = x.Neighbours(); p.second < 0 {
			p.second = n - 1
		}
	}
	p.first, p.second = ((p.first%n)+n)%n, ((p.second%n)+n)%n
}

// bestPath returns the best alignment path of the pair and its cost.
func (p *Alignment) bestPath(x *resolve.Aligned) ([][2]int, float64) {
	if p.cached != x || p.i != p.first || p.j != p.second {
		p.cached, p.i, p.j = x, p.first, p.second
		p.along, p.cost = x.Path(p.first, p.second)
	}
	return p.along, p.cost
}

// kernel returns the panel of the kernel matrix.
func (p *Alignment) kernel(sc *page.Scene, x *resolve.Aligned) layout.Panel {
	m := chart.Heatmap{Down: true, Shades: sc.Style.Shaded(), ASCII: sc.Style.Letters(), Cursor: &chart.Place{Column: p.second, Row: p.first}}
	for i := range x.Series {
		row := make([]float64, len(x.Series))
		for j := range row {
			row[j] = x.Kernel.At(i, j)
		}
		m.Values = append(m.Values, row)
	}
	shown := clean.Counted(len(x.Series), "training sample")
	if len(x.Series) < x.Of {
		shown = clean.Sprintf("%d of %s", len(x.Series), clean.Counted(x.Of, "training sample"))
	}
	return layout.Panel{Name: "kernel, class by class", Detail: shown, Body: func(w, h int) []clean.Text { return sc.Draw("kernel, class by class · "+shown, m, w, h) }}
}

// path returns the panel of the best path of the pair.
func (p *Alignment) path(sc *page.Scene, x *resolve.Aligned) layout.Panel {
	path, cost := p.bestPath(x)
	along := chart.Series{Name: "best path", Context: true}
	for _, at := range path {
		along.X, along.Y = append(along.X, float64(at[0]+1)), append(along.Y, float64(at[1]+1))
	}
	plot := chart.Plot{XLabel: "frame of the first", YLabel: "frame of the second", Series: []chart.Series{along}, ASCII: sc.Style.ASCII, Empty: "the series are too long to draw a path"}
	name := clean.Text("kernel")
	if x.OfStrings() {
		name = "kernel of strings"
	}
	return layout.Panel{
		Name: "path", Detail: clean.Sprintf("of time warping, cost %.4g · %s %.4g", cost, name, x.Kernel.At(p.first, p.second)),
		Body: func(w, h int) []clean.Text { return sc.Draw("best path of time warping", plot, w, h) },
	}
}

// series returns the panel of the two series, with the second also aligned to the first.
func (p *Alignment) series(sc *page.Scene, x *resolve.Aligned) layout.Panel {
	first, second := x.First(p.first), x.First(p.second)
	names := distinctNames(p.name(sc, x, p.first), p.name(sc, x, p.second))
	t := chart.Traces{ASCII: sc.Style.ASCII, Rows: []chart.Trace{
		{Name: names[0], Y: first, Role: chart.SeriesRole(0)},
		{Name: names[1], Y: second, Role: chart.SeriesRole(1)},
	}}
	path, _ := p.bestPath(x)
	if len(path) > 0 {
		laid, count := make([]float64, len(first)), make([]float64, len(first))
		for _, at := range path {
			laid[at[0]] += second[at[1]]
			count[at[0]]++
		}
		for i := range laid {
			laid[i] /= count[i]
		}
		t.Rows = append(t.Rows, chart.Trace{Name: "aligned", Y: laid, Role: chart.SeriesRole(1)})
	}
	return layout.Panel{
		Name: "two series", Detail: sc.Style.Spell("←→ the second · =- the first"),
		Body: func(w, h int) []clean.Text { return sc.Draw("two series", t, w, h) },
	}
}

// name returns the name of a series with its class.
func (p *Alignment) name(sc *page.Scene, x *resolve.Aligned, i int) clean.Text {
	if sc.Set == nil || x.Rows[i] >= len(sc.Set.Segments) {
		return clean.Sprintf("series %d", i+1)
	}
	name := clean.Of(sc.Set.Segments[x.Rows[i]].Name)
	if x.Class != nil && x.Class[i] >= 0 && x.Class[i] < len(sc.Set.Classes) {
		name += " · " + clean.Of(sc.Set.Classes[x.Class[i]])
	}
	return name
}

// distinctNames returns two names without their common folder or file, which would leave equal
// beginnings when cut.
func distinctNames(a, b clean.Text) [2]clean.Text {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	if n = strings.LastIndexAny(string(a[:n]), "/:"); n < 0 {
		return [2]clean.Text{a, b}
	}
	return [2]clean.Text{"…" + a[n:], "…" + b[n:]}
}
