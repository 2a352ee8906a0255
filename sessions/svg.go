package sessions

import (
	"fmt"
	"html"
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// The drawing, in units of about a pixel.
const (
	svgWidth                 = 640.0
	svgLeft, svgRight        = 64.0, svgWidth - 14
	svgTop, svgBottom        = 12.0, 270.0
	svgLegend, svgLine       = 318.0, 18.0
	svgDigit                 = 7.0 // width of a character
	svgMarker                = 4.5
	svgGrid, svgInk, svgBest = "#dddddd", "#333333", "#f0b400"
)

// palette keeps eight lines apart for colour-blind readers too (Okabe and Ito
// 2008); the markers keep them apart without colour.
var palette = []string{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#8c6d31"}

func (p plot) caption() string { return p.title }

// height is that of the drawing.
func (p plot) height() float64 { return svgLegend + svgLine*float64(len(legendOf(p.names()))) }

// writeSVG draws the plot. What the pointer rests on is told in words.
func (p plot) writeSVG(b *strings.Builder) {
	var xs, ys []float64
	for _, c := range p.curves {
		for _, q := range c.points {
			xs, ys = append(xs, q.x), append(ys, q.y)
			if q.se > 0 && !math.IsInf(q.se, 0) {
				ys = append(ys, q.y+q.se)
				if q.y > q.se || !p.logY {
					ys = append(ys, q.y-q.se)
				}
			}
		}
	}
	if p.limit > 0 {
		ys = append(ys, p.limit)
	}
	x, y := newScale(xs, p.logX, svgLeft, svgRight), newScale(ys, p.logY, svgBottom, svgTop)
	openSVG(b, p)
	p.writeAxes(b, x, y, xs)
	if p.limit > 0 {
		at := y.place(p.limit)
		fmt.Fprintf(b, "<path d=\"M%g %.1fH%g\" stroke=\"#b00020\" stroke-dasharray=\"5 4\"/>\n", svgLeft, at, svgRight)
		writeText(b, svgRight, at-4, "end", p.limitName)
	}
	apart := dodge(x, xs, len(p.curves))
	for i, c := range p.curves {
		c.writeLine(b, apart(i), y, palette[i%len(palette)])
	}
	for i, c := range p.curves {
		c.writePoints(b, apart(i), y, i)
	}
	for i, c := range p.curves {
		c.writeBest(b, apart(i), y)
	}
	writeLegend(b, p.names(), svgLegend)
	b.WriteString("</svg>\n")
}

// writeAxes draws the frame, the grid and its numbers. Over x the numbers are
// the values that were computed, where they are few.
func (p plot) writeAxes(b *strings.Builder, x, y scale, xs []float64) {
	for _, v := range y.ticks(6) {
		if at := y.place(v); y.holds(v) {
			fmt.Fprintf(b, "<path d=\"M%g %.1fH%g\" stroke=\"%s\"/>\n", svgLeft, at, svgRight, svgGrid)
			writeText(b, svgLeft-6, at+4, "end", short(v))
		}
	}
	marks := slices.Compact(slices.Sorted(slices.Values(xs)))
	if len(marks) > 12 {
		marks = x.ticks(8)
	}
	for _, v := range x.apart(marks, svgDigit) {
		if at := x.place(v); x.holds(v) {
			fmt.Fprintf(b, "<path d=\"M%.1f %gv5\" stroke=\"%s\"/>\n", at, svgBottom, svgInk)
			writeText(b, at, svgBottom+18, "middle", short(v))
		}
	}
	fmt.Fprintf(b, "<path d=\"M%g %gV%gH%g\" stroke=\"%s\" fill=\"none\"/>\n", svgLeft, svgTop, svgBottom, svgRight, svgInk)
	if at, ok := x.gap(); ok {
		fmt.Fprintf(b, "<path d=\"M%.1f %gl4 -8m4 0l-4 8\" stroke=\"%s\"/>\n", at-4, svgBottom+4, svgInk)
	}
	if at, ok := y.gap(); ok {
		fmt.Fprintf(b, "<path d=\"M%g %.1fl8 -4m0 4l-8 4\" stroke=\"%s\"/>\n", svgLeft-4, at, svgInk)
	}
	writeText(b, (svgLeft+svgRight)/2, svgBottom+34, "middle", p.x)
}

// writeLine joins the points of a curve.
func (c curve) writeLine(b *strings.Builder, x, y scale, colour string) {
	var at []string
	for _, q := range c.points {
		at = append(at, fmt.Sprintf("%.1f,%.1f", x.place(q.x), y.place(q.y)))
	}
	fmt.Fprintf(b, "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\"/>\n", strings.Join(at, " "), colour)
}

// dodge moves the curves apart along x by less than the least way between two
// values, so that equal ones are all seen.
func dodge(x scale, xs []float64, count int) func(curve int) scale {
	places := make([]float64, len(xs))
	for i, v := range xs {
		places[i] = x.place(v)
	}
	slices.Sort(places)
	step := svgMarker
	for i := 1; i < len(places); i++ {
		if gap := places[i] - places[i-1]; gap > 0 {
			step = min(step, gap/2/float64(count))
		}
	}
	return func(curve int) scale {
		by := step * (float64(curve) - float64(count-1)/2)
		moved := x
		moved.from, moved.to, moved.zero = x.from+by, x.to+by, x.zero+by
		return moved
	}
}

// writePoints draws error bars and markers.
func (c curve) writePoints(b *strings.Builder, x, y scale, index int) {
	for _, q := range c.points {
		cx, cy := x.place(q.x), y.place(q.y)
		if q.se > 0 && !math.IsInf(q.se, 0) {
			low := svgBottom // a bar to below 0 ends at the edge of a logarithmic axis
			if y.holds(q.y - q.se) {
				low = y.place(q.y - q.se)
			}
			fmt.Fprintf(b, "<path d=\"M%.1f %.1fV%.1f\" stroke=\"%s\"/>\n", cx, y.place(q.y+q.se), low, palette[index%len(palette)])
		}
		if q.bad {
			fmt.Fprintf(b, "<path d=\"M%.1f %.1fl9 9m0 -9l-9 9\" stroke=\"%s\" stroke-width=\"2\"><title>violates unit variance: %s</title></path>\n",
				cx-svgMarker, cy-svgMarker, palette[index%len(palette)], html.EscapeString(q.text))
			continue
		}
		writeMarker(b, cx, cy, index, q.text)
	}
}

// writeBest draws the best point over all others.
func (c curve) writeBest(b *strings.Builder, x, y scale) {
	for _, q := range c.points {
		if q.best {
			fmt.Fprintf(b, "<path d=\"%s\" fill=\"%s\" stroke=\"%s\"><title>best: %s</title></path>\n",
				star(x.place(q.x), y.place(q.y), 2.2*svgMarker), svgBest, svgInk, html.EscapeString(q.text))
		}
	}
}

// markers are outlines around the origin, as SVG paths.
var markers = []string{
	"m-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0z", // disc
	"m0 -5l5 9h-10z",                // triangle
	"m-4 -4h8v8h-8z",                // square
	"m0 -5.5l5 5.5l-5 5.5l-5 -5.5z", // diamond
	"m0 5l5 -9h-10z",                // triangle on its tip
	"m-1.5 -5h3v3.5h3.5v3h-3.5v3.5h-3v-3.5h-3.5v-3h3.5z", // cross
	"m0 -5.5l5 4l-2 6h-6l-2 -6z",                         // pentagon
	"m-5 -2h10v4h-10z",                                   // bar
}

// look is the marker and the colour of a curve or a class: 64 that differ.
func look(index int) (marker, colour string) {
	n := len(palette)
	return markers[(index+index/n)%len(markers)], palette[index%n]
}

// writeMarker draws the marker of a curve, with what it says in words.
func writeMarker(b *strings.Builder, x, y float64, index int, text string) {
	marker, colour := look(index)
	fmt.Fprintf(b, "<path d=\"M%.1f %.1f%s\" fill=\"%s\">%s</path>\n", x, y, marker, colour, tooltip(text))
}

// tooltip is what the pointer is told over an element.
func tooltip(text string) string {
	if text == "" {
		return ""
	}
	return "<title>" + html.EscapeString(text) + "</title>"
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

func writeText(b *strings.Builder, x, y float64, anchor, text string) {
	if text != "" {
		fmt.Fprintf(b, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n", x, y, anchor, html.EscapeString(text))
	}
}

// names are those of the curves.
func (p plot) names() []string {
	var out []string
	for _, c := range p.curves {
		out = append(out, c.name)
	}
	return out
}

// entry is the place of a name in a line of the legend.
type entry struct {
	at    float64
	index int
}

// legendOf breaks names into lines; what has no name is left out.
func legendOf(names []string) [][]entry {
	var lines [][]entry
	at := svgWidth
	for i, name := range names {
		if name == "" {
			continue
		}
		width := 32 + svgDigit*float64(utf8.RuneCountInString(name))
		if at+width > svgRight {
			lines, at = append(lines, nil), svgLeft+4
		}
		lines[len(lines)-1] = append(lines[len(lines)-1], entry{at, i})
		at += width
	}
	return lines
}

// writeLegend writes names behind their markers.
func writeLegend(b *strings.Builder, names []string, top float64) {
	for row, entries := range legendOf(names) {
		for _, e := range entries {
			at := top + svgLine*float64(row)
			writeMarker(b, e.at, at-4, e.index, "")
			writeText(b, e.at+10, at, "start", names[e.index])
		}
	}
}
