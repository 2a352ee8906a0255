package ui

import (
	"slices"
	"strings"

	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/keys"
	"example.com/sfatui/ui/page"
	tea "github.com/charmbracelet/bubbletea"
)

// action is something the user can do. Dispatch, footer, help and the README's
// key table all come from the table of actions.
type action struct {
	id          string
	group       clean.Text
	keys        []string // as Bubble Tea names them
	short, long clean.Text
	modes       page.Mode
	pages       page.Places
	footer      int  // place in the footer; 0 keeps it out
	watchers    bool // those who only watch at a server may do it
	// off says why it cannot be done now, "" when it can; nil when it always
	// can.
	off func(*model) clean.Text
	do  func(m *model, key string) tea.Cmd
}

// programActions are the actions that the program itself does.
func programActions() []action {
	return slices.Concat(sweepActions(), steerActions(), adviceActions(), benchActions(), replayActions(), viewActions(), lookActions(), pointActions(), compareActions(), recordActions(), chartActions(), editorActions(), fileActions(), pageActions(), settingActions())
}

// applies says that the action belongs to what is on the screen.
func (a *action) applies(md page.Mode, pg page.Name) bool { return a.modes&md != 0 && a.pages.Has(pg) }

// reason is why the action cannot be done now, "" when it can.
func (a *action) reason(m *model) clean.Text {
	if why := m.barred(a); why != "" || a.off == nil {
		return why
	}
	return a.off(m)
}

// actionFor finds the action that a key stands for on the page shown.
func (m *model) actionFor(name string) *action {
	for i := range m.actions {
		if a := &m.actions[i]; a.applies(m.Mode, m.Shown) && slices.Contains(a.keys, name) {
			return a
		}
	}
	return nil
}

// useless says why a key does nothing here, "" for one that does nothing
// anywhere.
func (m *model) useless(name string) clean.Text {
	why := clean.Text("")
	for i := range m.actions {
		a := &m.actions[i]
		if !slices.Contains(a.keys, name) || a.pages.Are(page.Settings) {
			continue
		}
		shown := keys.Name(name) + " (" + a.short + ")"
		switch {
		case a.modes&m.Mode != 0 && a.pages.Are(page.Editor):
			return shown + " is for the editor: e"
		case a.modes&m.Mode != 0:
			return shown + ": not on this page, esc goes back"
		case why != "":
		case a.modes == page.Replaying:
			why = shown + " is for replays: sfatui replay"
		case m.Mode == page.Following:
			why = shown + ": following only watches; sfatui open starts and edits"
		default:
			why = shown + ": a replay only shows; sfatui open starts and edits"
		}
	}
	return why
}

// keyText is how the action's keys are shown.
func (a *action) keyText() clean.Text {
	if n := len(a.keys); n >= 9 {
		return clean.Of(a.keys[0]) + "–" + clean.Of(a.keys[n-1])
	}
	names := make([]clean.Text, len(a.keys))
	for i, k := range a.keys {
		names[i] = keys.Name(k)
	}
	return clean.Join(names, " ")
}

// KeyTable is the table of keys in Markdown, for the README.
func KeyTable() string {
	var b strings.Builder
	group := ""
	seen := map[string]bool{}
	for _, a := range actionsOf(newPages()) {
		if seen[a.id] {
			continue
		}
		seen[a.id] = true
		if string(a.group) != group {
			group = string(a.group)
			b.WriteString("\n| " + group + " | |\n|---|---|\n")
		}
		names := make([]string, len(a.keys))
		for i, k := range a.keys {
			names[i] = "`" + string(keys.Name(k)) + "`"
		}
		if n := len(names); n >= 9 {
			names = []string{names[0] + "–" + names[n-1]}
		}
		b.WriteString("| " + strings.ReplaceAll(strings.Join(names, " "), "|", "\\|") + " | " + string(a.long) + " |\n")
	}
	return strings.TrimPrefix(b.String(), "\n")
}

// on makes a condition of what a page sees one of the program.
func on(off func(*page.Scene) clean.Text) func(*model) clean.Text {
	return func(m *model) clean.Text { return off(m.Scene) }
}

// sweepActions start and stop the work.
func sweepActions() []action {
	const group = "Sweep"
	return []action{
		{id: "start", group: group, keys: []string{"s"}, short: "start", long: "start the sweep, or finish what is missing",
			modes: page.Live | page.Opened, pages: page.SweepPages, footer: 1, off: offStart, do: doStart},
		{id: "pause", group: group, keys: []string{" "}, short: "pause", long: "pause and go on",
			modes: page.Live | page.Opened, pages: page.SweepPages, footer: 2, off: offComputing, do: doPause},
		{id: "cancel", group: group, keys: []string{"x"}, short: "cancel", long: "cancel the sweep; what is finished stays",
			modes: page.Live | page.Opened, pages: page.SweepPages, footer: 6, off: offComputing, do: doCancel},
		{id: "edit", group: group, keys: []string{"e"}, short: "edit", long: "change the sweep's axes and settings",
			modes: page.Live | page.Opened, pages: page.SweepPages, footer: 3, off: offEdit, do: doEdit},
	}
}

// anotherComputes is why what computes is off in a session that another process
// is writing.
const anotherComputes = "another process is computing it"

func offStart(m *model) clean.Text {
	switch {
	case m.starting:
		return "the sweep is starting"
	case m.status() == record.Paused && m.exec != nil:
		return "the sweep is paused: space goes on"
	case m.exec != nil:
		return "the sweep is running"
	case m.elsewhere():
		return anotherComputes
	case m.standing.Busy != "":
		return m.standing.Busy
	case m.Session != nil && m.Sweep.Missing() == 0:
		return "every point is computed: press e for more"
	case m.Session == nil && m.Problem != nil:
		return "there is nothing to start: see the message"
	case m.Session == nil && m.Plan == nil:
		return "the data is not ready yet"
	}
	return ""
}

func doStart(m *model, _ string) tea.Cmd {
	m.Shown = page.Overview
	if m.Session != nil {
		return m.startAgain()
	}
	return m.startNew(m.Plan)
}

func offComputing(m *model) clean.Text {
	switch {
	case m.elsewhere():
		return anotherComputes
	case m.exec == nil:
		return "no sweep is running"
	}
	return ""
}

func doPause(m *model, _ string) tea.Cmd {
	e, paused := m.exec, m.status() == record.Paused
	return func() tea.Msg {
		if paused {
			e.Continue()
		} else {
			e.Pause()
		}
		return nil
	}
}

func doCancel(m *model, _ string) tea.Cmd {
	e := m.exec
	m.Ask = &page.Question{Text: "Cancel? What is finished stays. x/y: cancel, other keys: no",
		Keys: []string{"x", "y"}, Do: func() tea.Msg {
			e.Cancel()
			return nil
		}}
	return nil
}

func offEdit(m *model) clean.Text {
	switch {
	case m.Mode == page.Opened && m.Problem == nil:
		return ""
	case m.Problem != nil && m.Set == nil:
		return "the data cannot be used: " + clean.Of(m.Problem.Error())
	case m.Set == nil:
		return "the data is not ready yet"
	}
	return ""
}

func doEdit(m *model, _ string) tea.Cmd {
	m.Shown, m.cfg.AutoStart = page.Editor, false
	if m.Set == nil { // a session that was opened: its data is read when it is needed
		if m.loading != nil {
			return nil
		}
		return m.openData()
	}
	if m.editor.Draft == m.Spec {
		m.editor.Open(m.Spec, m.Problem)
	}
	return m.checkAtOnce()
}
