package sweep_test

import (
	"encoding/json"
	"strings"
	"testing"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/preparation"
	"example.com/sfatui/engine/subset"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/sweeptest"
)

// Points of share 1 have the keys of points without the axis, others have keys of their own; all
// shares have the same widths and the same test and validation parts.
func TestTrainShareOfPoints(t *testing.T) {
	set := sweeptest.Trials(6, 4, 30)
	spec := sweeptest.Spec().With("m", "20")
	plain := map[string]bool{}
	for _, e := range sweeptest.Plan(t, set, spec).Entries {
		plain[e.Key] = true
	}
	plan := sweeptest.Plan(t, set, spec.With("train-share", "1,0.5,0.25"))
	if len(plan.Entries) != 3*len(plain) {
		t.Fatalf("%d entries of %d", len(plan.Entries), len(plain))
	}
	widths := map[float64]bool{}
	for _, j := range plan.Jobs {
		share := preparation.ShareOf(j.At)
		if w := kernel.Sigma.Of(j.At); w.OK {
			widths[w.X] = true
		}
		// Of six groups three are trained on, of these two (1.5) and one (0.75).
		if n, all := j.Fold.Train.Samples(), 3*8*30; n != map[float64]int{1: all, 0.5: 2 * all / 3, 0.25: all / 3}[share] {
			t.Errorf("share %g: %d of %d training samples", share, n, all)
		}
		for _, e := range j.Entries {
			b, err := json.Marshal(e.Point)
			if err != nil {
				t.Fatal(err)
			}
			if plain[e.Key] != (share == 1) || strings.Contains(string(b), "train_share") != (share < 1) || strings.Contains(e.Point.Label(), "train-share") != (share < 1) {
				t.Errorf("share %g: %s has the key %s", share, b, e.Key)
			}
		}
	}
	if len(widths) != 3 {
		t.Errorf("widths %v", widths)
	}
}

// The number of supports that is taken by itself fits the smallest share; one that does not fit
// is refused with the share.
func TestTrainShareBoundsSupports(t *testing.T) {
	set := sweeptest.Trials(6, 4, 30)
	plan := sweeptest.Plan(t, set, sweep.Spec{Split: sweeptest.Spec().Split}.With("train-share", "0.34,1"))
	for _, j := range plan.Jobs {
		for _, e := range j.Entries {
			if m := subset.M.Of(e.Point); m > j.Fold.FewestFit()/2 && preparation.ShareOf(e.Point) < 1 || m == 0 {
				t.Fatalf("%d supports of %d samples", m, j.Fold.FewestFit())
			}
		}
	}
	for texts, want := range map[string]string{
		"m 300 train-share 0.34,1": "at --train-share 0.34; ask for at most ",
		"train-share 0":            "must be above 0 and at most 1",
		"train-share 1.01":         "must be above 0 and at most 1",
		"train-share -0.5":         "must be above 0 and at most 1",
		"train-share half":         `"half" is not a number`,
	} {
		_, err := sweep.NewPlan(set, "hash", sweeptest.Spec().With(strings.Fields(texts)...))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", texts, err)
		}
	}
}
