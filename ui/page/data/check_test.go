package data

import (
	"slices"
	"testing"

	"example.com/sfatui/datasets/inspect"
	"example.com/sfatui/ui/clean"
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
		"▲ 2 labels, of 20 to 60 samples: to answer b always is right for 75 % of them":     counts(20, 60),
		"▲ 5 labels, of 20 to 60 samples: to answer c always is right for 33.3 % of them":   counts(30, 40, 60, 30, 20),
		"▲ 2 labels, of 1 to 9999 samples: to answer b always is right for 99.9 % of them":  counts(1, 9999),
		"▲ 2 labels, of 0 to 5 samples: to answer b always is right for 100 % of them":      counts(0, 5),
		"▲ 3 labels, of 100 to 201 samples: to answer b always is right for 50.1 % of them": counts(100, 201, 100),
		"✓ 3 labels, of 100 to 200 samples: even":                                           counts(100, 200, 100),
		"▲ one label: there are no classes to separate":                                     counts(7),
	} {
		var said []clean.Text
		line := func(sign clean.Text) addLine { return func(text clean.Text) { said = append(said, sign+" "+text) } }
		(&check{found: &findings{}}).report(&inspect.Report{Classes: classes}, line("✓"), line("▲"), line("·"))
		if !slices.Contains(said, want) {
			t.Errorf("%q is not in %q", want, said)
		}
	}
}
