package svg

import (
	"fmt"
	"html"
	"math"
	"strings"

	"example.com/sfatui/sessions/drawing"
)

// Heatmap is a grid of cells, shaded by their values.
type Heatmap struct {
	Title, X, Y string
	// Columns and Rows hold the labels along the axes; "" for none.
	Columns, Rows []string
	Cells         [][]Cell // by row, the topmost first, of equal lengths
	Log, Square   bool
	Sparse        bool // cells have no numbers, and empty cells no frame
	// Best, AsGood and Bad are the legends of the marks; "" without marks.
	Best, AsGood, Bad string
}

// Cell is one place of a heatmap.
type Cell struct {
	Value     float64 // NaN for none
	Best, Bad bool
	AsGood    bool   // not distinguishable from the best
	Text      string // tooltip; "" for a configuration that was not computed
}

// hasMark reports whether a cell has a mark.
func (c Cell) hasMark() bool { return c.Best || c.Bad || c.AsGood }

// NameMarks sets the legends of the marks that cells of a sweep have.
func (m *Heatmap) NameMarks() {
	for _, row := range m.Cells {
		for _, c := range row {
			switch {
			case c.Best:
				m.Best = "best"
			case c.Bad:
				m.Bad = "failed, or violates unit variance"
			case c.AsGood:
				m.AsGood = "as good within error"
			}
		}
	}
}

// Sizes within a heatmap.
const (
	mapTop        = 30.0 // top of the cells
	mapCellWidth  = 96.0
	mapCellHeight = 36.0
	mapSide       = 430.0 // maximum side of a square heatmap
	mapSquare     = 56.0  // maximum side of its cells
	mapName       = 22    // maximum number of characters of a label
	mapLine       = 13.0  // minimum distance of labels along an axis
	mapScale      = 60    // steps of the colour bar
	mapMargin     = 6.0   // around a number in its cell
	mapMark       = 9.0   // half the width of a mark beside a number
	// mostTooltips is the number of cells above which none has a tooltip.
	mostTooltips = 4000
)

// mapLayout holds the positions and sizes of a heatmap's cells.
type mapLayout struct {
	left, w, h float64 // left edge; width and height of a cell
	vertical   bool    // column labels are rotated
	names      float64 // height of the column labels
	numbers    bool
}

func (m Heatmap) Caption() string { return m.Title }

// Height returns the height of the cells, the column labels, the axis, the
// scale and the marks.
func (m Heatmap) Height() float64 {
	l := m.layout()
	return l.bottom(m) + l.names + 64 + lineHeight*float64(min(len(m.Best)+len(m.AsGood)+len(m.Bad), 1))
}

func (l mapLayout) bottom(m Heatmap) float64 { return mapTop + l.h*float64(len(m.Cells)) }

func (m Heatmap) layout() mapLayout {
	longest := func(names []string) (n int) {
		for _, name := range names {
			n = max(n, min(columnsOf(name), mapName))
		}
		return n
	}
	l := mapLayout{left: max(plotLeft, 14+digitWidth*float64(longest(m.Rows)))}
	nx, ny := float64(len(m.Cells[0])), float64(len(m.Cells))
	l.w, l.h = min((plotRight-l.left)/nx, mapCellWidth), max(min(mapSide/ny, mapCellHeight), 3)
	if m.Square {
		l.w = min((plotRight-l.left)/nx, mapSide/ny, mapSquare)
		l.h = l.w
	}
	widest := digitWidth * float64(longest(m.Columns))
	l.vertical = widest+digitWidth > l.w
	l.names = 18
	if l.vertical {
		l.names = widest + 8
	}
	l.numbers = !m.Sparse && l.h >= 14
	for _, row := range m.Cells {
		for _, c := range row {
			need := mapMargin
			if c.hasMark() {
				need += 2 * mapMark
			}
			l.numbers = l.numbers && (!drawing.Finite(c.Value) || digitWidth*float64(len(Number(c.Value)))+need <= l.w)
		}
	}
	return l
}

func (m Heatmap) draw(b *strings.Builder) {
	openElement(b, m)
	l := m.layout()
	var values []float64
	tooltips := 0
	for _, row := range m.Cells {
		for _, c := range row {
			values = append(values, c.Value)
			if c.Text != "" {
				tooltips++
			}
		}
	}
	s := newShades(values, m.Log)
	if m.Sparse {
		b.WriteString("<g shape-rendering=\"crispEdges\">\n") // avoids seams between small cells
	} else {
		b.WriteString("<g>\n")
	}
	for i, row := range m.Cells {
		for j, c := range row {
			if c.Text != "" || !m.Sparse {
				m.writeCell(b, l, s, l.left+float64(j)*l.w, mapTop+float64(i)*l.h, c, tooltips <= mostTooltips)
			}
		}
	}
	b.WriteString("</g>\n")
	fmt.Fprintf(b, "<path d=\"M%.1f %gH%.1fV%.1fH%.1[1]f\" stroke=\"%[5]s\" fill=\"none\"/>\n", l.left, mapTop, l.left+l.w*float64(len(m.Cells[0])), l.bottom(m), inkColour)
	m.writeNames(b, l)
	m.writeScale(b, l, s)
	b.WriteString("</svg>\n")
}

