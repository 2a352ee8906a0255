package ui

import (
	"errors"
	"slices"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/run"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/humanize"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/parameter"
	"example.com/sfatui/ui/snapshot"
	tea "github.com/charmbracelet/bubbletea"
)

// added tells whether points were added to a running sweep.
type added struct {
	id     int
	plan   *sweep.Plan
	before snapshot.Outline
	err    error
}

// compute computes the points of a plan that are new: in the sweep that runs, in
// the session in hand, or in a session of its own. What is planned has been taken
// up; before is what was planned until then.
func (m *model) compute(plan *sweep.Plan, before snapshot.Outline) tea.Cmd {
	switch {
	case m.exec != nil:
		e, set, id := m.exec, m.Set, m.runID
		return func() tea.Msg { return added{id, plan, before, e.Add(set, plan)} }
	case m.Session != nil:
		return m.startGrown(plan)
	}
	return m.startNew(plan)
}

// added takes up that points were added, or why not.
func (m *model) added(msg added) tea.Cmd {
	switch {
	case msg.err == nil:
		m.Message = "added; they come before what is left"
	case errors.Is(msg.err, run.ErrEnded) && m.exec == nil:
		return m.startGrown(msg.plan)
	default:
		m.Sweep.SetPlan(msg.before, m.Sweep.Criterion)
		m.Arrange()
		m.Message = "not added: " + clean.Of(msg.err.Error())
	}
	return nil
}

// withData does something that needs the data, which a session that was opened
// reads when it is needed.
func (m *model) withData(do func() tea.Cmd) tea.Cmd {
	if m.Set != nil {
		return do()
	}
	m.then = do
	m.Message = "reading the data…"
	if m.loading != nil {
		return nil
	}
	return m.openData()
}

// unfinished are the planned points of a configuration that have no result.
func (m *model) unfinished(config part.Point) []part.Point {
	done := map[part.Point]bool{}
	if i, ok := m.Sweep.Index[config]; ok {
		for _, r := range m.Sweep.Rows[i].Results {
			done[r.Point] = true
		}
	}
	return slices.DeleteFunc(m.Sweep.Outline.Of(config), func(p part.Point) bool { return done[p] })
}

// skipped tells that points were taken off a running sweep.
type skipped struct {
	n   int
	err error
}

func doSkip(m *model, _ string) tea.Cmd {
	points, e := m.unfinished(m.Table.Row(&m.Sweep).Config), m.exec
	return func() tea.Msg { return skipped{len(points), e.Skip(points)} }
}

func (m *model) skipped(msg skipped) {
	m.Message = humanize.Counted(msg.n, "point") + " cancelled; once the sweep has ended, s computes what is missing"
	if msg.err != nil {
		m.Message = "not cancelled: " + clean.Of(msg.err.Error())
	}
}

// steerActions change the sweep at a point.
func steerActions() []action {
	const group = "Sweep"
	return []action{
		{id: "finer", group: group, keys: []string{"+"}, short: "finer", long: "add points around the selected one, half way to its neighbours on each axis; at a chart's cursor, on its axis; also while the sweep runs",
			modes: page.Live | page.Opened, pages: page.Only(page.Overview, page.Point), footer: 10, off: offFiner, do: doFiner},
		{id: "cancel point", group: group, keys: []string{"X"}, short: "cancel point", long: "cancel what is left of the selected point; the sweep goes on",
			modes: page.Live | page.Opened, pages: page.Only(page.Overview, page.Point), off: func(m *model) clean.Text {
				if why := offComputing(m); why != "" {
					return why
				}
				if r := m.Table.Row(&m.Sweep); r == nil || len(m.unfinished(r.Config)) == 0 {
					return "the selected point is finished"
				}
				return ""
			}, do: doSkip},
	}
}

func offFiner(m *model) clean.Text {
	switch {
	case m.elsewhere():
		return anotherComputes
	case m.starting:
		return "the sweep is starting"
	case m.exec == nil && m.standing.Busy != "":
		return m.standing.Busy
	case m.Session == nil:
		return "the sweep is not started yet"
	case m.Table.Row(&m.Sweep) == nil:
		return "no point is selected"
	case !slices.ContainsFunc(m.Sweep.Axes, func(a parameter.Axis) bool { return a.Number != nil }):
		return "the sweep varies no number: e makes it"
	}
	return offEdit(m)
}
