package view

import (
	"slices"
	"strings"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
)

// plotted are the measures that can be plotted over a parameter, in a sweep with
// an objective.
func plotted(objective string) []*measure.Measure {
	return measure.In(measure.Views, measure.Under(objective))
}

// onPage are the measures of a page of charts that some row has.
func onPage(rows []choose.Row, objective string) []*measure.Measure {
	return slices.DeleteFunc(measure.In(measure.PageCharts, plotted(objective)), func(m *measure.Measure) bool {
		return !slices.ContainsFunc(rows, func(r choose.Row) bool { return r.Of(m).N > 0 })
	})
}

// SweepViews are the views of a session's configurations over a number.
func SweepViews() []string {
	var names []string
	for _, m := range measure.In(measure.Views, measure.All()) {
		if !slices.Contains(names, m.Show.View) {
			names = append(names, m.Show.View)
		}
	}
	return names
}

// mapPrefix makes the name of a map of the name of what it is shaded by; alone
// it is one of what the best is chosen by.
const mapPrefix = "map"

// MapViews are the views of a session's configurations over two parameters.
func MapViews() []string {
	names := []string{mapPrefix}
	for _, view := range SweepViews() {
		names = append(names, mapPrefix+"-"+view)
	}
	return names
}

// shadedBy is the view whose values a map is shaded by.
func shadedBy(view string) string {
	if view == mapPrefix {
		return "validation"
	}
	return strings.TrimPrefix(view, mapPrefix+"-")
}

// measured is the measure that a view shows, in a sweep with an objective; false
// where there is no such view. Mapped says that it shows it as a map.
func measured(view, objective string) (m *measure.Measure, mapped, ok bool) {
	if mapped = slices.Contains(MapViews(), view); mapped {
		view = shadedBy(view)
	}
	for _, m := range plotted(objective) {
		if m.Show.View == view {
			return m, mapped, true
		}
	}
	return nil, mapped, false
}
