package host

import (
	"maps"
	"slices"

	"example.com/sfatui/ui/clean"
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
	"start": owners, "pause": owners, "cancel": owners, "edit": owners, "finer": owners, "cancel point": owners, "note": owners,
	"choose field": owners, "ends of fields": owners, "type": owners, "cycle": owners, "undo": owners, "start new points": owners,

	"advice": everyones, "take chosen advice": owners, "take advice": owners, "auto": owners,

	"fork": everyones, "view": everyones, "view alone": everyones, "fold": everyones, "segment": everyones, "picture": everyones,
	"map axes": everyones, "look around": everyones, "look around in replay": everyones, "time": everyones, "point of map": everyones, "what matters": everyones,
	"next pane": everyones, "zoom": everyones, "enter": everyones, "move": everyones, "ends of list": everyones, "sort": everyones,
	"best": everyones, "filter": everyones, "best of each": everyones, "tick": everyones, "untick": everyones, "compare": everyones,
	"along": everyones, "along in replay": everyones, "hold in replay": everyones, "fold in replay": everyones, "segment in replay": everyones, "copy": everyones, "cursor": everyones, "cursor in replay": everyones, "axis": everyones, "lines": everyones,
	"part": everyones, "closer": everyones, "pick axis": everyones, "hold": everyones, "data": everyones, "log": everyones,
	"settings": everyones, "choose setting": everyones, "set": everyones, "help": everyones, "back": everyones, "leave page": everyones, "quit": everyones, "quit at once": everyones, "suspend": everyones,
}

// Bars is why an action, by its id, is not for the user, "" where it is. Those who
// only watch may do what watchers says.
func (s Standing) Bars(id string, watchers bool) clean.Text {
	if watchers {
		return ""
	}
	switch access[id] {
	case everyones:
		return ""
	case owners:
		return s.Off
	}
	return "not over a server: no files but those of its folder are read and written"
}

// Listed are the ids of the actions that are someone's where a sweep is hosted.
func Listed() []string { return slices.Sorted(maps.Keys(access)) }
