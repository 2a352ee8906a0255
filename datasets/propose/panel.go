package propose

import (
	"fmt"
	"math"
	"slices"

	"example.com/sfatui/datasets/survey"
)

// panel is a table whose rows list units at each moment.
type panel struct {
	moment, unit *survey.Column
	named        bool // names tell so, and not the numbers
}

// leastMoments is how many moments a panel has at least.
const leastMoments = 10

// byNames tells from the names of two columns whether the stretches of the outer one are moments,
// in each of which the inner one lists units; told is false where they say nothing.
func byNames(outer, inner *survey.Column) (major, told bool) {
	switch {
	case namedTime(inner.Name):
		return false, true
	case namedTime(outer.Name), outer.Use == survey.Time, hasNameWord(inner, groupWords):
		return !hasNameWord(outer, groupWords), true
	}
	return false, hasNameWord(outer, groupWords)
}

// leavesOut reports whether the outer column counts evenly while the inner one leaves out values
// in its stretches. Engines leave out no cycle.
func leavesOut(outer, inner *survey.Column) bool {
	return !oneStep(inner) && outer.Falls == 0 && oneStep(outer)
}

// timeMajor reports whether the stretches of the outer column are moments, in each of which the
// inner one lists units: by their names, else by the numbers of the other columns, else by what
// the inner one leaves out.
func (s *Seen) timeMajor(outer, inner *survey.Column) bool {
	if major, told := byNames(outer, inner); told {
		return major
	}
	units := s.units(outer, inner)
	return units > 0 || units == 0 && leavesOut(outer, inner)
}

// Bounds of what the numbers of a panel show.
const (
	// calm is the share that a step from moment to moment has at most of one from unit to unit.
	calm = 0.5
	// orderless is the least share that a step from unit to unit has of one between any two units:
	// units come in no order of their numbers, while the rows of a series do.
	orderless = 0.5
	// sure is by how many standard errors the logarithm of a ratio of two steps differs from 0, at
	// least: √(8/n) for means of n squares with the tails of an exponential distribution.
	sure = 4
)

// units returns by how many of the other columns the stretches of the outer column are rather
// moments, in each of which the inner one lists units, than series of their own: numbers of a unit
// follow each other there and those of a stretch do not. It is below 0 where more show series.
func (s *Seen) units(outer, inner *survey.Column) int {
	pair := [2]*survey.Column{outer, inner}
	if shown, ok := s.shown[pair]; ok {
		return shown
	}
	units, series := 0, 0
	for _, c := range s.Survey.Columns {
		if c == outer || c == inner || c.Use != survey.Open || c.Texts > 0 || c.Constant() {
			continue
		}
		d := s.Survey.StepsOf(c, outer, inner)
		switch beyond := sure * math.Sqrt(8/float64(d.Rows)); {
		case !(math.Abs(math.Log(d.Same/d.Next)) > beyond): // so of what is not known
		case d.Same <= calm*d.Next && d.Next >= orderless*d.Pair:
			units++
		case d.Next <= calm*d.Same:
			series++
		}
	}
	if s.shown == nil {
		s.shown = map[[2]*survey.Column]int{}
	}
	s.shown[pair] = units - series
	return units - series
}

// moments reports whether the values of a column may be moments, in each of which units are
// listed.
func moments(c *survey.Column) bool {
	rises := c.Texts+c.Missing == 0 && c.Falls == 0
	return c.Contiguous() && len(c.Values) >= leastMoments && (rises || c.Use == survey.Time)
}

// panel returns the panel that the table is; nil for none. Counts of a calendar are no units.
func (s *Seen) panel() *panel {
	for _, outer := range s.Survey.Columns {
		if role := s.role(outer.Name); !moments(outer) || role != "" && role != "clock" {
			continue
		}
		for _, inner := range s.Survey.Columns {
			if inner == outer || !s.mayList(inner) || !inner.Keys(outer) {
				continue
			}
			major, told := byNames(outer, inner)
			if s.role(inner.Name) == "segment" {
				major, told = true, true
			}
			if told && major || !told && !calendar(inner) && s.units(outer, inner) > 0 {
				return &panel{outer, inner, told}
			}
		}
	}
	return nil
}

// isMoment reports whether the numbers of other columns show that the stretches of a column are
// moments in which a column lists units, be they times that can be read or not.
func (s *Seen) isMoment(outer *survey.Column) bool {
	return len(outer.Values) >= leastMoments && slices.ContainsFunc(s.Survey.Columns, func(inner *survey.Column) bool {
		_, told := byNames(outer, inner)
		return inner != outer && !told && s.mayList(inner) && !calendar(inner) && inner.Keys(outer) && s.units(outer, inner) > 0
	})
}

// mayList reports whether a column may list the units of a panel: one of words or whole numbers
// without another role.
func (s *Seen) mayList(c *survey.Column) bool {
	role := s.role(c.Name)
	return c.Use == survey.Open && (role == "" && len(s.Options.Columns) == 0 || role == "segment") && (c.Whole || c.Textual()) && !hasNameWord(c, labelWords)
}

// unlisted returns the open columns but the one that lists the units of a panel.
func (s *Seen) unlisted() []*survey.Column {
	p := s.panel()
	return slices.DeleteFunc(s.open(), func(c *survey.Column) bool { return p != nil && c == p.unit })
}

// proposal takes units for segments and groups, and moments for the time, as far as they are not
// said to be.
func (p *panel) proposal(s *Seen) []Proposal {
	if s.has("segment") && s.role(p.unit.Name) != "segment" {
		return nil
	}
	guess := ", by a guess"
	why := fmt.Sprintf("numbers change less from one %s to the next than from row to row", p.moment.Name)
	if p.named {
		guess, why = "", "the two columns say so"
	}
	out := Proposal{
		ID: "panel " + p.unit.Name, Urgent: true, What: fmt.Sprintf("the rows list %s at each %s%s", p.unit.Name, p.moment.Name, guess),
		Why:   why + "; differences would go from unit to unit",
		Gives: fmt.Sprintf("%d segments, each gathered from its rows in their order; as many groups, none on both sides of a split", len(p.unit.Values)),
	}
	if s.role(p.unit.Name) != "segment" {
		out.Changes = append(out.Changes, Change{"segment", p.unit.Name, false})
	}
	if p.moment.Use != survey.Time && s.Options.Clock == "" {
		out.Changes = append(out.Changes, Change{"clock", p.moment.Name, false})
	}
	if out.Changes == nil {
		return nil
	}
	if !s.has("group") && s.Options.Group == "" {
		out.Changes = append(out.Changes, Change{"group", p.unit.Name, false})
	}
	return []Proposal{out}
}
