package propose

import (
	"path/filepath"
	"slices"
	"strings"

	"example.com/sfatui/datasets/survey"
)

// partWords holds the cells of a column that assigns rows to the parts of a split.
var partWords = []string{"train", "training", "test", "testing", "validation", "valid", "val", "dev"}

// isSides reports whether all cells of a column name a part of a split, among
// them the test part and another one.
func isSides(c *survey.Column) bool {
	if c.Many || c.Missing > 0 || len(c.Values) < 2 {
		return false
	}
	test := false
	for _, v := range c.Values {
		word := strings.ToLower(v.Text)
		if !slices.Contains(partWords, word) {
			return false
		}
		test = test || strings.HasPrefix(word, "test")
	}
	return test
}

// sides proposes a column with the part of each row as the split.
func sides(s *Situation) []Proposal {
	if s.Options.SplitColumn != "" || len(s.Options.TestPaths) > 0 {
		return nil
	}
	for _, c := range s.open() {
		if isSides(c) {
			return []Proposal{{
				ID: "sides " + c.Name, Urgent: true, What: c.Name + " marks the test rows",
				Why: "its values are " + someValues(c), Gives: "the split follows this column",
				Changes: []Change{{"split-column", c.Name, false}},
			}}
		}
	}
	return nil
}

// testData proposes the other file of an archive as test data.
func testData(s *Situation) []Proposal {
	if s.Survey.Test == "" || len(s.Options.TestPaths) > 0 || s.Options.SplitColumn != "" {
		return nil
	}
	return []Proposal{{
		ID: "test data", What: filepath.Base(s.Survey.Test) + " is in the same folder",
		Why: "time-series archives store test sets in this way", Gives: "features are tested on it, and trained on the whole file",
		Changes: []Change{{"test-data", s.Survey.Test, true}},
	}}
}
