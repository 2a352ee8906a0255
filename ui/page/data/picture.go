package data

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"gonum.org/v1/gonum/mat"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
)

// picture is the pane that draws a segment.
type picture struct {
	found    *findings
	segments *segments
	focus    *focus

	stretch *page.Stretch // drawn part of a segment, nil for all of it
	image   bool          // inputs are drawn as an image over time
}

// Keys returns the key that turns curves into an image.
func (pi *picture) Keys() []page.Action {
	turn := page.Picture.With(pi.found.offSet, page.Doing(func(*page.Scene) { pi.image = !pi.image }))
	turn.Footer = 14
	return []page.Action{turn}
}

// Update moves the cursor of the segments.
func (pi *picture) Update(sc *page.Scene, msg tea.Msg) tea.Cmd { return pi.segments.Update(sc, msg) }

// View draws the inputs of a segment one below the other.
func (pi *picture) View(sc *page.Scene, size layout.Size) []clean.Text {
	w, h := size.W, size.H
	if sc.Set == nil {
		why := clean.Text("reading the data…")
		if pi.found.ctl.Data.Loading == nil && sc.Problem == nil {
			why = "the data is not read"
		}
		if sc.Problem != nil {
			why = "no segment can be drawn. " + clean.Of(sc.Problem.Error())
		}
		return append([]clean.Text{pi.focus.header(sc, picturePane, "picture", "", w)}, layout.Waiting(sc.Style, why, w, h-1)...)
	}
	pi.segments.at = min(pi.segments.at, len(sc.Set.Segments)-1)
	s := sc.Set.Segments[pi.segments.at]
	frames := sc.Set.FramesOf(s)
	n, width := frames.Dims()
	drawn := drawnInputs(sc.Set, width)
	d := len(drawn)
	rows := min(d, max((h-1)/2, 1))
	name := clean.Of(s.Name)
	detail := clean.Sprintf("%d of %s", pi.segments.at+1, clean.Count(len(sc.Set.Segments)))
	if pi.found.asProposed(sc) {
		detail = "as proposed · " + detail
	}
	if pi.image {
		detail = clean.Counted(width, "input") + ", from the first down · " + detail
	}
	if l := sc.Set.Label; l != nil && s.Len() > 0 {
		detail += " · " + pi.classes(sc, l[s.Start:s.End])
	}
	if s.Group != "" {
		detail += " · " + clean.Of(s.Group)
	}
	detail += " · " + clean.Counted(n, "sample")
	if s.Held {
		detail += " · test data"
	}
	if pi.image {
		body := pi.drawImage(sc, s, w, h-1)
		return append([]clean.Text{pi.focus.header(sc, picturePane, name, detail, w)}, body...)
	}
	if rows < d {
		detail += clean.Sprintf(" · %d of %s, v: all", rows, clean.Counted(d, "input"))
	}
	t := chart.Traces{ASCII: sc.Style.ASCII}
	from, to := 0, n
	if part := pi.stretch; part != nil && n == s.Len() && part.From >= s.Start && part.To <= s.End {
		detail = clean.Sprintf("alarm at %d–%d · ", part.From-s.Start+1, part.To-s.Start) + detail
		around := max(part.To-part.From, leastAround)
		from, to = max(part.From-s.Start-around, 0), min(part.To-s.Start+around, n)
		t.Borders = []int{part.From - s.Start - from, min(part.To, s.End-1) - s.Start - from}
	}
	t.Unit, t.From, t.Step = sc.TimeAxis(from)
	for k, j := range drawn[:rows] {
		input := clean.Sprintf("input %d", j+1)
		if j < len(sc.Set.Inputs) {
			input = clean.Of(strings.TrimSuffix(sc.Set.Inputs[j], "[0]"))
		}
		t.Rows = append(t.Rows, chart.Trace{Name: input, Y: mat.Col(nil, j, frames)[from:to], Role: chart.SeriesRole(k)})
	}
	return append([]clean.Text{pi.focus.header(sc, picturePane, name, detail, w)}, pi.focus.draw(sc, picturePane, name, t, w, h-1)...)
}

// leastAround is the least number of samples drawn on each side of a stretch; a longer stretch
// gets as many as its length.
const leastAround = 20

// drawImage draws all inputs of a segment as an image over time.
func (pi *picture) drawImage(sc *page.Scene, s data.Segment, w, h int) []clean.Text {
	frames := sc.Set.FramesOf(s)
	_, d := frames.Dims()
	image := chart.Heatmap{Down: true, Blank: true, Shades: sc.Style.Shaded(), ASCII: sc.Style.Letters()}
	for j := range d {
		image.Values = append(image.Values, mat.Col(nil, j, frames))
	}
	return pi.focus.draw(sc, picturePane, clean.Of(s.Name), image, w, h)
}

// classes returns the class of samples that have a single one, else the number of classes.
func (pi *picture) classes(sc *page.Scene, label []int) clean.Text {
	seen := map[int]bool{}
	for _, k := range label {
		seen[k] = true
	}
	switch {
	case len(seen) > 1:
		return clean.Counted(len(seen), "class")
	case label[0] < 0:
		return "no label"
	}
	return clean.Of(sc.Set.Classes[label[0]])
}
