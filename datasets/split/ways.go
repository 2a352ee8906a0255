package split

import (
	"strconv"
	"strings"

	"example.com/sfatui/datasets/data"
)

// unit is what a split never tears apart.
type unit struct {
	part  data.Part
	class int // of a segment; 0 for all where segments have no class each
}

// Way is a way to cut a set into the units that a split deals out whole, beside blocks.
type Way struct {
	// Name is what it is asked for by, and what messages call a unit: "group".
	Name string
	// Of names the unit that a segment of the set belongs to.
	Of func(s *data.Set, segment int) string
	// Single says that a unit is one segment, or the pieces of one, so that units may have
	// a class each, by which they are dealt out.
	Single bool
	// Missing says what to do where there are not two units.
	Missing string
}

// blockUnits are dealt out where no way has two units, and by wish; rowUnits by wish alone:
// they are for rows that can be exchanged for each other.
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
		Name: "segment", Single: true, Missing: "there is one segment only; take --split-by block",
		Of: seriesOf,
	}

	// ways are tried in this order: the first that has two units is taken.
	ways = []Way{byGroup, bySegment}
)

// seriesOf names the segment, which the pieces of a series share: in time they follow
// each other, but for a gap.
func seriesOf(s *data.Set, segment int) string {
	if series := s.Segments[segment].Series; series > 0 {
		return "series " + strconv.Itoa(series)
	}
	return strconv.Itoa(segment)
}

// Register adds a way behind those that are there, before any set is divided. It is taken
// where it is asked for.
func Register(w Way) { ways = append(ways, w) }

// Ways are the words that ask for what is dealt out whole.
func Ways() []string {
	var names []string
	for _, w := range ways {
		names = append(names, w.Name)
	}
	return append(names, blockUnits, rowUnits)
}

// waysToAsk are the words in a sentence: "group, segment or block".
func waysToAsk() string {
	words := Ways()
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// unitsBy cuts a part of whole segments into the units of a way, in row order. classes are
// those of the set's segments; nil where segments have no class each.
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
