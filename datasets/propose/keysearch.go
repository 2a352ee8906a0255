package propose

import (
	"math"
	"slices"

	"example.com/sfatui/datasets/survey"
)

// keySearch is a search among columns for the fewest that identify units together.
type keySearch struct {
	s     *Situation
	times []*survey.Column
	units [][2]int // least and largest numbers of units that a time allows
	most  int      // largest number of values of columns together
	depth int      // number of columns together
	steps int      // work that is left, in rows or runs

	reached bool // there are sets of depth columns with at most so many values
}

// Work of a search in steps: for each cell of the table, and the minimum.
const (
	stepsOfCell = 4
	leastSteps  = 4_000_000
)

// searchKeys returns the first of the fewest columns that identify units together, or nil. It tries
// all pairs, then larger sets with a number of values that a time allows, as long as the work is
// within the limit for the size of the table.
func (s *Situation) searchKeys(columns, times []*survey.Column) *unitKeys {
	k := &keySearch{s: s, times: times, most: math.MaxInt, depth: 2, steps: max(leastSteps, stepsOfCell*s.Survey.Rows*len(s.Survey.Columns))}
	found := k.extend(columns, nil, nil)
	k.most = 0
	for _, t := range times {
		k.allow(t)
	}
	for k.reached = true; found == nil && k.reached && k.steps > 0; {
		k.depth, k.reached = k.depth+1, false
		found = k.extend(columns, nil, nil)
	}
	return found
}

// allow adds the numbers of units that keysOf can accept with a time: those whose runs begin where it
// falls, and by the rows for each moment or for each unit.
func (k *keySearch) allow(t *survey.Column) {
	add := func(least, most int) {
		k.units = append(k.units, [2]int{least, most})
		k.most = max(k.most, most)
	}
	add(len(t.FallRows)+1, len(t.FallRows)+1)
	if cells, n := t.Numbers+t.Texts, len(t.Values); !t.Many && n > 0 {
		add(cells/n, 2*k.s.Survey.Rows/n)
	}
}

// allowed reports whether a time allows a number of units.
func (k *keySearch) allowed(units int) bool {
	return slices.ContainsFunc(k.units, func(r [2]int) bool { return r[0] <= units && units <= r[1] })
}

// extend returns the first keys of depth columns that are the taken ones and others; units is the
// column of the former.
func (k *keySearch) extend(columns, taken []*survey.Column, units *survey.Column) *unitKeys {
	for i, c := range columns {
		joint := c
		if units != nil {
			var steps int
			joint, steps = survey.Joint(units, c, k.most)
			k.steps -= steps
			if joint == nil || len(joint.Values) == len(units.Values) || len(joint.Values) == len(c.Values) {
				continue // one of them determines the other
			}
		}
		if k.steps <= 0 {
			return nil
		}
		all := append(slices.Clone(taken), c)
		if len(all) < k.depth {
			if found := k.extend(columns[i+1:], all, joint); found != nil {
				return found
			}
			continue
		}
		k.reached = true
		if k.depth == 2 || k.allowed(len(joint.Values)) {
			k.steps -= joint.Texts
			if found := k.s.keysOf(all, joint, k.times); found != nil {
				return found
			}
		}
	}
	return nil
}
