package view

import (
	"slices"
	"strings"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/choose"
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
	sw := sweptOf(s)
	if mapped {
		return sw.mapOf(quantity, p)
	}
	return sw.chartOf(quantity, p)
}

// Charts are the charts of a session over the first number that was varied; none
// where no number was.
func Charts(s *sessions.Session) []svg.Chart {
	sw := sweptOf(s)
	var out []svg.Chart
	for _, quantity := range onPage(sw.rows, s.Objective()) {
		if p, ok := sw.firstChart(quantity); ok {
			out = append(out, p)
		}
	}
	return out
}

// swept are a session's configurations as they are drawn.
type swept struct {
	rows  []choose.Row
	stars []int // those that are marked as the best
	by    choose.By
}

func sweptOf(s *sessions.Session) swept {
	rows := s.Rows()
	by := s.By()
	return swept{rows, by.Stars(rows), by.Over(rows)}
}

// base is the row whose parameters are held: the best.
func (sw swept) base() *choose.Row {
	if len(sw.stars) > 0 {
		return &sw.rows[sw.stars[0]]
	}
	return &sw.rows[0]
}

// starred says that a row is marked as the best.
func (sw swept) starred(i int) bool { return slices.Contains(sw.stars, i) }
