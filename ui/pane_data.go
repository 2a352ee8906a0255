package ui

import (
	"example.com/sfatui/datasets/data"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/humanize"
	"example.com/sfatui/ui/layout"
	"gonum.org/v1/gonum/mat"
)

// rawPane shows a segment of the data as it was read.
type rawPane struct {
	segment int
	image   bool // all inputs as a picture over time
}

// dataView tells of the data, and draws one segment of it.
func (m *model) dataView(w, h int) []clean.Text {
	text := func(w, h int) []clean.Text { return m.TextPage("8", "data", m.dataText(w-2), w, h) }
	switch {
	case m.Set == nil && m.Session == nil, h < 11:
		return text(w, h)
	case w >= 160:
		left := w * 2 / 5
		return layout.SideBySide(text(left, h), m.rawView(w-left-1, h), left, w, h)
	}
	below := h / 2
	return append(layout.Fit(text(w, h-below), w, h-below), m.rawView(w, below)...)
}

// rawView draws the inputs of a segment one below the other.
func (m *model) rawView(w, h int) []clean.Text {
	if m.Set == nil {
		why := clean.Text("reading the data…")
		if m.Problem != nil {
			why = "no segment can be drawn. " + clean.Of(m.Problem.Error())
		}
		return append([]clean.Text{layout.Header(m.Style, "", "segment", "", w, false)}, layout.Waiting(m.Style, why, w, h-1)...)
	}
	m.raw.segment = min(m.raw.segment, len(m.Set.Segments)-1)
	s := m.Set.Segments[m.raw.segment]
	_, d := m.Set.X.Dims()
	rows := min(d, max((h-1)/2, 1))
	name := clean.Sprintf("segment %s of %s", humanize.Count(m.raw.segment+1), humanize.Count(len(m.Set.Segments)))
	detail := clean.Sprintf("%s · %s", s.Name, humanize.Counted(s.Len(), "sample"))
	if s.Group != "" {
		detail += " · group " + clean.Of(s.Group)
	}
	if l := m.Set.Label; l != nil && s.Len() > 0 {
		detail += " · " + m.classes(l[s.Start:s.End])
	}
	if s.Held {
		detail += " · test data"
	}
	if m.raw.image {
		detail += " · " + humanize.Counted(d, "input") + ", from the first down"
		body := m.rawImage(s, w, h-1)
		return append([]clean.Text{layout.Header(m.Style, "", name, detail, w, false)}, body...)
	}
	if rows < d {
		detail += clean.Sprintf(" · %d of %s, v: all", rows, humanize.Counted(d, "input"))
	}
	t := chart.Traces{ASCII: m.Style.ASCII}
	for j := range rows {
		input := clean.Sprintf("input %d", j+1)
		if j < len(m.Set.Inputs) {
			input = clean.Of(m.Set.Inputs[j])
		}
		t.Rows = append(t.Rows, chart.Trace{Name: input, Y: mat.Col(nil, j, m.Set.X.Slice(s.Start, s.End, 0, d)), Role: chart.SeriesRole(j)})
	}
	return append([]clean.Text{layout.Header(m.Style, "", name, detail, w, false)}, t.Render(w, h-1, m.Style.Paint)...)
}

// rawImage draws all inputs of a segment over time.
func (m *model) rawImage(s data.Segment, w, h int) []clean.Text {
	_, d := m.Set.X.Dims()
	image := chart.Heatmap{Down: true, Blank: true, Shades: m.Style.Shaded(), ASCII: m.Style.Letters()}
	for j := range d {
		image.Values = append(image.Values, mat.Col(nil, j, m.Set.X.Slice(s.Start, s.End, 0, d)))
	}
	return image.Render(w, h, m.Style.Paint)
}

// classes names the one class of some samples, or says how many there are.
func (m *model) classes(label []int) clean.Text {
	seen := map[int]bool{}
	for _, k := range label {
		seen[k] = true
	}
	switch {
	case len(seen) > 1:
		return humanize.Counted(len(seen), "class")
	case label[0] < 0:
		return "no label"
	}
	return clean.Of(m.Set.Classes[label[0]])
}
