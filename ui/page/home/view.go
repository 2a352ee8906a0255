package home

import (
	"slices"
	"strconv"
	"time"

	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/sessions/list"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/roster"
	"example.com/sfatui/ui/sweepview"
	"example.com/sfatui/ui/theme"
)

// The heights of the panes below the sessions, including their headings. The data pane is
// higher on a large screen.
const (
	dataRows   = 5
	detailRows = 6
)

// View draws the list of sessions, the data and the details.
func (p *Page) View(sc *page.Scene, size layout.Size) []clean.Text {
	w, h := size.W, size.H
	if p.isWide(size) {
		return drawing{p}.wide(sc, size)
	}
	above, data := p.heights(size)
	if data == 0 {
		return drawing{p}.sessions(sc, w, h)
	}
	lines := layout.Fit(drawing{p}.sessions(sc, w, above), w, above)
	lines = append(lines, layout.Fit(drawing{p}.data(sc, w, data), w, data)...)
	return append(lines, drawing{p}.detail(sc, w, detailRows)...)
}

// heights returns the heights of the lists of sessions and of data; that of the data is 0 if
// there is room for the sessions only.
func (p *Page) heights(size layout.Size) (above, data int) {
	detail, h := detailRows, size.H
	if p.isWide(size) {
		detail = 0
	} else if h < dataRows+detailRows+6 {
		return h, 0
	}
	data = min(max(dataRows+max(h-21, 0)/3, h-detail-len(p.visibleSessions())-3), len(p.visibleData())+2)
	return h - data - detail, data
}

// isWide reports whether the selected session has the right half of the screen.
func (p *Page) isWide(size layout.Size) bool { return size.W >= wide && size.H >= wideHeight }

// titles are the headings of the list by purpose.
var titles = map[Purpose]clean.Text{Open: "sessions", Resume: "sessions to finish", Follow: "running sessions", Replay: "sessions to play back"}

// drawing draws the lists and the details of the page.
type drawing struct{ page *Page }

// sessions draws the list of sessions.
func (dr drawing) sessions(sc *page.Scene, w, h int) []clean.Text {
	list := dr.page.visibleSessions()
	detail := clean.Count(len(list)) + " · " + dr.page.orderName()
	if dr.page.filter != "" {
		detail = clean.Sprintf("%d of %d · %s", len(list), len(dr.page.all), clean.Of(dr.page.filter))
	}
	lines := []clean.Text{layout.Header(sc.Style, "", titles[dr.page.purpose], detail, w, dr.page.pane == paneSessions)}
	if empty := dr.emptyReason(list); empty != "" {
		return append(lines, "", sc.Style.Paint(chart.Faint, " "+empty))
	}
	columns := roster.Columns(w)
	lines = append(lines, sc.Style.Paint(chart.Faint, " "+clean.Join(roster.Line(columns, "", roster.Heads), " ")))
	dr.page.rows = max(h-2, 1)
	rows, more := dr.window(paneSessions, headed(len(list), func(i int) clean.Text {
		if !dr.page.grouped {
			return ""
		}
		return list[i].group()
	}), dr.page.rows, len(list))
	if more > 0 {
		dr.page.rows = max(dr.page.rows-1, 1)
	}
	if i := slices.IndexFunc(rows, func(l line) bool { return l.at >= 0 }); i >= 0 {
		dr.page.from = rows[i].at
	}
	for _, r := range rows {
		if r.at < 0 {
			lines = append(lines, sc.Style.Paint(chart.Accent, layout.Cut("  "+r.head, w)))
			continue
		}
		lines = append(lines, dr.line(sc, columns, list[r.at], r.at == dr.page.cursor[paneSessions] && dr.page.pane == paneSessions))
	}
	if more > 0 {
		lines = append(lines, sc.Style.Paint(chart.Faint, clean.Sprintf("     … %s more", clean.Count(more))))
	}
	return lines
}

// emptyReason returns why the list is empty, "" if it is not.
func (dr drawing) emptyReason(list []*entry) clean.Text {
	switch {
	case dr.page.err != nil:
		return "the sessions cannot be listed: " + clean.Of(dr.page.err.Error())
	case !dr.page.listed:
		return "… looking for sessions"
	case len(dr.page.all) == 0 && proposer(dr).quickStart().text == "":
		return "no session yet"
	case len(dr.page.all) == 0:
		return "no session yet: W starts the quick start"
	case len(list) == 0 && dr.page.filter != "":
		return "no session matches these words: esc shows all"
	case len(list) == 0:
		return "no session allows this action"
	}
	return ""
}

