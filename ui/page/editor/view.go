package editor

import (
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/draft"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/theme"
)

// Second draws the line above the page: the size and time of the sweep, or its error.
func (p *Page) Second(sc *page.Scene, w int) clean.Text {
	if sc.Set == nil {
		return ""
	}
	role, text := p.verdict()
	right := clean.Text("")
	if c := &p.Draft.Check; !p.Typing() && p.offStartDraft(sc) == "" && !c.Pending && c.New > 0 {
		right = sc.Style.Paint(theme.Keycap, "s") + clean.Sprintf(" start the %s", clean.Count(c.New))
	}
	return layout.AlignEnds(" "+sc.Style.Paint(role, layout.Cut(text, w-layout.Width(right)-2)), right, w)
}

// verdict returns the size and time of the sweep, or its error.
func (p *Page) verdict() (chart.Role, clean.Text) {
	d, c := &p.Draft, &p.Draft.Check
	switch {
	case d.Bad != nil:
		return chart.Bad, "✗ " + clean.Of(draft.Fields()[d.At].Name) + ": " + clean.Of(d.Bad.Error())
	case c.Pending:
		return chart.Faint, "checking…"
	case c.Err != nil:
		return chart.Bad, "✗ " + draft.SpecMessage(c.Err)
	case c.Plan == nil:
		return chart.Faint, "checking…"
	}
	planned := len(p.planned().Configs)
	text := clean.Counted(planned, "point") + clean.Sprintf(" + %s new", clean.Count(c.New))
	if planned == 0 {
		text = clean.Counted(c.New, "point")
	}
	text += " · " + clean.Counted(c.Fresh, "fit")
	if planned > 0 {
		text = clean.Counted(planned, "point") + clean.Sprintf(" + %s new · %s", clean.Count(c.New), clean.Counted(c.Fresh, "new fit"))
	}
	if c.Time > 0 {
		text += ", about " + clean.Clock(c.Time)
	}
	return chart.Good, text + " · " + clean.Of(sweep.FormatBytes(c.Memory.Total()))
}

// View draws the settings and the description of the one under the cursor.
func (p *Page) View(sc *page.Scene, size layout.Size) []clean.Text {
	w, h := size.W, size.H
	if sc.Set == nil {
		text := []clean.Text{"opening the data"}
		role := theme.Strong
		if sc.Problem != nil {
			text, role = layout.Wrap(draft.SpecMessage(sc.Problem), min(w-8, 70)), chart.Bad
		}
		return append([]clean.Text{p.heading(sc.Style, w)}, layout.Card(sc.Style, role, "sweep", text, w, h-1)...)
	}
	about := p.describeField(sc.Style, w)
	lines := p.fields(sc.Style, w, max(h-1-len(about), 3))
	return append(append([]clean.Text{p.heading(sc.Style, w)}, lines...), about...)
}

// heading draws the number of changed settings, or the search line.
func (p *Page) heading(st *theme.Style, w int) clean.Text {
	d := &p.Draft
	if p.findLine != nil {
		return " " + st.Paint(theme.Keycap, "/") + " " + p.findLine.View(st, w-4)
	}
	if d.Find != "" {
		return layout.Header(st, "", "settings with "+clean.Of(d.Find), "/ finds other settings, / and esc list all", w, true)
	}
	n := 0
	for _, f := range draft.Fields() {
		if d.Varied(f) {
			n++
		}
	}
	return layout.Header(st, "", "settings", clean.Sprintf("%d of %d set or varied · / searches names and descriptions", n, len(draft.Fields())), w, true)
}

// columns returns the widths of a line's name and text, and the remaining width.
func columns(w int) (name, text, rest int) {
	name = 16
	if w >= 110 { // leaves room for the longest name
		name = 20
	}
	text = min(max((w-name-4)*3/8, 12), 40)
	return name, text, max(w-name-text-4, 0)
}

// fields draws the listed fields into h lines, under column headings.
func (p *Page) fields(st *theme.Style, w, h int) []clean.Text {
	name, text, rest := columns(w)
	head := st.Paint(chart.Faint, "  "+layout.Pad("setting", name)+" "+layout.Pad("as written", text)+" "+layout.Cut("gives", rest))
	list, place := p.list(st, w)
	rows := max(h-1, 1)
	p.top = min(max(p.top, place-rows+1), place)
	if p.top == 1 { // keep the first heading in sight
		p.top = 0
	}
	p.top = max(min(p.top, len(list)-rows), 0)
	return append([]clean.Text{head}, layout.Fit(list[p.top:min(p.top+rows, len(list))], w, rows)...)
}

