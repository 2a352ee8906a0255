package choose

import (
	"math"
	"slices"
	"strings"

	"example.com/sfatui/engine/part"
)

// axesOf returns a point without the parameters that all rows of a sweep share or that
// results repeat.
func axesOf(p part.Point) part.Point {
	p.Frame = part.Frame{}
	return p.Unmeasured()
}

// levelsOf returns the rank of each point's value of an axis among the points that
// differ only in that axis. It is for axes given as multiples of a scale that differs
// from point to point: each choice of the other parameters has the same number of
// values, but different ones. It returns nil if the values themselves are shared, or if
// a point lacks the axis.
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

// LambdaActs returns the λ at which regularisation begins to change the features of a
// row, the median over its results, or 0 if unknown.
func (r *Row) LambdaActs() float64 {
	var all []float64
	for _, res := range r.Results {
		if res.LambdaActs != nil && *res.LambdaActs > 0 && !math.IsInf(float64(*res.LambdaActs), 1) {
			all = append(all, float64(*res.LambdaActs))
		}
	}
	if all == nil {
		return 0
	}
	slices.Sort(all)
	n := len(all)
	return (all[(n-1)/2] + all[n/2]) / 2
}

// Multiples returns a function from points to the multiple that each was planned with,
// if text consists only of multiples of an axis. It returns nil for another text, or if
// configs, the complete list, does not hold each multiple once for every choice of the
// other parameters.
func Multiples(axis *part.Axis, text string, configs []part.Point) func(part.Point) (multiple float64, ok bool) {
	if !axis.Relative(text) || !strings.HasPrefix(strings.TrimSpace(text), "rel:") {
		return nil
	}
	settings, err := axis.Parse(text, part.MultiplesOf(1))
	if err != nil {
		return nil
	}
	var multiples []float64
	for _, set := range settings {
		x, _ := axis.Number(new(part.Point{}.With(set)))
		multiples = append(multiples, x)
	}
	slices.Sort(multiples)
	var with []part.Point
	for _, p := range configs {
		if _, ok := axis.Number(&p); ok {
			with = append(with, p)
		}
	}
	levels := levelsOf(axis, with)
	if levels == nil || slices.Max(levels)+1 != len(multiples) {
		return nil
	}
	of := make(map[part.Point]float64, len(with))
	for i, p := range with {
		of[p] = multiples[levels[i]]
	}
	return func(p part.Point) (float64, bool) {
		x, ok := of[p]
		return x, ok
	}
}
