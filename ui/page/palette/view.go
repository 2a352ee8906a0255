package palette

import (
	"strings"

	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/index"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/theme"
)

// Second draws the input line.
func (p *Page) Second(sc *page.Scene, w int) clean.Text {
	sign, what := clean.Text(":"), clean.Text("names")
	if p.keys {
		sign, what = "?", clean.Text("keys here")
	}
	right := clean.Sprintf("%d found", len(p.found))
	if p.line.String() == "" {
		right = clean.Sprintf("%d %s", len(p.found), what)
	}
	room := max(w-layout.Width(right)-5, 8)
	return layout.AlignEnds(sc.Style.Paint(theme.Keycap, sign)+" "+p.line.View(sc.Style, room), sc.Style.Paint(chart.Faint, right), w)
}

// mostText is the largest number of lines of the text below the list.
const mostText = 8

// View draws the list, and the text about the entry under the cursor.
func (p *Page) View(sc *page.Scene, size layout.Size) []clean.Text {
	w, h := size.W, size.H
	text := p.text(sc.Style, w, min(mostText, h/2))
	list, place := p.list(sc, w)
	rows := max(h-len(text), 1)
	p.top = min(max(p.top, place-rows+1), place)
	if p.top == 1 { // keep the first heading visible
		p.top = 0
	}
	p.top = max(min(p.top, len(list)-rows), 0)
	for i := range p.lines {
		p.lines[i] -= p.top
	}
	shown := list[p.top:min(p.top+rows, len(list))]
	return append(shown[:len(shown):len(shown)], text...)
}

// list draws the entries under the headings of their kinds, and returns the line of the cursor.
func (p *Page) list(sc *page.Scene, w int) (lines []clean.Text, place int) {
	st := sc.Style
	p.lines = make([]int, len(p.found))
	for i := range p.found {
		e := &p.found[i]
		if i == 0 || e.Kind != p.found[i-1].Kind {
			heading := clean.Of(e.Kind.String())
			if p.keys {
				heading = "keys here"
			}
			lines = append(lines, layout.Header(st, "", heading, "", w, i == 0))
		}
		if i == p.cursor {
			place = len(lines)
		}
		p.lines[i] = len(lines)
		lines = append(lines, p.entry(st, e, i == p.cursor, w))
	}
	if len(p.found) == 0 {
		lines = []clean.Text{st.Paint(chart.Faint, " nothing has this name; esc clears the line")}
	}
	return lines, place
}

// entry draws an entry in a line: its name, description, current value and key.
func (p *Page) entry(st *theme.Style, e *index.Entry, here bool, w int) clean.Text {
	name, says, now, key := e.Name, e.Says, e.Now, e.Key
	nameW := 16
	switch {
	case p.keys:
		name, now, key = e.Key, "", ""
	case e.Kind == index.Value:
		nameW = 26
		name, now = e.Name, p.settings.Weighed(nameAndValue(e))
	case e.Kind == index.Point:
		nameW = w * 2 / 3
	case e.Kind == index.Command, e.Kind == index.Word:
		nameW = 20
	}
	if e.Off != "" {
		now = "(" + e.Off + ")"
	}
	nameW = min(max(nameW, layout.Width(name)), max(w/2, 10))
	keyW := layout.Width(key)
	nowW := min(layout.Width(now), (w-nameW-keyW)/2)
	if e.Kind == index.Value { // the cost has priority
		nowW = min(layout.Width(now), w-14)
		nameW = min(nameW, w-nowW-layout.Width(says)-6)
	}
	if e.Off != "" { // the text below contains the full reason
		if nowW = min(layout.Width(now), w-nameW-keyW-6-layout.Width(says)); nowW < 12 {
			now, nowW = "", 0
		}
	}
	saysW := max(w-nameW-nowW-keyW-6, 0)
	text := layout.Pad(name, nameW) + " " + layout.Pad(says, saysW) + " " + layout.Pad(now, nowW) + " " + key
	switch {
	case here:
		return st.Paint(theme.Selected, layout.Pad("›"+text, w))
	case e.Off != "":
		return st.Paint(chart.Faint, layout.Cut(" "+text, w))
	}
	return layout.Cut(" "+st.Paint(theme.Keycap, layout.Pad(name, nameW))+" "+layout.Pad(says, saysW)+" "+st.Paint(chart.Faint, layout.Pad(now, nowW))+" "+st.Paint(theme.Keycap, key), w)
}

// text draws the description of the entry under the cursor in at most h lines.
func (p *Page) text(st *theme.Style, w, h int) []clean.Text {
	e := p.entryAtCursor()
	if e == nil || h < 2 {
		return nil
	}
	lines := []clean.Text{layout.Header(st, "", e.Name, e.Key, w, false)}
	for _, paragraph := range e.Text {
		for _, line := range layout.Wrap(paragraph, w-2) {
			lines = append(lines, " "+st.Paint(chart.Faint, line))
		}
	}
	if e.Kind == index.Value {
		if weighed := p.settings.Weighed(nameAndValue(e)); weighed != "" {
			lines = append(lines, " "+weighed)
		}
	}
	if e.Off != "" {
		lines = append(lines, " "+st.Paint(chart.Warn, layout.Cut("not now: "+e.Off, w-1)))
	}
	return lines[:min(len(lines), h)]
}

// nameAndValue returns the setting and the value of a value entry.
func nameAndValue(e *index.Entry) (name, text string) {
	name, text, _ = strings.Cut(e.Completion(), " ")
	return name, text
}
