package sessions

import (
	"fmt"
	"html"
	"math"
	"strings"
	"unicode/utf8"
)

// heatmap is a grid of cells, shaded by their values.
type heatmap struct {
	title, x, y string
	// columns and rows are the names of places; what is "" has no name.
	columns, rows []string
	cells         [][]cell // by row, the topmost first, as many in each
	log, square   bool
	number        func(float64) string // writes a value
	sparse        bool                 // cells hold no numbers, and have no frame where they are empty
	// best and bad say what the marks stand for; "" where there are none.
	best, bad string
}

// cell is a place of a heatmap.
type cell struct {
	value     float64 // NaN for none
	best, bad bool
	text      string // what it says in words; "" for a place with nothing
}

// The measures of a heatmap.
const (
	mapTop        = 30.0
	mapCellWidth  = 96.0
	mapCellHeight = 36.0
	mapSide       = 430.0 // of a square one, at most; about the height of others
	mapSquare     = 56.0  // of a cell of it, at most
	mapName       = 22    // characters of a name
	mapLine       = 13.0  // what a name takes of its axis when it stands across
	mapScale      = 60    // steps of the scale
	mapTold       = 4000  // cells that say in words what they are
	mapMargin     = 6.0   // of a number in its cell
	mapMark       = 9.0   // half of what a mark takes beside a number
)

// mapLayout is where the cells of a heatmap stand.
type mapLayout struct {
	left, w, h float64 // of a cell
	turned     bool    // the names of columns stand on end
	names      float64 // height of the names of columns
	numbers    bool
}

func (m heatmap) caption() string { return m.title }

// height is that of the cells, of the names of columns and of the axis, of the
// scale and of the marks.
func (m heatmap) height() float64 {
	l := m.layout()
	return l.bottom(m) + l.names + 64 + svgLine*float64(min(len(m.best)+len(m.bad), 1))
}

func (l mapLayout) bottom(m heatmap) float64 { return mapTop + l.h*float64(len(m.cells)) }

func (m heatmap) layout() mapLayout {
	longest := func(names []string) (n int) {
		for _, name := range names {
			n = max(n, min(utf8.RuneCountInString(name), mapName))
		}
		return n
	}
	l := mapLayout{left: max(svgLeft, 14+svgDigit*float64(longest(m.rows)))}
	nx, ny := float64(len(m.cells[0])), float64(len(m.cells))
	l.w, l.h = min((svgRight-l.left)/nx, mapCellWidth), max(min(mapSide/ny, mapCellHeight), 3)
	if m.square {
		l.w = min((svgRight-l.left)/nx, mapSide/ny, mapSquare)
		l.h = l.w
	}
	widest := svgDigit * float64(longest(m.columns))
	l.turned = widest+svgDigit > l.w
	l.names = 18
	if l.turned {
		l.names = widest + 8
	}
	l.numbers = !m.sparse && l.h >= 14
	for _, row := range m.cells {
		for _, c := range row {
			need := mapMargin
			if c.best || c.bad {
				need += 2 * mapMark
			}
			l.numbers = l.numbers && (!finite(c.value) || svgDigit*float64(len(m.number(c.value)))+need <= l.w)
		}
	}
	return l
}

func (m heatmap) writeSVG(b *strings.Builder) {
	openSVG(b, m)
	l := m.layout()
	var values []float64
	told := 0
	for _, row := range m.cells {
		for _, c := range row {
			values = append(values, c.value)
			if c.text != "" {
				told++
			}
		}
	}
	s := newShades(values, m.log)
	if m.sparse {
		b.WriteString("<g shape-rendering=\"crispEdges\">\n") // no seams between small cells
	} else {
		b.WriteString("<g>\n")
	}
	for i, row := range m.cells {
		for j, c := range row {
			if c.text != "" || !m.sparse {
				m.writeCell(b, l, s, l.left+float64(j)*l.w, mapTop+float64(i)*l.h, c, told <= mapTold)
			}
		}
	}
	b.WriteString("</g>\n")
	fmt.Fprintf(b, "<path d=\"M%.1f %gH%.1fV%.1fH%.1[1]f\" stroke=\"%[5]s\" fill=\"none\"/>\n", l.left, mapTop, l.left+l.w*float64(len(m.cells[0])), l.bottom(m), svgInk)
	m.writeNames(b, l)
	m.writeScale(b, l, s)
	b.WriteString("</svg>\n")
}

