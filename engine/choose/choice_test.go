package choose_test

import (
	"math"
	"slices"
	"testing"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/subset"
)

// parted returns the result of a point with the given validation parts.
func parted(p part.Point, parts ...result.ValidationPart) *result.Result {
	for i := range parts {
		parts[i].Inner = i
		if parts[i].N == 0 {
			parts[i].N, parts[i].Fit = 100, 300
		}
	}
	return &result.Result{Key: p.Label(), Point: p, Features: method.P.Of(p), Variance: result.Variance{OK: true, Min: 1, Max: 1}, Validation: &result.Scores{Parts: parts}}
}

// slow returns a part with the given Δ of the features.
func slow(delta ...part.Float) result.ValidationPart { return result.ValidationPart{Delta: delta} }

// right returns a part with the given share of samples classified correctly.
func right(share part.Float) result.ValidationPart {
	return result.ValidationPart{Accuracy: &result.Accuracy{Sample: share, Segment: 1}}
}

func wantNear(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if !(math.Abs(got-want) <= within) {
		t.Errorf("%s is %.12g, want %.12g", what, got, want)
	}
}

func TestH2MissingFeaturesCountAsNoise(t *testing.T) {
	by := choose.By{Objective: "slowness", Features: 4}
	nan := part.Float(math.NaN())
	for name, delta := range map[string][]part.Float{
		"missing": {0.1, 0.2}, "constant": {0.1, 0.2, nan, nan}, "faster than noise": {0.1, 0.2, 3, 2.5}, "infinite": {0.1, 0.2, part.Float(math.Inf(1)), nan},
		"more than asked for": {0.1, 0.2, nan, nan, 0.1},
	} {
		rows := choose.Summarize([]*result.Result{parted(part.Point{}.With(method.P.Is(8)), slow(delta...))})
		wantNear(t, name, by.Score(&rows[0]).Shown(), 1.075, 1e-15)
	}
}

// h3 are the slownesses of four points on six parts, three folds of two inner splits.
var h3 = [][]part.Float{
	{.20, .25, .18, .30, .22, .24}, {.19, .40, .17, .28, .21, .35}, {.30, .31, .29, .33, .30, .32}, {.22, .24, .20, .27, .23, .23},
}

// threeFolds returns results of points with the given slownesses, dealt to three folds.
func threeFolds(points [][]part.Float) []*result.Result {
	var out []*result.Result
	for fold := range 3 {
		for i, s := range points {
			p := part.Point{Frame: part.Frame{Fold: fold, Folds: 3}}.With(method.P.Is(1), kernel.Sigma.Is(float64(i+1)))
			out = append(out, parted(p, slow(s[2*fold]), slow(s[2*fold+1])))
		}
	}
	return out
}

func TestH3ScoresChoiceAndWhatIsAsGood(t *testing.T) {
	rows := choose.Summarize(threeFolds(h3))
	by := choose.By{Objective: "slowness"}
	for i, want := range []float64{0.2285596774, 0.2535817419, 0.3080427699, 0.2307175116} {
		wantNear(t, "score", by.Score(&rows[i]).Shown(), want, 1e-10)
	}
	c := by.Choose(rows)
	if c.Best != 0 || len(c.Tied) != 1 || c.Complete != 4 || !slices.Equal(c.AsGood, []int{1, 3}) {
		t.Fatalf("★ %d, tied %v, complete %d, as good %v", c.Best, c.Tied, c.Complete, c.AsGood)
	}
	wantNear(t, "agreement", c.Agreement, 0.2444444444, 1e-10)
	wantNear(t, "low", c.Low, 0.14905058915321417, 1e-9) // numpy, with parts that overlap by 1/8 between folds
	wantNear(t, "high", c.High, 0.350481849443365, 1e-9)
	best := by.Score(&rows[0]).Parts
	low, high := choose.PredictionInterval(best, choose.Overlap{})
	wantNear(t, "low of independent parts", math.Exp(low), 0.1547140341, 1e-10)
	wantNear(t, "high of independent parts", math.Exp(high), 0.3376521492, 1e-10)
	for i, want := range map[int]float64{1: 0.2907949725, 2: 0.01319493587, 3: 0.4410087889} {
		wantNear(t, "p", choose.DeficitOf(by.Score(&rows[i]).Parts, best, 1./3).P, want, 1e-9)
	}
	b := choose.DeficitOf(by.Score(&rows[2]).Parts, best, 1./3)
	wantNear(t, "mean", b.Mean, 0.2984412901, 1e-10)
	wantNear(t, "error", b.SE, 0.0957962907, 1e-10)
	wantNear(t, "t", b.T, 3.115374174, 1e-9)
	// The order of arrival does not matter.
	back := slices.Clone(rows)
	slices.Reverse(back)
	if other := by.Choose(back); other.Best != 3 || other.Row.Config != rows[0].Config || other.Agreement != c.Agreement {
		t.Errorf("in reverse ★ is %d", other.Best)
	}
}

