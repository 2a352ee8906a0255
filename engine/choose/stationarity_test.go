package choose_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
)

// followed returns a row of one series whose validation parts have the given steps of
// the first feature on their quarters, and the given memories.
func followed(rows int, memories []part.Float, steps ...[]part.Float) *choose.Row {
	var parts []result.ValidationPart
	for i, s := range steps {
		parts = append(parts, result.ValidationPart{N: rows, Fit: 7 * rows, Delta: []part.Float{.1}, FirstSteps: s, FirstMemory: &memories[i]})
	}
	r := parted(part.Point{}.With(method.P.Is(1)), parts...)
	r.SegmentsTrain, r.SegmentsTest = 1, 1
	return &choose.Summarize([]*result.Result{r})[0]
}

// The values are numpy's.
func TestStationarityFindsTheCut(t *testing.T) {
	row := followed(80, []part.Float{6, 7, 8, 9, 10}, []part.Float{.04, .05, .03, .06}, []part.Float{.05, .04, .045, .05}, []part.Float{.03, .06, .05, .04}, []part.Float{.2, .15, .3, .25}, []part.Float{.22, .3, .18, .2})
	s := choose.StationarityOf(row)
	if s == nil || s.Cut != 3 || s.Holds() || math.Abs(float64(s.Memory)-8) > 1e-12 || s.Rows != 80 {
		t.Fatalf("%+v", s)
	}
	wantNear(t, "contrast", float64(s.Contrast), 12.137363934523272, 1e-9)
	wantNear(t, "limit", float64(s.Limit), 3.0422240214969642, 1e-9)
	wantNear(t, "before", float64(s.Before), 0.0454128670988333, 1e-12)
	wantNear(t, "behind", float64(s.Behind), 0.225, 1e-12)
	c := choose.By{Objective: "slowness"}.Choose([]choose.Row{*row})
	if want := "the series is not stationary: the mean squared step of ★'s first feature is 0.045 before and 0.23 after the end of validation part 3"; !slices.Contains(c.Lines(), want) {
		t.Errorf("it says %q", c.Lines())
	}
}

// Parts of fewer than ten memory lengths are called short, stationary or not.
func TestShortPartsAreCalledShort(t *testing.T) {
	steps := []part.Float{.04, .05, .03, .06}
	for memory, want := range map[part.Float][]string{
		15:   nil,
		15.1: {"validation parts of 150 rows are short for a feature with a memory of 15 rows"},
		50:   {"validation parts of 150 rows are short for a feature with a memory of 50 rows"},
	} {
		s := choose.StationarityOf(followed(150, []part.Float{memory, memory, memory}, steps, steps, steps))
		if got := s.Lines(); !slices.Equal(got, want) {
			t.Errorf("with a memory of %v: %q", memory, got)
		}
	}
}

// Segments, a single part, and points without recorded steps yield no sentence.
func TestStationarityNeedsASeries(t *testing.T) {
	steps, memory := []part.Float{.04, .05, .03, .06}, []part.Float{5, 5}
	segments := followed(80, memory, steps, steps)
	segments.Results[0].SegmentsTrain, segments.Results[0].SegmentsTest = 9, 3
	older := followed(80, memory, nil, nil)
	for name, row := range map[string]*choose.Row{"no row": nil, "segments": segments, "one part": followed(80, memory, steps), "no steps": older} {
		if s := choose.StationarityOf(row); s != nil || s.Lines() != nil {
			t.Errorf("%s: %+v", name, s)
		}
	}
}

// The limits are exceeded by 5 % of features with the steps that they were simulated for.
func TestStationarityLimits(t *testing.T) {
	const repeats, rows = 1000, 64
	for _, c := range []struct {
		parts  int
		memory float64
	}{{8, 16}, {4, 32}, {6, 4}} {
		rng := rand.New(rand.NewPCG(uint64(c.parts), 3))
		alarms := 0
		for range repeats {
			if !choose.StationarityOf(stationary(rng, c.parts, rows, c.memory)).Holds() {
				alarms++
			}
		}
		if share, e := float64(alarms)/repeats, math.Sqrt(.05*.95/repeats); math.Abs(share-.05) > 3*e {
			t.Errorf("%d parts of %d rows, memory %g: %.3f of stationary features are reported", c.parts, rows, c.memory, share)
		}
	}
}

// stationary returns a row with squared steps exp(h)·z² of a log-variance h with a
// memory.
func stationary(rng *rand.Rand, parts, rows int, memory float64) *choose.Row {
	rho := (memory - 1) / (memory + 1)
	h := rng.NormFloat64()
	var steps [][]part.Float
	memories := make([]part.Float, parts)
	for k := range parts {
		memories[k] = part.Float(memory)
		quarters := make([]part.Float, 4)
		for i := range rows {
			h = rho*h + math.Sqrt(1-rho*rho)*rng.NormFloat64()
			z := rng.NormFloat64()
			quarters[4*i/rows] += part.Float(math.Exp(h) * z * z / float64(rows/4))
		}
		steps = append(steps, quarters)
	}
	return followed(rows, memories, steps...)
}

// The counts are numpy's: points 3 and 0, and 2 and 1, differ by less than their errors; the last
// part orders points 2 and 0, and 3 and 2, the other way round.
func TestDisagreementCountsDecidedPairs(t *testing.T) {
	scores := [][]float64{{1, 1.1, .9, 1}, {1.3, 1.25, 1.05, 1.4}, {1.1, 1.6, 1.2, .95}, {1.02, 1.08, .93, 1.01}}
	d := choose.DisagreementOf(scores, .1)
	if d.Pairs != 4 {
		t.Errorf("%d pairs", d.Pairs)
	}
	wantNear(t, "changed", d.Changed, 0.125, 1e-12)
	if d := choose.DisagreementOf(scores[:1], .1); d.Pairs != 0 || d.Changed != 0 || d.Disagree() {
		t.Errorf("a single point: %+v", d)
	}
}

// Points that differ by noise alone do not disagree, as no pair counts; points whose order is
// turned on a third of the parts do.
func TestDisagreementIsSaid(t *testing.T) {
	point := func(sigma float64, s ...part.Float) *result.Result {
		var parts []result.ValidationPart
		for _, v := range s {
			parts = append(parts, result.ValidationPart{N: 10, Fit: 1000, Delta: []part.Float{v}})
		}
		return parted(part.Point{}.With(kernel.Sigma.Is(sigma), method.P.Is(1)), parts...)
	}
	turned := []*result.Result{
		point(1, .10, .10, .11, .30, .10, .10), point(2, .20, .20, .20, .20, .20, .20), point(3, .21, .22, .20, .18, .21, .22), point(4, .30, .30, .31, .12, .30, .33), point(5, .40, .41, .40, .10, .40, .40),
	}
	says := func(results []*result.Result) bool {
		c := choose.By{Objective: "slowness"}.Choose(choose.Summarize(results))
		return strings.Contains(strings.Join(c.Lines(), "\n"), "disagree on which points are better")
	}
	if !says(turned) {
		t.Error("nothing is said of an order that changes")
	}
	for _, r := range turned {
		r.Validation.Parts = r.Validation.Parts[:3]
	}
	if says(turned) {
		t.Error("an order that stays is said to change")
	}
}
