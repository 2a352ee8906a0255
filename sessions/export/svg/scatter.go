package svg

import (
	"fmt"
	"math"
	"strings"

	"example.com/sfatui/sessions/drawing"
)

// Scatter draws points in the plane, each with the marker of its class.
type Scatter struct {
	Title, X, Y string
	Xs, Ys      []float64
	Class       []int // class of each point, -1 for none; nil without classes
	Names       []string
	Across, Up  []float64 // values that the axes must span
	Legend      bool
	Edges       [][2]int // pairs of points that are joined by thin lines
	Weak        []int    // points marked with a cross
}

// Sizes within a scatter: its markers are smaller than those of charts.
const (
	dotSize = 0.55
	dotGrey = "#888888" // colour of points without a class
	// MostDots is the maximum number of points drawn, see [Thin].
	MostDots = 3000
	// MostNamed is the maximum number of classes in a legend.
	MostNamed = 48
)

func (s Scatter) Caption() string { return s.Title }

func (s Scatter) Height() float64 {
	return legendTop + lineHeight*float64(len(legendOf(s.legendNames())))
}

// legendNames returns the names in the legend.
func (s Scatter) legendNames() []string {
	if !s.Legend {
		return nil
	}
	return s.Names[:min(len(s.Names), MostNamed)]
}

func (s Scatter) draw(b *strings.Builder) {
	openElement(b, s)
	x := newScale(finite(s.Across), false, plotLeft, plotRight)
	y := newScale(finite(s.Up), false, plotBottom, plotTop)
	writeAxes(b, x, y, s.X, ticks(x, 8))
	writeText(b, plotLeft-6, plotTop, "end", s.Y)
	place := func(i int) (px, py float64, ok bool) {
		if i < 0 || i >= len(s.Xs) || !drawing.Finite(s.Xs[i]) || !drawing.Finite(s.Ys[i]) {
			return 0, 0, false
		}
		return x.Place(s.Xs[i]), y.Place(s.Ys[i]), true
	}
	for _, e := range s.Edges {
		x0, y0, ok0 := place(e[0])
		x1, y1, ok1 := place(e[1])
		if ok0 && ok1 {
			fmt.Fprintf(b, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" stroke-opacity=\"0.25\"/>\n", x0, y0, x1, y1, inkColour)
		}
	}
	byClass := make([]strings.Builder, len(s.Names)+1)
	for i := range s.Xs {
		if !drawing.Finite(s.Xs[i]) || !drawing.Finite(s.Ys[i]) {
			continue
		}
		k := -1
		marker := drawing.Marks[0].Outline
		if s.Class != nil {
			k = s.Class[i]
		}
		if k >= 0 {
			marker, _ = markOf(k)
		}
		fmt.Fprintf(&byClass[k+1], "M%.1f %.1f%s", x.Place(s.Xs[i])/dotSize, y.Place(s.Ys[i])/dotSize, marker)
	}
	fmt.Fprintf(b, "<g transform=\"scale(%g)\" fill-opacity=\"0.8\">\n", dotSize)
	for k := range byClass {
		if byClass[k].Len() == 0 {
			continue
		}
		text, colour := "", palette[0]
		switch {
		case k > 0:
			text = s.Names[k-1]
			_, colour = markOf(k - 1)
		case s.Class != nil:
			text, colour = "no label", dotGrey
		}
		fmt.Fprintf(b, "<path d=\"%s\" fill=\"%s\">%s</path>\n", byClass[k].String(), colour, tooltip(text))
	}
	b.WriteString("</g>\n")
	for _, i := range s.Weak {
		if px, py, ok := place(i); ok {
			fmt.Fprintf(b, "<path d=\"%s\" stroke=\"#b00020\" stroke-width=\"2\"/>\n", cross(px, py, markerSize))
		}
	}
	writeLegend(b, s.legendNames(), func(i int) int { return i })
	b.WriteString("</svg>\n")
}

// Thin returns the stride at which at most [MostDots] of n points are drawn.
func Thin(n int) int { return int(math.Ceil(float64(n) / MostDots)) }
