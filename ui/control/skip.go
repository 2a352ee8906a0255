package control

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/ui/clean"
)

func (c *Control) offSkip() clean.Text {
	if why := c.offComputing(); why != "" {
		return why
	}
	if r := c.sc.Table.Row(&c.sc.Sweep); r == nil || len(c.unfinished(r.Config)) == 0 {
		return "the selected point is finished"
	}
	return ""
}

// unfinished are the planned points of a configuration that have no result.
func (c *Control) unfinished(config part.Point) []part.Point {
	done := map[part.Point]bool{}
	if i, ok := c.sc.Sweep.Index[config]; ok {
		for _, r := range c.sc.Sweep.Rows[i].Results {
			done[r.Point] = true
		}
	}
	return slices.DeleteFunc(c.sc.Sweep.Outline.Of(config), func(p part.Point) bool { return done[p] })
}

func (c *Control) skip() tea.Cmd {
	points, e := c.unfinished(c.sc.Table.Row(&c.sc.Sweep).Config), c.Exec
	return func() tea.Msg { return Skipped{len(points), e.Skip(points)} }
}

// Skipped tells that points were taken off a running sweep.
type Skipped struct {
	N   int
	Err error
}

func (c *Control) skipped(msg Skipped) {
	c.sc.Message = clean.Counted(msg.N, "point") + " cancelled; once the sweep has ended, s computes what is missing"
	if msg.Err != nil {
		c.sc.Message = "not cancelled: " + clean.Of(msg.Err.Error())
	}
}
