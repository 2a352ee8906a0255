package sessions

import (
	"fmt"
	"html"
	"io"
	"strings"
	"unicode/utf8"
)

// drawing is what a file of a plot shows.
type drawing interface {
	caption() string
	height() float64
	// writeSVG writes an element that is svgWidth wide and as high as it says.
	writeSVG(b *strings.Builder)
}

// The title of a drawing that stands alone: so many characters on a line, of
// that height.
const (
	titleLength = 76
	titleLine   = 18.0
)

// writeDrawing writes a drawing as a file of its own, with its title.
func writeDrawing(w io.Writer, d drawing) error {
	var b strings.Builder
	var title []string
	for _, word := range strings.Fields(d.caption()) {
		if last := len(title) - 1; last >= 0 && utf8.RuneCountInString(title[last]+" "+word) <= titleLength {
			title[last] += " " + word
		} else {
			title = append(title, word)
		}
	}
	head := 10 + titleLine*float64(len(title))
	height := head + d.height()
	fmt.Fprintf(&b, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%g\" height=\"%g\" viewBox=\"0 %g %g %g\" font-family=\"sans-serif\" fill=\"%s\">\n",
		svgWidth, height, -head, svgWidth, height, svgInk)
	fmt.Fprintf(&b, "<title>%s</title>\n<rect y=\"%g\" width=\"%g\" height=\"%g\" fill=\"#ffffff\"/>\n<g font-size=\"14\">\n", html.EscapeString(d.caption()), -head, svgWidth, height)
	for i, line := range title {
		writeText(&b, svgLeft, -8-titleLine*float64(len(title)-1-i), "start", fitted(line, svgRight-svgLeft))
	}
	b.WriteString("</g>\n")
	d.writeSVG(&b)
	b.WriteString("</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// openSVG begins the element of a drawing. Its height is told: inside another
// one it would else be taken from that, and the drawing moved.
func openSVG(b *strings.Builder, d drawing) {
	fmt.Fprintf(b, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%g\" height=\"%g\" viewBox=\"0 0 %[1]g %[2]g\" role=\"img\" aria-label=\"%s\" font-family=\"sans-serif\" font-size=\"12\" fill=\"%s\">\n",
		svgWidth, d.height(), html.EscapeString(d.caption()), svgInk)
}

// sheet are drawings one below the other, each with its caption.
type sheet struct {
	title string
	parts []drawing
}

// sheetLine is the height of a caption.
const sheetLine = 22.0

func (s sheet) caption() string { return s.title }

func (s sheet) height() float64 {
	sum := 0.0
	for _, d := range s.parts {
		sum += sheetLine + d.height()
	}
	return sum
}

func (s sheet) writeSVG(b *strings.Builder) {
	at := 0.0
	for _, d := range s.parts {
		fmt.Fprintf(b, "<g transform=\"translate(0 %g)\" font-size=\"12\">\n", at)
		writeText(b, svgLeft, sheetLine-6, "start", fitted(d.caption(), svgRight-svgLeft))
		fmt.Fprintf(b, "<g transform=\"translate(0 %g)\">\n", sheetLine)
		d.writeSVG(b)
		b.WriteString("</g>\n</g>\n")
		at += sheetLine + d.height()
	}
}

// fitted cuts a text to a width, as far as it can be told without the font.
func fitted(text string, width float64) string {
	most := max(int(width/svgDigit), 1)
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most-1]) + "…"
}
