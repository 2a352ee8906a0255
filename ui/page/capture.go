package page

import (
	"example.com/sfatui/datasets/data"
	"example.com/sfatui/sessions/export/svg"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
)

// Capture holds what a page shows, so that it can be written to a file: its pictures, or else
// the table of points, or else its text. On a page of panes only the focused one is captured.
type Capture struct {
	Figures []Figure
	// TableWidth is the width of the focused table of points, in cells; 0 without one.
	TableWidth int
	// Text holds the lines of the whole page, with styles.
	Text []clean.Text
}

// Figure is a picture as it is drawn: as lines with styles, and as a vector drawing under a
// title, nil if there is nothing to draw.
type Figure struct {
	Name    clean.Text
	Lines   []clean.Text
	Drawing func(title clean.Text) svg.Drawing
}

// Draw draws a picture for the screen, which a capture contains under a name: in a text without
// colours.
func (sc *Scene) Draw(name clean.Text, p chart.Picture, w, h int) []clean.Text {
	if plot, ok := p.(chart.Plot); ok {
		plot.Strokes = sc.Style.Strokes
		p = plot
	}
	if sc.capture == nil {
		return chart.In(p, sc.Pixels).Render(w, h, sc.Style.Paint)
	}
	lines := chart.InShades(p).Render(w, h, sc.Style.Paint)
	sc.Record(Figure{name, lines, p.Figure})
	return lines
}

// TimeAxis returns the unit of the time axis of traces, the place of their first sample, which
// follows from others, and the step to the next: if the data has a clock, the largest unit of
// time of which the longest segment has at least three.
func (sc *Scene) TimeAxis(from int) (unit clean.Text, first, step float64) {
	if sc.Set == nil || !(sc.Set.Rate > 0) {
		return "sample", float64(from + 1), 1
	}
	if sc.timed.set != sc.Set {
		sc.timed = timedBy(sc.Set)
	}
	return sc.timed.unit, float64(from) * sc.timed.step, sc.timed.step
}

// timed is the unit of the time axis of a set, and the step from sample to sample.
type timed struct {
	set  *data.Set
	unit clean.Text
	step float64
}

// timedBy returns the unit and the step for a set with a clock. It reads all segments.
func timedBy(set *data.Set) timed {
	longest := 0
	for _, seg := range set.Segments {
		longest = max(longest, seg.Len())
	}
	for _, u := range []struct {
		unit    clean.Text
		seconds float64
	}{{"time days", 86400}, {"time h", 3600}, {"time min", 60}} {
		if float64(longest) >= 3*u.seconds*set.Rate {
			return timed{set, u.unit, 1 / set.Rate / u.seconds}
		}
	}
	return timed{set, "time s", 1 / set.Rate}
}

// Record adds a picture to the capture if there is one.
func (sc *Scene) Record(f Figure) {
	if sc.capture != nil {
		sc.capture.Figures = append(sc.capture.Figures, f)
	}
}

// RecordTable notes that the table of points is shown in w cells.
func (sc *Scene) RecordTable(w int) {
	if sc.capture != nil {
		sc.capture.TableWidth = w
	}
}

// Unrecorded calls draw without capturing what it draws.
func (sc *Scene) Unrecorded(draw func() []clean.Text) []clean.Text {
	capture := sc.capture
	sc.capture = nil
	defer func() { sc.capture = capture }()
	return draw()
}

// Capture returns what draw draws.
func (sc *Scene) Capture(draw func() []clean.Text) Capture {
	c := new(Capture)
	sc.capture = c
	defer func() { sc.capture = nil }()
	c.Text = draw()
	return *c
}
