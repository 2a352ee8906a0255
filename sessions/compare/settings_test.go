package compare_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/datasets"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/compare"
	"example.com/sfatui/sessions/sessiontest"
)

// A table of settings keeps the order of the sessions, and marks the rows that differ.
func ExampleSettings() {
	a := []sessions.SettingValues{{Name: "sigma", Values: []string{"1", "2"}}, {Name: "p", Values: []string{"5"}}}
	b := []sessions.SettingValues{{Name: "normalise", Values: []string{"peak"}}, {Name: "sigma", Values: []string{"1"}}, {Name: "m", Values: []string{"20"}}, {Name: "p", Values: []string{"5"}}}
	for _, s := range compare.Settings(a, b) {
		fmt.Println(s.Name, s.Values, s.Differs)
	}
	// Output:
	// normalise [[] [peak]] true
	// sigma [[1 2] [1]] true
	// m [[] [20]] true
	// p [[5] [5]] false
}

// Every setting in which two sessions differ is found, whether their sweeps vary it or not:
// folds, inner splits, p, preparation, objective.
func TestSettingsFindWhatNoSweepVaries(t *testing.T) {
	settings := func(change func(*sessions.Header, *part.Point)) []sessions.SettingValues {
		var h sessions.Header
		points := make([]part.Point, 0, 8)
		for _, e := range sessiontest.SweptPlan() {
			p := e.Point
			if change != nil {
				change(&h, &p)
			}
			points = append(points, p)
		}
		return sessions.SettingsOf(h, points)
	}
	before := settings(nil)
	for name, change := range map[string]func(*sessions.Header, *part.Point){
		"folds":        func(_ *sessions.Header, p *part.Point) { p.Folds = 7 },
		"inner splits": func(_ *sessions.Header, p *part.Point) { p.Inner = 5 },
		"p":            func(_ *sessions.Header, p *part.Point) { *p = p.With(method.P.Is(9)) },
		"normalise":    func(h *sessions.Header, _ *part.Point) { h.Data.Options = datasets.Options{Normalise: "peak"} },
		"objective":    func(h *sessions.Header, _ *part.Point) { h.Spec = sweep.Spec{Objective: "slowness"} },
	} {
		var found []string
		for _, s := range compare.Settings(before, settings(change)) {
			if s.Differs {
				found = append(found, s.Name)
			}
		}
		if !slices.Equal(found, []string{name}) {
			t.Errorf("a change of %s is shown as %s", name, strings.Join(found, ", "))
		}
	}
}
