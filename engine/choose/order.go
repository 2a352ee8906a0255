package choose

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/part"
)

// Varying returns the names of the axes on which the rows differ, in the order of
// [part.Axes].
func Varying(rows []Row) []string {
	var out []string
	for _, axis := range part.Axes() {
		for i := range rows {
			if axis.Of(&rows[i].Config) != axis.Of(&rows[0].Config) {
				out = append(out, axis.Name)
				break
			}
		}
	}
	return out
}

// Naming returns a function that names configurations by the parameters in which rows
// differ: "sigma=5 lambda=1e-7". It names all parameters if rows do not differ.
func Naming(rows []Row) func(part.Point) string {
	varying := Varying(rows)
	return func(p part.Point) string {
		var parts []string
		for _, name := range varying {
			if text := p.Text(name); text != "" {
				parts = append(parts, name+"="+text)
			}
		}
		if len(parts) == 0 {
			return p.Label()
		}
		return strings.Join(parts, " ")
	}
}

// InOrder returns rows sorted by their parameters, words before numbers, so that the
// same results yield the same table whatever their order.
func InOrder(rows []Row) []Row {
	out := slices.Clone(rows)
	slices.SortStableFunc(out, func(a, b Row) int { return compareConfig(a.Config, b.Config) })
	return out
}

// compareWords compares points on an axis of words; it returns 0 for a numeric axis.
func compareWords(axis *part.Axis, a, b *part.Point) int {
	if axis.Numeric() {
		return 0
	}
	return strings.Compare(axis.Of(a), axis.Of(b))
}

// compareConfig compares points by their words, then by their numbers, then by the data
// frame and shared parameters.
func compareConfig(a, b part.Point) int {
	for _, words := range []bool{true, false} {
		for _, axis := range part.Axes() {
			x, inA := axis.Number(&a)
			y, inB := axis.Number(&b)
			c := 0
			switch {
			case words && inA != inB && inB: // a point without the parameter comes first
				c = -1
			case words && inA != inB:
				c = 1
			case words:
				c = compareWords(axis, &a, &b)
			default:
				c = cmp.Compare(x, y)
			}
			if c != 0 {
				return c
			}
		}
	}
	return cmp.Or(
		cmp.Compare(graph.EdgesHash.Of(a), graph.EdgesHash.Of(b)),
		cmp.Compare(fmt.Sprintf("%+v", a.Frame), fmt.Sprintf("%+v", b.Frame)),
		cmp.Compare(a.SharedLabel(), b.SharedLabel()))
}
