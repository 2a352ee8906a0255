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
func TestIntervalCoversANewPart(t *testing.T) {
	const repeats = 1000
	for _, c := range []struct{ groups, folds, inner int }{{24, 1, 8}, {24, 3, 3}, {12, 1, 8}, {25, 5, 2}} {
		set := grouped(c.groups)
		rng := rand.New(rand.NewPCG(uint64(c.groups), uint64(c.folds)))
		covered := 0
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
			fresh := 0.0
			for range units {
				fresh += .5 * rng.NormFloat64() / float64(units)
			}
			if s := math.Exp(fresh - 2); s >= choice.Low && s <= choice.High {
				covered++
			}
		}
		if share, e := float64(covered)/repeats, math.Sqrt(.9*.1/repeats); math.Abs(share-.9) > 2*e {
			t.Errorf("%d groups, %d folds of %d inner splits: %.3f ± %.3f are covered", c.groups, c.folds, c.inner, share, e)
		}
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
