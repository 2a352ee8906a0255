package svg

import (
	"fmt"
	"html"
	"math"
	"strings"
	"unicode/utf8"

	"example.com/sfatui/sessions/drawing"
)

func writeText(b *strings.Builder, x, y float64, anchor, text string) {
	if text != "" {
		fmt.Fprintf(b, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n", x, y, anchor, html.EscapeString(text))
	}
}

// tooltip is the element that browsers show under the pointer.
func tooltip(text string) string {
	if text == "" {
		return ""
	}
	return "<title>" + html.EscapeString(text) + "</title>"
}

// markOf is the outline and the colour of a series or a class: 64 pairs that
// differ.
func markOf(index int) (outline, colour string) {
	n := len(palette)
	return drawing.Marks[(index+index/n)%len(drawing.Marks)].Outline, palette[index%n]
}

// writeMarker draws the marker of a curve, with what it says in words.
func writeMarker(b *strings.Builder, x, y float64, index int, text string) {
	outline, colour := markOf(index)
	fmt.Fprintf(b, "<path d=\"M%.1f %.1f%s\" fill=\"%s\">%s</path>\n", x, y, outline, colour, tooltip(text))
}

// star is the outline of a star with five points.
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

// fitted cuts a text to a width, by the usual width of a character.
func fitted(text string, width float64) string {
	most := max(int(width/digitWidth), 1)
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most-1]) + "…"
}

// openElement begins the svg element of a drawing. It states the height: without
// one, an element inside another takes the height of that and moves.
func openElement(b *strings.Builder, d Drawing) {
	fmt.Fprintf(b, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%g\" height=\"%g\" viewBox=\"0 0 %[1]g %[2]g\" role=\"img\" aria-label=\"%s\" font-family=\"sans-serif\" font-size=\"12\" fill=\"%s\">\n",
		pageWidth, d.Height(), html.EscapeString(d.Caption()), inkColour)
}

// cross is the outline of two lines that cross.
func cross(x, y, r float64) string {
	return fmt.Sprintf("M%.1f %.1fl%.1f %.1fm0 %.1fl%.1f %.1[4]f", x-r, y-r, 2*r, 2*r, -2*r, -2*r)
}
