package point

import (
	"slices"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/sweepview"
)

// stepsHeading returns the heading of [Steps].
func stepsHeading(sc *page.Scene) clean.Text {
	return "one step along each axis, " + ruleName(sc)
}

// Steps returns, for each axis, the points that differ from a row in that axis only: a line of
// values and a line of scores. ★ is in brackets, the row itself follows ›.
func Steps(sc *page.Scene, r *choose.Row, w int) []clean.Text {
	best := clean.Text("")
	var out []clean.Text
	beside, symbol := axisNeighbours(sc, r), sweepview.SymbolWidth(sc.Sweep.Drawn)
	for k, a := range sc.Sweep.Drawn {
		if len(beside[k]) == 0 || a.Label(r.Config) == "" {
			continue
		}
		if sc.Sweep.Best >= 0 {
			best = a.Label(sc.Sweep.Rows[sc.Sweep.Best].Config)
		}
		var names, scores []clean.Text
		for _, label := range a.Labels {
			q := beside[k][label]
			name := label
			switch label {
			case a.Label(r.Config):
				name, q = "›"+label, r
			}
			if label == best {
				name = "[" + label + "]"
			}
			score := clean.Text("")
			if q != nil {
				score = sc.Sweep.Writer()(sweepview.Mean(sc.Sweep.By.Stat(q)))
			}
			names, scores = append(names, name), append(scores, score)
		}
		values, measured := alignColumns(names, scores, slices.Index(a.Labels, a.Label(r.Config)), w-symbol-1)
		out = append(out, layout.Pad(a.Symbol, symbol)+values, layout.Blanks(symbol)+sc.Style.Paint(chart.Faint, measured))
	}
	return out
}

// alignColumns aligns two lists in lines of w cells and keeps the items around position at that fit.
func alignColumns(upper, lower []clean.Text, at, w int) (a, b clean.Text) {
	room := func(i int) int { return max(layout.Width(upper[i]), layout.Width(lower[i])) + 1 }
	from, to, used := at, at, 0
	for grown := true; grown; {
		grown = false
		if to < len(upper) && used+room(to) <= w {
			used, to, grown = used+room(to), to+1, true
		}
		if from > 0 && used+room(from-1) <= w {
			from, grown = from-1, true
			used += room(from)
		}
	}
	for i := from; i < to; i++ {
		a, b = a+layout.PadLeft(upper[i], room(i)), b+layout.PadLeft(lower[i], room(i))
	}
	return a, b
}

// axisNeighbours returns, for each axis, the rows that differ from r in that axis only, by
// their values.
func axisNeighbours(sc *page.Scene, r *choose.Row) []map[clean.Text]*choose.Row {
	axes := sc.Sweep.Drawn
	out := make([]map[clean.Text]*choose.Row, len(axes))
	own, labels := make([]clean.Text, len(axes)), make([][]clean.Text, len(axes))
	for k, a := range axes {
		own[k], labels[k], out[k] = a.Label(r.Config), sc.Sweep.LabelsOf(a), map[clean.Text]*choose.Row{}
	}
	for i := range sc.Sweep.Rows {
		other, differ := -1, 0
		for k := range axes {
			if labels[k][i] != own[k] {
				other, differ = k, differ+1
			}
		}
		if differ == 1 {
			out[other][labels[other][i]] = &sc.Sweep.Rows[i]
		}
	}
	return out
}

// section is a part of the detail column; heading returns "" for none.
type section struct {
	heading func(*page.Scene) clean.Text
	lines   func(sc *page.Scene, r *choose.Row, w int) []clean.Text
}

// fixedHeading returns a heading that is the same for all scenes.
func fixedHeading(text clean.Text) func(*page.Scene) clean.Text {
	return func(*page.Scene) clean.Text { return text }
}

// sections lists the parts in their order.
var sections = []section{
	{fixedHeading(""), Verdict},
	{fixedHeading(""), Against},
	{fixedHeading("why ★"), func(sc *page.Scene, _ *choose.Row, w int) []clean.Text { return Star(sc, w) }},
	{stepsHeading, Steps},
	{fixedHeading("folds"), Folds},
	{fixedHeading("solve"), Solve},
	{fixedHeading("φ1 on test"), firstFeature},
	{fixedHeading("note and provenance"), Provenance},
}

// Lines returns all sections of a row, one below the other.
func Lines(sc *page.Scene, r *choose.Row, w int) []clean.Text {
	if r == nil {
		return []clean.Text{sc.Style.Paint(chart.Faint, " no point is planned yet: e plans a sweep")}
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
