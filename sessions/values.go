package sessions

import (
	"cmp"
	"slices"
	"strconv"

	"example.com/sfatui/engine/part"
)

// Distinct returns the distinct values of points, in the order of first appearance.
func Distinct[T comparable](points []part.Point, of func(part.Point) T) []T {
	var out []T
	seen := map[T]bool{}
	for _, p := range points {
		if v := of(p); !seen[v] {
			seen[v] = true
			out = append(out, v)
		}
	}
	return out
}

// ValuesOf returns the distinct values of a parameter, numbers ascending, without "".
func ValuesOf(points []part.Point, of func(part.Point) string) []string {
	values := inOrder(Distinct(points, of))
	return slices.DeleteFunc(values, func(v string) bool { return v == "" })
}

// inOrder returns a copy of values with numbers in ascending order. Words count as 0 and
// keep their order.
func inOrder(values []string) []string {
	number := func(s string) float64 {
		v, err := strconv.ParseFloat(s, 64)
		if err != nil {
			return 0
		}
		return v
	}
	out := slices.Clone(values)
	slices.SortStableFunc(out, func(a, b string) int { return cmp.Compare(number(a), number(b)) })
	return out
}
