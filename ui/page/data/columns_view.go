package data

import (
	"slices"

	"example.com/sfatui/datasets/survey"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/theme"
)

// View draws the columns, files or segments.
func (cs *columns) View(sc *page.Scene, size layout.Size) []clean.Text {
	w, h := size.W, size.H
	rows := cs.rows(sc)
	cs.cursor = min(cs.cursor, max(len(rows)-1, 0))
	detail := clean.Count(len(rows))
	switch {
	case cs.filter != "":
		detail += " that contain " + clean.Of(cs.filter) + "; esc: all"
	case len(cs.ticked) > 0:
		detail += clean.Sprintf(" · %d ticked", len(cs.ticked))
	case cs.found.survey != nil && cs.found.survey.More:
		detail += " · of the first " + clean.Counted(cs.found.survey.Rows, "row")
	}
	lines := []clean.Text{cs.focus.header(sc, columnsPane, cs.kind(), detail, w)}
	if cs.typing == typingPattern {
		lines = append(lines, cs.patternLine(sc, w))
	}
	if len(rows) == 0 {
		return append(lines, layout.Waiting(sc.Style, cs.whyEmpty(sc), w, h-len(lines))...)
	}
	heads := cs.heads(sc, rows)
	shown, used := 0, 2
	for shown < len(heads) && used+heads[shown].w < w {
		used += heads[shown].w + 1
		shown++
	}
	heads = heads[:max(shown, 1)]
	line := clean.Text("  ")
	for _, c := range heads {
		line += layout.Pad(c.name, c.w) + " "
	}
	lines = append(lines, sc.Style.Paint(chart.Faint, layout.Cut(line, w)))
	room := max(h-len(lines), 1)
	cs.top = max(min(min(max(cs.top, cs.cursor-room+1), cs.cursor), len(rows)-room), 0)
	for i := cs.top; i < min(cs.top+room, len(rows)); i++ {
		lines = append(lines, cs.row(sc, rows[i], i, heads, w))
	}
	return lines
}

// whyEmpty returns why the first pane has no rows.
func (cs *columns) whyEmpty(sc *page.Scene) clean.Text {
	switch {
	case cs.filter != "":
		return "none of the " + cs.kind() + " contains " + clean.Of(cs.filter) + ": esc shows all"
	case cs.found.surveyErr != nil && sc.Problem != nil: // the same error, worded for all who see the screen
		return clean.Of(sc.Problem.Error())
	case cs.found.surveyErr != nil:
		return clean.Of(cs.found.surveyErr.Error())
	case cs.found.ctl.Data.Loading != nil || cs.found.survey == nil:
		return "reading the files…"
	}
	return "nothing was read"
}

// row draws a line of the first pane.
func (cs *columns) row(sc *page.Scene, r row, i int, heads []heading, w int) clean.Text {
	mark := clean.Text("  ")
	switch {
	case cs.ticked[r.name]:
		mark = sc.Style.Paint(chart.Accent, "● ")
	case i == cs.cursor:
		mark = sc.Style.Paint(chart.Accent, "› ")
	}
	line := mark
	spelt := false
	for k, c := range heads {
		text := layout.Pad(c.text(r), c.w)
		if r.column != nil && r.column.Textual() && slices.Contains(numberHeads, c.name) {
			if spelt {
				continue
			}
			spelt = true
			text = layout.Pad(wordsOf(r.column, numbersWidth(heads)), numbersWidth(heads))
		}
		switch {
		case k == 0 && i == cs.cursor:
			text = sc.Style.Paint(theme.Strong, text)
		case k > 1:
			text = sc.Style.Paint(chart.Faint, text)
		}
		line += text + " "
	}
	return layout.Cut(line, w)
}

// numberHeads are the headings of numeric statistics. A text column shows its values in place
// of all of them.
var numberHeads = []clean.Text{"min", "mean", "max", "sd"}

// heads returns the headings of the first pane, most important first.
func (cs *columns) heads(sc *page.Scene, rows []row) []heading {
	longest := 8
	for _, r := range rows {
		longest = max(longest, min(layout.Width(clean.Of(r.name)), 24))
	}
	name := heading{cs.kind()[:len(cs.kind())-1], longest, func(r row) clean.Text { return clean.Of(r.name) }}
	switch {
	case rows[0].column != nil:
		return append([]heading{name}, cs.columnHeads(sc)...)
	case cs.typing == typingPattern || rows[0].file != nil && cs.found.ctl.Data.Options().Name != "":
		return append([]heading{name}, cs.fieldHeads()...)
	}
	return append([]heading{name}, segmentHeads()...)
}

