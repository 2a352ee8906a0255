package draft_test

import (
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/ui/draft"
)

// The text of an axis is checked by itself: a list that does not parse leaves the sweep as it
// was. Texts that only data can refuse are accepted.
func TestAxesRefuseListsThatDoNotParse(t *testing.T) {
	fields := draft.Fields()
	for _, c := range []struct{ name, text, wrong string }{
		{"sigma", "1,", "a number is missing"}, {"sigma", "rel:0.5:4:7, norm:2", ""}, {"sigma", "rel:4:7", "a range is FROM:TO:COUNT"},
		{"lambda", "rel:0,0.1", ""}, {"lambda", "-1", "must be 0 or above"}, {"m", "lin:10:20:3", ""}, {"m", "1000000", ""}, {"m", "2.5", "must be a whole number"},
		{"readout", "lda,none", ""}, {"readout", "ldx", "lda"}, {"graph", "rel:1", `"rel:1"`}, {"p", "", ""},
	} {
		f := fields[slices.IndexFunc(fields, func(f draft.Field) bool { return f.Name == c.name })]
		spec, want := sweep.Spec{}.With(c.name, "before"), c.text
		err := f.Set(&spec, " "+c.text+" ")
		if c.wrong != "" {
			want = "before"
		}
		if (err != nil) != (c.wrong != "") || err != nil && !strings.Contains(err.Error(), c.wrong) || f.Get(spec) != want {
			t.Errorf("%s %q: %q, %v", c.name, c.text, f.Get(spec), err)
		}
	}
}

// Random splits can be requested by their number only, and removing them leaves no other
// setting behind.
func TestRepeatsBringTheirShare(t *testing.T) {
	fields := draft.Fields()
	f := fields[slices.IndexFunc(fields, func(f draft.Field) bool { return f.Name == "repeats" })]
	var spec sweep.Spec
	for _, c := range []struct {
		text string
		want float64
	}{{"3", split.DefaultTrainFraction}, {"", 0}, {"x", 0}} {
		err := f.Set(&spec, c.text)
		if (err != nil) != (c.text == "x") || spec.Split.TrainFraction != c.want {
			t.Errorf("%q: a share of %g, %v", c.text, spec.Split.TrainFraction, err)
		}
	}
	spec.Split.TrainFraction = 0.8
	if err := f.Set(&spec, "5"); err != nil || spec.Split.TrainFraction != 0.8 || spec.Split.Repeats != 5 {
		t.Errorf("with a share: %+v, %v", spec.Split, err)
	}
}
