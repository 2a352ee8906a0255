package choose_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
)

// classified returns a fold of one point with the shares of segments right on test, and
// those of the most frequent class alone.
func classified(fold, folds int, segments, ofClass part.Float) *result.Result {
	r := parted(part.Point{Frame: part.Frame{Fold: fold, Folds: folds}}, right(.9))
	r.NTrain, r.NTest = 200, 100
	r.Accuracy = &result.Accuracy{Sample: segments, Segment: segments, Baseline: &result.Baseline{Sample: ofClass, Segment: ofClass}}
	return r
}

// chanceOf returns the chance of one measure.
func chanceOf(t *testing.T, results []*result.Result, m *measure.Measure) choose.Chance {
	t.Helper()
	rows := choose.Summarize(results)
	by := choose.By{Objective: "accuracy"}
	n, ok := by.Nested(rows, by.Choose(rows).Best)
	if !ok {
		t.Fatal("there is no estimate")
	}
	for _, c := range n.Chances("accuracy") {
		if c.Measure == m {
			return c
		}
	}
	t.Fatalf("%s is held against nothing", m.Label)
	return choose.Chance{}
}

// Of differences .1 .05 .2 and half as many test as training samples the one-sided p is
// 0.118119 by scipy.
func TestChanceOfFolds(t *testing.T) {
	c := chanceOf(t, []*result.Result{classified(0, 3, .6, .5), classified(1, 3, .55, .5), classified(2, 3, .7, .5)}, measure.SegmentsRight)
	if c.Better || c.Method != "corrected-t" || c.Baseline != 0.5 {
		t.Errorf("%+v", c)
	}
	wantNear(t, "p", c.P, 0.11811869208701327, 1e-12)
	if got, want := c.String(), "no better than chance: the most frequent class alone gets 0.5 on the same test parts (p = 0.12)"; got != want {
		t.Error(got)
	}
	if c := chanceOf(t, []*result.Result{classified(0, 3, .9, .5), classified(1, 3, .92, .5), classified(2, 3, .88, .5)}, measure.SegmentsRight); !c.Better {
		t.Errorf("%+v", c)
	}
	if c := chanceOf(t, []*result.Result{classified(0, 3, .5, .5), classified(1, 3, .5, .5), classified(2, 3, .5, .5)}, measure.SegmentsRight); c.Better || c.P != 1 {
		t.Errorf("of the class itself: %+v", c)
	}
}

// Eight of ten segments are .490 to .943 with 95 % by scipy's Wilson interval.
func TestChanceOfOneFold(t *testing.T) {
	r := classified(0, 1, .8, .4)
	r.Confusion = &result.Confusion{Sample: [][]int{{8, 2}}, Segment: [][]int{{4, 1}, {1, 4}}}
	c := chanceOf(t, []*result.Result{r}, measure.SegmentsRight)
	wantNear(t, "low", c.Low, 0.4901624715366418, 1e-12)
	wantNear(t, "high", c.High, 0.9433178485456248, 1e-12)
	if got, want := c.String(), "better than chance: the most frequent class alone gets 0.4 on the same test parts, ★ 0.49 to 0.943 (95 %, Wilson, of its segments)"; got != want || !c.Better {
		t.Error(got)
	}
	r.Accuracy.Baseline.Segment = .5
	if c := chanceOf(t, []*result.Result{r}, measure.SegmentsRight); c.Better {
		t.Errorf("%+v", c)
	}
	r.Accuracy.Segment, r.Confusion.Segment = part.Float(math.NaN()), nil
	if c := chanceOf(t, []*result.Result{r}, measure.SamplesRight); c.Better || c.Method != "" {
		t.Errorf("samples of one fold: %+v", c)
	}
}