// line draws the line of a session.
func (dr drawing) line(sc *page.Scene, columns [6]int, e *entry, here bool) clean.Text {
	mark := clean.Text(" ")
	if dr.page.ticks[e.Dir] {
		mark = "+"
	}
	cells := roster.Line(columns, clean.Sprintf("%d", e.number), e.row)
	if here {
		if mark == " " {
			mark = "›"
		}
		return sc.Style.Paint(theme.Selected, mark+clean.Join(cells, " "))
	}
	cells[4] = sc.Style.Paint(e.row.Role, cells[4])
	return mark + clean.Join(cells, " ")
}

// data draws the list of data.
func (dr drawing) data(sc *page.Scene, w, h int) []clean.Text {
	list := dr.page.visibleData()
	lines := []clean.Text{layout.Header(sc.Style, "", "data", "", w, dr.page.pane == paneData)}
	shown, more := dr.window(paneData, headed(len(list), func(i int) clean.Text {
		if list[i].Experiment != "" {
			return experiments
		}
		return ""
	}), max(h-1, 1), len(list))
	nameW := 12
	for _, d := range list {
		nameW = min(max(nameW, layout.Width(d.Name)), w/3)
	}
	for _, l := range shown {
		if l.at < 0 {
			lines = append(lines, sc.Style.Paint(chart.Accent, layout.Cut("   "+l.head, w)))
			continue
		}
		d := list[l.at]
		text := clean.Text("   ") + layout.Pad(d.Name, nameW) + " "
		facts := max(w-layout.Width(text)-layout.Width(d.Note)-2, 0)
		text += layout.Pad(layout.CutWords(d.Facts, facts), facts) + " " + d.Note
		if l.at == dr.page.cursor[paneData] && dr.page.pane == paneData {
			lines = append(lines, sc.Style.Paint(theme.Selected, layout.CutWords("›"+text, w)))
			continue
		}
		lines = append(lines, layout.CutWords(" "+text, w))
	}
	if more > 0 {
		lines = append(lines, sc.Style.Paint(chart.Faint, clean.Sprintf("    … %s more · :open takes a path", clean.Count(more))))
	}
	return lines
}

// detail draws the details of the item under the cursor, or the reason for the proposal.
func (dr drawing) detail(sc *page.Scene, w, h int) []clean.Text {
	if dr.page.showWhy {
		return dr.text(sc, "why", proposer(dr).next().text+". "+proposer(dr).next().why, w, h)
	}
	if d := dr.page.datum(); d != nil {
		note := clean.Text("enter opens it: contents, roles of columns, then the sweep")
		if d.Experiment != "" {
			note = "enter opens it with the sweep of the paper"
		}
		return dr.text(sc, d.Name, d.Facts+" · "+note, w, h)
	}
	e := dr.page.session()
	if e == nil {
		return dr.text(sc, "", "", w, h)
	}
	title := clean.Sprintf("%d %s, %s", e.number, e.row.Data, roster.FormatStartTime(e.Created, dr.page.now()))
	head := layout.Header(sc.Style, "", title, "", w, false)
	lines := dr.sessionLines(e, w)
	return layout.Fit(append([]clean.Text{head}, lines...), w, h)
}

// sessionLines returns the details of a session.
func (dr drawing) sessionLines(e *entry, w int) []clean.Text {
	var lines []clean.Text
	switch {
	case e.Err != nil:
		lines = layout.Wrap(clean.Of(e.Err.Error()), w-2)
	case e.stamp == "":
		lines = []clean.Text{sizeText(&e.Item), "… reading its points"}
	default:
		lines = append([]clean.Text{sweepText(&e.Item), sizeText(&e.Item)}, sparkTexts(&e.Item)...)
		if e.Submitted != nil {
			lines = append(lines, queueText(e.Submitted, dr.page.now()))
		}
		if e.Why != "" {
			lines = append(lines, clean.Sprintf("%d failed, most by: %s", e.Failed, clean.Of(e.Why)))
		}
		note := clean.Text("")
		if len(e.Tags) > 0 {
			note = "tags " + clean.Join(clean.All(e.Tags), " ") + "  "
		}
		if e.Note != "" {
			note += "note  \"" + clean.Of(e.Note) + "\""
		}
		lines = append(lines, layout.AlignEnds(note, dr.page.src.Where(&e.Item), w-2))
	}
	for i := range lines {
		lines[i] = layout.Cut(" "+lines[i], w)
	}
	return lines
}

