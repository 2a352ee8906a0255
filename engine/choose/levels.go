package choose

import (
	"slices"

	"example.com/sfatui/engine/part"
)

// levelsOf are the ranks of the values of an axis, each among the points that differ in it
// alone, where multiples of a scale of each point's own were written: there are as many
// values for every choice of the other parameters, and not the same ones. Nil where the
// values themselves are shared, and for points without the axis alone.
func levelsOf(axis *part.Axis, configs []part.Point) []int {
	if !axis.Multiples {
		return nil
	}
	groups, all := map[part.Point][]float64{}, map[float64]bool{}
	key := func(p part.Point) part.Point { return axis.With(axesOf(p), 0) }
	for _, p := range configs {
		x, ok := axis.Number(&p)
		if !ok {
			return nil
		}
		all[x] = true
		if k := key(p); !slices.Contains(groups[k], x) {
			groups[k] = append(groups[k], x)
		}
	}
	n := -1
	for _, values := range groups {
		slices.Sort(values)
		if n < 0 {
			n = len(values)
		}
		if len(values) != n {
			return nil
		}
	}
	if n < 2 || len(all) == n {
		return nil
	}
	levels := make([]int, len(configs))
	for i, p := range configs {
		x, _ := axis.Number(&p)
		levels[i] = slices.Index(groups[key(p)], x)
	}
	return levels
}
