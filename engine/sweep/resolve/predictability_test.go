package resolve_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/resolve"
	"example.com/sfatui/engine/sweep/run"
)

// The curves contain the predictability that a result was measured by, over q as over p, and
// begin at the least numbers. Of 3 features of white noise with 9 neighbours it is 3·9/10.
func TestPredictabilityCurvesContainTheResult(t *testing.T) {
	set, err := datasets.Open(t.Context(), datasets.Options{Paths: []string{"sincos"}, Limit: 200}, nil)
	if err != nil {
		t.Fatal(err)
	}
	spec := sweep.Spec{Split: split.Options{Folds: 2, Seed: 1}}.With("space", "linear", "lambda", "0", "p", "2", "readout", "none", "predictability", "4", "predictability-past", "1,4")
	done, err := run.All(t.Context(), set, spec)
	if err != nil || len(done) == 0 {
		t.Fatal(len(done), err)
	}
	for _, res := range done {
		c, err := resolve.Predictability(t.Context(), set, set.Hash(), res.Point)
		if err != nil {
			t.Fatal(err)
		}
		want := float64(*res.Slowness.PredictabilityTest)
		if got := c.At(); math.Abs(got-want) > 1e-12 || !c.Measured {
			t.Errorf("past %d: %g over q, measured %g", c.AtPast, got, want)
		}
		if got := c.OverP[len(c.OverP)-1]; math.Abs(got-want) > 1e-12 {
			t.Errorf("past %d: %g over p, measured %g", c.AtPast, got, want)
		}
		if !slices.Equal(c.Features, []int{1, 2}) || !slices.Contains(c.Q, 4) || !slices.Contains(c.Past, c.AtPast) || c.Samples != res.NTest || c.Training {
			t.Errorf("%+v", c)
		}
	}
	if got := resolve.OfNoise(3, 9); math.Abs(got-2.7) > 1e-15 {
		t.Errorf("white noise has %g", got)
	}
}

// Samples without an order have no successors.
func TestPredictabilityNeedsTime(t *testing.T) {
	set := &data.Set{Segments: []data.Segment{{Start: 0, End: 1}, {Start: 1, End: 2}}}
	if _, err := resolve.Predictability(t.Context(), set, "", part.Point{}); err == nil || !strings.Contains(err.Error(), "follow each other") {
		t.Errorf("%v", err)
	}
}
