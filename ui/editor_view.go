package ui

import (
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/humanize"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/theme"
)

// view draws the editor into h lines: the fields, what the one under the cursor
// is about, and what the sweep comes to.
func (e *editor) view(st *theme.Style, w, h int) []clean.Text {
	verdict := e.verdict(st, w)
	about := layout.Wrap(e.about(), w-2)
	about = about[:min(len(about), 2)]
	rows := max(h-2-2-len(verdict), 3) // heading, rules, about
	e.top = min(max(e.top, e.at-rows+1), e.at)
	e.top = max(min(e.top, len(fields)-rows), 0)

	nameW := 16
	textW := min(max((w-nameW-4)/2, 12), 34)
	restW := w - nameW - textW - 4
	lines := []clean.Text{st.Paint(chart.Faint, layout.Pad("  axis or setting", nameW+2)+" "+layout.Pad("as written", textW)+" "+layout.Cut("gives", restW))}
	for i := e.top; i < min(e.top+rows, len(fields)); i++ {
		lines = append(lines, e.line(i, st, nameW, textW, restW))
	}
	for len(lines) < h-len(verdict)-2 {
		lines = append(lines, "")
	}
	for i := range 2 {
		text := clean.Text("")
		if i < len(about) {
			text = "  " + st.Paint(chart.Faint, about[i])
		}
		lines = append(lines, text)
	}
	return append(lines, verdict...)
}

func (e *editor) line(i int, st *theme.Style, nameW, textW, restW int) clean.Text {
	f := fields[i]
	name := clean.Of(f.name)
	if f.symbol != "" && f.symbol != name {
		name = f.symbol + " " + name
	}
	mark, role := clean.Text("  "), chart.Text
	if i == e.at {
		mark, role = st.Paint(chart.Accent, "› "), theme.Strong
	}
	wrong := e.wrong(i) != nil
	if wrong {
		role = chart.Bad
		mark = st.Paint(chart.Bad, "✗ ")
	}
	written := clean.Of(f.get(e.draft))
	text := st.Paint(role, layout.Pad(written, textW))
	switch {
	case i == e.at && e.typing:
		text = layout.Pad(e.input.View(st, textW), textW)
	case written == "":
		text = st.Paint(chart.Faint, layout.Pad("default", textW))
	}
	gives := e.check.words[f.name]
	if gives == written || wrong {
		gives = ""
	}
	return mark + st.Paint(role, layout.Pad(name, nameW)) + " " + text + " " + st.Paint(chart.Faint, layout.Cut(gives, restW))
}

// about describes the field under the cursor.
func (e *editor) about() clean.Text {
	f := fields[e.at]
	text := f.doc
	if f.choices != nil {
		text += ": "
		for i, c := range f.choices {
			if i > 0 {
				text += ", "
			}
			text += clean.Of(c)
		}
		if f.many {
			text += "; one or several, as in " + clean.Of(f.choices[0]) + "," + clean.Of(f.choices[len(f.choices)-1])
		}
	}
	return text
}

// verdict says in one or two lines what the sweep comes to, or what is wrong.
func (e *editor) verdict(st *theme.Style, w int) []clean.Text {
	rule := st.Paint(chart.Faint, layout.Rule(w))
	switch {
	case e.bad != nil:
		return append([]clean.Text{rule}, problem(st, clean.Of(fields[e.at].name)+": "+clean.Of(e.bad.Error()), w)...)
	case e.wrong(e.at) != nil:
		return append([]clean.Text{rule}, problem(st, specMessage(e.wrong(e.at)), w)...)
	case e.check.err != nil:
		return append([]clean.Text{rule}, problem(st, specMessage(e.check.err), w)...)
	case e.check.plan == nil:
		return []clean.Text{rule, st.Paint(chart.Faint, "checking…"), ""}
	}
	c := e.check
	text := humanize.Counted(len(c.plan.Entries), "point")
	if c.fresh < len(c.plan.Entries) {
		text += clean.Sprintf(", %s new", humanize.Count(c.fresh))
	}
	text += ", about " + clean.Of(sweep.FormatBytes(c.memory.Total())) + clean.Sprintf(" with %s", humanize.Counted(c.memory.Workers, "worker"))
	if c.time > 0 {
		text += ", about " + humanize.Span(c.time)
	}
	role := chart.Good
	if c.pending {
		text, role = text+" · checking…", chart.Faint
	}
	return []clean.Text{rule, st.Paint(role, layout.Cut(text, w)), ""}
}

// specMessage is an error; one about a field is without the dashes of the
// command line.
func specMessage(err error) clean.Text {
	text := clean.Of(err.Error())
	if fieldOf(err) >= 0 && len(text) > 2 && text[:2] == "--" {
		text = text[2:]
	}
	return text
}

// problem is an error in two lines.
func problem(st *theme.Style, text clean.Text, w int) []clean.Text {
	lines := layout.Wrap("✗ "+text, w)
	if len(lines) > 2 {
		lines = []clean.Text{lines[0], layout.Cut(lines[1]+" …", w)}
	}
	for len(lines) < 2 {
		lines = append(lines, "")
	}
	for i := range lines {
		lines[i] = st.Paint(chart.Bad, lines[i])
	}
	return lines
}
