package sessions

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"example.com/sfatui/engine/part"
)

// Setting is what all points of a sweep usually share, so that it is no axis.
type Setting struct {
	Name string
	Of   func(part.Point) string // its value as text; "" for none
}

// Settings are all settings of a point.
var Settings = []Setting{
	{"folds", func(p part.Point) string { return unlessZero(p.Folds) }},
	{"random splits", func(p part.Point) string { return unlessZero(p.Repeats) }},
	{"train fraction", func(p part.Point) string { return p.TrainFraction.String() }},
	{"validation part", func(p part.Point) string { return p.Validation.String() }},
	{"inner splits", func(p part.Point) string { return unlessZero(p.Inner) }},
	{"inputs", func(p part.Point) string {
		if p.Standardize {
			return "standardized on the training part"
		}
		return "as they are"
	}},
	{"outliers clipped", func(p part.Point) string { return p.Clip }},
	{"dealt out whole", func(p part.Point) string { return p.By }},
	{"samples between parts", func(p part.Point) string { return unlessZero(p.Gap) }},
	{"predictability neighbours", func(p part.Point) string { return unlessZero(p.Neighbours) }},
	{"tolerance of variance", func(p part.Point) string { return fmt.Sprint(p.VarianceTolerance()) }},
	{"seed", func(p part.Point) string { return fmt.Sprint(p.Seed) }},
}

func unlessZero(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n)
}

// Distinct are the values of points, in the order of first appearance.
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

// ValuesOf are the values of a parameter in order; where it does not apply it
// has none.
func ValuesOf(points []part.Point, of func(part.Point) string) []string {
	values := inOrder(Distinct(points, of))
	return slices.DeleteFunc(values, func(v string) bool { return v == "" })
}

// inOrder sorts texts that are numbers; words stay as they came.
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
