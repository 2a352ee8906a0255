// Package data is the page of the data: what was read, how the sweep is laid
// out over it, and one segment drawn.
package data

import (
	"example.com/sfatui/datasets/data"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/humanize"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"gonum.org/v1/gonum/mat"
)

// Page shows the data set.
type Page struct {
	at    int  // the segment that is drawn
	image bool // all inputs as a picture over time
}

// New is the page.
func New() *Page { return &Page{} }

func (p *Page) Name() page.Name { return page.Data }

func (p *Page) Actions() []page.Action {
	turn := page.Keyed(func(sc *page.Scene, key string) { p.at = page.Cycle(p.at, len(sc.Set.Segments), key) })
	segment := page.Action{ID: "segment", Group: "Views", Keys: []string{"[", "]"}, Short: "segment", Long: "draw the previous and next segment of the data",
		Modes: page.Paned, Footer: 3}
	return []page.Action{segment.With(page.NoSet, turn),
		page.Picture.With(page.NoSet, page.Doing(func(*page.Scene) { p.image = !p.image }))}
}

// ShowsData asks for the data.
func (p *Page) ShowsData() {}

func (p *Page) View(sc *page.Scene, size layout.Size) []clean.Text { return p.view(sc, size.W, size.H) }

// view tells of the data, and draws one segment of it.
func (p *Page) view(sc *page.Scene, w, h int) []clean.Text {
	text := func(w, h int) []clean.Text { return sc.TextPage("d", "data", p.text(sc, w-2), w, h) }
	switch {
	case sc.Set == nil && sc.Session == nil, h < 11:
		return text(w, h)
	case w >= 160:
		left := w * 2 / 5
		return layout.SideBySide(text(left, h), p.segment(sc, w-left-1, h), left, w, h)
	}
	below := h / 2
	return append(layout.Fit(text(w, h-below), w, h-below), p.segment(sc, w, below)...)
}

// segment draws the inputs of a segment one below the other.
func (p *Page) segment(sc *page.Scene, w, h int) []clean.Text {
	if sc.Set == nil {
		why := clean.Text("reading the data…")
		if sc.Problem != nil {
			why = "no segment can be drawn. " + clean.Of(sc.Problem.Error())
		}
		return append([]clean.Text{layout.Header(sc.Style, "", "segment", "", w, false)}, layout.Waiting(sc.Style, why, w, h-1)...)
	}
	p.at = min(p.at, len(sc.Set.Segments)-1)
	s := sc.Set.Segments[p.at]
	frames := sc.Set.FramesOf(s)
	n, d := frames.Dims()
	rows := min(d, max((h-1)/2, 1))
	name := clean.Sprintf("segment %s of %s", humanize.Count(p.at+1), humanize.Count(len(sc.Set.Segments)))
	detail := clean.Sprintf("%s · %s", s.Name, humanize.Counted(n, "sample"))
	if s.Group != "" {
		detail += " · group " + clean.Of(s.Group)
	}
	if l := sc.Set.Label; l != nil && s.Len() > 0 {
		detail += " · " + p.classes(sc, l[s.Start:s.End])
	}
	if s.Held {
		detail += " · test data"
	}
	if p.image {
		detail += " · " + humanize.Counted(d, "input") + ", from the first down"
		body := p.drawImage(sc, s, w, h-1)
		return append([]clean.Text{layout.Header(sc.Style, "", name, detail, w, false)}, body...)
	}
	if rows < d {
		detail += clean.Sprintf(" · %d of %s, v: all", rows, humanize.Counted(d, "input"))
	}
	t := chart.Traces{ASCII: sc.Style.ASCII}
	for j := range rows {
		input := clean.Sprintf("input %d", j+1)
		if j < len(sc.Set.Inputs) {
			input = clean.Of(sc.Set.Inputs[j])
		}
		t.Rows = append(t.Rows, chart.Trace{Name: input, Y: mat.Col(nil, j, frames), Role: chart.SeriesRole(j)})
	}
	return append([]clean.Text{layout.Header(sc.Style, "", name, detail, w, false)}, t.Render(w, h-1, sc.Style.Paint)...)
}

// drawImage draws all inputs of a segment over time.
func (p *Page) drawImage(sc *page.Scene, s data.Segment, w, h int) []clean.Text {
	frames := sc.Set.FramesOf(s)
	_, d := frames.Dims()
	image := chart.Heatmap{Down: true, Blank: true, Shades: sc.Style.Shaded(), ASCII: sc.Style.Letters()}
	for j := range d {
		image.Values = append(image.Values, mat.Col(nil, j, frames))
	}
	return image.Render(w, h, sc.Style.Paint)
}

// classes names the one class of some samples, or says how many there are.
func (p *Page) classes(sc *page.Scene, label []int) clean.Text {
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
	return clean.Of(sc.Set.Classes[label[0]])
}