// Δ of white noise over P pairs has the variance 4/P: 1.9 over 1,000 pairs is 1.58 of its
// standard deviations below 2, with p = 0.0569, and 1.8 is 3.16.
func TestChanceOfSlowness(t *testing.T) {
	r := parted(part.Point{Frame: part.Frame{Folds: 1}}, right(.9))
	r.NTest, r.SegmentsTest = 1001, 1
	r.Slowness = result.Slowness{Test: []part.Float{1.9, 2}, MeanTest: 1.95}
	c := chanceOf(t, []*result.Result{r}, measure.TestSlowness)
	wantNear(t, "p", c.P, math.Erfc(0.1*math.Sqrt(1000)/2/math.Sqrt2)/2, 1e-12)
	if got, want := c.String(), "no slower than white noise: Δ of the first feature is 1.9 on test (p = 0.057)"; got != want || c.Better {
		t.Error(got)
	}
	r.Slowness.Test[0] = 1.8
	if c := chanceOf(t, []*result.Result{r}, measure.TestSlowness); !c.Better {
		t.Errorf("%+v", c)
	}
}

// Numbers are compared with the mean of training by the ln of the ratio, detectors with
// one half. Folds without a baseline do not count.
func TestChanceOfNumbersAndDetectors(t *testing.T) {
	var results []*result.Result
	for fold, rmse := range []part.Float{.5, .6, .55} {
		r := classified(fold, 3, .9, .5)
		mean := part.Float(1)
		r.RMSE, r.RMSEOfMean = &rmse, &mean
		r.Detection = &result.Detection{AUC: .5 + .01*part.Float(fold)}
		results = append(results, r)
	}
	c := chanceOf(t, results, measure.TestRMSE)
	if !c.Better || c.Baseline != 1 {
		t.Errorf("%+v", c)
	}
	if c := chanceOf(t, results, measure.AUC); c.Better || c.Baseline != .5 {
		t.Errorf("%+v", c)
	}
	results[1].Accuracy.Baseline = nil
	rows := choose.Summarize(results)
	n, _ := (choose.By{Objective: "accuracy"}).Nested(rows, 0)
	for _, c := range n.Chances("accuracy") {
		if c.Measure == measure.SegmentsRight {
			t.Errorf("without a baseline in a fold: %+v", c)
		}
	}
}

// Of labels that are noise, ★'s own mean over folds is too good, and the nested estimate is
// not: 24 segments of two classes, 48 points that guess, 4 folds, 100 data sets.
func TestNestedIsHonestOnNoise(t *testing.T) {
	rng := rand.New(rand.NewPCG(45, 1))
	var own, nested []float64
	for range 100 {
		rows := choose.Summarize(guesses(rng, 48, 4, 6))
		by := choose.By{Objective: "accuracy"}
		c := by.Choose(rows)
		n, ok := by.Nested(rows, c.Best)
		if !ok {
			t.Fatal("no estimate")
		}
		own, nested = append(own, n.Star.Of(measure.SegmentsRight).Mean-.5), append(nested, n.Row.Of(measure.SegmentsRight).Mean-.5)
	}
	a, b := choose.Mean(own), choose.Mean(nested)
	if !(a.Mean > 3*a.SE) || math.Abs(b.Mean) > 3*b.SE {
		t.Errorf("★'s own is off by %.3f ± %.3f, the nested estimate by %.3f ± %.3f", a.Mean, a.SE, b.Mean, b.SE)
	}
}

// guesses returns points whose readouts guess the class of each segment; each segment
// is in the test part of one fold, and in a validation part of every other one.
func guesses(rng *rand.Rand, points, folds, each int) []*result.Result {
	var out []*result.Result
	for i := range points {
		rightly := make([]float64, folds)
		for f := range rightly {
			for range each {
				rightly[f] += float64(rng.IntN(2)) / float64(each)
			}
		}
		for f := range folds {
			var parts []result.ValidationPart
			for g := range folds {
				if g != f {
					parts = append(parts, right(part.Float(rightly[g])))
				}
			}
			p := part.Point{Frame: part.Frame{Fold: f, Folds: folds}}.With(kernel.Sigma.Is(float64(i + 1)))
			r := parted(p, parts...)
			r.NTrain, r.NTest = 18, 6
			r.Accuracy = &result.Accuracy{Sample: part.Float(rightly[f]), Segment: part.Float(rightly[f]), Baseline: &result.Baseline{Sample: .5, Segment: .5}}
			out = append(out, r)
		}
	}
	return out
}
