package svg

import (
	"fmt"
	"strings"

	"example.com/sfatui/sessions/drawing"
)

// Watch draws the novelty of samples over time with the alarm threshold and the
// faults.
type Watch struct {
	Title, X, Y string
	First       int       // number of the first sample
	Novelty     []float64 // of each sample
	New, Alarm  []bool    // faults and alarms, for each sample
	Borders     []int     // first samples of segments, from 0
	Names       []string  // of the segments
	Line        float64
	LineText    string
	Text        string // legend below
}

func (p Watch) Caption() string { return p.Title }

func (p Watch) Height() float64 { return legendTop + lineHeight }

// watchPoints is the maximum number of ranges of samples, each drawn by its
// minimum and maximum.
const watchPoints = 560

func (p Watch) draw(b *strings.Builder) {
	n := len(p.Novelty)
	xs := []float64{float64(p.First), float64(p.First + max(n-1, 1))}
	ys := append(finite(p.Novelty), p.Line)
	x, y := newScale(xs, false, plotLeft, plotRight), newScale(ys, false, plotBottom, plotTop)
	openElement(b, p)
	place := func(i int) float64 { return x.Place(float64(p.First + i)) }
	stretches(p.New, func(from, to int) {
		fmt.Fprintf(b, "<rect x=\"%.1f\" y=\"%g\" width=\"%.1f\" height=\"%g\" fill=\"%s\" fill-opacity=\"0.18\"><title>fault: samples %d to %d</title></rect>\n",
			place(from), plotTop, max(place(to-1)-place(from), 1), plotBottom-plotTop, palette[1], p.First+from, p.First+to-1)
	})
	writeAxes(b, x, y, p.X, ticks(x, 8))
	for k, i := range p.Borders {
		fmt.Fprintf(b, "<path d=\"M%.1f %gV%g\" stroke=\"%s\" stroke-dasharray=\"2 3\"/>\n", place(i), plotTop, plotBottom, inkColour)
		if k < len(p.Names) {
			writeText(b, place(i)+3, plotBottom-5, "start", p.Names[k])
		}
	}
	p.curve(b, place, y)
	fmt.Fprintf(b, "<path d=\"M%g %.1fH%g\" stroke=\"%s\" stroke-dasharray=\"6 3\"/>\n", plotLeft, y.Place(p.Line), plotRight, inkColour)
	writeText(b, plotRight, y.Place(p.Line)-4, "end", p.LineText)
	stretches(p.Alarm, func(from, to int) {
		fmt.Fprintf(b, "<path d=\"M%.1f %gh%.1f\" stroke=\"%s\" stroke-width=\"4\"><title>alarm: samples %d to %d</title></path>\n",
			place(from), plotTop+2, max(place(to-1)-place(from), 1), palette[1], p.First+from, p.First+to-1)
	})
	writeText(b, plotLeft, plotTop-6, "start", p.Y)
	writeText(b, plotLeft, legendTop, "start", p.Text)
	b.WriteString("</svg>\n")
}

// curve draws the novelty, thinned if there are many samples.
func (p Watch) curve(b *strings.Builder, place func(int) float64, y drawing.Scale) {
	var points []string
	for _, i := range drawnSamples(p.Novelty, max(1, (len(p.Novelty)+watchPoints-1)/watchPoints)) {
		points = append(points, fmt.Sprintf("%.1f,%.1f", place(i), y.Place(p.Novelty[i])))
	}
	fmt.Fprintf(b, "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"1\"/>\n", strings.Join(points, " "), palette[0])
}

// stretches calls f for each range [from, to) of true values.
func stretches(set []bool, f func(from, to int)) {
	for i := 0; i < len(set); i++ {
		from := i
		for i < len(set) && set[i] {
			i++
		}
		if i > from {
			f(from, i)
		}
	}
}