// columnHeads returns the headings of a table's columns.
func (cs *columns) columnHeads(sc *page.Scene) []heading {
	o := cs.found.ctl.Data.Options()
	number := func(name clean.Text, of func(*survey.Column) float64) heading {
		const w = 9
		return heading{name, w, func(r row) clean.Text {
			if r.column.Numbers == 0 {
				return "–"
			}
			if text := clean.Written("%.4g", of(r.column)); layout.Width(text) <= w {
				return text
			}
			return clean.Written("%.3g", of(r.column))
		}}
	}
	return []heading{
		{"role", 10, func(r row) clean.Text {
			word, proposed := cs.roleWord(o, r.column)
			if proposed {
				return sc.Style.Paint(chart.Warn, word+" ?")
			}
			if word == "input" {
				return word
			}
			return sc.Style.Paint(chart.Good, word)
		}},
		{"type", 10, func(r row) clean.Text { return typeOf(r.column) }},
		number("min", func(c *survey.Column) float64 { return c.Min }),
		number("mean", func(c *survey.Column) float64 { return c.Mean }),
		number("max", func(c *survey.Column) float64 { return c.Max }),
		number("sd", (*survey.Column).SD),
		{"missing", 8, func(r row) clean.Text {
			if r.column.Missing == 0 {
				return "none"
			}
			return clean.Count(r.column.Missing)
		}},
		{"values", 12, func(r row) clean.Text { return chart.Spark(r.column.Shares(12), 12) }},
		{"contents", 34, func(r row) clean.Text { return cs.proposals.proposalText(r) }},
	}
}

// numbersWidth returns the total width of the numeric headings.
func numbersWidth(heads []heading) int {
	w := -1
	for _, c := range heads {
		if slices.Contains(numberHeads, c.name) {
			w += c.w + 1
		}
	}
	return w
}

// wordsOf returns the values of a text column that fit into w cells, with the row count of each
// value where all counts are equal.
func wordsOf(c *survey.Column, w int) clean.Text {
	if len(c.Values) == 0 {
		return "–"
	}
	rows := clean.Text("")
	if !c.Many && !slices.ContainsFunc(c.Values, func(v survey.Value) bool { return v.Rows != c.Values[0].Rows }) {
		rows = ", " + clean.Counted(c.Values[0].Rows, "row") + " each"
	}
	words, last := clean.Of(c.Values[0].Text), clean.Text("")
	if n := len(c.Values); n > 1 {
		last = " … " + clean.Of(c.Values[n-1].Text)
	}
	for i, v := range c.Values[1:] {
		more := words + " " + clean.Of(v.Text)
		if all := i+2 == len(c.Values) && !c.Many; all && layout.Width(more+rows) <= w {
			return more + rows
		}
		if layout.Width(more+last+rows) > w {
			break
		}
		words = more
	}
	if c.Many {
		last = " …"
	}
	return layout.Cut(words+last+rows, w)
}

// typeOf returns the type of a column's values in a word or two.
func typeOf(c *survey.Column) clean.Text {
	switch {
	case c.Use == survey.Time && c.Textual():
		return "times"
	case c.Textual() && c.Many:
		return "text"
	case c.Textual():
		return clean.Counted(len(c.Values), "word")
	case c.Constant():
		return "constant"
	case c.Binary():
		return "0 or 1"
	case c.Whole:
		return "whole"
	}
	return "real"
}

// fieldHeads returns the headings of the fields that the current pattern reads from file names.
func (cs *columns) fieldHeads() []heading {
	pattern := cs.pattern()
	if pattern == nil {
		return segmentHeads()[2:3]
	}
	var heads []heading
	for _, field := range pattern.Fields {
		heads = append(heads, heading{clean.Of(field), 8, func(r row) clean.Text {
			fields, err := matchName(pattern, r.name)
			if err != nil {
				return "✗"
			}
			return clean.Of(fields[field])
		}})
	}
	return append(heads, segmentHeads()[2])
}
