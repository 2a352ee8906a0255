package view

import (
	"slices"

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
