package ui

import (
	"context"
	"maps"
	"slices"

	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/page/advice"
	"example.com/sfatui/ui/page/alignment"
	"example.com/sfatui/ui/page/atoms"
	"example.com/sfatui/ui/page/band"
	"example.com/sfatui/ui/page/choosing"
	"example.com/sfatui/ui/page/compare"
	"example.com/sfatui/ui/page/data"
	"example.com/sfatui/ui/page/editor"
	"example.com/sfatui/ui/page/features"
	"example.com/sfatui/ui/page/graph"
	"example.com/sfatui/ui/page/home"
	"example.com/sfatui/ui/page/log"
	"example.com/sfatui/ui/page/matters"
	"example.com/sfatui/ui/page/novelty"
	"example.com/sfatui/ui/page/overlay"
	"example.com/sfatui/ui/page/overview"
	"example.com/sfatui/ui/page/palette"
	"example.com/sfatui/ui/page/point"
	"example.com/sfatui/ui/page/settings"
	"example.com/sfatui/ui/page/sweepmap"
	"example.com/sfatui/ui/page/tasks"
)

// newPages are the pages that the program shows and knows none of from inside.
func (m *model) newPages() []page.Page {
	c := &m.cfg
	kept := c.SettingsPath
	if c.Host != nil {
		kept = "" // the files of this machine are not the user's
	}
	cluster := c.Tasks
	if cluster == nil {
		cluster = tasks.Slurm()
	}
	edit := editor.New(m.Scene, m.ctl, c.Run, c.Host == nil)
	start := home.New(c.Home, c.Now, c.Purpose)
	return slices.Concat([]page.Page{
		start, overlay.New(start.Ticked, c.Now),
		overview.New(m.ctl, new(matters.Page), page.Map, page.Matters, page.Choosing, page.Tasks, page.Log),
		new(sweepmap.Page), new(features.Page), new(graph.Page), data.New(m.ctl, c.Host == nil, m.output.Copy), new(log.Page), new(compare.Page), new(point.Page), new(matters.Page), new(choosing.Page), band.New(), alignment.New(), atoms.New(), novelty.New(),
		tasks.New(func() context.Context { return m.ctl.Work.Context }, cluster),
		edit,
		settings.New(&c.Settings, kept, m.restyled), palette.New(m, edit, m.ctl.Seek, m.listSessions, c.HistoryPath),
	}, point.Tabs(), []page.Page{
		advice.New(m.ctl), // last: it judges what the others leave
	})
}

// order is that of the actions in the help and in the README, by their IDs. Those
// of further pages come last.
var order = []string{
	"home open", "home number", "home replay", "home tick", "home untick", "overlay", "overlay axis", "home find", "home back", "home pane", "home move", "home next", "home why",
	"task log", "submit tasks", "cancel task", // on their page before all others
	"start", "pause", "cancel", "edit", "finer", "cancel point", "advice", "take chosen advice", "take advice", "auto", "fork",
	"play", "step", "seek", "marks", "speed", "ends",
	"view", "fold", "segment", "picture", "map axes", "look around", "time", "point of map", "tab", "neighbour", "features", "graph", "band", "time of band", "align", "first of pair", "atoms", "one atom", "novelty", "time of novelty", "line of alarm", "samples of alarm", "alarm in data",
	"next pane", "focus", "detail", "zoom", "enter", "move", "ends of list", "sort", "best", "filter", "best of each", "tick", "untick", "compare", "along", "copy", "export", "note",
	"cursor", "axis", "lines", "part", "closer", "pick axis", "hold",
	"choose field", "ends of fields", "type", "cycle", "undo", "find field", "hidden fields", "start new points", "write", "read",
	"data", "log", "palette", "open", "help", "back", "leave page", "quit", "quit at once", "suspend",
	"settings", "choose setting", "set",
	"on to the sweep", "take proposal", "take all", "what to settle", "leave as it is", "accept", "role", "next role", "tick column", "find column", "names", "preparation", "choose step",
	"undo change", "copy flags", "save recipe", "data pane", "next data pane", "data pane alone",
}

// ordered are the actions of the program and of its pages, in their order. One
// that several pages do, each in its way, is there once for each of them.
func (m *model) ordered() []page.Action {
	all := slices.Concat(m.ctl.Actions(), m.output.Actions(), m.programActions())
	for _, p := range m.pages {
		for _, a := range p.Actions() {
			all = append(all, a.For(p.Name()))
		}
		if p, ok := p.(page.Opener); ok {
			opens := p.Opens()
			opens.Pages = page.SweepPages
			opens.Do = page.Doing(func(*page.Scene) { m.show(p.Name()) })
			all = append(all, opens)
		}
	}
	places := map[string]int{}
	for i, id := range order {
		places[id] = i - len(order) // what is not in it is at 0, behind all others
	}
	for i := range all {
		all[i].Pages = all[i].Pages.With(m.Tabs)
	}
	slices.SortStableFunc(all, func(a, b page.Action) int { return places[a.ID] - places[b.ID] })
	return yield(all)
}

// yield gives the keys that have a meaning of a page's own to that page: there, what is
// done on many pages has the others of its keys, or is not done.
func yield(all []page.Action) []page.Action {
	own := map[page.Name][]page.Action{}
	for _, a := range all {
		if name, alone := a.Pages.Alone(); alone {
			own[name] = append(own[name], a)
		}
	}
	names := slices.Sorted(maps.Keys(own))
	var out []page.Action
	for _, wide := range all {
		var there []page.Action
		_, alone := wide.Pages.Alone()
		for _, name := range names {
			if alone || !wide.Pages.Has(name) {
				continue
			}
			left := slices.DeleteFunc(slices.Clone(wide.Keys), func(key string) bool {
				return slices.ContainsFunc(own[name], func(a page.Action) bool { return wide.Modes&a.Modes != 0 && slices.Contains(a.Keys, key) })
			})
			if len(left) == len(wide.Keys) {
				continue
			}
			wide.Pages = wide.Pages.Without(name)
			if rest := wide; len(left) > 0 {
				rest.Keys, rest.Pages, rest.Footer = left, page.Only(name), 0 // a few keys of many say little there
				there = append(there, rest)
			}
		}
		out = append(append(out, wide), there...)
	}
	return out
}

// restyled shows the looks of other settings.
func (m *model) restyled() {
	m.restyle()
	m.Sweep.SetPlan(m.Sweep.Outline, m.Sweep.Criterion) // names its axes anew
	m.Arrange()
}
