package svg

import (
	"fmt"
	"strings"

	"example.com/sfatui/sessions/drawing"
)

// Bars draws shares as horizontal bars, one row for each name.
type Bars struct {
	Title string
	Heads []string // of the columns; nil for none
	Rows  []Bar
}

// Bar is a row of [Bars], with a share from 0 to 1 and its text for each column. A share that
// is not finite has no bar.
type Bar struct {
	Name   string
	Shares []float64
	Texts  []string
}

// barName is the width of the names.
const barName = 150.0

func (p Bars) Caption() string { return p.Title }

func (p Bars) Height() float64 { return plotTop + lineHeight*float64(len(p.Rows)+2) }

func (p Bars) draw(b *strings.Builder) {
	openElement(b, p)
	columns := 1
	for _, r := range p.Rows {
		columns = max(columns, len(r.Shares))
	}
	left := 14 + barName
	each := (plotRight - left) / float64(columns)
	for k, head := range p.Heads {
		writeText(b, left+each*float64(k), plotTop+lineHeight/2, "start", fitted(head, each))
	}
	for i, r := range p.Rows {
		y := plotTop + lineHeight*(float64(i)+1.5)
		writeText(b, left-6, y+4, "end", fitted(r.Name, barName))
		for k, share := range r.Shares {
			x, room := left+each*float64(k), each/2
			if drawing.Finite(share) {
				fmt.Fprintf(b, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%g\" fill=\"%s\"/>\n", x, y-6, max(min(share, 1), 0)*room, 12.0, palette[0])
			}
			if k < len(r.Texts) {
				writeText(b, x+room+6, y+4, "start", r.Texts[k])
			}
		}
	}
	b.WriteString("</svg>\n")
}
