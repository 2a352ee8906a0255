package svg

import (
	"fmt"
	"html"
	"math"
	"slices"
	"strings"

	"example.com/sfatui/sessions/drawing"
)

// Chart is a line chart: curves with error bars and markers over one axis.
type Chart struct {
	Title, X   string
	LogX, LogY bool
	Curves     []Curve
	Limit      float64 // a threshold line; NaN for none
	LimitName  string
	// Names holds the names of the places 0, 1, … on an x axis of words; nil for numbers.
	Names []string
	// Faces holds the number of the marker and colour of each curve; nil numbers the curves
	// in order.
	Faces []int
}

// Curve is one line of a chart, its points in the order of X. A Y that is not finite interrupts
// the line.
type Curve struct {
	Name   string
	Points []Point
	Plain  bool // without markers, for curves of many points
}

// Point is one point of a curve. SE is the length of either error bar, NaN for
// none.
type Point struct {
	X, Y, SE float64
	Bad      bool // violates unit variance
	Best     bool
	AsGood   bool   // not distinguishable from the best
	Text     string // tooltip
}

// Add appends a point without an error bar if y is finite.
func (c *Curve) Add(x, y float64, text string) {
	if drawing.Finite(y) {
		c.Points = append(c.Points, Point{X: x, Y: y, SE: math.NaN(), Text: text})
	}
}

// SpansDecades reports whether all values are positive and span more than a
// decade.
func (p *Chart) SpansDecades() bool {
	lo, hi := math.Inf(1), 0.0
	for _, c := range p.Curves {
		for _, q := range c.Points {
			lo, hi = min(lo, q.Y), max(hi, q.Y)
		}
	}
	return lo > 0 && hi > 10*lo
}

func (p Chart) Caption() string { return p.Title }

func (p Chart) Height() float64 {
	lines := len(legendOf(p.names()))
	if p.hasAsGood() {
		lines++
	}
	return legendTop + lineHeight*float64(lines)
}

// hasAsGood reports whether any point is not distinguishable from the best.
func (p Chart) hasAsGood() bool {
	return slices.ContainsFunc(p.Curves, func(c Curve) bool {
		return slices.ContainsFunc(c.Points, func(q Point) bool { return q.AsGood })
	})
}

// draw writes the chart. Its points have tooltips.
func (p Chart) draw(b *strings.Builder) {
	var xs, ys []float64
	for _, c := range p.Curves {
		for _, q := range c.Points {
			if !drawing.Finite(q.Y) {
				continue
			}
			xs, ys = append(xs, q.X), append(ys, q.Y)
			if q.SE > 0 && !math.IsInf(q.SE, 0) {
				ys = append(ys, q.Y+q.SE)
				if q.Y > q.SE || !p.LogY {
					ys = append(ys, q.Y-q.SE)
				}
			}
		}
	}
	if p.Limit > 0 {
		ys = append(ys, p.Limit)
	}
	x, y := newScale(xs, p.LogX, plotLeft, plotRight), newScale(ys, p.LogY, plotBottom, plotTop)
	openElement(b, p)
	writeNamedAxes(b, x, y, p.X, xs, p.placeName(x))
	if p.Limit > 0 {
		at := y.Place(p.Limit)
		fmt.Fprintf(b, "<path d=\"M%g %.1fH%g\" stroke=\"#b00020\" stroke-dasharray=\"5 4\"/>\n", plotLeft, at, plotRight)
		writeText(b, plotRight, at-4, "end", p.LimitName)
	}
	apart := dodge(x, xs, len(p.Curves))
	for i, c := range p.Curves {
		c.writeLine(b, apart(i), y, palette[p.face(i)%len(palette)])
	}
	for i, c := range p.Curves {
		c.writePoints(b, apart(i), y, p.face(i))
	}
	for i, c := range p.Curves {
		c.writeBest(b, apart(i), y)
	}
	writeLegend(b, p.names(), p.face)
	if p.hasAsGood() {
		at := legendTop + lineHeight*float64(len(legendOf(p.names())))
		writeAsGood(b, plotLeft+4, at-4, inkColour)
		writeText(b, plotLeft+14, at, "start", asGoodName)
	}
	b.WriteString("</svg>\n")
}

