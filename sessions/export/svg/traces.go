package svg

import (
	"fmt"
	"html"
	"math"
	"strings"

	"example.com/sfatui/sessions/drawing"
)

// Traces draws curves over time, one below the other, each with its own scale.
type Traces struct {
	Title, X string
	Curves   []Trace
	Spans    []Stretch // in order; no line crosses between two
	// First is the place of the first sample on the axis, Step the distance from one sample to
	// the next; a Step of 0 means that the axis counts samples.
	First, Step float64
}

// Trace is one curve of [Traces].
type Trace struct {
	Name, Text string // label and tooltip
	Y          []float64
}

// Stretch is a run of consecutive samples with its tooltip.
type Stretch struct {
	Length int
	Text   string
}

// Sizes within traces.
const (
	traceHeight = 44.0
	traceGap    = 6.0
	// mostTraced is the maximum number of samples of a curve that are drawn
	// individually. Longer curves are drawn as the minimum and maximum of each
	// range of samples.
	mostTraced = 2000
)

func (t Traces) Caption() string { return t.Title }

func (t Traces) Height() float64 {
	return plotTop + (traceHeight+traceGap)*float64(len(t.Curves)) + 44
}

// leftEdge returns the left edge of the curves, after their names.
func (t Traces) leftEdge() float64 {
	at := plotLeft
	for _, c := range t.Curves {
		at = max(at, 14+digitWidth*float64(min(columnsOf(c.Name), mapName)))
	}
	return at
}

// samples returns the number of samples.
func (t Traces) samples() (n int) {
	for _, s := range t.Spans {
		n += s.Length
	}
	return n
}

func (t Traces) draw(b *strings.Builder) {
	openElement(b, t)
	n := t.samples()
	left := t.leftEdge()
	x := drawing.Scale{Lo: t.place(0), Hi: t.place(float64(max(n-1, 1))), From: left + 8, To: plotRight, Zero: math.NaN()}
	bottom := plotTop + (traceHeight+traceGap)*float64(len(t.Curves))
	start := 0
	for i, s := range t.Spans {
		from, to := x.Place(t.place(float64(start)-0.5)), x.Place(t.place(float64(start+s.Length)-0.5))
		if i > 0 {
			fmt.Fprintf(b, "<path d=\"M%.1f %gV%g\" stroke=\"%s\"/>\n", from, plotTop, bottom, gridColour)
		}
		fmt.Fprintf(b, "<rect x=\"%.1f\" y=\"%g\" width=\"%.1f\" height=\"%g\" fill=\"none\" pointer-events=\"all\">%s</rect>\n", from, plotTop, to-from, bottom-plotTop, tooltip(s.Text))
		start += s.Length
	}
	for i, c := range t.Curves {
		t.writeCurve(b, x, plotTop+(traceHeight+traceGap)*float64(i), i, c)
	}
	marks := ticks(x, 8)
	if t.Step == 0 {
		marks = wholeNumbers(marks)
	}
	for _, v := range withoutOverlap(x, marks, Number) {
		fmt.Fprintf(b, "<path d=\"M%.1f %gv5\" stroke=\"%s\"/>\n", x.Place(v), bottom, inkColour)
		writeText(b, x.Place(v), bottom+18, "middle", Number(v))
	}
	fmt.Fprintf(b, "<path d=\"M%g %gH%g\" stroke=\"%s\"/>\n", left, bottom, plotRight, inkColour)
	label := t.X
	if each := samplesPerRange(n); each > 1 {
		label += fmt.Sprintf(", drawn as the least and the largest of every %d", each)
	}
	writeText(b, (left+plotRight)/2, bottom+34, "middle", label)
	b.WriteString("</svg>\n")
}

// place returns the place of a sample on the axis.
func (t Traces) place(sample float64) float64 {
	if t.Step == 0 {
		return t.First + sample
	}
	return t.First + sample*t.Step
}

// wholeNumbers returns the values that are sample numbers.
func wholeNumbers(values []float64) []float64 {
	var out []float64
	for _, v := range values {
		if v == math.Trunc(v) && v >= 1 {
			out = append(out, v)
		}
	}
	return out
}

// writeCurve draws one curve with its name and range. No line crosses the
// border of a stretch.
func (t Traces) writeCurve(b *strings.Builder, x drawing.Scale, top float64, index int, c Trace) {
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, v := range c.Y {
		if drawing.Finite(v) {
			lo, hi = min(lo, v), max(hi, v)
		}
	}
	y := newScale([]float64{lo, hi}, false, top+traceHeight, top)
	if lo > hi {
		y = newScale(nil, false, top+traceHeight, top)
	}
	var d strings.Builder
	start, each := 0, samplesPerRange(t.samples())
	for _, s := range t.Spans {
		pen := "M"
		for _, i := range drawnSamples(c.Y[start:start+s.Length], each) {
			fmt.Fprintf(&d, "%s%.1f %.1f", pen, x.Place(t.place(float64(start+i))), y.Place(c.Y[start+i]))
			pen = "L"
			if s.Length == 1 {
				d.WriteString("h0.5") // draw a stretch of one sample as a dot
			}
		}
		start += s.Length
	}
	colour, left := palette[index%len(palette)], t.leftEdge()
	fmt.Fprintf(b, "<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.2\" pointer-events=\"none\"/>\n", d.String(), colour)
	fmt.Fprintf(b, "<text x=\"%g\" y=\"%.1f\" text-anchor=\"end\" fill=\"%s\">%s%s</text>\n", left-4, top+traceHeight/2+4, colour, tooltip(c.Text), html.EscapeString(fitted(c.Name, left-10)))
	if lo <= hi {
		b.WriteString("<g font-size=\"8\">\n")
		writeText(b, left-4, top+8, "end", Number(hi))
		writeText(b, left-4, top+traceHeight, "end", Number(lo))
		b.WriteString("</g>\n")
	}
}

// samplesPerRange returns the number of samples per range for a curve of n
// samples; 1 if each is drawn.
func samplesPerRange(n int) int {
	if n <= mostTraced {
		return 1
	}
	return (2*n + mostTraced - 1) / mostTraced
}

// drawnSamples returns the indices of the finite values to draw: all, or the
// minimum and maximum of each range of so many samples, in order.
func drawnSamples(y []float64, each int) []int {
	var out []int
	for from := 0; from < len(y); from += each {
		least, most := -1, -1
		for i := from; i < min(from+each, len(y)); i++ {
			if !drawing.Finite(y[i]) {
				continue
			}
			if least < 0 || y[i] < y[least] {
				least = i
			}
			if most < 0 || y[i] > y[most] {
				most = i
			}
		}
		switch {
		case least < 0:
		case least == most:
			out = append(out, least)
		default:
			out = append(out, min(least, most), max(least, most))
		}
	}
	return out
}
