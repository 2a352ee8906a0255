package data

import (
	"slices"
	"testing"

	"example.com/sfatui/datasets/inspect"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/uitest"
)

// The share of the most frequent label is of all labels, of which there may be many.
func TestShareOfTheMostFrequentLabel(t *testing.T) {
	counts := func(n ...int) (out []inspect.Count) {
		for i, n := range n {
			out = append(out, inspect.Count{Name: string(rune('a' + i)), Count: n})
		}
		return out
	}
	for want, classes := range map[clean.Text][]inspect.Count{
		"▲ 2 labels, of 20 to 60 samples: always answering b is right for 75 %":     counts(20, 60),
		"▲ 5 labels, of 20 to 60 samples: always answering c is right for 33.3 %":   counts(30, 40, 60, 30, 20),
		"▲ 2 labels, of 1 to 9999 samples: always answering b is right for 99.9 %":  counts(1, 9999),
		"▲ 2 labels, of 0 to 5 samples: always answering b is right for 100 %":      counts(0, 5),
		"▲ 3 labels, of 100 to 201 samples: always answering b is right for 50.1 %": counts(100, 201, 100),
		"✓ 3 labels, of 100 to 200 samples: even":                                   counts(100, 200, 100),
		"▲ one label: there are no classes to separate":                             counts(7),
	} {
		var said []clean.Text
		line := func(sign clean.Text) addLine { return func(text clean.Text) { said = append(said, sign+" "+text) } }
		(&check{found: &findings{}}).report(&inspect.Report{Classes: classes}, line("✓"), line("▲"), line("·"))
		if !slices.Contains(said, want) {
			t.Errorf("%q is not in %q", want, said)
		}
	}
}

// A sweep of a target is not said to be chosen by slowness, nor one that has another objective.
func TestCheckNamesWhatPointsAreChosenBy(t *testing.T) {
	for want, c := range map[clean.Text]struct {
		objective string
		target    *inspect.Range
	}{
		"target OT from −4.08 to 46":                  {"", &inspect.Range{Name: "OT", Min: -4.08, Max: 46}},
		"no labels and no target":                     {"", nil},
		"points are chosen by RMSE on validation":     {measure.ByRMSE, nil},
		"points are chosen by slowness on validation": {measure.BySlowness, nil},
		"points are chosen by ξ on training":          {measure.ByXi, nil},
		"points are chosen by accuracy on validation": {measure.ByAccuracy, nil},
	} {
		var said []clean.Text
		plain := func(text clean.Text) { said = append(said, text) }
		(&check{found: &findings{}}).report(&inspect.Report{Target: c.target}, plain, plain, plain)
		sc := uitest.Scene(uitest.Points(), nil, 80, 24)
		sc.Plan, sc.Sweep.By.Objective = &sweep.Plan{}, c.objective
		checkSweep(sc, plain)
		if !slices.Contains(said, want) {
			t.Errorf("%q is not in %q", want, said)
		}
	}
}
