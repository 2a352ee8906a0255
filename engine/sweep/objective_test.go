package sweep_test

import (
	"errors"
	"strings"
	"testing"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/sweeptest"
)

// Points are chosen by predictability where their values compare: of one q, one past and one
// number of features.
func TestPredictabilityAsAnObjective(t *testing.T) {
	base := sweep.Spec{Objective: "predictability"}.With("space", "linear", "lambda", "0", "p", "2", "readout", "none", "predictability", "5")
	for _, c := range []struct{ axis, text, says string }{
		{"predictability", "", "name the number of neighbours"},
		{"predictability", "5,10", "--predictability does not compare: write one value of it, not 5,10"},
		{"predictability-past", "1,3", "--predictability-past does not compare"},
		{"p", "1,2", "--p does not compare"},
		{"predictability-past", "3", ""},
	} {
		_, err := sweep.NewPlan(sweeptest.Trials(4, 2, 30), "hash", base.With(c.axis, c.text))
		var refused *part.SpecError
		switch {
		case c.says == "" && err != nil:
			t.Errorf("%s %s: %v", c.axis, c.text, err)
		case c.says != "" && (!errors.As(err, &refused) || !strings.Contains(err.Error(), c.says)):
			t.Errorf("%s %s: %v, want %q", c.axis, c.text, err, c.says)
		}
	}
}
