package inspect

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
)

// Extremes are what the ends of an input look like.
type Extremes struct {
	Name          string
	data.Extremes           // and how many rows hold them
	Thin          []float64 // some of the values, spread over the rows
}

// Marker is a number that seems to stand for a missing one: it is met again and
// again, far outside of all other values.
type Marker struct {
	Value  float64  `json:"value"`
	Inputs []string `json:"inputs"` // in which it stands out
	Rows   int      `json:"rows"`   // cells of these inputs that hold it
	of     int      // inputs
}

// String is a proposal, to be shown as it is.
func (m Marker) String() string {
	text := strconv.FormatFloat(m.Value, 'g', -1, 64)
	return fmt.Sprintf("--missing-value %s: in %d of %s (%s) it lies far from all other values, %s; if it stands for a missing number, say so, and with --missing split or interpolate:3 what such a number does",
		text, len(m.Inputs), message.Counted(m.of, "input"), message.List(m.Inputs), message.Counted(m.Rows, "time"))
}

// Of the inputs that share must hold a marker at an end; a number of nines alone,
// as in -999.9, is one in a single input.
const markerShare = 0.05

// Markers are the numbers that seem to stand for missing ones in inputs, the most
// frequent first.
func Markers(inputs []Extremes) []Marker {
	var markers []Marker
	add := func(e Extremes, v float64, times int) {
		i := slices.IndexFunc(markers, func(m Marker) bool { return m.Value == v })
		if i < 0 {
			i = len(markers)
			markers = append(markers, Marker{Value: v, of: len(inputs)})
		}
		markers[i].Inputs = append(markers[i].Inputs, e.Name)
		markers[i].Rows += times
	}
	for _, e := range inputs {
		if e.AtMin > 1 && e.standsOut(e.Min) {
			add(e, e.Min, e.AtMin)
		}
		if e.AtMax > 1 && e.standsOut(e.Max) {
			add(e, e.Max, e.AtMax)
		}
	}
	markers = slices.DeleteFunc(markers, func(m Marker) bool {
		many := len(m.Inputs) > 1 && float64(len(m.Inputs)) >= markerShare*float64(len(inputs))
		return !many && !isNines(m.Value)
	})
	slices.SortStableFunc(markers, func(a, b Marker) int { return b.Rows - a.Rows })
	return markers
}

// standsOut reports whether v, an end of the values, is further from the others
// than they spread, and is a number that a person would write.
func (e Extremes) standsOut(v float64) bool {
	if math.Abs(v) < 10 || 100*v != math.Trunc(100*v) && !isNines(v) {
		return false
	}
	rest := slices.DeleteFunc(slices.Clone(e.Thin), func(x float64) bool { return x == v })
	slices.Sort(rest)
	if len(slices.Compact(slices.Clone(rest))) < 3 {
		return false
	}
	low, high := rest[0], rest[len(rest)-1]
	n := len(rest) - 1
	spread := max(rest[n-n/20]-rest[n/20], (high-low)/2)
	return max(low-v, v-high) >= spread
}

// isNines reports whether a number is written with three nines or more, and no
// other digit.
func isNines(v float64) bool {
	nines := 0
	for _, c := range strconv.FormatFloat(math.Abs(v), 'f', -1, 64) {
		switch c {
		case '9':
			nines++
		case '.':
		default:
			return false
		}
	}
	return nines > 2
}

// maxThin is how many values of an input tell its spread.
const maxThin = 1024

// extremesOf are the ends of a set's inputs.
func extremesOf(ctx context.Context, s *data.Set, columns []column) ([]Extremes, error) {
	n, _ := s.X.Dims()
	all := make([]Extremes, len(columns))
	for j, c := range columns {
		all[j] = Extremes{Name: s.Inputs[j], Extremes: c.Extremes}
	}
	stride := max(1, n/maxThin)
	for i := 0; i < n; i += stride {
		if i/stride%64 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		for j, v := range s.X.RawRowView(i) {
			if e := &all[j]; e.AtMin > 1 || e.AtMax > 1 {
				e.Thin = append(e.Thin, v)
			}
		}
	}
	return all, nil
}
