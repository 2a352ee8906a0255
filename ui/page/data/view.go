package data

import (
	"slices"

	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
)

// View draws the panes that fit: all on a large screen, four on a medium one or for files and
// segments, else the focused one.
func (p *Page) View(sc *page.Scene, size layout.Size) []clean.Text {
	w, h := size.W, size.H
	sc = p.withPreview(sc)
	switch {
	case p.listShown && (w < wide || h < high):
		list := max(h-4, h*3/4)
		return layout.Fit(append(layout.Fit(p.list(sc, w, list), w, list), p.drawFlags(sc, w, h-list)...), w, h)
	case p.singlePane:
		return p.paneAt(sc, p.pane, w, h)
	case w >= wide && h >= high:
		return p.drawAll(sc, w, h)
	case w >= middling || p.rowKind() != "columns" && h >= 16:
		return p.drawFour(sc, w, h)
	}
	return p.drawOne(sc, w, h)
}

// paneAt draws a pane by its number.
func (p *Page) paneAt(sc *page.Scene, pane, w, h int) []clean.Text {
	switch pane {
	case preparationPane:
		return p.preparation(sc, w, h)
	case picturePane:
		return p.picture(sc, w, h)
	case segmentsPane:
		return p.segments(sc, w, h)
	case scatterPane:
		return p.scatter(sc, w, h)
	case spectrumPane:
		return p.spectrum(sc, w, h)
	case checkPane:
		return p.check(sc, w, h)
	}
	return p.columns(sc, w, h)
}

// drawOne draws the columns above the details or the check, or another focused pane alone.
func (p *Page) drawOne(sc *page.Scene, w, h int) []clean.Text {
	if p.pane != columnsPane {
		return p.paneAt(sc, p.pane, w, h)
	}
	below := h / 3
	above := min(h-below, len(p.rows(sc))+2)
	if p.showsDetails(w) {
		return append(layout.Fit(p.columns(sc, w, above), w, above), p.details(sc, w, h-above)...)
	}
	return append(layout.Fit(p.columns(sc, w, above), w, above), p.check(sc, w, h-above)...)
}

// drawFour draws the four panes in two rows.
func (p *Page) drawFour(sc *page.Scene, w, h int) []clean.Text {
	left, above := w*5/8, h*4/7
	if w >= middling {
		left = w * 3 / 5
	}
	if p.showsDetails(w) && h >= 24 {
		above = max(min(above, max(len(p.rows(sc)), len(fields)+2)+3), h/3)
	}
	areas := []layout.Area{{X: 0, Y: 0, W: left, H: above}, {X: left + 1, Y: 0, W: w - left - 1, H: above},
		{X: 0, Y: above, W: left, H: h - above}, {X: left + 1, Y: above, W: w - left - 1, H: h - above}}
	return p.compose(sc, areas, w, h)
}

// drawAll draws the four panes, the proposals and the flags.
func (p *Page) drawAll(sc *page.Scene, w, h int) []clean.Text {
	left := w * 3 / 5
	half := left / 2
	top := min(len(p.rows(sc))+3, h*2/5)
	middle := min(len(fields)+4, h/3)
	rest := h - top - middle
	flags := min(6, max(rest/4, 3))
	areas := []layout.Area{{X: 0, Y: 0, W: left, H: top}, {X: 0, Y: top, W: half, H: middle},
		{X: left + 1, Y: 0, W: w - left - 1, H: h}, {X: half + 1, Y: top, W: left - half - 1, H: middle}}
	out := p.compose(sc, areas, w, h)
	lower := append(layout.Fit(p.list(sc, left, rest-flags), left, rest-flags), p.drawFlags(sc, left, flags)...)
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
	case !wide && !p.detail || wide && p.detail:
		return p.paneAt(sc, p.pictureSlot, w, h)
	case h < least && (p.pane == picturePane || p.pane >= panes):
		return p.paneAt(sc, p.pane, w, h)
	case h < least:
		return p.details(sc, w, h)
	}
	above := h / 2
	return append(layout.Fit(p.paneAt(sc, p.pictureSlot, w, above), w, above), p.details(sc, w, h-above)...)
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
		lines[i] = layout.Fit(p.paneAt(sc, a.Pane, a.W, a.H), a.W, a.H)
	}
	return layout.Compose(areas, lines, w, h)
}
