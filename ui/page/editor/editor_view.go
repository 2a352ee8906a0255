package editor

import (
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/humanize"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/theme"
)

// View draws the editor into h lines: the fields, what the one under the cursor
// is about, and what the sweep comes to.
func (e *Editor) View(st *theme.Style, w, h int) []clean.Text {
	verdict := e.verdict(st, w)
	about := layout.Wrap(e.about(), w-2)
	about = about[:min(len(about), 2)]
	rows := max(h-2-2-len(verdict), 3) // heading, rules, about
	e.top = min(max(e.top, e.At-rows+1), e.At)
	e.top = max(min(e.top, len(Fields)-rows), 0)

	nameW := 16
	textW := min(max((w-nameW-4)/2, 12), 34)
	restW := w - nameW - textW - 4
	lines := []clean.Text{st.Paint(chart.Faint, layout.Pad("  axis or setting", nameW+2)+" "+layout.Pad("as written", textW)+" "+layout.Cut("gives", restW))}
	for i := e.top; i < min(e.top+rows, len(Fields)); i++ {
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

func (e *Editor) line(i int, st *theme.Style, nameW, textW, restW int) clean.Text {
	f := Fields[i]
	name := clean.Of(f.Name)
	if f.symbol != "" && f.symbol != name {
		name = f.symbol + " " + name
	}
	mark, role := clean.Text("  "), chart.Text
	if i == e.At {
		mark, role = st.Paint(chart.Accent, "› "), theme.Strong
	}
	wrong := e.wrong(i) != nil
	if wrong {
		role = chart.Bad
		mark = st.Paint(chart.Bad, "✗ ")
	}
	written := clean.Of(f.Get(e.Draft))
	text := st.Paint(role, layout.Pad(written, textW))
	switch {
	case i == e.At && e.Typing:
		text = layout.Pad(e.Input.View(st, textW), textW)
	case written == "":
		text = st.Paint(chart.Faint, layout.Pad("default", textW))
	}
	gives := e.Check.Words[f.Name]
	if gives == written || wrong {
		gives = ""
	}
	return mark + st.Paint(role, layout.Pad(name, nameW)) + " " + text + " " + st.Paint(chart.Faint, layout.Cut(gives, restW))
}

// about describes the field under the cursor.
func (e *Editor) about() clean.Text {
	f := Fields[e.At]
	text := f.Doc
	if f.Choices != nil {
		text += ": "
		for i, c := range f.Choices {
			if i > 0 {
				text += ", "
			}
			text += clean.Of(c)
		}
		if f.many {
			text += "; one or several, as in " + clean.Of(f.Choices[0]) + "," + clean.Of(f.Choices[len(f.Choices)-1])
		}
	}
	return text
}

// verdict says in one or two lines what the sweep comes to, or what is wrong.
func (e *Editor) verdict(st *theme.Style, w int) []clean.Text {
	rule := st.Paint(chart.Faint, layout.Rule(w))
	switch {
	case e.bad != nil:
		return append([]clean.Text{rule}, problem(st, clean.Of(Fields[e.At].Name)+": "+clean.Of(e.bad.Error()), w)...)
	case e.wrong(e.At) != nil:
		return append([]clean.Text{rule}, problem(st, SpecMessage(e.wrong(e.At)), w)...)
	case e.Check.Err != nil:
		return append([]clean.Text{rule}, problem(st, SpecMessage(e.Check.Err), w)...)
	case e.Check.Plan == nil:
		return []clean.Text{rule, st.Paint(chart.Faint, "checking…"), ""}
	}
	c := e.Check
	text := humanize.Counted(len(c.Plan.Entries), "point")
	if c.Fresh < len(c.Plan.Entries) {
		text += clean.Sprintf(", %s new", humanize.Count(c.Fresh))
	}
	text += ", about " + clean.Of(sweep.FormatBytes(c.Memory.Total())) + clean.Sprintf(" with %s", humanize.Counted(c.Memory.Workers, "worker"))
	if c.Time > 0 {
		text += ", about " + humanize.Span(c.Time)
	}
	role := chart.Good
	if c.Pending {
		text, role = text+" · checking…", chart.Faint
	}
	inner := st.Paint(chart.Faint, layout.Cut(clean.Of(c.Plan.InnerText()), w))
	return []clean.Text{rule, st.Paint(role, layout.Cut(text, w)), inner}
}

// SpecMessage is an error; one about a field is without the dashes of the
// command line.
func SpecMessage(err error) clean.Text {
	text := clean.Of(err.Error())
	if FieldOf(err) >= 0 && len(text) > 2 && text[:2] == "--" {
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
