package svg

import (
	"fmt"
	"slices"
	"strings"

	"example.com/sfatui/sessions/drawing"
)

// writeAxes draws the axes, the grid and its numbers. The numbers on the x axis
// are the computed values if these are at most twelve.
func writeAxes(b *strings.Builder, x, y drawing.Scale, name string, xs []float64) {
	writeNamedAxes(b, x, y, name, xs, func(v float64) string { return label(x, v) })
}

// writeNamedAxes is [writeAxes] with the labels of the x axis that place returns.
func writeNamedAxes(b *strings.Builder, x, y drawing.Scale, name string, xs []float64, place func(float64) string) {
	for _, v := range ticks(y, 6) {
		if at := y.Place(v); holds(y, v) {
			fmt.Fprintf(b, "<path d=\"M%g %.1fH%g\" stroke=\"%s\"/>\n", plotLeft, at, plotRight, gridColour)
			writeText(b, plotLeft-6, at+4, "end", label(y, v))
		}
	}
	marks := slices.Compact(slices.Sorted(slices.Values(xs)))
	if len(marks) > 12 {
		marks = ticks(x, 8)
	}
	for _, v := range withoutOverlap(x, marks, place) {
		if at := x.Place(v); holds(x, v) {
			fmt.Fprintf(b, "<path d=\"M%.1f %gv5\" stroke=\"%s\"/>\n", at, plotBottom, inkColour)
			writeText(b, at, plotBottom+18, "middle", place(v))
		}
	}
	fmt.Fprintf(b, "<path d=\"M%g %gV%gH%g\" stroke=\"%s\" fill=\"none\"/>\n", plotLeft, plotTop, plotBottom, plotRight, inkColour)
	if x.Broken() {
		at := (x.Zero + x.From) / 2
		fmt.Fprintf(b, "<path d=\"M%.1f %gl4 -8m4 0l-4 8\" stroke=\"%s\"/>\n", at-4, plotBottom+4, inkColour)
	}
	if y.Broken() {
		at := (y.Zero + y.From) / 2
		fmt.Fprintf(b, "<path d=\"M%g %.1fl8 -4m0 4l-8 4\" stroke=\"%s\"/>\n", plotLeft-4, at, inkColour)
	}
	writeText(b, (plotLeft+plotRight)/2, plotBottom+34, "middle", name)
}

// dodge returns the x scale of each curve, shifted by less than half the
// smallest distance between two values, so that equal points remain visible.
func dodge(x drawing.Scale, xs []float64, count int) func(curve int) drawing.Scale {
	places := make([]float64, len(xs))
	for i, v := range xs {
		places[i] = x.Place(v)
	}
	slices.Sort(places)
	step := markerSize
	for i := 1; i < len(places); i++ {
		if gap := places[i] - places[i-1]; gap > 0 {
			step = min(step, gap/2/float64(count))
		}
	}
	return func(curve int) drawing.Scale {
		by := step * (float64(curve) - float64(count-1)/2)
		moved := x
		moved.From, moved.To, moved.Zero = x.From+by, x.To+by, x.Zero+by
		return moved
	}
}

// entry is the place of a name in a line of the legend.
type entry struct {
	at    float64
	index int
}

// legendOf arranges names in lines; empty names are left out.
func legendOf(names []string) [][]entry {
	var lines [][]entry
	at := pageWidth
	for i, name := range names {
		if name == "" {
			continue
		}
		width := 32 + digitWidth*float64(columnsOf(name))
		if at+width > plotRight {
			lines, at = append(lines, nil), plotLeft+4
		}
		lines[len(lines)-1] = append(lines[len(lines)-1], entry{at, i})
		at += width
	}
	return lines
}

// writeLegend writes names after the markers that face returns for them.
func writeLegend(b *strings.Builder, names []string, face func(int) int) {
	for row, entries := range legendOf(names) {
		for _, e := range entries {
			at := legendTop + lineHeight*float64(row)
			writeMarker(b, e.at, at-4, face(e.index), "")
			writeText(b, e.at+10, at, "start", names[e.index])
		}
	}
}
