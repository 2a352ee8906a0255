package propose

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"example.com/sfatui/datasets/survey"
)

// unitKeys holds the columns that identify the units of a table together, such as country, product
// and shop, or subject and session.
type unitKeys struct {
	coarse *survey.Column   // proposed as the group
	fine   []*survey.Column // proposed as the segment
	units  *survey.Column   // all keys joined
	// time is the column of times: each time lists the units or, if the rows are sorted by
	// unit, the times start over in each unit. It is nil if only the names of the keys show it.
	time   *survey.Column
	sorted bool
}

// keys returns the columns that identify units together, or nil.
func (s *Situation) keys() *unitKeys {
	if s.together == nil {
		s.together = s.findKeys()
	}
	if s.together.units == nil {
		return nil
	}
	return s.together
}

// findKeys searches for the smallest set of keys; units is nil if there is none.
func (s *Situation) findKeys() *unitKeys {
	none := &unitKeys{}
	var times, columns []*survey.Column
	for _, c := range s.Survey.Columns {
		role, time := s.role(c.Name), c.Use == survey.Time || namedTime(c.Name)
		if (role == "" || role == "clock") && (time || c.Numbers > 0 && oneStep(c) && !calendar(c)) {
			times = append(times, c)
		}
		if !time && (s.mayList(c) || role == "group" && c.Use == survey.Open) && !c.Many && c.Missing == 0 && len(c.Values) > 1 && 2*len(c.Values) <= c.Numbers+c.Texts {
			columns = append(columns, c)
		}
	}
	if s.panel() != nil || s.Options.CutBy != "" {
		return none
	}
	if found := s.searchKeys(columns, times); found != nil {
		return found
	}
	return none
}

// keysOf returns the keys if the columns identify units together and neither does alone. The
// coarsest has the name of a group or, if several or none have, changes least often.
func (s *Situation) keysOf(keys []*survey.Column, units *survey.Column, times []*survey.Column) *unitKeys {
	coarse := slices.MinFunc(keys, func(a, b *survey.Column) int {
		return cmp.Or(btoi(hasNameWord(b, groupWords))-btoi(hasNameWord(a, groupWords)), len(a.Runs)-len(b.Runs))
	})
	k := &unitKeys{coarse: coarse, fine: slices.DeleteFunc(slices.Clone(keys), func(c *survey.Column) bool { return c == coarse }), units: units}
	if s.contradicts(k) {
		return nil
	}
	alone := func(of func(*survey.Column) bool) bool { return slices.ContainsFunc(keys, of) }
	for _, t := range times {
		k.time = t
		switch {
		case slices.Contains(keys, t):
		case moments(t) && units.Keys(t) && !alone(func(c *survey.Column) bool { return c.Keys(t) }) && (t.Use == survey.Time || namedTime(t.Name) || s.panelScore(t, units, keys...) > 0):
			return k
		case units.Contiguous() && beginsAnew(t, units) && !alone(func(c *survey.Column) bool { return beginsAnew(t, c) }):
			k.sorted = true
			return k
		}
	}
	if hasNameWord(coarse, groupWords) && len(k.fine) == 1 && hasNameWord(k.fine[0], segmentWords) && coarse.Contiguous() && units.Contiguous() {
		k.time, k.sorted = nil, true
		return k
	}
	return nil
}

// contradicts reports whether the keys differ from the columns with stated roles.
func (s *Situation) contradicts(k *unitKeys) bool {
	stated := slices.DeleteFunc(slices.Clone(s.Survey.Columns), func(c *survey.Column) bool { return s.role(c.Name) != "segment" })
	other := slices.ContainsFunc(stated, func(c *survey.Column) bool { return !slices.Contains(k.fine, c) })
	return other || s.has("group") && s.role(k.coarse.Name) != "group"
}

// beginsAnew reports whether times rise within each run of a column and start over in the next, or
// occur in many of the runs, once in each.
func beginsAnew(t, in *survey.Column) bool {
	if !in.Contiguous() {
		return false
	}
	starts := slices.EqualFunc(in.Runs[1:], t.FallRows, func(r survey.Run, row int) bool { return r.Start == row })
	return starts && t.Texts+t.Missing == 0 && t.Falls == len(t.FallRows) || t.Keys(in)
}

// lists reports whether a column is one of the keys or equivalent to one.
func (k *unitKeys) lists(c *survey.Column) bool {
	return slices.ContainsFunc(append([]*survey.Column{k.coarse}, k.fine...), func(key *survey.Column) bool {
		return c == key || c.Inside(key) && key.Inside(c)
	})
}

// names returns the names of the finer keys.
func (k *unitKeys) names() []string {
	var names []string
	for _, c := range k.fine {
		names = append(names, c.Name)
	}
	return names
}

// proposal proposes the units as segments, the coarsest key as the group, and the times as the
// clock, except for roles that are stated.
func (k *unitKeys) proposal(s *Situation) []Proposal {
	n := len(k.units.Values)
	set := map[bool]string{true: "pair", false: "combination"}[len(k.fine) == 1]
	all := withAnd(append([]string{k.coarse.Name}, k.names()...))
	out := Proposal{
		ID: "keys " + k.coarse.Name + " " + strings.Join(k.names(), " "), Urgent: true,
		Gives: fmt.Sprintf("%d segments, one for each %s; %d groups, none on both sides of a split", n, set, len(k.coarse.Values)),
	}
	if k.sorted {
		again := withAnd(k.names()) + " begins anew for each " + k.coarse.Name
		if k.time != nil {
			again = k.time.Name + " begins anew for each " + set
		}
		out.What = fmt.Sprintf("%s together divide the rows into segments (a guess): %s", all, again)
		out.Why = fmt.Sprintf("there are %d %ss, each in one run of rows; differences would cross their borders", n, set)
	} else {
		out.What = fmt.Sprintf("the rows list each %s of %s at each %s (a guess)", set, all, k.time.Name)
		out.Why = fmt.Sprintf("%s of them alone differs in all rows of one %s; differences would cross units", map[bool]string{true: "neither", false: "none"}[len(k.fine) == 1], k.time.Name)
	}
	if slices.ContainsFunc(k.fine, func(c *survey.Column) bool { return s.role(c.Name) != "segment" }) {
		out.Changes = append(out.Changes, Change{"segment", strings.Join(k.names(), ","), false})
	}
	if s.role(k.coarse.Name) != "group" {
		out.Changes = append(out.Changes, Change{"group", k.coarse.Name, false})
	}
	if out.Changes == nil {
		return nil
	}
	if k.time != nil && k.time.Use != survey.Time && s.Options.Clock == "" && !s.isClock(k.time) {
		out.Changes = append(out.Changes, Change{"clock", k.time.Name, false})
	}
	return []Proposal{out}
}