func TestIncompletePointsComeBehindCompleteOnes(t *testing.T) {
	all := threeFolds([][]part.Float{{.1, .1, .1, .1, .1, .1}, {.5, .5, .5, .5, .5, .5}, {.2, .2, .2, .2, .2, .2}, {.01, .01, .01, .01, .01, .01}})
	all[4].Validation.Parts[1].Error = "singular" // point 0, fold 1
	all[7].Variance.OK = false                    // point 3
	rows := choose.Summarize(all[:len(all)-2])    // points 2 and 3 have two folds of three
	by := choose.By{Objective: "slowness"}.Over(rows)
	order := by.Order(rows)
	if !slices.Equal(order, []int{1, 0, 2, 3}) {
		t.Errorf("order %v", order)
	}
	if got := by.Score(&rows[0]).String(); got != "0.1 (5/6)" {
		t.Errorf("an incomplete score is %q", got)
	}
	c := by.Choose(rows)
	if c.Best != 1 || c.Complete != 1 || c.AsGood != nil {
		t.Errorf("★ %d of %d complete, as good %v", c.Best, c.Complete, c.AsGood)
	}
}

func TestWhatRoundingDecidesIsNeverChosen(t *testing.T) {
	all := threeFolds([][]part.Float{{.1, .1, .1, .1, .1, .1}, {.5, .5, .5, .5, .5, .5}})
	all[2].Degenerate = &result.Degenerate{Determined: 0}
	by := choose.By{Objective: "slowness"}
	if c := by.Choose(choose.Summarize(all)); c.Best != 1 {
		t.Errorf("★ %d", c.Best)
	}
	all[2].Degenerate.Determined = 1
	if c := by.Choose(choose.Summarize(all)); c.Best != 0 {
		t.Errorf("★ %d", c.Best)
	}
	all[0].Degenerate, all[1].Degenerate = &result.Degenerate{}, &result.Degenerate{}
	if c := by.Choose(choose.Summarize(all)); c.Best != -1 || c.Marks(nil) != nil {
		t.Errorf("★ %d", c.Best)
	}
}

func TestTiesAreBrokenInOrderAndSaid(t *testing.T) {
	var results []*result.Result
	for _, lambda := range []float64{0, 1e-3} {
		for _, m := range []int{50, 100} {
			for _, p := range []int{4, 2} {
				for _, sigma := range []float64{1, 2} {
					at := part.Point{}.With(kernel.Sigma.Is(sigma), method.Lambda.Is(lambda), subset.M.Is(m), method.P.Is(p))
					results = append(results, parted(at, slow(.1, .2), slow(.2, .3)))
				}
			}
		}
	}
	choice := func(by choose.By) (choose.Choice, string) {
		rows := choose.Summarize(results)
		c := by.Choose(rows)
		return c, c.Row.Config.Label()
	}
	c, is := choice(choose.By{Objective: "slowness", Features: 2})
	if is != "sigma=2 lambda=0.001 m=50 p=2" || len(c.Tied) != 16 {
		t.Errorf("★ is %s, 1 of %d", is, len(c.Tied))
	}
	if want := "★ 1 of 16 tied points, chosen by the larger λ, then by the smaller m, then by the smaller p, then by the larger σ; p: any"; c.Lines()[0] != want {
		t.Errorf("it says %q", c.Lines()[0])
	}
	for i, r := range results { // now the Brier score decides
		brier := part.Float(i%7) / 10
		for k := range r.Validation.Parts {
			r.Validation.Parts[k].Brier = &brier
		}
	}
	if c, is = choice(choose.By{Objective: "slowness", Features: 2}); is != "sigma=1 lambda=0.001 m=100 p=2" || c.TiedBy[0] != "the lower Brier score" {
		t.Errorf("★ is %s, by %v", is, c.TiedBy)
	}
	results[3].Validation.Parts[0].Brier = nil // not all have it: it decides nothing
	if c, is = choice(choose.By{Objective: "slowness", Features: 2}); is != "sigma=2 lambda=0.001 m=50 p=2" {
		t.Errorf("★ is %s, by %v", is, c.TiedBy)
	}
}

func TestACloseLeadIsUndecided(t *testing.T) {
	by := choose.By{Objective: "slowness"}
	c := by.Choose(choose.Summarize(threeFolds([][]part.Float{{.2, .2, .2, .2, .2, .2}, {.2000001, .2, .2, .2, .2, .2}})))
	if c.Best != 0 || c.Undecided == "" {
		t.Errorf("a lead of 1e-7 is decided: %q", c.Undecided)
	}
	c = by.Choose(choose.Summarize(threeFolds([][]part.Float{{.2, .2, .2, .2, .2, .2}, {.20001, .2, .2, .2, .2, .2}})))
	if c.Undecided != "" {
		t.Errorf("a lead of 1e-5 is %s", c.Undecided)
	}
	at := func(sigma float64, shares ...part.Float) *result.Result {
		return parted(part.Point{}.With(kernel.Sigma.Is(sigma)), right(shares[0]), right(shares[1]))
	}
	by.Objective = "accuracy"
	for share, decided := range map[part.Float]bool{0.89: false, 0.88: true} { // of 100 samples
		c = by.Choose(choose.Summarize([]*result.Result{at(1, .9, .8), at(2, share, .8)}))
		if c.Best != 0 || (c.Undecided == "") != decided {
			t.Errorf("%v against 0.9: %q", share, c.Undecided)
		}
	}
}

