package svg

import (
	"fmt"
	"html"
	"strings"

	"example.com/sfatui/sessions/drawing"
)

// Parallel draws points as paths across vertical axes.
type Parallel struct {
	Title string
	Axes  []ParallelAxis
	Paths []ParallelPath // in drawing order, the last on top
}

// ParallelAxis is a vertical axis with the labels of its values, evenly spaced from the bottom
// to the top.
type ParallelAxis struct {
	Name   string
	Labels []string
}

// ParallelPath holds the height of a point on each axis, from 0 at the bottom to 1; NaN
// interrupts the path.
type ParallelPath struct {
	At           []float64
	Best, Strong bool // the best point, and points drawn in colour
}

func (p Parallel) Caption() string { return p.Title }

func (p Parallel) Height() float64 { return plotBottom + lineHeight }

func (p Parallel) draw(b *strings.Builder) {
	openElement(b, p)
	apart := (plotRight - plotLeft) / float64(max(len(p.Axes), 1)) // labels are to the right of their axis
	x := func(k int) float64 { return plotLeft + apart*float64(k) }
	top := plotTop + 2*lineHeight
	y := func(at float64) float64 { return plotBottom + at*(top-plotBottom) }
	for _, path := range p.Paths {
		var d strings.Builder
		pen := "M"
		for k, at := range path.At[:min(len(path.At), len(p.Axes))] {
			if !drawing.Finite(at) {
				pen = "M"
				continue
			}
			fmt.Fprintf(&d, "%s%.1f %.1f", pen, x(k), y(at))
			pen = "L"
		}
		colour, width := "#bbbbbb", 0.8
		switch {
		case path.Best:
			colour, width = bestColour, 3
		case path.Strong:
			colour, width = palette[0], 1.5
		}
		fmt.Fprintf(b, "<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"%g\"/>\n", d.String(), colour, width)
	}
	for k, a := range p.Axes {
		fmt.Fprintf(b, "<path d=\"M%.1f %gV%g\" stroke=\"%s\"/>\n", x(k), top, plotBottom, inkColour)
		writeText(b, x(k), plotTop+lineHeight/2, "start", fitted(a.Name, apart-digitWidth))
		for i, name := range a.Labels {
			at := 0.0
			if len(a.Labels) > 1 {
				at = float64(i) / float64(len(a.Labels)-1)
			}
			fmt.Fprintf(b, "<text x=\"%.1f\" y=\"%.1f\">%s</text>\n", x(k)+5, y(at)+4, html.EscapeString(fitted(name, apart-2*digitWidth)))
		}
	}
	b.WriteString("</svg>\n")
}
