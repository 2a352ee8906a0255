package draft_test

import (
	"slices"
	"testing"

	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/ui/draft"
)

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
