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
	named        bool // identified by the names, not by the numbers
}

// leastMoments is the smallest number of moments of a panel.
const leastMoments = 10

// byNames reports, by the names of two columns, whether each run of the outer one is a moment in
// which the inner one lists units. told is false if neither name decides.
func byNames(outer, inner *survey.Column) (major, told bool) {
	switch {
	case namedTime(inner.Name):
		return false, true
	case namedTime(outer.Name), outer.Use == survey.Time, hasNameWord(inner, groupWords):
		return !hasNameWord(outer, groupWords), true
	}
	return false, hasNameWord(outer, groupWords)
}

// leavesOut reports whether the outer column counts evenly while the inner one skips values
// within its runs. A count of cycles skips none.
func leavesOut(outer, inner *survey.Column) bool {
	return !oneStep(inner) && outer.Falls == 0 && oneStep(outer)
}

// timeMajor reports whether each run of the outer column is a moment in which the inner one
// lists units. The names decide, else the numbers of the other columns, else the values that
// the inner one skips.
func (s *Situation) timeMajor(outer, inner *survey.Column) bool {
	if major, told := byNames(outer, inner); told {
		return major
	}
	score := s.panelScore(outer, inner)
	return score > 0 || score == 0 && leavesOut(outer, inner)
}

// Bounds of the steps of a column in a panel.
const (
	// maxMomentStep is the largest step from moment to moment, relative to the step from unit to
	// unit.
	maxMomentStep = 0.5
	// minUnitStep is the smallest step from a unit to the next, relative to the step between
	// any two units. The rows of a smooth series have smaller ones.
	minUnitStep = 0.5
	// minErrors is the smallest difference of two steps, in standard errors of the logarithm of
	// their ratio: √(8/n) for means of n squares with the tails of an exponential distribution.
	minErrors = 4
)

// panelScore returns the number of other columns whose steps fit a panel (moments are the runs
// of the outer column, units the values of the inner one) minus the number whose steps fit one
// series per run. Columns of which the inner one is made do not count.
func (s *Situation) panelScore(outer, inner *survey.Column, of ...*survey.Column) int {
	pair := [2]*survey.Column{outer, inner}
	if score, ok := s.scores[pair]; ok {
		return score
	}
	units, series := 0, 0
	for _, c := range s.Survey.Columns {
		if c == outer || c == inner || slices.Contains(of, c) || c.Use != survey.Open || c.Texts > 0 || c.Constant() {
			continue
		}
		d := s.Survey.StepsOf(c, outer, inner)
		switch beyond := minErrors * math.Sqrt(8/float64(d.Rows)); {
		case !(math.Abs(math.Log(d.Same/d.Next)) > beyond): // also if it is NaN
		case d.Same <= maxMomentStep*d.Next && d.Next >= minUnitStep*d.Pair:
			units++
		case d.Next <= maxMomentStep*d.Same && d.Next < minUnitStep*d.Pair:
			series++
		}
	}
	if s.scores == nil {
		s.scores = map[[2]*survey.Column]int{}
	}
	s.scores[pair] = units - series
	return units - series
}

// undecided reports whether nothing decides if the runs of the outer column are moments
// or series: neither the names, nor the numbers, nor a value of the inner column that a
// run lacks. A guess would be wrong as often as right.
func (s *Situation) undecided(outer, inner *survey.Column) bool {
	_, told := byNames(outer, inner)
	full := inner.Numbers == len(inner.Values)*len(outer.Values)
	return !told && full && len(outer.Values) >= leastMoments && inner.Keys(outer) && s.panelScore(outer, inner) == 0
}

// moments reports whether the values of a column may be the moments of a panel.
func moments(c *survey.Column) bool {
	rises := c.Texts+c.Missing == 0 && c.Falls == 0
	return c.Contiguous() && len(c.Values) >= leastMoments && (rises || c.Use == survey.Time)
}

// panel returns the table's interpretation as a panel, or nil. Calendar counts, such as months, do
// not qualify as units.
func (s *Situation) panel() *panel {
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
			if told && major || !told && !calendar(inner) && s.panelScore(outer, inner) > 0 {
				return &panel{outer, inner, told}
			}
		}
	}
	return nil
}

// isMoment reports whether, by the numbers of other columns, each run of a column is a moment of
// a panel. The values of the column need not be readable as times.
func (s *Situation) isMoment(outer *survey.Column) bool {
	return len(outer.Values) >= leastMoments && slices.ContainsFunc(s.Survey.Columns, func(inner *survey.Column) bool {
		_, told := byNames(outer, inner)
		return inner != outer && !told && s.mayList(inner) && !calendar(inner) && inner.Keys(outer) && s.panelScore(outer, inner) > 0
	})
}

// calendarWords are words in the names of columns that divide a time and list no units.
var calendarWords = []string{"hour", "hours", "hr", "minute", "minutes", "min", "second", "seconds", "sec", "day", "weekday", "dayofweek", "week", "month", "quarter"}

// mayList reports whether a column may list the units of a panel: one of words or whole numbers
// without another role.
func (s *Situation) mayList(c *survey.Column) bool {
	role := s.role(c.Name)
	return c.Use == survey.Open && (role == "" && len(s.Options.Columns) == 0 || role == "segment") && (c.Whole || c.Textual()) && !hasNameWord(c, labelWords) && !hasNameWord(c, calendarWords)
}

// unlisted returns the columns without a role, except those that list the units of a panel.
func (s *Situation) unlisted() []*survey.Column {
	p, k := s.panel(), s.keys()
	return slices.DeleteFunc(s.open(), func(c *survey.Column) bool { return p != nil && c == p.unit || k != nil && k.lists(c) })
}

// proposal returns the proposal of units as segments and groups, and of moments as the clock, less
// the roles that are stated.
func (p *panel) proposal(s *Situation) []Proposal {
	if s.has("segment") && s.role(p.unit.Name) != "segment" {
		return nil
	}
	guess := " (a guess)"
	why := fmt.Sprintf("numbers change less from one %s to the next than from row to row", p.moment.Name)
	if p.named {
		guess, why = "", "the names or the stated roles of the two columns show it"
	}
	out := Proposal{
		ID: "panel " + p.unit.Name, Urgent: true, What: fmt.Sprintf("the rows list %s at each %s%s", p.unit.Name, p.moment.Name, guess),
		Why:   why + "; differences would cross units",
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
