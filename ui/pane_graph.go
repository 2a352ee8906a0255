package ui

import (
	"math"
	"slices"

	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/humanize"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/theme"
	"gonum.org/v1/gonum/mat"
)

// graphPage shows the training graph of one point.
type graphPage struct {
	picture int // which of the pictures, round and round
}

// graphView draws the training graph of the selected point and what it says.
func (m *model) graphView(w, h int) []clean.Text {
	head := m.PointHead("7", "training graph", w)
	row, result := m.Looked()
	x, why := m.Inspection()
	if x != nil && x.Graph == nil {
		why = "the method " + clean.Of(method.Name.Of(row.Config)) + " knows no training graph"
	}
	if x == nil || x.Graph == nil {
		return append([]clean.Text{head}, layout.Waiting(m.Style, why, w, h-1)...)
	}
	pictures := m.graphPictures(x)
	m.graph.picture %= len(pictures)
	left := w / 2
	if w < 50 {
		return append([]clean.Text{head}, layout.Panels(m.Style, [][]layout.Panel{{pictures[m.graph.picture]}}, w, h-1)...)
	}
	rows := [][]layout.Panel{{pictures[m.graph.picture]}}
	if w >= 180 && len(pictures) > 1 {
		left = w * 7 / 10
		rows[0] = append(rows[0], pictures[(m.graph.picture+1)%len(pictures)])
	}
	facts := m.graphFacts(x, result, w-left-2)
	m.Scroll = max(min(m.Scroll, len(facts)-(h-1)), 0)
	return append([]clean.Text{head}, layout.SideBySide(layout.Panels(m.Style, rows, left, h-1), facts[m.Scroll:], left, w, h-1)...)
}

// graphPictures are the pictures that there are of a graph.
func (m *model) graphPictures(x *sweep.Inspection) []layout.Panel {
	g := x.Graph
	var out []layout.Panel
	matrix := func(name clean.Text, values [][]float64) {
		if values != nil {
			out = append(out, layout.Panel{Name: name, Body: func(w, h int) []clean.Text { return m.edgeMatrix(values, w, h) }})
		}
	}
	matrix("edges, samples in order", g.Matrix)
	matrix("edges, samples by class", g.ByClass)
	_, p := x.Train.Dims()
	if len(g.Edges) > 0 && p > 1 {
		out = append(out, layout.Panel{Name: "over φ1 and φ2", Detail: "✗ weak", Body: func(w, h int) []clean.Text {
			return m.drawing(x, mat.Col(nil, 0, x.Train), mat.Col(nil, 1, x.Train), "φ1", "φ2", w, h)
		}})
	}
	if g.Responses == nil {
		return out
	}
	// Of more components, the first responses only tell which part a sample is of.
	if _, k := g.Responses.Dims(); k > 1 && g.Components <= 2 {
		out = append(out, layout.Panel{Name: "over free responses", Detail: "✗ weak", Body: func(w, h int) []clean.Text {
			return m.drawing(x, mat.Col(nil, 0, g.Responses), mat.Col(nil, 1, g.Responses), "y1", "y2", w, h)
		}})
	}
	return append(out, layout.Panel{Name: "free and reached", Detail: "y free, φ reached", Body: func(w, h int) []clean.Text { return m.responses(x, w, h) }})
}

// edgeMatrix draws edge weights between stretches of samples.
func (m *model) edgeMatrix(values [][]float64, w, h int) []clean.Text {
	shown := make([][]float64, len(values))
	for i, row := range values {
		shown[i] = slices.Clone(row)
		for j, v := range row {
			if v == 0 {
				shown[i][j] = math.NaN() // no edge is no weak edge
			}
		}
	}
	// A cell is about twice as high as wide: the matrix stays square.
	side := min(h-2, w/2)
	if side < 4 {
		side = h
	}
	return chart.Heatmap{Values: shown, Down: true, Blank: true, Shades: m.Style.Shaded(), ASCII: m.Style.Letters()}.Render(min(w, 2*side), min(h, side+2), m.Style.Paint)
}

// drawing draws vertices where two functions of theirs put them, with edges.
func (m *model) drawing(x *sweep.Inspection, across, up []float64, nameX, nameY clean.Text, w, h int) []clean.Text {
	s := chart.Scatter{ASCII: m.Style.ASCII, XLabel: nameX, YLabel: nameY, X: across, Y: up, Edges: x.Graph.Edges, Weak: x.Graph.Weakest[:min(5, len(x.Graph.Weakest))]}
	if m.Set != nil && m.Set.Label != nil {
		s.Names = cleaned(m.Set.Classes)
		for _, row := range x.TrainRows {
			s.Class = append(s.Class, m.Set.Label[row])
		}
	}
	return s.Render(w, h, m.Style.Paint)
}

// responses draws the optimal free responses, each above the feature reached.
func (m *model) responses(x *sweep.Inspection, w, h int) []clean.Text {
	t := chart.Traces{ASCII: m.Style.ASCII}
	_, p := x.Train.Dims()
	for j := range min(len(x.Graph.Free), p) {
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
	return t.Render(w, h, m.Style.Paint)
}

// graphFacts say what the graph is like.
func (m *model) graphFacts(x *sweep.Inspection, r *result.Result, w int) []clean.Text {
	g := x.Graph
	var lines []clean.Text
	add := func(role chart.Role, text clean.Text) {
		for _, line := range layout.Wrap(text, max(w, 10)) {
			lines = append(lines, m.Style.Paint(role, line))
		}
	}
	add(theme.Strong, clean.Of(graph.Name.Of(r.Point)))
	add(chart.Text, clean.Sprintf("%s, %s", humanize.Counted(g.Samples, "sample"), humanize.Counted(g.Pairs, "edge")))
	add(chart.Text, clean.Sprintf("Q %s, R %s", humanize.Number(g.Q), humanize.Number(g.R)))
	if g.Consistency > 1e-9 {
		add(chart.Warn, clean.Sprintf("▲ not consistent, by %s (× samples: %s)", humanize.Number(g.Consistency), humanize.Number(g.Consistency*float64(g.Samples))))
	} else {
		add(chart.Good, "✓ consistent")
	}
	add(chart.Text, humanize.Counted(g.Components, "component"))
	if g.Note != "" {
		add(chart.Faint, clean.Of(g.Note))
	}
	lines = append(lines, "", m.Style.Paint(chart.Faint, layout.Cut("feature   reached      free", w)))
	for j, v := range g.Delta {
		free := clean.Text("–")
		if j < len(g.Free) {
			free = "0"
			if math.Abs(g.Free[j]) > noSlowness {
				free = humanize.Number(g.Free[j])
			}
		}
		lines = append(lines, layout.Cut(clean.Sprintf("%7d  %8s  %8s", j+1, humanize.Number(v), free), w))
	}
	lines = append(lines, "", m.Style.Paint(chart.Faint, layout.Cut("weak vertices: degree for weight", w)))
	for k, i := range g.Weakest {
		name := ""
		if m.Set != nil {
			name = m.Set.Segments[m.Set.SegmentAt(x.TrainRows[i])].Name
		}
		lines = append(lines, layout.Cut(clean.Sprintf("row %s  %s  %s", humanize.Count(x.TrainRows[i]), humanize.Number(g.Degree[k]), name), w))
	}
	return lines
}
