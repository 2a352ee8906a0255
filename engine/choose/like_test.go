package choose_test

import (
	"math"
	"slices"
	"testing"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
)

// Predictability of points with other neighbours or other pasts is not compared.
func TestPredictabilityComparesLikeWithLike(t *testing.T) {
	row := func(q, past int) choose.Row {
		config := part.Point{}.With(measure.Neighbours.Is(q), measure.Past.Is(past))
		out := choose.Row{Config: config}
		for fold := range 3 {
			r := &result.Result{Point: config}
			r.Point.Fold = fold
			v := part.Float(1 + 0.1*float64(fold))
			r.Slowness.PredictabilityTest = &v
			out.Results = append(out.Results, r)
		}
		return out
	}
	for _, c := range []struct {
		q, past int
		want    bool
	}{{5, 2, true}, {10, 2, false}, {5, 3, false}} {
		compared := choose.Compare(row(5, 2), row(c.q, c.past), choose.UsualRope)
		got := slices.ContainsFunc(compared, func(x choose.Contrast) bool { return x.Measure == measure.TestPredictability })
		if got != c.want {
			t.Errorf("q 5, past 2 with q %d, past %d: compared is %v", c.q, c.past, got)
		}
	}
}

// The score is the mean over validation parts of ln predictability, which is shown as their
// geometric mean.
func TestChoosingByPredictability(t *testing.T) {
	row := func(q int, values ...part.Float) choose.Row {
		config := part.Point{}.With(measure.Neighbours.Is(5), method.Lambda.Is(float64(q)))
		config.Folds, config.Inner = 1, len(values)
		r := &result.Result{Point: config, Validation: &result.Scores{}, Variance: result.Variance{OK: true}}
		for i, v := range values {
			r.Validation.Parts = append(r.Validation.Parts, result.ValidationPart{Inner: i, N: 10, Predictability: &v})
		}
		return choose.Row{Config: config, Results: []*result.Result{r}}
	}
	rows := []choose.Row{row(1, 2, 0.5), row(2, 0.9, 0.4)}
	by := choose.By{Objective: measure.ByPredictability}.Over(rows)
	for i, want := range []float64{1, 0.6} { // √(2·0.5), √(0.9·0.4)
		if got := by.Score(&rows[i]); math.Abs(got.Shown()-want) > 1e-12 || !got.Complete() {
			t.Errorf("row %d: %v, want %v", i, got, want)
		}
	}
}

// The score by ξ is the mean over fits of ln of the mean ξ of the first q features, as many as
// the least p; a feature that is missing or constant counts as white noise.
func TestChoosingByXi(t *testing.T) {
	nan := part.Float(math.NaN())
	row := func(p int, noise part.Float, fits ...[]part.Float) choose.Row {
		config := part.Point{}.With(measure.XiLambda.Is(1), method.P.Is(p))
		config.Folds, config.Inner = 1, len(fits)
		r := &result.Result{Point: config, Validation: &result.Scores{}, Variance: result.Variance{OK: true}}
		for i, xi := range fits {
			r.Validation.Parts = append(r.Validation.Parts, result.ValidationPart{Inner: i, N: 10, Xi: &result.Xi{Features: xi, Noise: noise}})
		}
		return choose.Row{Config: config, Results: []*result.Result{r}}
	}
	rows := []choose.Row{
		row(2, 50, []part.Float{1, 3}, []part.Float{2, 6}),      // √(2·4)
		row(3, 50, []part.Float{1, 3, 100}, []part.Float{7, 9}), // √(2·8): the third does not count
		row(2, 7, []part.Float{1}, []part.Float{1, nan}),        // √(4·4)
	}
	by := choose.By{Objective: measure.ByXi}.Over(rows)
	for i, want := range []float64{math.Sqrt(8), 4, 4} {
		if got := by.Score(&rows[i]); math.Abs(got.Shown()-want) > 1e-12 || !got.Complete() {
			t.Errorf("row %d: %v, want %v", i, got, want)
		}
	}
	if c := by.Choose(rows); c.Best != 0 || by.On() != "training" || !by.FirstFeatures() {
		t.Errorf("best is row %d, chosen on %s", c.Best, by.On())
	}
	without := row(2, 7)
	without.Results[0].Validation.Parts = []result.ValidationPart{{N: 10}}
	if got := by.Score(&without); got.Got != 0 {
		t.Errorf("a point without ξ scores %v", got)
	}
}
