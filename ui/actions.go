package ui

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/input"
	"example.com/sfatui/ui/page"
)

// All returns the actions in the order of the help.
func (m *model) All() []page.Action { return m.actions }

// Reason returns the reason why an action cannot be done now; "" if it can.
func (m *model) Reason(a *page.Action) clean.Text {
	if why := m.denied(a); why != "" || a.Off == nil {
		return why
	}
	return a.Off(m.scene)
}

// Perform does an action, or shows why it cannot be done now.
func (m *model) Perform(a *page.Action, key string) tea.Cmd {
	if why := m.Reason(a); why != "" {
		m.scene.Message = why
		return nil
	}
	return a.Do(m.scene, key)
}

// actionFor returns the action of a key on the current page, or nil.
func (m *model) actionFor(name string) *page.Action {
	for i := range m.actions {
		if a := &m.actions[i]; a.Applies(m.scene.Keys(), m.scene.Shown) && slices.Contains(a.Keys, name) {
			return a
		}
	}
	return nil
}

// keyHint returns why a key does nothing here, "" for a key without any action. If another mode
// has an action for it on this page, that is named.
func (m *model) keyHint(name string) clean.Text {
	why, here := clean.Text(""), false
	for i := range m.actions {
		a := &m.actions[i]
		if !slices.Contains(a.Keys, name) || a.Pages.IsOnly(page.Settings) || a.Pages.IsOnly(page.Tasks) {
			continue
		}
		shown := input.Name(name) + " (" + a.Short + ")"
		switch {
		case a.Modes&m.scene.Keys() != 0 && a.Pages.IsOnly(page.Editor):
			return shown + " works in the editor: press e"
		case a.Modes&m.scene.Keys() != 0:
			if m.scene.Shown == page.Home {
				return shown + ": open a session or data first, with enter"
			}
			return shown + ": not available on this page; esc goes back"
		case here || why != "" && !a.Pages.Has(m.scene.Shown):
			continue
		case a.Modes&^(page.Replaying|page.Scrubbing) == 0:
			why = shown + " works in a replay: sfatui replay"
		case m.scene.Mode == page.Following:
			why = shown + ": following is read-only; sfatui open starts and edits"
		case m.scene.Mode == page.AtHome:
			why = shown + ": open a session or data first, with enter"
		default:
			why = shown + ": a replay is read-only; sfatui open starts and edits"
		}
		here = a.Pages.Has(m.scene.Shown)
	}
	return why
}

// KeyTable returns the table of keys in Markdown, for the README.
func KeyTable() string {
	var b strings.Builder
	group := ""
	seen := map[string]bool{}
	for _, a := range newModel(Config{}, page.Live).actions {
		if what := a.ID + " " + string(a.Long); seen[what] {
			continue
		} else {
			seen[what] = true
		}
		if string(a.Group) != group {
			group = string(a.Group)
			b.WriteString("\n| " + group + " | |\n|---|---|\n")
		}
		names := make([]string, len(a.Keys))
		for i, k := range a.Keys {
			names[i] = "`" + string(input.Name(k)) + "`"
		}
		if len(names) == 0 {
			names = []string{"`:" + a.ID + "`"}
			if a.Takes != "" {
				names = []string{"`:" + a.ID + " " + string(a.Takes) + "`"}
			}
		}
		if n := len(names); n >= 9 {
			names = []string{names[0] + "–" + names[n-1]}
		}
		b.WriteString("| " + strings.ReplaceAll(strings.Join(names, " "), "|", "\\|") + " | " + string(a.Long) + " |\n")
	}
	return strings.TrimPrefix(b.String(), "\n")
}

// denied returns the reason why an action is not permitted to the user of this screen; "" if it is.
func (m *model) denied(a *page.Action) clean.Text {
	switch {
	case m.cfg.Host == nil, a.Who == page.Anyone:
		return ""
	case a.Who == page.Owner:
		return m.ctl.Standing.Off
	}
	return "not available over a server: it reads and writes only the files in its folder"
}
