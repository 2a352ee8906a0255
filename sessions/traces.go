package sessions

import (
	"fmt"
	"html"
	"math"
	"strings"
	"unicode/utf8"
)

// traces are curves over time, one below the other, each on a scale of its own.
type traces struct {
	title, x string
	curves   []trace
	spans    []stretch // that the curves are broken into, in order
	first    int       // the number of the first sample
}

// trace is one of them.
type trace struct {
	name, text string // what is written, and told
	y          []float64
}

// stretch is so many consecutive samples, with what they are in words.
type stretch struct {
	length int
	text   string
}

// The measures of traces.
const (
	traceHeight = 44.0
	traceGap    = 6.0
	// mostTraced are the samples of a curve that are drawn one by one: of more the
	// least and the largest of as many as share a place.
	mostTraced = 2000
)

func (t traces) caption() string { return t.title }

func (t traces) height() float64 {
	return svgTop + (traceHeight+traceGap)*float64(len(t.curves)) + 44
}

// left is where the curves begin: names stand before them.
func (t traces) left() float64 {
	at := svgLeft
	for _, c := range t.curves {
		at = max(at, 14+svgDigit*float64(min(utf8.RuneCountInString(c.name), mapName)))
	}
	return at
}

// samples are how many there are.
func (t traces) samples() (n int) {
	for _, s := range t.spans {
		n += s.length
	}
	return n
}

func (t traces) writeSVG(b *strings.Builder) {
	openSVG(b, t)
	n := t.samples()
	left := t.left()
	x := scale{lo: float64(t.first), hi: float64(t.first + max(n-1, 1)), from: left + 8, to: svgRight, zero: math.NaN()}
	bottom := svgTop + (traceHeight+traceGap)*float64(len(t.curves))
	start := t.first
	for i, s := range t.spans {
		from, to := x.place(float64(start)-0.5), x.place(float64(start+s.length)-0.5)
		if i > 0 {
			fmt.Fprintf(b, "<path d=\"M%.1f %gV%g\" stroke=\"%s\"/>\n", from, svgTop, bottom, svgGrid)
		}
		fmt.Fprintf(b, "<rect x=\"%.1f\" y=\"%g\" width=\"%.1f\" height=\"%g\" fill=\"none\" pointer-events=\"all\">%s</rect>\n", from, svgTop, to-from, bottom-svgTop, tooltip(s.text))
		start += s.length
	}
	for i, c := range t.curves {
		t.writeCurve(b, x, svgTop+(traceHeight+traceGap)*float64(i), i, c)
	}
	for _, v := range x.apart(wholes(x.ticks(8)), svgDigit) {
		fmt.Fprintf(b, "<path d=\"M%.1f %gv5\" stroke=\"%s\"/>\n", x.place(v), bottom, svgInk)
		writeText(b, x.place(v), bottom+18, "middle", fmt.Sprint(v))
	}
	fmt.Fprintf(b, "<path d=\"M%g %gH%g\" stroke=\"%s\"/>\n", left, bottom, svgRight, svgInk)
	label := t.x
	if each := thinned(n); each > 1 {
		label += fmt.Sprintf(", drawn as the least and the largest of every %d", each)
	}
	writeText(b, (left+svgRight)/2, bottom+34, "middle", label)
	b.WriteString("</svg>\n")
}

// wholes are those of the values that are numbers of samples.
func wholes(values []float64) []float64 {
	var out []float64
	for _, v := range values {
		if v == math.Trunc(v) && v >= 1 {
			out = append(out, v)
		}
	}
	return out
}

// writeCurve draws one curve with its name and what it spans. No line crosses
// the border of a stretch.
func (t traces) writeCurve(b *strings.Builder, x scale, top float64, index int, c trace) {
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, v := range c.y {
		if finite(v) {
			lo, hi = min(lo, v), max(hi, v)
		}
	}
	y := newScale([]float64{lo, hi}, false, top+traceHeight, top)
	if lo > hi {
		y = newScale(nil, false, top+traceHeight, top)
	}
	var d strings.Builder
	start, each := 0, thinned(t.samples())
	for _, s := range t.spans {
		pen := "M"
		for _, i := range drawnSamples(c.y[start:start+s.length], each) {
			fmt.Fprintf(&d, "%s%.1f %.1f", pen, x.place(float64(t.first+start+i)), y.place(c.y[start+i]))
			pen = "L"
			if s.length == 1 {
				d.WriteString("h0.5") // a stretch of one sample is a dot
			}
		}
		start += s.length
	}
	colour, left := palette[index%len(palette)], t.left()
	fmt.Fprintf(b, "<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.2\" pointer-events=\"none\"/>\n", d.String(), colour)
	fmt.Fprintf(b, "<text x=\"%g\" y=\"%.1f\" text-anchor=\"end\" fill=\"%s\">%s%s</text>\n", left-4, top+traceHeight/2+4, colour, tooltip(c.text), html.EscapeString(fitted(c.name, left-10)))
	if lo <= hi {
		b.WriteString("<g font-size=\"8\">\n")
		writeText(b, left-4, top+8, "end", short(hi))
		writeText(b, left-4, top+traceHeight, "end", short(lo))
		b.WriteString("</g>\n")
	}
}

// thinned is how many samples share a place of a curve of n; 1 where each has
// its own.
func thinned(n int) int {
	if n <= mostTraced {
		return 1
	}
	return (2*n + mostTraced - 1) / mostTraced
}

// drawnSamples are the places of the finite values that are drawn: all, or the
// least and the largest of each few, in order.
func drawnSamples(y []float64, each int) []int {
	var out []int
	for from := 0; from < len(y); from += each {
		least, most := -1, -1
		for i := from; i < min(from+each, len(y)); i++ {
			if !finite(y[i]) {
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
