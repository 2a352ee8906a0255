package svg

import (
	"fmt"
	"strings"

	"example.com/sfatui/sessions/drawing"
)

// Band draws a predicted curve over time with a band of uncertainty and the
// true values.
type Band struct {
	Title, X, Y string
	First       int // number of the first sample
	Mean, Half  []float64
	Truth       []float64
	Text        string // legend below
	// Name returns the tooltip of a dot; nil for the true value of a sample and
	// its prediction.
	Name func(i int) string
}

func (p Band) Caption() string { return p.Title }

func (p Band) Height() float64 { return legendTop + lineHeight }

func (p Band) nameOf(i int) string {
	if p.Name != nil {
		return p.Name(i)
	}
	return fmt.Sprintf("sample %d: %s, predicted %s ± %s", p.First+i, Number(p.Truth[i]), Number(p.Mean[i]), Number(p.Half[i]))
}

func (p Band) draw(b *strings.Builder) {
	n := len(p.Mean)
	ys := append([]float64(nil), finite(p.Truth)...)
	xs := []float64{float64(p.First), float64(p.First + max(n-1, 1))}
	for i, m := range p.Mean {
		ys = append(ys, finite([]float64{m - p.Half[i], m + p.Half[i]})...)
	}
	x, y := newScale(xs, false, plotLeft, plotRight), newScale(ys, false, plotBottom, plotTop)
	openElement(b, p)
	at := func(i int, v float64) string {
		return fmt.Sprintf("%.1f,%.1f", x.Place(float64(p.First+i)), y.Place(v))
	}
	var upper, lower, mean []string
	for i, m := range p.Mean {
		if !drawing.Finite(m) || !drawing.Finite(p.Half[i]) {
			continue
		}
		upper, mean = append(upper, at(i, m+p.Half[i])), append(mean, at(i, m))
		lower = append([]string{at(i, m-p.Half[i])}, lower...)
	}
	fmt.Fprintf(b, "<polygon points=\"%s\" fill=\"%s\" fill-opacity=\"0.2\"/>\n", strings.Join(append(upper, lower...), " "), palette[0])
	writeAxes(b, x, y, p.X, ticks(x, 8))
	fmt.Fprintf(b, "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\"/>\n", strings.Join(mean, " "), palette[0])
	for i, v := range p.Truth {
		if drawing.Finite(v) {
			fmt.Fprintf(b, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"1.6\" fill=\"%s\"><title>%s</title></circle>\n",
				x.Place(float64(p.First+i)), y.Place(v), inkColour, p.nameOf(i))
		}
	}
	writeText(b, plotLeft, plotTop-6, "start", p.Y)
	writeText(b, plotLeft, legendTop, "start", p.Text)
	b.WriteString("</svg>\n")
}
