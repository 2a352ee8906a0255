package sweep_test

import (
	"cmp"
	"encoding/json"
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
		{"predictability", "", "give the number of neighbours"},
		{"predictability", "5,10", "values of --predictability: give one value instead of 5,10"},
		{"predictability-past", "1,3", "not comparable between values of --predictability-past"},
		{"p", "1,2", "not comparable between values of --p"},
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

// Points are chosen by ξ of one weight of jitter, which is 1 where none is written.
func TestXiAsAnObjective(t *testing.T) {
	base := sweep.Spec{Objective: "xi"}.With("space", "linear", "lambda", "0", "p", "2", "readout", "none")
	for _, c := range []struct{ text, says string }{
		{"", ""}, {"2.5", ""}, {"0", ""},
		{"1,2", "give one value of --xi-lambda instead of 1,2"},
		{"none", "not measured on training rows with --xi-lambda none"},
		{"1,none", "not measured on training rows"},
		{"-1", "must be 0 or above"}, {"inf", "not a number"}, {"nan", "not a number"}, {"x", "not a number"},
	} {
		plan, err := sweep.NewPlan(sweeptest.Trials(4, 2, 30), "hash", base.With("xi-lambda", c.text))
		var refused *part.SpecError
		switch {
		case c.says == "" && err != nil:
			t.Errorf("%q: %v", c.text, err)
		case c.says == "":
			if got, want := plan.Points()[0].Text("xi-lambda"), cmp.Or(c.text, "1"); got != want {
				t.Errorf("%q: a point has the weight %q", c.text, got)
			}
		case !errors.As(err, &refused) || !strings.Contains(err.Error(), c.says):
			t.Errorf("%q: %v, want %q", c.text, err, c.says)
		}
	}
}

// A sweep by another objective leaves the weight of jitter out of its points, and so their
// keys as they were before there was one.
func TestPointsWithoutXiKeepTheirKeys(t *testing.T) {
	spec := sweep.Spec{}.With("space", "linear", "lambda", "0", "p", "2", "readout", "none")
	for _, text := range []string{"", "none"} {
		plan, err := sweep.NewPlan(sweeptest.Trials(4, 2, 30), "hash", spec.With("xi-lambda", text))
		if err != nil {
			t.Fatal(err)
		}
		b, err := json.Marshal(plan.Points()[0])
		if err != nil || strings.Contains(string(b), "xi") || plan.Points()[0] != plan.Points()[0].Unmeasured() {
			t.Errorf("%q: %s %v", text, b, err)
		}
	}
}
