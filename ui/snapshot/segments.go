package snapshot

import (
	"strings"

	"example.com/sfatui/ui/clean"
)

// SegmentsAre is what the segments of the data are called in the plural.
func (sc *Sweep) SegmentsAre() clean.Text {
	if sc.Segments == "" {
		return "segments"
	}
	return sc.Segments
}

// InWords is a name of a measure with the segments called what they are.
func (sc *Sweep) InWords(name string) clean.Text {
	return clean.Of(strings.Replace(name, "segments", string(sc.SegmentsAre()), 1))
}
