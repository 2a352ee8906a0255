package ui

import (
	"os"

	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/page/editor"
	"example.com/sfatui/ui/points"
	"example.com/sfatui/ui/projection"
	"example.com/sfatui/ui/work"
	tea "github.com/charmbracelet/bubbletea"
)

// editorActions change the sweep.
func editorActions() []action {
	const group = "Editor"
	edit := func(id string, keys []string, footer int, short, long clean.Text, off func(*model) clean.Text, do func(*model, string) tea.Cmd) action {
		return action{id: id, group: group, keys: keys, short: short, long: long, modes: page.Live | page.Opened, pages: only(page.Editor), footer: footer, off: off, do: do}
	}
	return []action{
		edit("choose field", []string{"up", "down", "k", "j", "tab", "shift+tab"}, 0, "choose", "choose an axis or a setting", nil,
			func(m *model, key string) tea.Cmd {
				by := map[string]int{"up": -1, "k": -1, "shift+tab": -1, "down": 1, "j": 1, "tab": 1}[key]
				m.editor.Move(by)
				return nil
			}),
		edit("ends of fields", []string{"g", "G", "home", "end"}, 0, "ends", "first and last axis or setting", nil,
			func(m *model, key string) tea.Cmd {
				m.editor.Move(map[string]int{"g": -len(editor.Fields), "home": -len(editor.Fields), "G": len(editor.Fields), "end": len(editor.Fields)}[key])
				return nil
			}),
		edit("type", []string{"enter"}, 2, "type", "type another text; empty means the default", offNoData,
			doing(func(m *model) { m.editor.Begin() })),
		edit("cycle", []string{" ", "right", "left"}, 3, "choose", "go through the words that a field may be", offNoChoices,
			func(m *model, key string) tea.Cmd {
				by := 1
				if key == "left" {
					by = -1
				}
				if m.editor.Cycle(by) {
					return m.checkLater()
				}
				return nil
			}),
		edit("undo", []string{"u"}, 4, "undo", "take back the last change", func(m *model) clean.Text {
			if len(m.editor.Undo) == 0 {
				return "nothing was changed"
			}
			return ""
		}, func(m *model, _ string) tea.Cmd {
			m.editor.TakeBack()
			return m.checkLater()
		}),
		edit("start new points", []string{"s"}, 1, "start", "start the points that are new", offStartDraft, doStartDraft),
	}
}

func offNoData(m *model) clean.Text {
	if m.Set == nil {
		return "the data is not ready yet"
	}
	return ""
}

func offNoChoices(m *model) clean.Text {
	if editor.Fields[m.editor.At].Choices == nil {
		return "not a choice of words: enter types a text"
	}
	return offNoData(m)
}

func offStartDraft(m *model) clean.Text {
	if why := offNoData(m); why != "" {
		return why
	}
	switch {
	case m.starting:
		return "the sweep is starting"
	case m.elsewhere():
		return anotherComputes
	case m.standing.Busy != "":
		return m.standing.Busy
	}
	return m.editor.Off(m.Spec)
}

// doStartDraft makes the draft the sweep and computes what is new in it: in a
// session of its own, or added to the session in hand, also while it runs.
func doStartDraft(m *model, _ string) tea.Cmd {
	fresh := m.editor.Check.Fresh
	if m.Session != nil {
		m.Lens.TurnTo(m.Sweep.Outline.Beyond(m.editor.Check.Outline), m.Base())
	}
	before := m.Sweep.Outline
	m.adopt()
	m.Shown = page.Overview
	if fresh == 0 {
		m.Message = "nothing to compute: the best point is now chosen by " + clean.Of(m.Sweep.Objective)
		return nil
	}
	return m.compute(m.Plan, before)
}

// pageActions go from pageName to page, and out.
func pageActions() []action {
	const group = "Pages"
	turn := func(number int) func(*model, string) tea.Cmd {
		return doing(func(m *model) {
			if m.Shown == viewPages[number-panes] {
				m.Shown = page.Overview
				return
			}
			m.visit(number)
		})
	}
	return []action{
		{id: "data", group: group, keys: []string{"d"}, short: "data", long: "what was read, and how the sweep is laid out",
			modes: page.AnyMode, pages: everyPage, footer: 11, do: turn(7)},
		{id: "log", group: group, keys: []string{"l"}, short: "log", long: "what happened, with errors in full",
			modes: page.AnyMode, pages: everyPage, footer: 12, off: on(page.NoSession), do: turn(8)},
		{id: "help", group: group, keys: []string{"?"}, short: "help", long: "all keys; type to find one, enter does it",
			modes: page.AnyMode, pages: but(page.Help), footer: 4, do: doing(func(m *model) {
				m.help = helpPage{from: m.Shown}
				m.Shown = page.Help
			})},
		{id: "back", group: group, keys: []string{"esc"}, short: "back", long: "back: out of a page, a zoom, a cursor",
			modes: page.AnyMode, pages: only(page.Overview), do: doing(backOnMain)},
		{id: "leave page", group: group, keys: []string{"esc"}, short: "back", long: "back to the main page",
			modes: page.AnyMode, pages: but(page.Help, page.Overview), footer: 1, do: doLeave},
		{id: "quit", group: group, keys: []string{"q"}, short: "quit", long: "quit; while a sweep runs it asks first",
			modes: page.AnyMode, pages: but(page.Help), footer: 5, do: doQuit},
		{id: "quit at once", group: group, keys: []string{"ctrl+c"}, short: "quit", long: "quit without asking; the sweep is cancelled and can be resumed",
			modes: page.AnyMode, pages: but(), do: quitAtOnce},
		{id: "suspend", group: group, keys: []string{"ctrl+z"}, short: "suspend", long: "back to the shell, a sweep held with it; fg goes on",
			modes: page.AnyMode, pages: but(), off: offSuspend, do: doSuspend},
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
	m.interrupted = m.computing() && m.cfg.Bench == nil
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
	if !m.computing() || m.status() == record.Done || m.cfg.Bench != nil {
		return tea.Quit
	}
	m.Ask = &page.Question{Text: "Quit? The sweep can be resumed. q/y: quit, other keys: stay",
		Keys: []string{"q", "y"}, Do: tea.Quit}
	return nil
}
