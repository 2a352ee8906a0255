package choose_test

import (
	"math"
	"strings"
	"testing"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/preparation"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/subset"
)

// shared returns results of the points of H3, trained on the given shares, on three
// folds. On test each has the slowness of its first part.
func shared(shares ...float64) (out []*result.Result) {
	for fold := range 3 {
		for i, share := range shares {
			p := part.Point{Frame: part.Frame{Fold: fold, Folds: 3}}.With(method.P.Is(1), subset.M.Is(i+1), graph.Name.Is("time"))
			if share < 1 {
				p = p.With(preparation.TrainShare.Is(share))
			}
			r := parted(p, slow(h3[i][2*fold]), slow(h3[i][2*fold+1]))
			r.Slowness.Test = []part.Float{h3[i][0]}
			out = append(out, r)
		}
	}
	return out
}

// Points of a smaller share are no candidates, even where they score best; where all have the
// same share, they are.
func TestSmallerSharesAreNotChosen(t *testing.T) {
	for _, c := range []struct {
		shares []float64
		want   int // A is the best, then D, B and C
	}{
		{[]float64{.5, .5, 1, .5}, 2}, {[]float64{.5, 1, 1, .25}, 1}, {[]float64{1, .5, .5, .5}, 0},
		{[]float64{.25, .25, .5, .5}, 3}, {[]float64{.5, .5, .5, .5}, 0}, {[]float64{1, 1, 1, 1}, 0},
	} {
		rows := choose.Summarize(shared(c.shares...))
		by := choose.By{Objective: "slowness"}
		choice := by.Choose(rows)
		if choice.Best != c.want || by.Stars(rows)[0] != c.want || by.Over(rows).Order(rows)[0] != c.want {
			t.Errorf("%v: ★ is %d, of all %v, the first of the table %d", c.shares, choice.Best, by.Stars(rows), by.Over(rows).Order(rows)[0])
		}
		for _, i := range choice.AsGood {
			if c.shares[i] < c.shares[c.want] {
				t.Errorf("%v: a point of a smaller share is as good: %d", c.shares, i)
			}
		}
	}
}

// Of the largest two shares the best points are compared as ★ is with what is as good: the
// probabilities and errors are those of H3.
func TestMoreDataByTheLargestTwoShares(t *testing.T) {
	for _, c := range []struct {
		shares         []float64
		want, sentence string
		gain, e, p     float64
		best           []float64 // on validation, then on test
	}{
		{[]float64{1, .25, .25, .5}, "undecided", "undecided whether more data would help: with 50 % of the training part the best point scores 0.2307, with 100 % it scores 0.2286 (p = 0.44)",
			math.NaN(), math.NaN(), 0.4410087889, []float64{0.2535817419, 0.2307175116, 0.2285596774, .19, .22, .20}},
		{[]float64{1, 1, .5, 1}, "helps", "more data would help: with 50 % of the training part the best point scores 0.308, with 100 % it scores 0.2286 (p = 0.013)",
			0.2984412901, 0.0957962907, 0.01319493587, []float64{0.3080427699, 0.2285596774, .30, .20}},
		{[]float64{.5, .5, 1, .5}, "hurts", "more data would not help: with 50 % of the training part the best point scores 0.2286, with 100 % it scores 0.308 (p = 0.013)",
			-0.2984412901, 0.0957962907, 1 - 0.01319493587, []float64{0.2285596774, 0.3080427699, .20, .30}},
		{[]float64{.5, .25, .25, .25}, "undecided", "(p = 0.44)", math.NaN(), math.NaN(), 0.4410087889, []float64{0.2307175116, 0.2285596774, .22, .20}},
	} {
		rows := choose.Summarize(shared(c.shares...))
		choice := choose.By{Objective: "slowness"}.Choose(rows)
		if len(choice.Learning) != 1 {
			t.Fatalf("%v: %d learning curves", c.shares, len(choice.Learning))
		}
		l := &choice.Learning[0]
		if l.MoreData != c.want || !strings.Contains(l.String(), c.sentence) || !strings.Contains(strings.Join(choice.Lines(), "\n"), l.String()) {
			t.Errorf("%v: %s, %s; %q", c.shares, l.MoreData, l, choice.Lines())
		}
		wantNear(t, "p", float64(l.P), c.p, 1e-10)
		if !math.IsNaN(c.gain) {
			wantNear(t, "gain", float64(l.Gain), c.gain, 1e-10)
			wantNear(t, "error", float64(l.Error), c.e, 1e-10)
		}
		for i, s := range l.Shares {
			wantNear(t, "validation", float64(s.Validation), c.best[i], 1e-10)
			wantNear(t, "test", float64(s.Test), c.best[len(l.Shares)+i], 1e-14)
		}
	}
}

// Test plays no part: with other test values the verdict and the points are the same. One share
// alone has no curve.
func TestLearningCurveLeavesTestOut(t *testing.T) {
	results := shared(1, .25, .25, .5)
	before := choose.By{Objective: "slowness"}.LearningCurves(choose.Summarize(results))
	for i, r := range results {
		r.Slowness.Test = []part.Float{part.Float(i%4+1) / 50}
	}
	after := choose.By{Objective: "slowness"}.LearningCurves(choose.Summarize(results))
	for i, s := range after[0].Shares {
		if s.Key != before[0].Shares[i].Key || after[0].String() != before[0].String() || s.Test == before[0].Shares[i].Test {
			t.Errorf("%+v, was %+v", s, before[0].Shares[i])
		}
	}
	if got, want := after[0].Curve(), "share of the training part, with the best score on validation and that point's on test: 25 %: 0.2536, 0.04; 50 %: 0.2307, 0.08; 100 %: 0.2286, 0.02"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for _, r := range results {
		r.Slowness.Test = nil
	}
	sealed := choose.By{Objective: "slowness"}.LearningCurves(choose.Summarize(results))
	if got, want := sealed[0].Curve(), "share of the training part, with the best score on validation: 25 %: 0.2536; 50 %: 0.2307; 100 %: 0.2286"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for _, share := range []float64{1, .5} {
		if c := (choose.By{Objective: "slowness"}).LearningCurves(choose.Summarize(shared(share, share, share, share))); c != nil {
			t.Errorf("share %g alone: %v", share, c)
		}
	}
}

// Slowness under different graphs is not compared: each has a curve of its own, and a graph of
// one share has none.
func TestLearningCurvesOfGraphs(t *testing.T) {
	results := shared(1, .5, .5, 1)
	for _, r := range results {
		if m := subset.M.Of(r.Point); m > 2 {
			r.Point = r.Point.With(graph.Name.Is("clustered"))
		}
	}
	curves := choose.By{Objective: "slowness"}.LearningCurves(choose.Summarize(results))
	if len(curves) != 2 || curves[0].Graph != "time" || curves[1].Graph != "clustered" || curves[1].MoreData != "helps" {
		t.Errorf("%+v", curves)
	}
	for _, r := range results {
		if subset.M.Of(r.Point) == 4 {
			r.Point = r.Point.With(preparation.TrainShare.Is(.5))
		}
	}
	if curves = (choose.By{Objective: "slowness"}).LearningCurves(choose.Summarize(results)); len(curves) != 1 {
		t.Errorf("%+v", curves)
	}
}
