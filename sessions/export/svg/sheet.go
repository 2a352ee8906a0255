package svg

import (
	"fmt"
	"strings"
)

// Sheet is a column of drawings, each below its caption.
type Sheet struct {
	Title string
	Parts []Drawing
}

// sheetLine is the height of a caption.
const sheetLine = 22.0

// Caption is the title of the sheet.
func (s Sheet) Caption() string { return s.Title }

// Height is that of all drawings and captions.

func (s Sheet) Height() float64 {
	sum := 0.0
	for _, d := range s.Parts {
		sum += sheetLine + d.Height()
	}
	return sum
}

func (s Sheet) draw(b *strings.Builder) {
	at := 0.0
	for _, d := range s.Parts {
		fmt.Fprintf(b, "<g transform=\"translate(0 %g)\" font-size=\"12\">\n", at)
		writeText(b, plotLeft, sheetLine-6, "start", fitted(d.Caption(), plotRight-plotLeft))
		fmt.Fprintf(b, "<g transform=\"translate(0 %g)\">\n", sheetLine)
		d.draw(b)
		b.WriteString("</g>\n</g>\n")
		at += sheetLine + d.Height()
	}
}
