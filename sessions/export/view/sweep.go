package view

import (
	"strings"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/export/svg"
)

// OfSweep draws a session's configurations: means over folds with their standard
// errors, or a map shaded by the means, the best marked. Parameters that are
// neither axis nor series are held as they are in the best row. An *[Error] says
// what there is instead of what cannot be drawn.
func OfSweep(s *sessions.Session, p Plot) (svg.Drawing, error) {
	quantity, mapped, ok := measured(p.View, s.Objective())
	if !ok {
		return nil, errorf("there is no view %q: choose from %s", message.Clean(p.View), strings.Join(Views(), ", "))
	}
	rows, best := s.Rows()
	if mapped {
		return mapOf(rows, best, quantity, p)
	}
	return chartOf(rows, best, quantity, p)
}

// Charts are the charts of a session over the first number that was varied; none
// where no number was.
func Charts(s *sessions.Session) []svg.Chart {
	rows, best := s.Rows()
	var out []svg.Chart
	for _, quantity := range onPage(rows, s.Objective()) {
		if p, ok := firstChart(rows, best, quantity); ok {
			out = append(out, p)
		}
	}
	return out
}
