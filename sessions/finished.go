package sessions

import (
	"example.com/sfatui/datasets/message"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/record"
)

// Rows returns the session's configurations, sorted by their parameters.
func (s *Session) Rows() []choose.Row { return choose.InOrder(choose.Summarize(s.Finished())) }

// By returns the rule by which the session's points are chosen.
func (s *Session) By() choose.By {
	return choose.By{Objective: sweep.Objective(s.Header.Spec.Objective, s.Points()), Features: choose.LeastFeatures(s.FirstPlan())}
}

// Choice returns the session's configurations, sorted by their parameters, and the choice
// among them.
func (s *Session) Choice() (rows []choose.Row, c choose.Choice) {
	rows = s.Rows()
	return rows, s.By().Choose(rows)
}

// MeasuredOf returns the repeated variance checks of the best row's points, according to a
// state of the session. It returns nil if there is no best row.
func MeasuredOf(st record.State, rows []choose.Row, c choose.Choice) []record.Measured {
	var out []record.Measured
	if c.Best < 0 {
		return out
	}
	for _, r := range rows[c.Best].Results {
		if m, ok := st.MeasuredOf(r.Key); ok {
			out = append(out, m)
		}
	}
	return out
}

// LabelsOf returns a function that names configurations by the parameters in which rows
// differ, such as "sigma=5 lambda=1e-7". If rows do not differ, it names all parameters.
func LabelsOf(rows []choose.Row) func(part.Point) string {
	name := choose.Naming(rows)
	return func(p part.Point) string { return message.Clean(name(p)) }
}
