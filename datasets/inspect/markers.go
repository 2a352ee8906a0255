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

// Extremes holds the extremes of an input and a sample of its values.
type Extremes struct {
	Name          string
	data.Extremes           // with the numbers of rows that hold them
	Thin          []float64 // some of the values, spread over the rows
}

// A Marker is a number that seems to mean a missing value: it occurs
// repeatedly, far from all other values.
type Marker struct {
	Value  float64  `json:"value"`
	Inputs []string `json:"inputs"` // inputs in which it is an outlier
	Rows   int      `json:"rows"`   // cells of these inputs that hold it
	of     int      // number of all inputs
}

// String returns the proposal in words.
func (m Marker) String() string {
	text := strconv.FormatFloat(m.Value, 'g', -1, 64)
	return fmt.Sprintf("--missing-value %s: in %d of %s (%s) it lies far from all other values, %s; if it marks a missing number, use the flag, and --missing split or interpolate:3",
		text, len(m.Inputs), message.Counted(m.of, "input"), message.List(m.Inputs), message.Counted(m.Rows, "time"))
}

// markerShare is the minimum share of inputs with the marker at an extreme. A
// number of nines only, as -999.9, needs a single input.
const markerShare = 0.05

// Markers returns the numbers that seem to mean missing values in inputs, the
// most frequent first.
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

// standsOut reports whether the extreme v is further from the other values than
// their range, and is a number that a person would write.
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

// isNines reports whether a number is written with at least three nines and no
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

// maxThin is the number of values from which the range of an input is
// estimated.
const maxThin = 1024

// extremesOf returns the extremes of a set's inputs.
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
