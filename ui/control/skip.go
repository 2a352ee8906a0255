package control

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/ui/clean"
)

// offSkip returns why the selected point cannot be cancelled, "" where it can.
func (c *Control) offSkip() clean.Text {
	if why := c.offComputing(); why != "" {
		return why
	}
	if r := c.sc.Table.Row(&c.sc.Sweep); r == nil || len(c.unfinished(r.Config)) == 0 {
		return "the selected point is finished"
	}
	return ""
}

// unfinished returns the planned points of a configuration without a result.
func (c *Control) unfinished(config part.Point) []part.Point {
	done := map[part.Point]bool{}
	if i, ok := c.sc.Sweep.Index[config]; ok {
		for _, r := range c.sc.Sweep.Rows[i].Results {
			done[r.Point] = true
		}
	}
	return slices.DeleteFunc(c.sc.Sweep.Outline.Of(config), func(p part.Point) bool { return done[p] })
}

// skip returns a command that cancels the unfinished points of the selected configuration.
func (c *Control) skip() tea.Cmd {
	points, e := c.unfinished(c.sc.Table.Row(&c.sc.Sweep).Config), c.Exec
	return func() tea.Msg { return Skipped{len(points), e.Skip(points)} }
}

// Skipped is the message that points were removed from a running sweep.
type Skipped struct {
	N   int
	Err error
}

// handleSkipped shows whether points were cancelled.
func (c *Control) handleSkipped(msg Skipped) {
	c.sc.Message = clean.Counted(msg.N, "point") + " cancelled; when the sweep has ended, s computes the missing fits"
	if msg.Err != nil {
		c.sc.Message = "not cancelled: " + clean.Of(msg.Err.Error())
	}
}
