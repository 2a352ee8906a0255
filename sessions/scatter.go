package sessions

import (
	"fmt"
	"math"
	"strings"
)

// scatter are points, each with the marker of its class.
type scatter struct {
	title, x, y string
	xs, ys      []float64
	class       []int // of each point, -1 for none; nil without classes
	names       []string
	across, up  []float64 // what the axes span at least
	legend      bool
}

// The measures of a scatter: its markers are drawn smaller than those of plots.
const (
	dotSize = 0.55
	dotGrey = "#888888" // of what has no class
	// mostDots are drawn one by one: of more every second, third, …
	mostDots = 3000
	// mostNamed are the classes that a legend names.
	mostNamed = 48
)

func (s scatter) caption() string { return s.title }

func (s scatter) height() float64 { return svgLegend + svgLine*float64(len(legendOf(s.named()))) }

// named are the names of the legend.
func (s scatter) named() []string {
	if !s.legend {
		return nil
	}
	return s.names[:min(len(s.names), mostNamed)]
}

func (s scatter) writeSVG(b *strings.Builder) {
	openSVG(b, s)
	x := newScale(s.across, false, svgLeft, svgRight)
	y := newScale(s.up, false, svgBottom, svgTop)
	plot{x: s.x}.writeAxes(b, x, y, x.ticks(8))
	writeText(b, svgLeft-6, svgTop, "end", s.y)
	byClass := make([]strings.Builder, len(s.names)+1)
	for i := range s.xs {
		if !finite(s.xs[i]) || !finite(s.ys[i]) {
			continue
		}
		k := -1
		marker := markers[0]
		if s.class != nil {
			k = s.class[i]
		}
		if k >= 0 {
			marker, _ = look(k)
		}
		fmt.Fprintf(&byClass[k+1], "M%.1f %.1f%s", x.place(s.xs[i])/dotSize, y.place(s.ys[i])/dotSize, marker)
	}
	fmt.Fprintf(b, "<g transform=\"scale(%g)\" fill-opacity=\"0.8\">\n", dotSize)
	for k := range byClass {
		if byClass[k].Len() == 0 {
			continue
		}
		text, colour := "", palette[0]
		switch {
		case k > 0:
			text = s.names[k-1]
			_, colour = look(k - 1)
		case s.class != nil:
			text, colour = "no label", dotGrey
		}
		fmt.Fprintf(b, "<path d=\"%s\" fill=\"%s\">%s</path>\n", byClass[k].String(), colour, tooltip(text))
	}
	b.WriteString("</g>\n")
	writeLegend(b, s.named(), svgLegend)
	b.WriteString("</svg>\n")
}

// everyFew is how many points of n there are to one that is drawn.
func everyFew(n int) int { return int(math.Ceil(float64(n) / mostDots)) }
