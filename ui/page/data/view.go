package data

import (
	"math"
	"slices"

	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/theme"
)

// View draws the panes that fit: all on a large screen, four on a medium one or for files and
// segments, else the focused one.
func (p *Page) View(sc *page.Scene, size layout.Size) []clean.Text {
	w, h := size.W, size.H
	sc = p.found.withPreview(sc)
	switch {
	case p.focus.listed && (w < wide || h < high):
		list := max(h-4, h*3/4)
		return layout.Fit(append(fitted(sc, p.questions, w, list), fitted(sc, p.exporter, w, h-list)...), w, h)
	case p.focus.alone:
		return fitted(sc, p.panes[p.focus.pane], w, h)
	case w >= wide && h >= high:
		return p.drawAll(sc, w, h)
	case w >= middling || p.columns.kind() != "columns" && h >= 16:
		return p.drawFour(sc, w, h)
	}
	return p.drawOne(sc, w, h)
}

// fitted draws a part of the page in w × h cells.
func fitted(sc *page.Scene, part viewer, w, h int) []clean.Text {
	return layout.Fit(part.View(sc, layout.Size{W: w, H: h}), w, h)
}

// drawOne draws the columns above the details or the check, or another focused pane alone.
func (p *Page) drawOne(sc *page.Scene, w, h int) []clean.Text {
	if p.focus.pane != columnsPane {
		return fitted(sc, p.panes[p.focus.pane], w, h)
	}
	below := h / 3
	above := min(h-below, len(p.columns.rows(sc))+2)
	if p.details.shown(w) {
		return append(fitted(sc, p.columns, w, above), fitted(sc, p.details, w, h-above)...)
	}
	return append(fitted(sc, p.columns, w, above), fitted(sc, p.check, w, h-above)...)
}

// drawFour draws the four panes in two rows.
func (p *Page) drawFour(sc *page.Scene, w, h int) []clean.Text {
	left, above := w*5/8, h*4/7
	if w >= middling {
		left = w * 3 / 5
	}
	if p.details.shown(w) && h >= 24 {
		above = max(min(above, max(len(p.columns.rows(sc)), len(fields)+2)+3), h/3)
	}
	areas := []layout.Area{{X: 0, Y: 0, W: left, H: above}, {X: left + 1, Y: 0, W: w - left - 1, H: above},
		{X: 0, Y: above, W: left, H: h - above}, {X: left + 1, Y: above, W: w - left - 1, H: h - above}}
	return p.compose(sc, areas, w, h)
}

// drawAll draws the four panes, the proposals and the flags.
func (p *Page) drawAll(sc *page.Scene, w, h int) []clean.Text {
	left := w * 3 / 5
	half := left / 2
	top := min(len(p.columns.rows(sc))+3, h*2/5)
	middle := min(len(fields)+4, h/3)
	rest := h - top - middle
	flags := min(6, max(rest/4, 3))
	// The check takes what the proposals leave.
	grown := min(p.check.height(sc, left-half-1)-middle, rest-flags-len(p.questions.View(sc, layout.Size{W: left, H: math.MaxInt})))
	if grown > 0 {
		middle += grown
		rest -= grown
	}
	areas := []layout.Area{{X: 0, Y: 0, W: left, H: top}, {X: 0, Y: top, W: half, H: middle},
		{X: left + 1, Y: 0, W: w - left - 1, H: h}, {X: half + 1, Y: top, W: left - half - 1, H: middle}}
	out := p.compose(sc, areas, w, h)
	lower := append(fitted(sc, p.questions, left, rest-flags), fitted(sc, p.exporter, left, flags)...)
	text := make([][]clean.Text, 2)
	text[0] = layout.Fit(lower, left, rest)
	text[1] = p.pictureAndDetails(sc, w-left-1, h, true)
	if len(text[1]) > h-rest {
		text[1] = text[1][h-rest:]
	} else {
		text[1] = nil
	}
	right := layout.Compose([]layout.Area{{X: 0, W: left, H: rest}, {X: left + 1, W: w - left - 1, H: rest}}, text, w, rest)
	return append(out[:h-rest], right...)
}

// pictureAndDetails draws the pane in the picture's place above the details. If both do not
// fit, it draws the picture's pane if that is focused, else the details.
func (p *Page) pictureAndDetails(sc *page.Scene, w, h int, wide bool) []clean.Text {
	const least = 14 // least height of both, in lines
	switch {
	case !wide && !p.details.inverted || wide && p.details.inverted:
		return fitted(sc, p.panes[p.focus.slot], w, h)
	case h < least && (p.focus.pane == picturePane || p.focus.pane >= tabbed):
		return fitted(sc, p.panes[p.focus.pane], w, h)
	case h < least:
		return fitted(sc, p.details, w, h)
	}
	above := h / 2
	return append(fitted(sc, p.panes[p.focus.slot], w, above), fitted(sc, p.details, w, h-above)...)
}

// compose draws the four panes into their areas.
func (p *Page) compose(sc *page.Scene, areas []layout.Area, w, h int) []clean.Text {
	for i := range areas {
		areas[i].Pane = i
	}
	slices.SortStableFunc(areas, func(a, b layout.Area) int { return a.X - b.X }) // Compose requires areas ordered by column
	lines := make([][]clean.Text, len(areas))
	for i, a := range areas {
		if a.Pane == picturePane {
			lines[i] = layout.Fit(p.pictureAndDetails(sc, a.W, a.H, w >= middling), a.W, a.H)
			continue
		}
		lines[i] = fitted(sc, p.panes[a.Pane], a.W, a.H)
	}
	return layout.Compose(areas, lines, w, h)
}

// Second returns the line with the next step: the most urgent proposal, or opening the sweep.
// It returns "" while data is read and once a sweep exists, where progress is shown instead.
func (p *Page) Second(sc *page.Scene, w int) clean.Text {
	if sc.Session != nil || p.found.ctl.Data.Loading != nil || p.changes.offChange(sc) != "" || p.found.survey == nil && sc.Problem == nil && !p.found.surveying {
		return ""
	}
	if p.found.surveying {
		return layout.AlignEnds(" "+sc.Style.Paint(chart.Faint, "next")+"  analysing the columns: proposals appear when this is done", "", w)
	}
	text, key := clean.Text("no open questions"), clean.Text("s to the sweep")
	switch n := len(p.proposals.list); {
	case p.found.ctl.Data.Halted():
		text, key = "reading the data was stopped", "s reads it"
	case n == 0 && p.found.inspecting(sc):
		text, key = "inspecting the samples: proposals may appear when this is done", "s to the sweep"
	case n == 0 && sc.Problem != nil && sc.Set != nil:
		text, key = "the sweep is not valid: "+clean.Of(paneKeys[checkPane])+" shows why", "s to the sweep"
	case n == 0 && sc.Problem != nil:
		text, key = "the data cannot be used as it is: "+clean.Of(paneKeys[checkPane])+" shows why", "e preparation"
	case n == 1:
		q := p.proposals.list[0]
		text, key = clean.Of(q.What)+": "+clean.Of(q.Gives), "W apply"
	case n > 1:
		q := p.proposals.list[0]
		text, key = clean.Sprintf("%d open questions; 1: ", n)+clean.Of(q.What)+", "+clean.Of(q.Gives), "W apply  A all  w why"
		if w < middling {
			text, key = clean.Sprintf("1 of %d: ", n)+clean.Of(q.What)+", "+clean.Of(q.Gives), "W apply  w all"
		}
	}
	return layout.AlignEnds(" "+sc.Style.Paint(chart.Faint, "next")+"  "+text, sc.Style.Paint(theme.Keycap, key), w)
}