// list draws all lines of the fields with the headings of their groups, and returns the line of
// the cursor.
func (p *Page) list(st *theme.Style, w int) (lines []clean.Text, place int) {
	group := clean.Text("")
	listed := p.Draft.Listed()
	for _, i := range listed {
		f := draft.Fields()[i]
		if f.Group != group {
			group = f.Group
			lines = append(lines, "  "+st.Paint(chart.Faint, group))
		}
		if i == p.Draft.At {
			place = len(lines)
		}
		lines = append(lines, p.line(i, st, w))
	}
	hidden := len(draft.Fields()) - len(listed)
	switch {
	case p.Draft.Find != "" && len(listed) == 0:
		lines = append(lines, st.Paint(chart.Faint, "  no setting matches; esc lists all"))
	case p.Draft.Find == "" && hidden > 0:
		lines = append(lines, st.Paint(chart.Faint, clean.Sprintf("  h shows %d that do not apply with the other choices", hidden)))
	}
	return lines, place
}

// fieldTitle returns the name of a field after its symbol, if that differs.
func fieldTitle(st *theme.Style, f draft.Field) clean.Text {
	name := clean.Of(f.Name)
	if f.Symbol == "" || st.Spell(f.Symbol) == name {
		return name
	}
	return f.Symbol + " " + name
}

// line draws the line of a field.
func (p *Page) line(i int, st *theme.Style, w int) clean.Text {
	nameW, textW, restW := columns(w)
	d, f := &p.Draft, draft.Fields()[i]
	name := fieldTitle(st, f)
	mark, role := clean.Text("  "), chart.Text
	off := d.OffField(f)
	if off != "" {
		role = chart.Faint
	}
	if i == d.At {
		mark, role = st.Paint(chart.Accent, "› "), theme.Strong
	}
	wrong := d.Wrong(i)
	if wrong != nil {
		role, mark = chart.Bad, st.Paint(chart.Bad, "✗ ")
	}
	text := st.Paint(role, layout.Pad(clean.Of(f.Get(d.Spec)), textW))
	switch {
	case i == d.At && d.Typing:
		text = layout.Pad(d.Input.View(st, textW), textW)
	case !d.Written(f):
		text = st.Paint(chart.Faint, layout.Pad(d.Default(f), textW))
	}
	gives := p.valueText(f)
	switch {
	case wrong != nil:
		return mark + st.Paint(role, layout.Pad(name, nameW)) + " " + text + " " + st.Paint(chart.Bad, layout.Cut(errorWithoutName(f, wrong), restW))
	case off != "":
		gives = off
	}
	return mark + st.Paint(role, layout.Pad(name, nameW)) + " " + text + " " + st.Paint(chart.Faint, layout.Cut(gives, restW))
}

// errorWithoutName returns the error of a field without the field's name.
func errorWithoutName(f draft.Field, err error) clean.Text {
	text := draft.SpecMessage(err)
	if head := clean.Of(f.Name) + ": "; len(text) > len(head) && text[:len(head)] == head {
		return text[len(head):]
	}
	return text
}

// valueText returns the effect of a field's text: the points it adds, its values, or if these equal
// the text, the possible choices.
func (p *Page) valueText(f draft.Field) clean.Text {
	d := &p.Draft
	if added := d.Check.Added[f.Name]; added != "" {
		return added
	}
	gives := d.Check.Words[f.Name]
	if gives != clean.Of(f.Get(d.Spec)) && gives != d.Check.Filled[f.Name] {
		return gives
	}
	if choices := d.Possible(f); len(choices) > 1 {
		return "‹ " + clean.Join(clean.All(choices), " ") + " ›"
	}
	return ""
}

// describeField draws the description of the field under the cursor, or its error, in a heading and
// three lines.
func (p *Page) describeField(st *theme.Style, w int) []clean.Text {
	d := &p.Draft
	f := draft.Fields()[d.At]
	name := fieldTitle(st, f)
	lines := []clean.Text{layout.Header(st, "", name, d.OffField(f), w, false)}
	role, text := chart.Faint, f.Doc
	if choices := d.Possible(f); len(choices) > 0 {
		text += ": " + clean.Join(clean.All(choices), ", ")
		if f.Many {
			text += "; one or several, as in " + clean.Of(choices[0]) + "," + clean.Of(choices[len(choices)-1])
		}
	}
	if f.Name == "inner" && d.Check.Plan != nil {
		text += "; " + clean.Of(d.Check.Plan.InnerText())
	}
	if wrong := d.Wrong(d.At); wrong != nil {
		role, text = chart.Bad, "✗ "+draft.SpecMessage(wrong)
	}
	for _, line := range layout.Wrap(text, w-2) {
		lines = append(lines, " "+st.Paint(role, line))
	}
	return layout.Fit(lines, w, 4)
}
