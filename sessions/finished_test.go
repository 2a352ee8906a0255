package sessions_test

import (
	"slices"
	"testing"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/sessions/sessiontest/recorded"
)

// TestChoiceOfTied verifies that the choice among tied configurations does not depend on
// their order.
func TestChoiceOfTied(t *testing.T) {
	s := recorded.Swept(t, nil)
	for _, r := range s.Done() {
		r.Error, r.Variance.OK = "", true
		r.Validation = &result.Scores{Slowness: 1, Parts: []result.ValidationPart{{N: 25, Fit: 75, Accuracy: &result.Accuracy{Sample: 0.5, Segment: 0.5}}}}
	}
	rows, c := s.Choice()
	results := s.Finished()
	slices.Reverse(results)
	if got := s.By().Choose(choose.Summarize(results)); got.Row.Config != rows[c.Best].Config {
		t.Errorf("the best is %v, not %v", got.Row.Config, rows[c.Best].Config)
	}
}
