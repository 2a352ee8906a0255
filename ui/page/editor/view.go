package editor

import (
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/draft"
	"example.com/sfatui/ui/humanize"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/theme"
)

// fields draws the draft into h lines: the fields, what the one under the cursor
// is about, and what the sweep comes to.
func (p *Page) fields(st *theme.Style, w, h int) []clean.Text {
	verdict := p.verdict(st, w)
	about := layout.Wrap(p.about(), w-2)
	about = about[:min(len(about), 2)]
	rows := max(h-2-2-len(verdict), 3) // heading, rules, about
	p.top = min(max(p.top, p.Draft.At-rows+1), p.Draft.At)
	p.top = max(min(p.top, len(draft.Fields())-rows), 0)

	nameW := 16
	textW := min(max((w-nameW-4)/2, 12), 34)
	restW := w - nameW - textW - 4
	lines := []clean.Text{st.Paint(chart.Faint, layout.Pad("  axis or setting", nameW+2)+" "+layout.Pad("as written", textW)+" "+layout.Cut("gives", restW))}
	for i := p.top; i < min(p.top+rows, len(draft.Fields())); i++ {
		lines = append(lines, p.line(i, st, nameW, textW, restW))
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

func (p *Page) line(i int, st *theme.Style, nameW, textW, restW int) clean.Text {
	f := draft.Fields()[i]
	name := clean.Of(f.Name)
	if f.Symbol != "" && f.Symbol != name {
		name = f.Symbol + " " + name
	}
	mark, role := clean.Text("  "), chart.Text
	if i == p.Draft.At {
		mark, role = st.Paint(chart.Accent, "› "), theme.Strong
	}
	wrong := p.Draft.Wrong(i) != nil
	if wrong {
		role = chart.Bad
		mark = st.Paint(chart.Bad, "✗ ")
	}
	written := clean.Of(f.Get(p.Draft.Spec))
	text := st.Paint(role, layout.Pad(written, textW))
	switch {
	case i == p.Draft.At && p.Draft.Typing:
		text = layout.Pad(p.Draft.Input.View(st, textW), textW)
	case written == "":
		text = st.Paint(chart.Faint, layout.Pad("default", textW))
	}
	gives := p.Draft.Check.Words[f.Name]
	if gives == written || wrong {
		gives = ""
	}
	return mark + st.Paint(role, layout.Pad(name, nameW)) + " " + text + " " + st.Paint(chart.Faint, layout.Cut(gives, restW))
}

// about describes the field under the cursor.
func (p *Page) about() clean.Text {
	f := draft.Fields()[p.Draft.At]
	text := f.Doc
	if f.Choices != nil {
		text += ": "
		for i, c := range f.Choices {
			if i > 0 {
				text += ", "
			}
			text += clean.Of(c)
		}
		if f.Many {
			text += "; one or several, as in " + clean.Of(f.Choices[0]) + "," + clean.Of(f.Choices[len(f.Choices)-1])
		}
	}
	return text
}

// verdict says in one or two lines what the sweep comes to, or what is wrong.
func (p *Page) verdict(st *theme.Style, w int) []clean.Text {
	rule := st.Paint(chart.Faint, layout.Rule(w))
	switch {
	case p.Draft.Bad != nil:
		return append([]clean.Text{rule}, problem(st, clean.Of(draft.Fields()[p.Draft.At].Name)+": "+clean.Of(p.Draft.Bad.Error()), w)...)
	case p.Draft.Wrong(p.Draft.At) != nil:
		return append([]clean.Text{rule}, problem(st, draft.SpecMessage(p.Draft.Wrong(p.Draft.At)), w)...)
	case p.Draft.Check.Err != nil:
		return append([]clean.Text{rule}, problem(st, draft.SpecMessage(p.Draft.Check.Err), w)...)
	case p.Draft.Check.Plan == nil:
		return []clean.Text{rule, st.Paint(chart.Faint, "checking…"), ""}
	}
	c := p.Draft.Check
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
