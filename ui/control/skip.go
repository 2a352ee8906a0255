package control

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/ui/clean"
)

// skips cancels points of a running sweep.
type skips struct{ ctl *Control }

// off returns the reason why the selected point cannot be cancelled; "" if it can.
func (s skips) off() clean.Text {
	if why := running(s).offComputing(); why != "" {
		return why
	}
	if r := s.ctl.sc.Table.Row(&s.ctl.sc.Sweep); r == nil || len(s.unfinished(r.Config)) == 0 {
		return "the selected point is finished"
	}
	return ""
}

// unfinished returns the planned points of a configuration without a result.
func (s skips) unfinished(config part.Point) []part.Point {
	done := map[part.Point]bool{}
	if i, ok := s.ctl.sc.Sweep.Index[config]; ok {
		for _, r := range s.ctl.sc.Sweep.Rows[i].Results {
			done[r.Point] = true
		}
	}
	return slices.DeleteFunc(s.ctl.sc.Sweep.Outline.Of(config), func(p part.Point) bool { return done[p] })
}

// skip returns a command that cancels the unfinished points of the selected configuration.
func (s skips) skip() tea.Cmd {
	points, e := s.unfinished(s.ctl.sc.Table.Row(&s.ctl.sc.Sweep).Config), s.ctl.Exec
	return func() tea.Msg { return Skipped{len(points), e.Skip(points)} }
}

// Skipped is the message that points were removed from a running sweep.
type Skipped struct {
	N   int
	Err error
}

// handle shows whether points were cancelled.
func (s skips) handle(msg Skipped) {
	s.ctl.sc.Message = clean.Counted(msg.N, "point") + " cancelled; when the sweep has ended, s computes the missing fits"
	if msg.Err != nil {
		s.ctl.sc.Message = "not cancelled: " + clean.Of(msg.Err.Error())
	}
}
