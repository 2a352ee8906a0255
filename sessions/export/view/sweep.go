package view

import (
	"slices"
	"strings"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/export/svg"
)

// Plot says which plot of a session's configurations to draw.
type Plot struct {
	// View is one of [SweepViews] and [MapViews].
	View string
	// Axis is the parameter to plot over, by the name of its flag: a number that
	// varies, or of a map anything that does; "" for the first.
	Axis string
	// Series is the one whose values have a line each, of a map a row; "" for the
	// second that varies, "none" for a single one.
	Series string
}

// OfSweep draws a session's configurations: means over folds with their standard
// errors, or a map shaded by the means, the best marked. Parameters that are
// neither axis nor series are held as they are in the best row. An *[Error] says
// what there is instead of what cannot be drawn.
func OfSweep(s *sessions.Session, p Plot) (svg.Drawing, error) {
	of, mapped := p.View, slices.Contains(MapViews(), p.View)
	if mapped {
		of = shadedBy(p.View)
	}
	views := plotted(s.Objective())
	i := slices.IndexFunc(views, func(m *measure.Measure) bool { return m.Show.View == of })
	if i < 0 {
		return nil, errorf("there is no view %q: choose from %s", message.Clean(p.View), strings.Join(Views(), ", "))
	}
	rows, best := s.Rows()
	if mapped {
		return mapOf(rows, best, views[i], p)
	}
	return chartOf(rows, best, views[i], p)
}

// Charts are the charts of a session over the first number that was varied; none
// where no number was.
func Charts(s *sessions.Session) []svg.Chart {
	rows, best := s.Rows()
	var out []svg.Chart
	for _, sub := range onPage(rows, s.Objective()) {
		if p, ok := firstChart(rows, best, sub); ok {
			out = append(out, p)
		}
	}
	return out
}
