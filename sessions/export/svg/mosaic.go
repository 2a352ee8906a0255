package svg

import (
	"fmt"
	"math"
	"strings"

	"example.com/sfatui/sessions/drawing"
)

// Mosaic draws small pictures in rows, with one scale, each above a caption.
type Mosaic struct {
	Title  string
	Tiles  []Tile
	Curves bool   // draw the first row of each picture as a curve
	Text   string // below
}

// Tile is a picture of a [Mosaic].
type Tile struct {
	Values  [][]float64 // by row, the topmost first, and column
	Caption string
	Text    string // tooltip
	Weak    bool   // the caption is grey
}

// Sizes within a mosaic.
const (
	tileSide    = 56.0 // the longer side of an image
	tileGap     = 14.0
	curveWidth  = 126.0
	curveHeight = 40.0
	tileShades  = 32 // number of distinct shades
)

func (m Mosaic) Caption() string { return m.Title }

// Height returns the height of all rows of tiles and the text below.
func (m Mosaic) Height() float64 {
	_, h := m.size()
	return plotTop + float64((len(m.Tiles)+m.tilesPerRow()-1)/m.tilesPerRow())*(h+lineHeight+6) + 2*lineHeight
}

// size returns the size of a tile without its caption.
func (m Mosaic) size() (w, h float64) {
	if m.Curves {
		return curveWidth, curveHeight
	}
	rows, columns := 1, 1
	for _, t := range m.Tiles {
		for _, row := range t.Values {
			columns = max(columns, len(row))
		}
		rows = max(rows, len(t.Values))
	}
	each := tileSide / float64(max(rows, columns))
	return max(each*float64(columns), tileSide/8), max(each*float64(rows), tileSide/8)
}

// tilesPerRow returns the number of tiles in a row.
func (m Mosaic) tilesPerRow() int {
	w, _ := m.size()
	return int((plotRight - plotLeft + tileGap) / (max(w, tileSide) + tileGap))
}

func (m Mosaic) draw(b *strings.Builder) {
	openElement(b, m)
	w, h := m.size()
	largest, negative := 0.0, false
	for _, t := range m.Tiles {
		for _, row := range t.Values {
			for _, v := range finite(row) {
				largest, negative = max(largest, math.Abs(v)), negative || v < 0
			}
		}
	}
	scale := newShades([]float64{0, largest}, false)
	if negative {
		scale = newShades([]float64{-largest, largest}, false)
	}
	for i, t := range m.Tiles {
		x := plotLeft + float64(i%m.tilesPerRow())*(max(w, tileSide)+tileGap)
		y := plotTop + float64(i/m.tilesPerRow())*(h+lineHeight+6)
		fmt.Fprintf(b, "<g transform=\"translate(%.1f %.1f)\">%s<rect width=\"%.1f\" height=\"%.1f\" fill=\"none\" stroke=\"%s\" pointer-events=\"all\"/>\n", x, y, tooltip(t.Text), w, h, gridColour)
		if m.Curves {
			t.drawCurve(b, scale, w, h)
		} else {
			t.drawImage(b, scale, w, h)
		}
		fill := ""
		if t.Weak {
			fill = " fill=\"#888888\""
		}
		fmt.Fprintf(b, "<g font-size=\"10\"%s>\n", fill)
		writeText(b, 0, h+12, "start", fitted(t.Caption, max(w, tileSide)+tileGap))
		b.WriteString("</g>\n</g>\n")
	}
	writeText(b, plotLeft, m.Height()-lineHeight/2, "start", fitted(m.Text, plotRight-plotLeft))
	b.WriteString("</svg>\n")
}

// drawImage draws the pixels, grouped by shade.
func (t Tile) drawImage(b *strings.Builder, scale shades, w, h float64) {
	var by [tileShades]strings.Builder
	for r, row := range t.Values {
		for c, v := range row {
			if !drawing.Finite(v) {
				continue
			}
			pw, ph := w/float64(len(row)), h/float64(len(t.Values))
			fmt.Fprintf(&by[drawing.RampStep(min(max(scale.brightness(v), 0), 1), tileShades)], "M%.2f %.2fh%.2fv%.2fh-%[3]gz", float64(c)*pw, float64(r)*ph, pw, ph)
		}
	}
	b.WriteString("<g shape-rendering=\"crispEdges\">\n")
	for i := range by {
		if by[i].Len() > 0 {
			fmt.Fprintf(b, "<path d=\"%s\" fill=\"%s\"/>\n", by[i].String(), drawing.RampColour(float64(i)/(tileShades-1)).Hex())
		}
	}
	b.WriteString("</g>\n")
}

// drawCurve draws the first row of the picture.
func (t Tile) drawCurve(b *strings.Builder, scale shades, w, h float64) {
	if len(t.Values) == 0 {
		return
	}
	var points []string
	last := float64(max(len(t.Values[0])-1, 1))
	for i, v := range t.Values[0] {
		if drawing.Finite(v) {
			points = append(points, fmt.Sprintf("%.1f,%.1f", w*float64(i)/last, h*(1-scale.brightness(v))))
		}
	}
	fmt.Fprintf(b, "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.2\"/>\n", strings.Join(points, " "), palette[0])
}
