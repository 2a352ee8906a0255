package choose

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/part"
)

// Varying lists the axes, in the order of [part.Axes], on which the rows differ.
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

// Naming names configurations by the parameters in which rows differ: sigma=5
// lambda=1e-7. What they have in common is left out; where that is everything, all
// parameters are named.
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

// InOrder sorts rows by their parameters, words before numbers, so that the
// same results give the same table in whatever order they arrived.
func InOrder(rows []Row) []Row {
	out := slices.Clone(rows)
	slices.SortStableFunc(out, func(a, b Row) int { return compareConfig(a.Config, b.Config) })
	return out
}

// compareWords compares points on an axis of words.
func compareWords(axis *part.Axis, a, b *part.Point) int {
	if axis.Numeric() {
		return 0
	}
	return strings.Compare(axis.Of(a), axis.Of(b))
}

// compareConfig compares points by their words, then by their numbers, then by
// the rest.
func compareConfig(a, b part.Point) int {
	for _, words := range []bool{true, false} {
		for _, axis := range part.Axes() {
			x, inA := axis.Number(&a)
			y, inB := axis.Number(&b)
			c := 0
			switch {
			case words && inA != inB && inB: // without the parameter comes first
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
