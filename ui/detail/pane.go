package detail

import (
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
)

// section is a part of the column: its heading, "" for none, and its lines.
type section struct {
	heading func(*page.Scene) clean.Text
	lines   func(sc *page.Scene, r *choose.Row, w int) []clean.Text
}

func headed(text clean.Text) func(*page.Scene) clean.Text {
	return func(*page.Scene) clean.Text { return text }
}

// sections are the parts in their order.
var sections = []section{
	{headed(""), Verdict},
	{headed(""), Against},
	{headed("why ★"), func(sc *page.Scene, _ *choose.Row, w int) []clean.Text { return Star(sc, w) }},
	{stepsHeading, Steps},
	{headed("folds"), Folds},
	{headed("solve"), Solve},
	{headed("φ1 on test"), firstFeature},
	{headed("note and provenance"), Provenance},
}

// Lines are all parts of a row, one below the other.
func Lines(sc *page.Scene, r *choose.Row, w int) []clean.Text {
	if r == nil {
		return []clean.Text{sc.Style.Paint(chart.Faint, " no point is planned yet: e lays a sweep out")}
	}
	var out []clean.Text
	for _, s := range sections {
		lines := s.lines(sc, r, w-1)
		if len(lines) == 0 {
			continue
		}
		if name := s.heading(sc); name != "" {
			out = append(out, layout.Header(sc.Style, "", name, "", w, false))
		} else if len(out) > 0 {
			out = append(out, "")
		}
		for _, line := range lines {
			out = append(out, " "+layout.Cut(line, w-1))
		}
	}
	return out
}
