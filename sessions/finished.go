package sessions

import (
	"slices"
	"strings"

	"example.com/sfatui/datasets/message"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/record"
)

// Points returns the planned points, in the order of the plans.
func (s *Session) Points() []part.Point { return pointsOf(s.entries) }

// Plans returns the points of each plan, in the order of the plans.
func (s *Session) Plans() [][]part.Point {
	out := make([][]part.Point, len(s.plans))
	for i, p := range s.plans {
		out[i] = pointsOf(p.entries)
	}
	return out
}

// Unplanned returns the entries that are in no plan of the session.
func (s *Session) Unplanned(entries []sweep.Entry) []sweep.Entry {
	planned := s.planned()
	return slices.DeleteFunc(slices.Clone(entries), func(e sweep.Entry) bool { return planned[e.Key] })
}

// Grown reports whether a plan was added after the session was created.
func (s *Session) Grown() bool { return len(s.plans) > 1 }

// Finished returns the results of the finished points, including failed ones, in the order
// of the plans. The order does not depend on how the sweep ran. Unplanned points come last,
// by key.
func (s *Session) Finished() []*result.Result {
	out := make([]*result.Result, 0, len(s.points))
	for _, e := range s.entries {
		if p, ok := s.points[e.Key]; ok {
			out = append(out, p.result)
		}
	}
	for _, key := range s.unplannedKeys() {
		out = append(out, s.points[key].result)
	}
	return out
}

// unplannedKeys returns the sorted keys of the finished points that are in no plan.
func (s *Session) unplannedKeys() []string {
	planned := s.planned()
	var keys []string
	for key := range s.points {
		if !planned[key] {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}

// Matching returns the results whose keys begin with prefix, in the order of
// [Session.Finished].
func (s *Session) Matching(prefix string) []*result.Result {
	return slices.DeleteFunc(s.Finished(), func(r *result.Result) bool { return !strings.HasPrefix(r.Key, prefix) })
}

// Rows returns the session's configurations, sorted by their parameters.
func (s *Session) Rows() []choose.Row { return choose.InOrder(choose.Summarize(s.Finished())) }

// By returns the rule by which the session's points are chosen.
func (s *Session) By() choose.By {
	by := choose.By{Objective: s.Objective()}
	if len(s.plans) > 0 {
		by.Features = choose.LeastFeatures(pointsOf(s.plans[0].entries))
	}
	return by
}

// Choice returns the session's configurations, sorted by their parameters, and the choice
// among them.
func (s *Session) Choice() (rows []choose.Row, c choose.Choice) {
	rows = s.Rows()
	return rows, s.By().Choose(rows)
}

// SearchRounds returns the rounds of the session's search that used an expected
// improvement, in their order.
func (s *Session) SearchRounds() []record.Search {
	var out []record.Search
	for _, r := range s.Records() {
		if d, ok := record.DataOf[record.Round](r); ok && r.Kind == record.KindCommand+"search" && d.Search != nil {
			out = append(out, *d.Search)
		}
	}
	return out
}

// MeasuredOf returns the repeated variance checks of the best row's points. It returns nil
// if there is no best row.
func (s *Session) MeasuredOf(rows []choose.Row, c choose.Choice) []record.Measured {
	var out []record.Measured
	if c.Best < 0 {
		return out
	}
	st := s.State()
	for _, r := range rows[c.Best].Results {
		if m, ok := st.MeasuredOf(r.Key); ok {
			out = append(out, m)
		}
	}
	return out
}

// Importance returns the importance of the axes of the session's sweep. Points off the grid
// of the first plan do not count.
func (s *Session) Importance() choose.Importance {
	var first []part.Point
	if len(s.plans) > 0 {
		first = pointsOf(s.plans[0].entries)
	}
	return s.By().Importance(s.Rows(), first)
}

// Labels returns [LabelsOf] of the session's rows.
func (s *Session) Labels() func(part.Point) string { return LabelsOf(s.Rows()) }

// LabelsOf returns a function that names configurations by the parameters in which rows
// differ, such as "sigma=5 lambda=1e-7". If rows do not differ, it names all parameters.
func LabelsOf(rows []choose.Row) func(part.Point) string {
	name := choose.Naming(rows)
	return func(p part.Point) string { return message.Clean(name(p)) }
}
