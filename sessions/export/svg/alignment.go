package svg

import (
	"fmt"
	"html"
	"strings"
)

// Alignment draws two series, one above the other, with lines between the
// frames that a path joins.
type Alignment struct {
	Title        string
	Above, Below Trace // each with its own scale
	Path         [][2]int
	Text         string // caption below
}

// Sizes within an alignment.
const (
	alignHeight = 110.0
	alignGap    = 70.0
)

func (p Alignment) Caption() string { return p.Title }

// Height returns the height of both series, the gap between them, and the
// captions.
func (p Alignment) Height() float64 { return plotTop + 2*alignHeight + alignGap + 2*lineHeight }

func (p Alignment) draw(b *strings.Builder) {
	openElement(b, p)
	longest := float64(max(len(p.Above.Y), len(p.Below.Y), 2) - 1)
	x := newScale([]float64{0, longest}, false, plotLeft, plotRight)
	upper := newScale(finite(p.Above.Y), false, plotTop+alignHeight, plotTop)
	bottom := plotTop + 2*alignHeight + alignGap
	lower := newScale(finite(p.Below.Y), false, bottom, bottom-alignHeight)
	for _, at := range p.Path {
		fmt.Fprintf(b, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" stroke-opacity=\"0.25\"/>\n",
			x.Place(float64(at[0])), upper.Place(p.Above.Y[at[0]]), x.Place(float64(at[1])), lower.Place(p.Below.Y[at[1]]), inkColour)
	}
	for i, of := range []struct {
		Trace
		place func(float64) float64
	}{{p.Above, upper.Place}, {p.Below, lower.Place}} {
		var points []string
		for t, v := range of.Y {
			points = append(points, fmt.Sprintf("%.1f,%.1f", x.Place(float64(t)), of.place(v)))
		}
		fmt.Fprintf(b, "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\"><title>%s</title></polyline>\n", strings.Join(points, " "), palette[i], html.EscapeString(of.Text))
	}
	writeText(b, plotLeft, plotTop-6, "start", p.Above.Name)
	writeText(b, plotLeft, bottom+lineHeight, "start", p.Below.Name)
	writeText(b, plotLeft, bottom+2*lineHeight-4, "start", p.Text)
	b.WriteString("</svg>\n")
}
