package propose

import (
	"fmt"
	"slices"

	"example.com/sfatui/datasets/survey"
)

// twoKeys holds two columns that identify the units of a table together, as country and product
// do, or subject and session.
type twoKeys struct {
	coarse, fine *survey.Column
	units        *survey.Column // of both
	// time holds the moments at each of which the rows list units or, if they are sorted by
	// unit, the times that begin anew in each; nil if the names of the keys alone show it.
	time   *survey.Column
	sorted bool
}

// maxKeys is the largest number of columns among which two keys are searched.
const maxKeys = 12

// keys returns the two columns that identify units, or nil.
func (s *Situation) keys() *twoKeys {
	if s.pair == nil {
		s.pair = s.findKeys()
	}
	if s.pair.units == nil {
		return nil
	}
	return s.pair
}

// findKeys searches for [Situation.keys]; units is nil if there are none.
func (s *Situation) findKeys() *twoKeys {
	none := &twoKeys{}
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
	columns = columns[:min(len(columns), maxKeys)]
	for i, a := range columns {
		for _, b := range columns[i+1:] {
			if k := s.keysOf(a, b, times); k != nil {
				return k
			}
		}
	}
	return none
}

// keysOf returns the two keys if the columns identify units together and neither does alone. The
// coarser one has the name of a group or, if both or neither has, changes less often.
func (s *Situation) keysOf(coarse, fine *survey.Column, times []*survey.Column) *twoKeys {
	if a, b := hasNameWord(coarse, groupWords), hasNameWord(fine, groupWords); b && !a || a == b && len(fine.Runs) < len(coarse.Runs) {
		coarse, fine = fine, coarse
	}
	if segment := s.role(fine.Name) == "segment"; s.role(coarse.Name) == "segment" || s.role(fine.Name) == "group" || s.has("segment") && !segment || s.has("group") && s.role(coarse.Name) != "group" {
		return nil
	}
	units := survey.Joint(coarse, fine)
	if units == nil || len(units.Values) == len(coarse.Values) || len(units.Values) == len(fine.Values) {
		return nil
	}
	for _, t := range times {
		switch {
		case t == coarse || t == fine:
		case moments(t) && units.Keys(t) && !coarse.Keys(t) && !fine.Keys(t) && (t.Use == survey.Time || namedTime(t.Name) || s.panelScore(t, units, coarse, fine) > 0):
			return &twoKeys{coarse, fine, units, t, false}
		case units.Contiguous() && beginsAnew(t, units) && !beginsAnew(t, coarse) && !beginsAnew(t, fine):
			return &twoKeys{coarse, fine, units, t, true}
		}
	}
	if hasNameWord(coarse, groupWords) && hasNameWord(fine, segmentWords) && coarse.Contiguous() && units.Contiguous() {
		return &twoKeys{coarse, fine, units, nil, true}
	}
	return nil
}

// beginsAnew reports whether times rise within each run of a column and begin anew in the next, or
// occur in many of the runs, once in each.
func beginsAnew(t, in *survey.Column) bool {
	if !in.Contiguous() {
		return false
	}
	starts := slices.EqualFunc(in.Runs[1:], t.FallRows, func(r survey.Run, row int) bool { return r.Start == row })
	return starts && t.Texts+t.Missing == 0 && t.Falls == len(t.FallRows) || t.Keys(in)
}

// lists reports whether a column is one of the keys, or names the same as one of them.
func (k *twoKeys) lists(c *survey.Column) bool {
	same := func(key *survey.Column) bool { return c == key || c.Inside(key) && key.Inside(c) }
	return same(k.coarse) || same(k.fine)
}

// proposal returns the proposal of the units as segments, of the coarser key as groups, and of the
// times as the clock, less the roles that are stated.
func (k *twoKeys) proposal(s *Situation) []Proposal {
	n := len(k.units.Values)
	out := Proposal{
		ID: "keys " + k.coarse.Name + " " + k.fine.Name, Urgent: true,
		Gives: fmt.Sprintf("%d segments, one for each pair; %d groups, none on both sides of a split", n, len(k.coarse.Values)),
	}
	if k.sorted {
		again := k.fine.Name + " begins anew for each " + k.coarse.Name
		if k.time != nil {
			again = k.time.Name + " begins anew for each pair"
		}
		out.What = fmt.Sprintf("%s and %s cut the rows together, by a guess: %s", k.coarse.Name, k.fine.Name, again)
		out.Why = fmt.Sprintf("there are %d pairs, each in one run of rows; differences would cross their borders", n)
	} else {
		out.What = fmt.Sprintf("the rows list each pair of %s and %s at each %s, by a guess", k.coarse.Name, k.fine.Name, k.time.Name)
		out.Why = fmt.Sprintf("neither alone differs in all rows of one %s; differences would cross units", k.time.Name)
	}
	if s.role(k.fine.Name) != "segment" {
		out.Changes = append(out.Changes, Change{"segment", k.fine.Name, false})
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
