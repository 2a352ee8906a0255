package ui

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/page/advice"
	"example.com/sfatui/ui/page/compare"
	"example.com/sfatui/ui/page/data"
	"example.com/sfatui/ui/page/decision"
	"example.com/sfatui/ui/page/editor"
	"example.com/sfatui/ui/page/home"
	"example.com/sfatui/ui/page/importance"
	"example.com/sfatui/ui/page/inside"
	"example.com/sfatui/ui/page/log"
	"example.com/sfatui/ui/page/overlay"
	"example.com/sfatui/ui/page/overview"
	"example.com/sfatui/ui/page/palette"
	"example.com/sfatui/ui/page/point"
	"example.com/sfatui/ui/page/settings"
	"example.com/sfatui/ui/page/sweepmap"
	"example.com/sfatui/ui/page/tasks"
)

// newPages returns the pages of the program.
func (m *model) newPages() []page.Page {
	c := &m.cfg
	kept := c.SettingsPath
	if c.Host != nil {
		kept = "" // the user of a server has no settings file there
	}
	cluster := c.Tasks
	if cluster == nil {
		cluster = tasks.Slurm()
	}
	edit := editor.New(m.scene, m.ctl, c.Host == nil)
	start := home.New(c.Home, c.Now, c.Purpose)
	first := overview.New(m.ctl, new(importance.Page), page.Map, page.Matters, page.Choosing, page.Tasks, page.Log)
	first.Intro = c.AutoStart
	return slices.Concat([]page.Page{
		start, overlay.New(start.Ticked, c.Now),
		first, new(sweepmap.Page), new(inside.Features), new(inside.Graph), data.New(m.ctl, c.Host == nil, m.output.Copy, m.output.AskFigure), new(log.Page), new(compare.Page), new(point.Page), new(importance.Page), new(decision.Page), inside.NewPredictions(), inside.NewAlignment(), inside.NewAtoms(), inside.NewNovelty(),
		tasks.New(func() context.Context { return m.ctl.Work.Context }, cluster),
		edit,
		settings.New(&c.Settings, kept, m.applySettings), palette.New(m, edit, m.ctl.Seek, opener{m}.list, opener{m}.complete(), c.HistoryPath),
	}, point.Tabs(), []page.Page{
		advice.New(m.ctl, c.Departures), // last, because it evaluates the other pages' results
	})
}

// orderedActions returns the actions of the program and its pages in the order of the help. An
// action that several pages implement occurs once for each of them.
func (m *model) orderedActions() []page.Action {
	var all []page.Action
	for _, p := range m.pages {
		if p, ok := p.(page.Opener); ok {
			opens := p.Opens()
			opens.Pages = page.SweepPages
			opens.Do = page.Doing(func(*page.Scene) { m.show(p.Name()) })
			all = append(all, opens)
		}
		for _, a := range p.Actions() {
			all = append(all, a.For(p.Name()))
		}
	}
	all = slices.Concat(all, m.programActions(), m.views.actions(), m.output.Actions(), m.ctl.Actions())
	for i := range all {
		all[i].Pages = all[i].Pages.With(m.scene.Tabs)
	}
	slices.SortStableFunc(all, func(a, b page.Action) int {
		return cmp.Or(orLast(slices.Index(page.Headings, a.Group), -1)-orLast(slices.Index(page.Headings, b.Group), -1), orLast(a.Place, 0)-orLast(b.Place, 0))
	})
	return splitConflictingKeys(all)
}

// orLast returns a rank, or one after all others if there is none.
func orLast(place, none int) int {
	if place == none {
		return 1 << 20
	}
	return place
}

// splitConflictingKeys removes keys from actions of several pages on those pages that use the
// keys for an action of their own.
func splitConflictingKeys(all []page.Action) []page.Action {
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
				rest.Keys, rest.Pages, rest.Footer = left, page.Only(name), 0 // incomplete key lists are left out of the footer
				there = append(there, rest)
			}
		}
		out = append(append(out, wide), there...)
	}
	return out
}

// applySettings applies changed settings to the screen.
func (m *model) applySettings() {
	m.loadStyle()
	m.scene.Sweep.SetPlan(m.scene.Sweep.Outline, m.scene.Sweep.Criterion) // updates the symbols of the axes
	m.scene.Arrange()
}