// text draws a wrapped text under a heading.
func (dr drawing) text(sc *page.Scene, title, text clean.Text, w, h int) []clean.Text {
	lines := []clean.Text{layout.Header(sc.Style, "", title, "", w, false)}
	for _, line := range layout.Wrap(text, w-2) {
		lines = append(lines, " "+line)
	}
	return layout.Fit(lines, w, h)
}

// queueText returns the state of a session in Slurm in a sentence.
func queueText(s *list.Submitted, now time.Time) clean.Text {
	text := clean.Text("◷ queued in Slurm")
	if !s.Queried {
		text = "◷ submitted to Slurm; its queue is not visible here"
	}
	if s.Job != "" {
		text += ", job " + clean.Of(s.Job)
	}
	text += ", since " + roster.Since(s.Since, now)
	if s.Queried {
		text += clean.Sprintf(": %d run %d queued", s.Running, s.Waiting)
	}
	return text
}

// mostValues is the largest number of values of an axis that are listed.
const mostValues = 3

// sweepText returns the sweep of a session in a line: its space, its method, and the varying
// axes.
func sweepText(it *list.Item) clean.Text {
	var parts []clean.Text
	if best := it.Best(); best != nil {
		parts = append(parts, clean.Of(space.Name.Of(best.Config))+" "+clean.Of(method.Name.Of(best.Config)))
	}
	for _, v := range it.Varied {
		text := sweepview.ParameterOf(v.Axis).Symbol + " "
		if n := len(v.Values); n > mostValues {
			text += formatValue(v.Values[0]) + "–" + formatValue(v.Values[n-1]) + clean.Sprintf(" ×%d", n)
		} else {
			for i, given := range v.Values {
				if i > 0 {
					text += " "
				}
				text += formatValue(given)
			}
		}
		parts = append(parts, text)
	}
	return clean.Join(parts, "  ")
}

// formatValue writes a value of an axis; numbers have four digits.
func formatValue(text string) clean.Text {
	if x, err := strconv.ParseFloat(text, 64); err == nil {
		return clean.Exponents(strconv.FormatFloat(x, 'g', 4, 64))
	}
	return clean.Of(text)
}

// bestText returns the values of a best configuration on the varying axes.
func bestText(it *list.Item, star *list.Star) clean.Text {
	text := clean.Text("best")
	for _, v := range it.Varied {
		a := sweepview.ParameterOf(v.Axis)
		if a.Number != nil {
			text += " " + a.Symbol
		}
		text += " " + formatValue(star.Config.Text(v.Axis))
	}
	return text
}

// sizeText returns the numbers of points, folds and fits of a session, and the size of its
// data.
func sizeText(it *list.Item) clean.Text {
	d := it.Header.Data
	data := clean.Sprintf("%s × %s", clean.Counted(d.N, "sample"), clean.Counted(d.D, "input"))
	if d.Segments > 0 {
		data += " · " + clean.Counted(d.Segments, "segment")
	}
	if it.ConfigsPlanned == 0 {
		return data
	}
	fits := clean.Counted(it.Planned, "fit")
	if folds := it.Planned / it.ConfigsPlanned; folds > 1 && folds*it.ConfigsPlanned == it.Planned {
		return clean.Sprintf("%s × %d folds = %s · ", clean.Counted(it.ConfigsPlanned, "point"), folds, fits) + data
	}
	return clean.Counted(it.ConfigsPlanned, "point") + " in " + fits + " · " + data
}

// sparkTexts draws the best scores over the values of the first numeric axes, a line for each
// star.
func sparkTexts(it *list.Item) []clean.Text {
	if it.Best() == nil || it.ConfigsPlanned == 1 {
		text := objectiveText(it)
		if it.ConfigsPlanned == 1 {
			text += "  no axis varies"
		}
		return []clean.Text{text}
	}
	var lines []clean.Text
	for i := range it.Stars {
		star := &it.Stars[i]
		parts := []clean.Text{objectiveText(it)}
		for at, v := range it.Varied {
			if a := sweepview.ParameterOf(v.Axis); a.Number != nil && len(parts) < 4 {
				parts = append(parts, "over "+a.Symbol+" "+chart.Spark(part.Numbers(star.Along[at]), len(star.Along[at])))
			}
		}
		if len(it.Varied) > 0 {
			parts = append(parts, bestText(it, star))
		}
		lines = append(lines, clean.Join(parts, "  "))
	}
	return lines
}

// objectiveText returns the measure that points are chosen by, with its better direction.
func objectiveText(it *list.Item) clean.Text {
	_, text := sweepview.ChosenBy(it.Objective)
	return text
}
