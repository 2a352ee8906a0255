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

// Points are the planned points, in the order of the plans.
func (s *Session) Points() []part.Point { return pointsOf(s.entries) }

// Plans are the points of each plan, in the order of the plans.
func (s *Session) Plans() [][]part.Point {
	out := make([][]part.Point, len(s.plans))
	for i, p := range s.plans {
		out[i] = pointsOf(p.entries)
	}
	return out
}

// Unplanned are the entries that no plan of the session holds.
func (s *Session) Unplanned(entries []sweep.Entry) []sweep.Entry {
	planned := s.planned()
	return slices.DeleteFunc(slices.Clone(entries), func(e sweep.Entry) bool { return planned[e.Key] })
}

// Grown reports that points were added after the session was created.
func (s *Session) Grown() bool { return len(s.plans) > 1 }

// Finished are the finished points, failed ones too, in the order of the plans,
// so that what is made of them does not depend on how the sweep ran. Those that
// are in no plan come last, by key.
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

// unplannedKeys are those of the finished points that are in no plan, in order.
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

// Matching are the finished points whose keys begin with prefix, in the order
// of [Session.Finished].
func (s *Session) Matching(prefix string) []*result.Result {
	return slices.DeleteFunc(s.Finished(), func(r *result.Result) bool { return !strings.HasPrefix(r.Key, prefix) })
}

// Rows are the session's configurations in the order of their parameters.
func (s *Session) Rows() []choose.Row { return choose.InOrder(choose.Summarize(s.Finished())) }

// By is what the session's points are chosen by.
func (s *Session) By() choose.By {
	by := choose.By{Objective: s.Objective()}
	if len(s.plans) > 0 {
		by.Features = choose.LeastFeatures(pointsOf(s.plans[0].entries))
	}
	return by
}

// Choice are the session's configurations in the order of their parameters, and the
// choice among them.
func (s *Session) Choice() (rows []choose.Row, c choose.Choice) {
	rows = s.Rows()
	return rows, s.By().Choose(rows)
}

// SearchRounds returns the rounds of the session's search that rest on an expected
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

// MeasuredOf are the fits of the best of rows whose training outputs were measured again.
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

// Importance says which axes of the session's sweep matter; points that were added off
// the grid of its first plan do not count.
func (s *Session) Importance() choose.Importance {
	var first []part.Point
	if len(s.plans) > 0 {
		first = pointsOf(s.plans[0].entries)
	}
	return s.By().Importance(s.Rows(), first)
}

// Labels is [LabelsOf] for the rows of the session.
func (s *Session) Labels() func(part.Point) string { return LabelsOf(s.Rows()) }

// LabelsOf names configurations by the parameters in which rows differ: sigma=5
// lambda=1e-7. What they have in common is left out; where that is everything, all
// parameters are named.
func LabelsOf(rows []choose.Row) func(part.Point) string {
	name := choose.Naming(rows)
	return func(p part.Point) string { return message.Clean(name(p)) }
}
