package choose_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"gonum.org/v1/gonum/mat"
)

// The interval for a new part covers it in 90 % of data sets, whose groups are independent and
// of one size, as the splitter deals them to inner splits and folds.
//
// On paper, in units of the variance σ² of a part: with c the mean share of groups that two of
// n parts have in common, a new part lies 1 + 1/n + (1 − 1/n)c from the mean of the parts. Of
// 24 groups in 3 folds of 3 splits, 27 of 36 pairs share 1/4·1/2, so that c is 3/32. A group of
// a fold's test part is in a quarter of the parts of the other folds: the covariance with the
// mean is 2/3·1/4, and twice that is missing from the distance of a test part.
func TestIntervalCoversANewPart(t *testing.T) {
	const repeats = 1000
	for _, c := range []struct {
		groups, folds, inner  int
		distance, ofTestParts float64
	}{{24, 1, 8, 1.25, 1.25}, {24, 3, 3, 43. / 36, 31. / 36}, {12, 1, 8, 1.25, 1.25}, {25, 5, 2, 1.25, .85}} {
		set := grouped(c.groups)
		rng := rand.New(rand.NewPCG(uint64(c.groups), uint64(c.folds)))
		covered, distance, ofTestParts := 0, 0., 0.
		for seed := range repeats {
			folds, err := split.Folds(set, split.Options{Folds: c.folds, Inner: c.inner, Validation: .25, Seed: uint64(seed)})
			if err != nil {
				t.Fatal(err)
			}
			effects := make([]float64, c.groups)
			for g := range effects {
				effects[g] = .5 * rng.NormFloat64()
			}
			row, units := dealt(folds, effects)
			choice := choose.By{Objective: "slowness"}.Choose([]choose.Row{row})
			fresh, test := -2., -2.
			for _, span := range folds[0].Test[:units] {
				fresh += .5 * rng.NormFloat64() / float64(units)
				test += effects[span.Segment] / float64(units)
			}
			if s := math.Exp(fresh); s >= choice.Low && s <= choice.High {
				covered++
			}
			variance := .25 / float64(units)
			distance += (fresh - choice.Score.U) * (fresh - choice.Score.U) / variance / repeats
			ofTestParts += (test - choice.Score.U) * (test - choice.Score.U) / variance / repeats
		}
		if share, e := float64(covered)/repeats, math.Sqrt(.9*.1/repeats); math.Abs(share-.9) > 2*e {
			t.Errorf("%d groups, %d folds of %d inner splits: %.3f ± %.3f are covered", c.groups, c.folds, c.inner, share, e)
		}
		within := 3 * math.Sqrt(2./repeats) // relative error of a mean square
		wantNear(t, "squared distance of new parts", distance, c.distance, within*c.distance)
		wantNear(t, "squared distance of test parts", ofTestParts, c.ofTestParts, within*c.ofTestParts)
	}
}

// grouped returns a set of groups of four samples.
func grouped(groups int) *data.Set {
	set := &data.Set{X: mat.NewDense(4*groups, 1, nil), Inputs: []string{"x"}}
	for g := range groups {
		set.Segments = append(set.Segments, data.Segment{Name: string(rune('A' + g)), Group: string(rune('A' + g)), Start: 4 * g, End: 4*g + 4})
	}
	return set
}

// dealt returns a row whose score on a validation part is the mean of the effects of
// its groups, and the number of groups.
func dealt(folds []split.Fold, effects []float64) (row choose.Row, units int) {
	var results []*result.Result
	for i, f := range folds {
		var parts []result.ValidationPart
		for _, in := range f.Inner {
			u := -2.0
			for _, span := range in.Validation {
				u += effects[span.Segment] / float64(len(in.Validation))
			}
			units = len(in.Validation)
			parts = append(parts, result.ValidationPart{N: in.Validation.Samples(), Fit: in.Fit.Samples(), Delta: []part.Float{part.Float(math.Exp(u))}})
		}
		r := parted(part.Point{Frame: part.Frame{Fold: i, Folds: len(folds), Inner: len(parts)}}.With(method.P.Is(1)), parts...)
		r.NTrain, r.NTest, r.SegmentsTrain, r.SegmentsTest = f.Train.Samples(), f.Test.Samples(), len(f.Train), len(f.Test)
		results = append(results, r)
	}
	return choose.Summarize(results)[0], units
}
