package data

import (
	"math"
	"math/rand/v2"
)

// Permuted returns the set with permuted labels and targets, which makes them
// independent of the samples. If they are constant within segments, the segments
// exchange them, or the groups if they are constant within groups. If they change
// within segments, those of each segment are shifted circularly, which preserves the
// length of runs. Samples, segments and missing labels stay in place. The sets share
// all other data.
func (s *Set) Permuted(rng *rand.Rand) *Set {
	out := *s
	if s.Label != nil {
		out.Label = permuted(s, s.Label, func(a, b int) bool { return a == b }, func(a int) bool { return a < 0 }, rng)
	}
	if s.Target != nil {
		same := func(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }
		out.Target = permuted(s, s.Target, same, math.IsNaN, rng)
	}
	return &out
}

// permuted returns a permuted copy of the samples' values.
func permuted[T any](s *Set, values []T, same func(a, b T) bool, missing func(T) bool, rng *rand.Rand) []T {
	out := make([]T, len(values))
	units, constant := unitsOf(s, values, same)
	if !constant || len(units) < 2 {
		for _, seg := range s.Segments {
			from, to := values[seg.Start:seg.End], out[seg.Start:seg.End]
			shift := 0
			if len(from) > 1 {
				shift = 1 + rng.IntN(len(from)-1)
			}
			copy(to[copy(to, from[shift:]):], from)
		}
		return out
	}
	var known []int // units with a value
	for i, u := range units {
		if !missing(values[s.Segments[u[0]].Start]) {
			known = append(known, i)
		}
	}
	source := make([]int, len(units))
	for i := range source {
		source[i] = i
	}
	for k, l := range rng.Perm(len(known)) {
		source[known[k]] = known[l]
	}
	for i, u := range units {
		v := values[s.Segments[units[source[i]][0]].Start]
		for _, k := range u {
			for row := s.Segments[k].Start; row < s.Segments[k].End; row++ {
				out[row] = v
			}
		}
	}
	return out
}

// unitsOf returns the units that exchange values, as indices of segments: the
// groups if each has one value, else the segments. It also reports whether each
// segment has one value.
func unitsOf[T any](s *Set, values []T, same func(a, b T) bool) (units [][]int, constant bool) {
	group := map[string]int{}
	var groups [][]int
	whole := true // each group has one value
	for i, seg := range s.Segments {
		first := values[seg.Start]
		for _, v := range values[seg.Start:seg.End] {
			if !same(v, first) {
				return nil, false
			}
		}
		units = append(units, []int{i})
		k, ok := group[seg.Group]
		if !ok {
			k = len(groups)
			group[seg.Group] = k
			groups = append(groups, nil)
		} else {
			whole = whole && same(first, values[s.Segments[groups[k][0]].Start])
		}
		groups[k] = append(groups[k], i)
	}
	if whole && len(groups) > 1 {
		return groups, true
	}
	return units, true
}
