package ui

import "example.com/sfatui/ui/page"

// compareActions go to the page that sets points side by side.
func compareActions() []action {
	return []action{
		{id: "compare", group: "Points", keys: []string{"c"}, short: "compare", long: "set the ticked points side by side, or without ticks those that differ from the selected one along an axis",
			modes: page.AnyMode, pages: only(page.Overview, page.Point), footer: 12, off: on(page.NoRows), do: doing(func(m *model) { m.Show(page.Compare) })},
	}
}
