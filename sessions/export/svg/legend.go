package svg

import (
	"strings"
	"unicode/utf8"
)

// entry is the place of a name in a line of the legend.
type entry struct {
	at    float64
	index int
}

// legendOf breaks names into lines; what has no name is left out.
func legendOf(names []string) [][]entry {
	var lines [][]entry
	at := pageWidth
	for i, name := range names {
		if name == "" {
			continue
		}
		width := 32 + digitWidth*float64(utf8.RuneCountInString(name))
		if at+width > plotRight {
			lines, at = append(lines, nil), plotLeft+4
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
			at := top + lineHeight*float64(row)
			writeMarker(b, e.at, at-4, e.index, "")
			writeText(b, e.at+10, at, "start", names[e.index])
		}
	}
}
