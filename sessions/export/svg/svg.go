package svg

import (
	"fmt"
	"html"
	"io"
	"math"
	"strings"

	"golang.org/x/text/width"

	"example.com/sfatui/sessions/drawing"
)

// A Drawing is one of this package: [Chart], [Heatmap], [Scatter], [Traces] and
// others, or a [Sheet] of them.
type Drawing interface {
	Caption() string
	Height() float64
	// draw writes an svg element of width pageWidth and height Height.
	draw(b *strings.Builder)
}

// The number of characters on a line of a title, and the height of the line.
const (
	titleLength = 76
	titleLine   = 18.0
)

// Write writes a drawing as a complete file, with its caption above.
func Write(w io.Writer, d Drawing) error {
	var b strings.Builder
	var title []string
	for _, word := range strings.Fields(d.Caption()) {
		if last := len(title) - 1; last >= 0 && columnsOf(title[last]+" "+word) <= titleLength {
			title[last] += " " + word
		} else {
			title = append(title, word)
		}
	}
	head := 10 + titleLine*float64(len(title))
	height := head + d.Height()
	fmt.Fprintf(&b, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%g\" height=\"%g\" viewBox=\"0 %g %g %g\" font-family=\"sans-serif\" fill=\"%s\">\n",
		pageWidth, height, -head, pageWidth, height, inkColour)
	fmt.Fprintf(&b, "<title>%s</title>\n<rect y=\"%g\" width=\"%g\" height=\"%g\" fill=\"#ffffff\"/>\n<g font-size=\"14\">\n", html.EscapeString(d.Caption()), -head, pageWidth, height)
	for i, line := range title {
		writeText(&b, plotLeft, -8-titleLine*float64(len(title)-1-i), "start", fitted(line, plotRight-plotLeft))
	}
	b.WriteString("</g>\n")
	d.draw(&b)
	b.WriteString("</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// Embed writes the svg element of a drawing, without its caption, for an HTML
// page.
func Embed(b *strings.Builder, d Drawing) { d.draw(b) }

// Positions and sizes, in units of about a pixel.
const (
	pageWidth             = 640.0
	plotLeft, plotRight   = 64.0, pageWidth - 14
	plotTop, plotBottom   = 12.0, 270.0
	legendTop, lineHeight = 318.0, 18.0
	digitWidth            = 7.0 // width of a character
	markerSize            = 4.5
)

const gridColour, inkColour, bestColour = "#dddddd", "#333333", "#f0b400"

// palette holds eight colours that colour-blind readers can distinguish on
// white (M. Okabe and K. Ito, Color Universal Design, 2008). Marks distinguish
// series without colour.
var palette = []string{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#8c6d31"}

// Sheet is a column of drawings, each below its caption.
type Sheet struct {
	Title string
	Parts []Drawing
}

// sheetLine is the height of a caption.
const sheetLine = 22.0

func (s Sheet) Caption() string { return s.Title }

func (s Sheet) Height() float64 {
	sum := 0.0
	for _, d := range s.Parts {
		sum += sheetLine + d.Height()
	}
	return sum
}

func (s Sheet) draw(b *strings.Builder) {
	at := 0.0
	for _, d := range s.Parts {
		fmt.Fprintf(b, "<g transform=\"translate(0 %g)\" font-size=\"12\">\n", at)
		writeText(b, plotLeft, sheetLine-6, "start", fitted(d.Caption(), plotRight-plotLeft))
		fmt.Fprintf(b, "<g transform=\"translate(0 %g)\">\n", sheetLine)
		d.draw(b)
		b.WriteString("</g>\n</g>\n")
		at += sheetLine + d.Height()
	}
}

func writeText(b *strings.Builder, x, y float64, anchor, text string) {
	if text != "" {
		fmt.Fprintf(b, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n", x, y, anchor, html.EscapeString(text))
	}
}

// tooltip returns the element that browsers show under the pointer.
func tooltip(text string) string {
	if text == "" {
		return ""
	}
	return "<title>" + html.EscapeString(text) + "</title>"
}

// markOf returns the outline and the colour of a series or a class: 64 distinct
// pairs.
func markOf(index int) (outline, colour string) {
	n := len(palette)
	return drawing.Marks[(index+index/n)%len(drawing.Marks)].Outline, palette[index%n]
}

// writeMarker draws the marker of a curve with a tooltip.
func writeMarker(b *strings.Builder, x, y float64, index int, text string) {
	outline, colour := markOf(index)
	fmt.Fprintf(b, "<path d=\"M%.1f %.1f%s\" fill=\"%s\">%s</path>\n", x, y, outline, colour, tooltip(text))
}

// star returns the path of a star with five points.
func star(x, y, radius float64) string {
	var d strings.Builder
	for i := range 10 {
		r := radius
		if i%2 == 1 {
			r *= 0.45
		}
		sin, cos := math.Sincos(float64(i) * math.Pi / 5)
		fmt.Fprintf(&d, "%c%.1f %.1f", "ML"[min(i, 1)], x+r*sin, y-r*cos)
	}
	return d.String() + "z"
}

// columnsOf returns the width of a text in characters; wide ones, such as Chinese, count twice.
func columnsOf(text string) (n int) {
	for _, r := range text {
		n++
		if kind := width.LookupRune(r).Kind(); kind == width.EastAsianWide || kind == width.EastAsianFullwidth {
			n++
		}
	}
	return n
}

// fitted returns a text cut to a width, assuming characters of usual width.
func fitted(text string, room float64) string {
	most := max(int(room/digitWidth), 1)
	if columnsOf(text) <= most {
		return text
	}
	var b strings.Builder
	used := 1
	for _, r := range text {
		if used += columnsOf(string(r)); used > most {
			break
		}
		b.WriteRune(r)
	}
	return b.String() + "…"
}

// openElement writes the start tag of a drawing. It contains the height: a
// nested element without one takes the height of its parent, and moves.
func openElement(b *strings.Builder, d Drawing) {
	fmt.Fprintf(b, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%g\" height=\"%g\" viewBox=\"0 0 %[1]g %[2]g\" role=\"img\" aria-label=\"%s\" font-family=\"sans-serif\" font-size=\"12\" fill=\"%s\">\n",
		pageWidth, d.Height(), html.EscapeString(d.Caption()), inkColour)
}

// cross returns the path of a cross.
func cross(x, y, r float64) string {
	return fmt.Sprintf("M%.1f %.1fl%.1f %.1fm0 %.1fl%.1f %.1[4]f", x-r, y-r, 2*r, 2*r, -2*r, -2*r)
}
