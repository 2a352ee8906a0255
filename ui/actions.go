package ui

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/keys"
	"example.com/sfatui/ui/page"
)

// All are the actions, in the order of the help.
func (m *model) All() []page.Action { return m.actions }

// Reason is why an action cannot be done now, "" when it can.
func (m *model) Reason(a *page.Action) clean.Text {
	if why := m.bars(a); why != "" || a.Off == nil {
		return why
	}
	return a.Off(m.Scene)
}

// Perform does an action, or says why it cannot be done now.
func (m *model) Perform(a *page.Action, key string) tea.Cmd {
	if why := m.Reason(a); why != "" {
		m.Message = why
		return nil
	}
	return a.Do(m.Scene, key)
}

// actionFor finds the action that a key stands for on the page shown.
func (m *model) actionFor(name string) *page.Action {
	for i := range m.actions {
		if a := &m.actions[i]; a.Applies(m.Keys(), m.Shown) && slices.Contains(a.Keys, name) {
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
		if !slices.Contains(a.Keys, name) || a.Pages.Are(page.Settings) || a.Pages.Are(page.Tasks) {
			continue
		}
		shown := keys.Name(name) + " (" + a.Short + ")"
		switch {
		case a.Modes&m.Keys() != 0 && a.Pages.Are(page.Editor):
			return shown + " is for the editor: e"
		case a.Modes&m.Keys() != 0:
			return shown + ": not on this page, esc goes back"
		case why != "":
		case a.Modes&^(page.Replaying|page.Scrubbing) == 0:
			why = shown + " is for replays: sfatui replay"
		case m.Mode == page.Following:
			why = shown + ": following only watches; sfatui open starts and edits"
		case m.Mode == page.AtHome:
			why = shown + ": open a session or data first, enter does"
		default:
			why = shown + ": a replay only shows; sfatui open starts and edits"
		}
	}
	return why
}

// KeyTable is the table of keys in Markdown, for the README.
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
			names[i] = "`" + string(keys.Name(k)) + "`"
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

// owner is whose an action is where a sweep is hosted.
type owner int

const (
	nobodys owner = iota // it is for those who are at the machine
	owners
	everyones
)

// access says whose the actions are, by their ids. One that is not
// listed is nobody's: what is added may write files, or change the sweep.
var access = map[string]owner{
	"home open": everyones, "home number": everyones, "home replay": everyones, "home tick": everyones, "home untick": everyones, "overlay": everyones, "overlay axis": everyones,
	"task log": everyones, "cancel task": owners, "submit tasks": owners,
	"home find": everyones, "home back": everyones, "home pane": everyones, "home move": everyones, "home next": everyones, "home why": everyones,

	"start": owners, "pause": owners, "cancel": owners, "edit": owners, "finer": owners, "cancel point": owners, "note": owners,
	"choose field": owners, "ends of fields": owners, "type": owners, "cycle": owners, "undo": owners, "find field": owners, "hidden fields": owners, "start new points": owners,

	"on to the sweep": everyones, "take proposal": owners, "take all": owners, "what to settle": everyones, "leave as it is": owners, "accept": owners, "role": owners, "next role": owners,
	"tick column": everyones, "find column": everyones, "names": owners, "preparation": owners, "choose step": owners, "undo change": owners, "copy flags": everyones,
	"data pane": everyones, "next data pane": everyones, "data pane alone": everyones,

	"advice": everyones, "take chosen advice": owners, "take advice": owners, "auto": owners,

	"fork": everyones, "view": everyones, "fold": everyones, "segment": everyones, "picture": everyones,
	"map axes": everyones, "look around": everyones, "time": everyones, "point of map": everyones, "features": everyones, "tab": everyones, "neighbour": everyones, "graph": everyones, "align": everyones, "first of pair": everyones, "band": everyones, "time of band": everyones, "atoms": everyones, "novelty": everyones, "time of novelty": everyones, "line of alarm": everyones, "samples of alarm": everyones, "alarm in data": everyones, "one atom": everyones, "detail": everyones, "focus": everyones, "brush": everyones, "pick parallel": everyones,
	"next pane": everyones, "zoom": everyones, "enter": everyones, "move": everyones, "ends of list": everyones, "sort": everyones,
	"best": everyones, "filter": everyones, "best of each": everyones, "tick": everyones, "untick": everyones, "compare": everyones,
	"along": everyones, "copy": everyones, "cursor": everyones, "axis": everyones, "lines": everyones,
	"part": everyones, "closer": everyones, "pick axis": everyones, "hold": everyones, "data": everyones, "log": everyones,
	"settings": everyones, "choose setting": everyones, "set": everyones, "palette": everyones, "open": everyones, "help": everyones, "back": everyones, "leave page": everyones, "quit": everyones, "quit at once": everyones, "suspend": everyones,
}

// bars is why an action is not for the user of a screen, "" where it is.
func (m *model) bars(a *page.Action) clean.Text {
	if m.cfg.Host == nil || a.Watchers {
		return ""
	}
	switch access[a.ID] {
	case everyones:
		return ""
	case owners:
		return m.ctl.Standing.Off
	}
	return "not over a server: no files but those of its folder are read and written"
}