// writeCell draws one cell with its number and marks. What has no value is
// white, and crossed out where it was tried.
func (m heatmap) writeCell(b *strings.Builder, l mapLayout, s shades, x, y float64, c cell, told bool) {
	fill, ink := "#ffffff", svgInk
	if finite(c.value) {
		fill, ink = rampColour(s.of(c.value)), inkOn(s.of(c.value))
	}
	b.WriteString("<g>")
	if told {
		b.WriteString(tooltip(c.text))
	}
	frame := ""
	if !m.sparse {
		frame = fmt.Sprintf(" stroke=\"%s\"", svgGrid)
	}
	fmt.Fprintf(b, "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" fill=\"%s\"%s/>", x, y, l.w, l.h, fill, frame)
	at, middle := x+l.w/2, y+l.h/2
	if l.numbers && finite(c.value) {
		text := at
		if c.best || c.bad {
			text, at = at+mapMark, at-svgDigit*float64(len(m.number(c.value)))/2
		}
		fmt.Fprintf(b, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\" fill=\"%s\">%s</text>", text, middle+4, ink, html.EscapeString(m.number(c.value)))
	}
	switch size := min(7, l.w/2, l.h/2); {
	case c.best:
		fmt.Fprintf(b, "<path d=\"%s\" fill=\"%s\" stroke=\"%s\"/>", star(at, middle, size), svgBest, "#000000")
	case c.bad:
		fmt.Fprintf(b, "<path d=\"%s\" stroke=\"%s\" stroke-width=\"2\"/>", cross(at, middle, 0.6*size), ink)
	}
	b.WriteString("</g>\n")
}

// cross is the outline of two lines that cross.
func cross(x, y, r float64) string {
	return fmt.Sprintf("M%.1f %.1fl%.1f %.1fm0 %.1fl%.1f %.1[4]f", x-r, y-r, 2*r, 2*r, -2*r, -2*r)
}

// writeNames names the axes, and of their places those that there is room for.
func (m heatmap) writeNames(b *strings.Builder, l mapLayout) {
	end := math.Inf(-1)
	for i, name := range m.rows {
		if y := mapTop + (float64(i)+0.5)*l.h; name != "" && y >= end {
			writeText(b, l.left-6, y+4, "end", fitted(name, mapName*svgDigit))
			end = y + mapLine
		}
	}
	end = math.Inf(-1)
	for j, name := range m.columns {
		x, y := l.left+(float64(j)+0.5)*l.w, l.bottom(m)
		switch {
		case name == "" || x < end:
		case l.turned:
			fmt.Fprintf(b, "<text transform=\"translate(%.1f %.1f) rotate(-90)\" text-anchor=\"end\">%s</text>\n", x+4, y+5, html.EscapeString(fitted(name, mapName*svgDigit)))
			end = x + mapLine
		default:
			writeText(b, x, y+15, "middle", name)
		}
	}
	writeText(b, l.left-6, mapTop-8, "end", m.y)
	writeText(b, l.left+l.w*float64(len(m.cells[0]))/2, l.bottom(m)+l.names+12, "middle", m.x)
}

// writeScale draws what the shades stand for, and the marks.
func (m heatmap) writeScale(b *strings.Builder, l mapLayout, s shades) {
	top := l.bottom(m) + l.names + 30
	if s.hi >= s.lo {
		low, high, steps := short(s.lo), short(s.hi), mapScale
		if s.lo == s.hi {
			low, steps = "", 1
		}
		x := l.left + svgDigit*float64(len(low)) + 8
		writeText(b, x-6, top+10, "end", low)
		for k := range steps {
			fmt.Fprintf(b, "<rect x=\"%.1f\" y=\"%.1f\" width=\"4.2\" height=\"12\" fill=\"%s\"/>\n", x+4*float64(k), top, rampColour((float64(k)+0.5)/float64(steps)))
		}
		if m.log && steps > 1 {
			high += " (logarithmic)"
		}
		writeText(b, x+4*float64(steps)+6, top+10, "start", high)
	}
	at, line := l.left+8, top+34
	if m.best != "" {
		fmt.Fprintf(b, "<path d=\"%s\" fill=\"%s\" stroke=\"#000000\"/>\n", star(at, line-4, 7), svgBest)
		writeText(b, at+12, line, "start", m.best)
		at += 40 + svgDigit*float64(utf8.RuneCountInString(m.best))
	}
	if m.bad != "" {
		fmt.Fprintf(b, "<path d=\"%s\" stroke=\"%s\" stroke-width=\"2\"/>\n", cross(at, line-4, 4), svgInk)
		writeText(b, at+12, line, "start", m.bad)
	}
}
