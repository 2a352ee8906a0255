package inside

import (
	"math"
	"slices"

	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep/resolve"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/sweepview"
	"example.com/sfatui/ui/theme"
	"gonum.org/v1/gonum/mat"
)

// Graph shows the training graph of one point.
type Graph struct {
	picture int // index of the picture, modulo their number
}

// Name returns the page's name.
func (p *Graph) Name() page.Name { return "graph" }

// Actions returns the actions of the page.
func (p *Graph) Actions() []page.Action {
	return []page.Action{page.TurnFold,
		page.Picture.With(page.NoRows, page.Doing(func(*page.Scene) { p.picture++ })), page.Details}
}

// Tab returns the page's tab.
func (p *Graph) Tab() page.Tab { return page.Tab{Place: 3, Key: "E", Title: "graph"} }

// Opens returns the action that opens the page.
func (p *Graph) Opens() page.Action {
	return page.Action{ID: "graph", Group: "Views", Who: page.Anyone, Keys: []string{"E"}, Short: "graph", Long: "show the training graph of the point under the cursor, with its edges", Modes: page.AnyMode, Off: page.NoRows}
}

// Inquiry returns the computation of the graph.
func (p *Graph) Inquiry(sc *page.Scene) (page.Inquiry, bool) { return sc.InspectSelected() }

// View draws the training graph of the selected point and facts about it.
func (p *Graph) View(sc *page.Scene, size layout.Size) []clean.Text {
	w, h := size.W, size.H
	head := sc.PointHead(w)
	row, result := sc.Inspected()
	x, why := sc.Inspection()
	if x != nil && x.Graph == nil {
		why = "the method " + clean.Of(method.Name.Of(row.Config)) + " has no training graph"
	}
	if x == nil || x.Graph == nil {
		return append([]clean.Text{head}, layout.Waiting(sc.Style, why, w, h-1)...)
	}
	pictures := p.pictures(sc, x, result.Point)
	p.picture %= len(pictures)
	left := w / 2
	if w < 50 {
		return append([]clean.Text{head}, layout.Panels(sc.Style, [][]layout.Panel{{pictures[p.picture]}}, w, h-1)...)
	}
	rows := [][]layout.Panel{{pictures[p.picture]}}
	if w >= 180 && len(pictures) > 1 {
		left = w * 7 / 10
		rows[0] = append(rows[0], pictures[(p.picture+1)%len(pictures)])
	}
	facts := p.facts(sc, x, result, w-left-2)
	sc.Scroll = max(min(sc.Scroll, len(facts)-(h-1)), 0)
	return append([]clean.Text{head}, layout.SideBySide(layout.Panels(sc.Style, rows, left, h-1), layout.Scrolled(sc.Style, facts, sc.Scroll, h-1), left, w, h-1)...)
}

// pictures returns the panels of the available pictures of a point's graph. Samples are sorted
// in the first picture if the graph joins them by class or target.
func (p *Graph) pictures(sc *page.Scene, x *resolve.Inspection, at part.Point) []layout.Panel {
	g := x.Graph
	var out []layout.Panel
	matrix := func(name clean.Text, values [][]float64) {
		if values != nil {
			out = append(out, layout.Panel{Name: name, Body: func(w, h int) []clean.Text { return p.edgeMatrix(sc, name, values, w, h) }})
		}
	}
	matrix("edges, samples in order", g.Matrix)
	matrix("edges, samples by target", g.ByTarget)
	matrix("edges, samples by class", g.ByClass)
	if kind := graph.Kinds.Build(at); (kind.Labels || kind.Order) && len(out) > 1 {
		out = append(out[1:], out[0]) // in the order of time the bands of such a graph are noise
	}
	_, n := x.Train.Dims()
	if len(g.Edges) > 0 && n > 1 {
		out = append(out, layout.Panel{Name: "over φ1 and φ2", Detail: "✗ weak", Body: func(w, h int) []clean.Text {
			return p.drawGraph(sc, x, mat.Col(nil, 0, x.Train), mat.Col(nil, 1, x.Train), "φ1", "φ2", w, h)
		}})
	}
	if g.Responses == nil {
		return out
	}
	// With more components, the first responses only separate the components.
	if _, k := g.Responses.Dims(); k > 1 && g.Components <= 2 {
		out = append(out, layout.Panel{Name: "over free responses", Detail: "✗ weak", Body: func(w, h int) []clean.Text {
			return p.drawGraph(sc, x, mat.Col(nil, 0, g.Responses), mat.Col(nil, 1, g.Responses), "y1", "y2", w, h)
		}})
	}
	return append(out, layout.Panel{Name: "free and reached", Detail: "y free, φ reached", Body: func(w, h int) []clean.Text { return p.responses(sc, x, w, h) }})
}