func TestWhatIsSlowUnderOneGraphIsNotComparedWithAnother(t *testing.T) {
	at := func(name string, sigma float64, s part.Float) *result.Result {
		r := parted(part.Point{}.With(graph.Name.Is(name), kernel.Sigma.Is(sigma), method.P.Is(1)), slow(s), slow(s+.01))
		for k := range r.Validation.Parts {
			r.Validation.Parts[k].Accuracy = &result.Accuracy{Sample: 1 - s, Segment: 1}
		}
		return r
	}
	rows := choose.Summarize([]*result.Result{at("time", 1, .3), at("time", 2, .2), at("clustered", 1, .6), at("clustered", 2, .5)})
	c := choose.By{Objective: "slowness"}.Choose(rows)
	if c.Best != -1 || !slices.Equal(c.Stars(), []int{1, 3}) {
		t.Errorf("★ %d, within %v", c.Best, c.Within)
	}
	c = choose.By{Objective: "accuracy"}.Choose(rows)
	if c.Best != 1 || c.Within[1].Best != 3 || !slices.Equal(c.Stars(), []int{1}) {
		t.Errorf("by accuracy ★ %d, within %v", c.Best, c.Within)
	}
}

// Slowness in time names one point over all training graphs: that of a point under the
// time graph is its slowness, that of others is measured beside it.
func TestSlownessInTimeIsComparedUnderAllGraphs(t *testing.T) {
	at := func(name string, sigma float64, own, inTime part.Float) *result.Result {
		p := part.Point{}.With(graph.Name.Is(name), kernel.Sigma.Is(sigma), method.P.Is(1))
		on := func(by part.Float) result.ValidationPart {
			v := slow(own + by)
			if name != "time" {
				v.Time = []part.Float{inTime + by}
			}
			return v
		}
		r := parted(p, on(0), on(.01))
		if r.Slowness.Test = []part.Float{own}; name != "time" {
			r.Slowness.TimeTest = []part.Float{inTime}
		}
		return r
	}
	rows := choose.Summarize([]*result.Result{at("time", 1, .3, 0), at("time", 2, .25, 0), at("clustered", 1, .1, .2), at("clustered", 2, .05, .6)})
	c := choose.By{Objective: measure.InTime}.Choose(rows)
	if c.Best != 2 || c.Apart || !slices.Equal(c.Stars(), []int{2}) || c.Within[0].Best != 1 || c.Within[1].Best != 2 {
		t.Errorf("★ %d, within %v", c.Best, c.Within)
	}
	wantNear(t, "the score", c.Score.Shown(), math.Sqrt(.2*.21), 1e-12)
	for i, want := range []float64{.3, .25, .2, .6} {
		wantNear(t, "what test says", rows[i].Judgement(measure.InTime).Mean, want, 1e-12)
	}
	if h, ok := (choose.By{Objective: measure.InTime}).Hindsight(rows, c.Best); !ok {
		t.Errorf("no hindsight: %v", h)
	}
}

// A row has the least determined number of features of its folds; failed folds do not
// count.
func TestDeterminedOfARow(t *testing.T) {
	of := func(fold int, d *result.Degenerate, failed string) *result.Result {
		p := part.Point{Frame: part.Frame{Fold: fold, Folds: 3}}
		method.P.Set(&p, 8)
		return &result.Result{Key: p.Label(), Point: p, Features: 8, Degenerate: d, Error: failed}
	}
	two := &result.Degenerate{Determined: 2, Clusters: [][2]int{{3, 12}}, Cut: true}
	for name, c := range map[string]struct {
		results    []*result.Result
		determined int
		arbitrary  bool
	}{
		"all":       {[]*result.Result{of(0, nil, ""), of(1, nil, "")}, 8, false},
		"two":       {[]*result.Result{of(0, nil, ""), of(1, two, ""), of(2, nil, "")}, 2, true},
		"none":      {[]*result.Result{of(0, &result.Degenerate{Cut: true}, "")}, 0, true},
		"failed":    {[]*result.Result{of(0, nil, ""), of(1, nil, "no")}, 8, false},
		"all fails": {[]*result.Result{of(0, nil, "no")}, 0, false},
	} {
		row := choose.Summarize(c.results)[0]
		if row.Determined != c.determined || row.Arbitrary() != c.arbitrary {
			t.Errorf("%s: %d of %d determined, arbitrary %v", name, row.Determined, row.Features, row.Arbitrary())
		}
	}
}
