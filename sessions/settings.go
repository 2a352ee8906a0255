package sessions

import (
	"slices"

	"example.com/sfatui/datasets/recipe"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
)

// SettingValues holds the values of a setting in a session, numbers ascending. Values come
// from files: clean them before display.
type SettingValues struct {
	Name   string
	Values []string
}

// SettingsOf returns all settings of a sweep with the given points: how its data is read and
// prepared, the values of each axis, and the settings that its points share or that only the
// sweep has. Settings without a value are left out.
func SettingsOf(h Header, points []part.Point) []SettingValues {
	var out []SettingValues
	add := func(name string, values []string) {
		if len(values) > 0 {
			out = append(out, SettingValues{name, values})
		}
	}
	for _, o := range recipe.Settings(h.Data.Options) {
		add(o.Name, o.Values)
	}
	for _, axis := range part.Axes() {
		add(axis.Name, ValuesOf(points, func(p part.Point) string { return axis.Of(&p) }))
	}
	inPoints := sweep.InPoints()
	for _, set := range inPoints {
		add(set.ReportName(), ValuesOf(points, set.InReport))
	}
	for _, set := range sweep.Settings() {
		if text := set.Get(&h.Spec); text != "" && !slices.Contains(inPoints, set) {
			add(set.ReportName(), []string{text})
		}
	}
	return out
}
