package ui

import (
	"os"

	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/page/overview"
	"example.com/sfatui/ui/points"
	"example.com/sfatui/ui/projection"
	"example.com/sfatui/ui/work"
	tea "github.com/charmbracelet/bubbletea"
)

// pageActions go from pageName to page, and out.
func pageActions() []action {
	const group = "Pages"
	turn := func(number int) func(*model, string) tea.Cmd {
		return doing(func(m *model) {
			if m.Shown == viewPages[number-overview.Panes] {
				m.Shown = page.Overview
				return
			}
			m.visit(number)
		})
	}
	return []action{
		{id: "data", group: group, keys: []string{"d"}, short: "data", long: "what was read, and how the sweep is laid out",
			modes: page.AnyMode, pages: page.SweepPages, footer: 11, do: turn(7)},
		{id: "log", group: group, keys: []string{"l"}, short: "log", long: "what happened, with errors in full",
			modes: page.AnyMode, pages: page.SweepPages, footer: 12, off: on(page.NoSession), do: turn(8)},
		{id: "help", group: group, keys: []string{"?"}, short: "help", long: "all keys; type to find one, enter does it",
			modes: page.AnyMode, pages: page.But(page.Help), footer: 4, do: doing(func(m *model) {
				m.help = helpPage{from: m.Shown}
				m.Shown = page.Help
			})},
		{id: "back", group: group, keys: []string{"esc"}, short: "back", long: "back: out of a page, a zoom, a cursor",
			modes: page.AnyMode, pages: page.Only(page.Overview), do: doing(backOnMain)},
		{id: "leave page", group: group, keys: []string{"esc"}, short: "back", long: "back to the main page",
			modes: page.AnyMode, pages: page.But(page.Help, page.Overview), footer: 1, do: doLeave},
		{id: "quit", group: group, keys: []string{"q"}, short: "quit", long: "quit; while a sweep runs it asks first",
			modes: page.AnyMode, pages: page.But(page.Help), footer: 5, do: doQuit},
		{id: "quit at once", group: group, keys: []string{"ctrl+c"}, short: "quit", long: "quit without asking; the sweep is cancelled and can be resumed",
			modes: page.AnyMode, pages: page.But(), do: quitAtOnce},
		{id: "suspend", group: group, keys: []string{"ctrl+z"}, short: "suspend", long: "back to the shell, a sweep held with it; fg goes on",
			modes: page.AnyMode, pages: page.But(), off: offSuspend, do: doSuspend},
	}
}

func offSuspend(m *model) clean.Text {
	switch out := m.cfg.Out; {
	case !work.OnUnix, out != nil && out != os.Stdout:
		return "there is no shell behind this screen"
	case m.goneOn != nil:
		return "on the way to the shell"
	}
	return ""
}

func doSuspend(m *model, _ string) tea.Cmd {
	m.goneOn = make(chan struct{})
	m.work.Rouse(m.goneOn)
	return tea.Suspend
}

// resume ends a suspension.
func (m *model) resume() {
	if m.goneOn != nil {
		close(m.goneOn)
		m.goneOn = nil
	}
}

func quitAtOnce(m *model, _ string) tea.Cmd {
	m.interrupted = m.computing() && m.cfg.Host == nil
	return tea.Quit
}

// backOnMain undoes the last of: a message card, a zoom, a chart's cursor, what
// the user made the charts hold.
func backOnMain(m *model) {
	switch {
	case m.stopped != nil && !m.stoppedSeen:
		m.stoppedSeen = true
	case m.zoomed:
		m.zoomed = false
	case m.slowness.On || m.variance.On || m.accuracy.On:
		m.slowness.On, m.variance.On, m.accuracy.On = false, false, false
	case m.Table.Filter.Text != "":
		m.Table.Filter = points.Filter{}
		m.Arrange()
	default:
		m.Lens = projection.Slice{}
	}
}

// doLeave goes back to the main page. What was edited is kept: as the sweep
// where nothing was started yet, else as a draft.
func doLeave(m *model, _ string) tea.Cmd {
	was := m.Shown
	m.Shown = page.Overview
	switch {
	case was != page.Editor || m.Set == nil:
	case m.Session == nil && m.editor.Check.Pending:
		return m.checkAtOnce() // its answer is the plan
	case m.Session == nil && m.editor.Off(m.Spec) == "":
		m.adopt()
	case m.editor.Draft != m.Spec:
		m.Message = "the changes are kept as a draft: e goes on with it"
	}
	return nil
}

func doQuit(m *model, _ string) tea.Cmd {
	if !m.computing() || m.status() == record.Done || m.cfg.Host != nil {
		return tea.Quit
	}
	m.Ask = &page.Question{Text: "Quit? The sweep can be resumed. q/y: quit, other keys: stay",
		Keys: []string{"q", "y"}, Do: tea.Quit}
	return nil
}
