package svg

import (
	"fmt"
	"html"
	"io"
	"strings"
	"unicode/utf8"
)

// Drawing is a picture of this package: a [Chart], [Heatmap], [Scatter], [Traces]
// or a [Sheet] of them.
type Drawing interface {
	Caption() string
	Height() float64
	// draw writes an svg element that is pageWidth wide and as high as it says.
	draw(b *strings.Builder)
}

// The title of a drawing that stands alone: so many characters on a line, of
// that height.
const (
	titleLength = 76
	titleLine   = 18.0
)

// Write writes a drawing as a file of its own, below its caption.
func Write(w io.Writer, d Drawing) error {
	var b strings.Builder
	var title []string
	for _, word := range strings.Fields(d.Caption()) {
		if last := len(title) - 1; last >= 0 && utf8.RuneCountInString(title[last]+" "+word) <= titleLength {
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

// Embed writes the svg element of a drawing, without its caption, for a page of
// HTML.
func Embed(b *strings.Builder, d Drawing) { d.draw(b) }
