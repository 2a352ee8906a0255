package ui

import (
	"slices"

	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/page/compare"
	"example.com/sfatui/ui/page/data"
	"example.com/sfatui/ui/page/features"
	"example.com/sfatui/ui/page/graph"
	"example.com/sfatui/ui/page/log"
	"example.com/sfatui/ui/page/matters"
	"example.com/sfatui/ui/page/point"
	"example.com/sfatui/ui/page/sweepmap"
	tea "github.com/charmbracelet/bubbletea"
)

// newPages are the pages that the program shows and knows none of from inside.
func newPages() []page.Page {
	return []page.Page{sweepmap.New(), features.New(), graph.New(), data.New(), log.New(), compare.New(), point.New(), matters.New()}
}

// order is that of the actions in the help and in the README, by their IDs. Those
// of further pages come last.
var order = []string{
	"start", "pause", "cancel", "edit", "finer", "cancel point", "advice", "take chosen advice", "take advice", "auto", "fork",
	"play", "step", "seek", "marks", "speed", "jump", "ends",
	"view", "view alone", "fold", "fold in replay", "segment", "segment in replay", "picture", "map axes", "look around", "look around in replay", "time", "point of map", "what matters",
	"next pane", "zoom", "enter", "move", "ends of list", "sort", "best", "filter", "best of each", "tick", "untick", "compare", "along", "along in replay", "copy", "export", "note",
	"cursor", "cursor in replay", "axis", "lines", "part", "closer", "pick axis", "hold", "hold in replay",
	"choose field", "ends of fields", "type", "cycle", "undo", "start new points", "save", "load",
	"data", "log", "help", "back", "leave page", "quit", "quit at once", "suspend",
	"settings", "choose setting", "set",
}

// actionsOf are the actions of the program and of its pages, in their order. One
// that several pages do, each in its way, is there once for each of them.
func actionsOf(pages []page.Page) []action {
	all := programActions()
	for _, p := range pages {
		for _, a := range p.Actions() {
			all = append(all, actionOf(a.For(p.Name())))
		}
		if p, ok := p.(page.Opener); ok {
			opens := p.Opens()
			opens.Do, opens.Pages = nil, page.SweepPages
			a := actionOf(opens)
			a.do = doing(func(m *model) { m.open(p.Name()) })
			all = append(all, a)
		}
	}
	place := func(a action) int {
		if i := slices.Index(order, a.id); i >= 0 {
			return i
		}
		return len(order)
	}
	slices.SortStableFunc(all, func(a, b action) int { return place(a) - place(b) })
	return all
}

// actionOf is an action of a page as one of the program.
func actionOf(a page.Action) action {
	out := action{id: a.ID, group: a.Group, keys: a.Keys, short: a.Short, long: a.Long, modes: a.Modes, pages: a.Pages, footer: a.Footer, watchers: a.Watchers,
		do: func(m *model, key string) tea.Cmd { return a.Do(m.Scene, key) }}
	if a.Off != nil {
		out.off = on(a.Off)
	}
	return out
}
