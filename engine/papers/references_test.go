package papers

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/engine/part"
)

// Every word that a reference stands for is one of its axis, and an entry is whole.
func TestReferencesNameWhatThereIs(t *testing.T) {
	entry := regexp.MustCompile(`^@[a-z]+\{[a-z0-9]+,\n(  [a-z]+ += \{.+\},\n){4,}\}$`)
	for i, r := range references {
		if !entry.MatchString(r.BibTeX()) || strings.Count(r.BibTeX(), "{") != strings.Count(r.BibTeX(), "}") {
			t.Errorf("%s", r.BibTeX())
		}
		if i > 0 && r.fields[slices.Index(r.fields, "year")+1] < references[i-1].fields[slices.Index(references[i-1].fields, "year")+1] {
			t.Errorf("%s is not in the order of years", r.key)
		}
		for _, use := range r.uses {
			axis, word, _ := strings.Cut(use, "=")
			a, ok := part.AxisNamed(axis)
			word, begins := strings.CutSuffix(word, "*")
			if !ok || !begins && len(a.Choices) > 0 && !slices.Contains(a.Choices, word) {
				t.Errorf("%s: there is no %s among %q", r.key, use, a.Choices)
			}
		}
	}
}
