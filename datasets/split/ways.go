package split

import (
	"strconv"
	"strings"

	"example.com/sfatui/datasets/data"
)

// unit is a part that a split keeps together.
type unit struct {
	part  data.Part
	class int // of a segment; 0 for all if segments are not of one class each
}

// Way is a way to divide a set into units, besides blocks and rows.
type Way struct {
	// Name is the value of --split-by, and the name of a unit in messages:
	// "group".
	Name string
	// Of returns the name of the unit to which a segment of the set belongs.
	Of func(s *data.Set, segment int) string
	// Single reports that a unit is one segment, or the pieces of one, so that
	// units may have one class each and are balanced by class.
	Single bool
	// Missing is the remedy if there are fewer than two units.
	Missing string
}

// blockUnits are used if no way has two units, and on request; rowUnits on
// request only, for exchangeable rows.
const (
	blockUnits = "block"
	rowUnits   = "row"
)

var (
	byGroup = Way{
		Name: "group", Missing: "there are not two groups; name their column with --group",
		Of: func(s *data.Set, segment int) string { return s.Segments[segment].Group },
	}
	bySegment = Way{
		Name: "segment", Single: true, Missing: "there is only one segment; use --split-by block",
		Of: seriesOf,
	}

	// The first way that has two units is used.
	ways = []Way{byGroup, bySegment}
)

// seriesOf returns a name of the segment, which the pieces of a series share:
// they follow each other in time.
func seriesOf(s *data.Set, segment int) string {
	if series := s.Segments[segment].Series; series > 0 {
		return "series " + strconv.Itoa(series)
	}
	return strconv.Itoa(segment)
}

// Register appends a way, which is used on request. Call it before any set is
// divided.
func Register(w Way) { ways = append(ways, w) }

// Ways returns the values of --split-by.
func Ways() []string {
	var names []string
	for _, w := range ways {
		names = append(names, w.Name)
	}
	return append(names, blockUnits, rowUnits)
}

// wayNames returns the values in a sentence: "group, segment or block".
func wayNames() string {
	words := Ways()
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// unitsBy divides a part of whole segments into the units of a way, in row
// order. classes holds the classes of the set's segments, or is nil if segments
// are not of one class each.
func (w Way) unitsBy(s *data.Set, whole data.Part, classes []int) []unit {
	var out []unit
	index := map[string]int{}
	for _, span := range whole {
		name := w.Of(s, span.Segment)
		i, ok := index[name]
		if !ok {
			i = len(out)
			index[name] = i
			out = append(out, unit{})
			if w.Single && classes != nil {
				out[i].class = classes[span.Segment]
			}
		}
		out[i].part = append(out[i].part, span)
	}
	return out
}