// face returns the index of the marker and colour of curve i.
func (p Chart) face(i int) int {
	if i < len(p.Faces) {
		return p.Faces[i]
	}
	return i
}

// placeName returns a function from x values to their labels: names, or numbers.
func (p Chart) placeName(x drawing.Scale) func(float64) string {
	return func(v float64) string {
		if i := int(v); p.Names != nil && v == float64(i) && i >= 0 && i < len(p.Names) {
			return p.Names[i]
		}
		return label(x, v)
	}
}

// writeLine joins the points of a curve.
func (c Curve) writeLine(b *strings.Builder, x, y drawing.Scale, colour string) {
	var at []string
	write := func() {
		if len(at) > 0 {
			fmt.Fprintf(b, "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\"/>\n", strings.Join(at, " "), colour)
		}
		at = nil
	}
	for _, q := range c.Points {
		if !drawing.Finite(q.Y) {
			write()
			continue
		}
		at = append(at, fmt.Sprintf("%.1f,%.1f", x.Place(q.X), y.Place(q.Y)))
	}
	write()
}

// writePoints draws error bars and markers.
func (c Curve) writePoints(b *strings.Builder, x, y drawing.Scale, index int) {
	for _, q := range c.Points {
		if !drawing.Finite(q.Y) {
			continue
		}
		cx, cy := x.Place(q.X), y.Place(q.Y)
		if q.SE > 0 && !math.IsInf(q.SE, 0) {
			low := plotBottom // a bar that extends below 0 ends at the edge of a logarithmic axis
			if holds(y, q.Y-q.SE) {
				low = y.Place(q.Y - q.SE)
			}
			fmt.Fprintf(b, "<path d=\"M%.1f %.1fV%.1f\" stroke=\"%s\"/>\n", cx, y.Place(q.Y+q.SE), low, palette[index%len(palette)])
		}
		if q.Bad {
			fmt.Fprintf(b, "<path d=\"M%.1f %.1fl9 9m0 -9l-9 9\" stroke=\"%s\" stroke-width=\"2\"><title>violates unit variance: %s</title></path>\n",
				cx-markerSize, cy-markerSize, palette[index%len(palette)], html.EscapeString(q.Text))
			continue
		}
		if !c.Plain {
			writeMarker(b, cx, cy, index, q.Text)
		}
		if q.AsGood {
			writeAsGood(b, cx, cy-2.4*markerSize, inkColour)
		}
	}
}

// asGoodName is the legend of the sign ≈.
const asGoodName = "as good as the best within error"

// writeAsGood draws the sign ≈ around a place, as two waves: fonts differ.
func writeAsGood(b *strings.Builder, x, y float64, colour string) {
	fmt.Fprintf(b, "<path d=\"M%.1f %.1fq2.5 -3.5 5 0t5 0m-10 4q2.5 -3.5 5 0t5 0\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.3\"/>\n", x-5, y-2, colour)
}

// writeBest draws the best point over all others.
func (c Curve) writeBest(b *strings.Builder, x, y drawing.Scale) {
	for _, q := range c.Points {
		if q.Best && drawing.Finite(q.Y) {
			fmt.Fprintf(b, "<path d=\"%s\" fill=\"%s\" stroke=\"%s\"><title>best: %s</title></path>\n",
				star(x.Place(q.X), y.Place(q.Y), 2.2*markerSize), bestColour, inkColour, html.EscapeString(q.Text))
		}
	}
}

// names returns the names of the curves.
func (p Chart) names() []string {
	var out []string
	for _, c := range p.Curves {
		out = append(out, c.Name)
	}
	return out
}