// writeCell draws one cell with its number and marks. A cell without a value is
// white.
func (m Heatmap) writeCell(b *strings.Builder, l mapLayout, s shades, x, y float64, c Cell, tooltips bool) {
	fill, ink := "#ffffff", inkColour
	if drawing.Finite(c.Value) {
		fill, ink = drawing.RampColour(s.brightness(c.Value)).Hex(), drawing.InkOn(s.brightness(c.Value)).Hex()
	}
	b.WriteString("<g>")
	if tooltips {
		b.WriteString(tooltip(c.Text))
	}
	frame := ""
	if !m.Sparse {
		frame = fmt.Sprintf(" stroke=\"%s\"", gridColour)
	}
	fmt.Fprintf(b, "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" fill=\"%s\"%s/>", x, y, l.w, l.h, fill, frame)
	at, middle := x+l.w/2, y+l.h/2
	if l.numbers && drawing.Finite(c.Value) {
		text := at
		if c.hasMark() {
			text, at = at+mapMark, at-digitWidth*float64(len(Number(c.Value)))/2
		}
		fmt.Fprintf(b, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\" fill=\"%s\">%s</text>", text, middle+4, ink, html.EscapeString(Number(c.Value)))
	}
	switch size := min(7, l.w/2, l.h/2); {
	case c.Best:
		fmt.Fprintf(b, "<path d=\"%s\" fill=\"%s\" stroke=\"%s\"/>", star(at, middle, size), bestColour, "#000000")
	case c.Bad:
		fmt.Fprintf(b, "<path d=\"%s\" stroke=\"%s\" stroke-width=\"2\"/>", cross(at, middle, 0.6*size), ink)
	case c.AsGood:
		writeAsGood(b, at, middle, ink)
	}
	b.WriteString("</g>\n")
}

// writeNames writes the names of the axes, and the labels along them that fit.
func (m Heatmap) writeNames(b *strings.Builder, l mapLayout) {
	end := math.Inf(-1)
	for i, name := range m.Rows {
		if y := mapTop + (float64(i)+0.5)*l.h; name != "" && y >= end {
			writeText(b, l.left-6, y+4, "end", fitted(name, mapName*digitWidth))
			end = y + mapLine
		}
	}
	end = math.Inf(-1)
	for j, name := range m.Columns {
		x, y := l.left+(float64(j)+0.5)*l.w, l.bottom(m)
		switch {
		case name == "" || x < end:
		case l.vertical:
			fmt.Fprintf(b, "<text transform=\"translate(%.1f %.1f) rotate(-90)\" text-anchor=\"end\">%s</text>\n", x+4, y+5, html.EscapeString(fitted(name, mapName*digitWidth)))
			end = x + mapLine
		default:
			writeText(b, x, y+15, "middle", name)
		}
	}
	writeText(b, l.left-6, mapTop-8, "end", m.Y)
	writeText(b, l.left+l.w*float64(len(m.Cells[0]))/2, l.bottom(m)+l.names+12, "middle", m.X)
}

// writeScale draws the colour scale and the legend of the marks.
func (m Heatmap) writeScale(b *strings.Builder, l mapLayout, s shades) {
	top := l.bottom(m) + l.names + 30
	left := l.left
	if s.zero != "" {
		at := left + digitWidth*float64(columnsOf(s.zero)) + 8
		writeText(b, at-6, top+10, "end", s.zero)
		fmt.Fprintf(b, "<rect x=\"%.1f\" y=\"%.1f\" width=\"12\" height=\"12\" fill=\"%s\"/>\n", at, top, drawing.RampColour(0).Hex())
		left = at + 24
	}
	if s.hi >= s.lo {
		low, high, steps := Number(s.lo), Number(s.hi), mapScale
		if s.lo == s.hi {
			low, steps = "", 1
		}
		x := left + digitWidth*float64(len(low)) + 8
		writeText(b, x-6, top+10, "end", low)
		for k := range steps {
			fmt.Fprintf(b, "<rect x=\"%.1f\" y=\"%.1f\" width=\"4.2\" height=\"12\" fill=\"%s\"/>\n", x+4*float64(k), top, drawing.RampColour((float64(k)+0.5)/float64(steps)).Hex())
		}
		if m.Log && steps > 1 {
			high += " (logarithmic)"
		}
		writeText(b, x+4*float64(steps)+6, top+10, "start", high)
	}
	at, line := l.left+8, top+34
	if m.Best != "" {
		fmt.Fprintf(b, "<path d=\"%s\" fill=\"%s\" stroke=\"#000000\"/>\n", star(at, line-4, 7), bestColour)
		writeText(b, at+12, line, "start", m.Best)
		at += 40 + digitWidth*float64(columnsOf(m.Best))
	}
	if m.AsGood != "" {
		writeAsGood(b, at, line-4, inkColour)
		writeText(b, at+12, line, "start", m.AsGood)
		at += 40 + digitWidth*float64(columnsOf(m.AsGood))
	}
	if m.Bad != "" {
		fmt.Fprintf(b, "<path d=\"%s\" stroke=\"%s\" stroke-width=\"2\"/>\n", cross(at, line-4, 4), inkColour)
		writeText(b, at+12, line, "start", m.Bad)
	}
}
