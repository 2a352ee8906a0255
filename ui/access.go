package ui

import (
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/page"
)

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
	"map axes": everyones, "look around": everyones, "time": everyones, "point of map": everyones, "features": everyones, "tab": everyones, "neighbour": everyones, "graph": everyones, "align": everyones, "first of pair": everyones, "band": everyones, "time of band": everyones, "atoms": everyones, "novelty": everyones, "time of novelty": everyones, "line of alarm": everyones, "samples of alarm": everyones, "one atom": everyones, "detail": everyones, "focus": everyones, "brush": everyones, "pick parallel": everyones,
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