// edgeMatrix draws the edge weights between groups of samples.
func (p *Graph) edgeMatrix(sc *page.Scene, name clean.Text, values [][]float64, w, h int) []clean.Text {
	shown := make([][]float64, len(values))
	for i, row := range values {
		shown[i] = slices.Clone(row)
		for j, v := range row {
			if v == 0 {
				shown[i][j] = math.NaN() // distinguish missing edges from weak ones
			}
		}
	}
	// Cells are about twice as high as wide; this keeps the matrix square.
	side := min(h-2, w/2)
	if side < 4 {
		side = h
	}
	m := chart.Heatmap{Values: shown, Down: true, Blank: true, Shades: sc.Style.Shaded(), ASCII: sc.Style.Letters()}
	return sc.Draw(name, m, min(w, 2*side), min(h, side+2))
}

// drawGraph draws the vertices at the values of two functions, with edges.
func (p *Graph) drawGraph(sc *page.Scene, x *resolve.Inspection, across, up []float64, nameX, nameY clean.Text, w, h int) []clean.Text {
	s := chart.Scatter{ASCII: sc.Style.ASCII, XLabel: nameX, YLabel: nameY, X: across, Y: up, Edges: x.Graph.Edges, Weak: x.Graph.Weakest[:min(5, len(x.Graph.Weakest))]}
	if sc.Set != nil && sc.Set.Label != nil {
		s.Names = clean.All(sc.Set.Classes)
		for _, row := range x.TrainRows {
			s.Class = append(s.Class, sc.Set.Label[row])
		}
	}
	return sc.Draw("training graph over "+nameX+" and "+nameY, s, w, h)
}

// responses draws the optimal free responses, each above the feature that approximates it.
func (p *Graph) responses(sc *page.Scene, x *resolve.Inspection, w, h int) []clean.Text {
	t := chart.Traces{ASCII: sc.Style.ASCII}
	_, n := x.Train.Dims()
	for j := range min(len(x.Graph.Free), n) {
		if len(t.Rows)+2 > max(h/2, 2) {
			break
		}
		t.Rows = append(t.Rows,
			chart.Trace{Name: clean.Sprintf("y%d", j+1), Y: mat.Col(nil, j, x.Graph.Responses), Role: chart.Faint},
			chart.Trace{Name: clean.Sprintf("φ%d", j+1), Y: mat.Col(nil, j, x.Train), Role: chart.SeriesRole(j)})
	}
	start := 0
	for _, length := range x.TrainSpans {
		t.Borders = append(t.Borders, start)
		start += length
	}
	return sc.Draw("free responses y and features φ", t, w, h)
}

// facts returns the size, weights, consistency and slowness of the graph, and its weakest
// vertices.
func (p *Graph) facts(sc *page.Scene, x *resolve.Inspection, r *result.Result, w int) []clean.Text {
	g := x.Graph
	var lines []clean.Text
	add := func(role chart.Role, text clean.Text) {
		for _, line := range layout.Wrap(text, max(w, 10)) {
			lines = append(lines, sc.Style.Paint(role, line))
		}
	}
	add(theme.Strong, clean.Of(graph.Name.Of(r.Point)))
	add(chart.Text, clean.Sprintf("%s, %s", clean.Counted(g.Samples, "sample"), clean.Counted(g.Pairs, "edge")))
	add(chart.Text, "weights: Q "+clean.Number(g.Q)+" of samples, R "+clean.Number(g.R)+" of edges")
	if g.Consistency > 1e-9 {
		add(chart.Warn, clean.Sprintf("▲ not consistent: off by %s (× samples: %s)", clean.Number(g.Consistency), clean.Number(g.Consistency*float64(g.Samples))))
	} else {
		add(chart.Good, "✓ consistent")
	}
	add(chart.Text, clean.Counted(g.Components, "component"))
	if r.Graph != nil && r.Graph.ClassOrder != "" {
		add(chart.Text, "order of classes: "+clean.Of(r.Graph.ClassOrder))
	}
	if g.Note != "" {
		add(chart.Faint, clean.Of(g.Note))
	}
	lines = append(lines, "", sc.Style.Paint(chart.Faint, layout.Cut("feature   reached      free", w)))
	for j, v := range g.Delta {
		free := clean.Text("–")
		if j < len(g.Free) {
			free = "0"
			if math.Abs(g.Free[j]) > sweepview.NoSlowness {
				free = clean.Number(g.Free[j])
			}
		}
		lines = append(lines, layout.Cut(clean.Sprintf("%7d  %8s  %8s", j+1, clean.Number(v), free), w))
	}
	lines = append(lines, "", sc.Style.Paint(chart.Faint, layout.Cut("weak vertices: degree for weight", w)))
	for k, i := range g.Weakest {
		name := ""
		if sc.Set != nil {
			name = sc.Set.Segments[sc.Set.SegmentAt(x.TrainRows[i])].Name
		}
		lines = append(lines, layout.Cut(clean.Sprintf("row %s  %s  %s", clean.Count(x.TrainRows[i]), clean.Number(g.Degree[k]), name), w))
	}
	return lines
}
