package choose_test

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/subset"
	"gonum.org/v1/gonum/stat"
)

// shares returns a row whose folds have the given shares of segments right on test.
func shares(m int, frame part.Frame, test, train int, right ...float64) choose.Row {
	var results []*result.Result
	for fold, v := range right {
		at := frame
		at.Fold = fold
		results = append(results, &result.Result{
			Point: part.Point{Frame: at}.With(subset.M.Is(m)), NTest: test, NTrain: train, Accuracy: &result.Accuracy{Segment: part.Float(v), Sample: part.Float(math.NaN())},
			Slowness: result.Slowness{MeanTest: part.Float(math.NaN()), MeanTrain: part.Float(math.NaN())},
		})
	}
	return choose.Summarize(results)[0]
}

// contrast returns the contrast of one measure.
func contrast(t *testing.T, contrasts []choose.Contrast, m *measure.Measure) *choose.Contrast {
	t.Helper()
	for i := range contrasts {
		if contrasts[i].Measure == m {
			return &contrasts[i]
		}
	}
	t.Fatalf("%s is not compared", m.Label)
	return nil
}

// pairs returns two rows with the given differences.
func pairs(frame part.Frame, test, train int, d ...float64) (a, b choose.Row) {
	high, low := make([]float64, len(d)), make([]float64, len(d))
	for i, v := range d {
		low[i] = 0.789
		high[i] = low[i] + v
	}
	return shares(1, frame, test, train, high...), shares(2, frame, test, train, low...)
}

// Test H8, on the differences of H10, applies the corrected t-test over folds and over
// repeats; over folds it adds Wilcoxon's test.
func TestCompareFoldsAndRepeats(t *testing.T) {
	d := []float64{.02, .05, -.01, .03, .04, .02, .01, -.02, .03, .06}
	a, b := pairs(part.Frame{Folds: 10}, 50, 100, d...)
	c := contrast(t, choose.Compare(a, b, choose.UsualRope), measure.SegmentsRight)
	within(t, "H10's p over folds", float64(c.Test.P), 0.264750543166)
	if r := c.Test.Ranks; r == nil || r.P != 13./512 || r.Smallest != 1./512 || !r.Exact || c.Test.N != 10 || c.Test.Ratio != 0.5 {
		t.Errorf("H8 over folds: %+v", c.Test)
	}
	want := "A 0.812, B 0.789 · A − B 0.023 (−0.021 to 0.067) · better 74 %, same within 0.01 20 %, worse 6 % · corrected t's p = 0.26"
	if got := c.Text(); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if got := c.Test.RankText(); got != "Wilcoxon's p = 0.025" {
		t.Error(got)
	}
	a, b = pairs(part.Frame{Repeats: 10}, 50, 100, d...)
	c = contrast(t, choose.Compare(a, b, choose.UsualRope), measure.SegmentsRight)
	within(t, "H10's p over repeats", float64(c.Test.P), 0.264750543166)
	if c.Test.Ranks != nil || c.Test.RankText() != "" || c.Text() != want {
		t.Errorf("H10 over repeats: %+v", c.Test)
	}
	text, err := json.Marshal(c.Test)
	if err != nil || !strings.HasPrefix(string(text), `{"method":"corrected-t","n":10,"zeros":0,"p":0.26475`) || strings.Contains(string(text), "wilcoxon") {
		t.Errorf("%s, %v", text, err)
	}
	if wide := contrast(t, choose.Compare(a, b, 0.1), measure.SegmentsRight).Test; wide.Rope != 0.1 || wide.Same < 0.99 {
		t.Errorf("a wide region: %+v", wide)
	}
}

// Without a spread of differences there is no p; Wilcoxon's test reports what it cannot
// decide.
func TestCompareWhatCannotBeDecided(t *testing.T) {
	for _, q := range []struct {
		frame part.Frame
		d     []float64
		text  string
		ranks string
	}{
		{part.Frame{Folds: 3}, []float64{.1, .2, .3}, "p = 0.12", "Wilcoxon's p = 0.25 · the least p of 3 pairs is 0.25"},
		{part.Frame{Folds: 5}, []float64{.05, .05, .05, .05, .05}, "A − B 0.05 in every fold", "Wilcoxon's p = 0.062 · the least p of 5 pairs is 0.062"},
		{part.Frame{Folds: 7}, []float64{.1, 0, .3, .2, .1, 0, .2}, "p = 0.11", "Wilcoxon's p = 0.062 · the least p of 5 pairs is 0.062"},
		{part.Frame{Folds: 1}, []float64{.1}, "A − B 0.1 in the only fold", "Wilcoxon's p = 1 · the least p of 1 pair is 1"},
		{part.Frame{Folds: 3}, []float64{0, 0, 0}, "no difference in any fold", ""},
		{part.Frame{Folds: 3}, []float64{1e-12, -2e-12, 3e-11}, "no difference in any fold", ""}, // as far as two processors agree
		{part.Frame{Repeats: 3}, []float64{.1, .1, .1}, "A − B 0.1 in every repeat", ""},
		{part.Frame{Folds: 6}, []float64{.1, .2, .3, .1, .1, .4}, "p = 0.058", "Wilcoxon's p = 0.031"},
	} {
		a, b := pairs(q.frame, 25, 100, q.d...)
		c := contrast(t, choose.Compare(a, b, choose.UsualRope), measure.SegmentsRight)
		if !strings.HasSuffix(c.Text(), q.text) || c.Test.RankText() != q.ranks {
			t.Errorf("%v:\n%s\n%s", q.d, c.Text(), c.Test.RankText())
		}
	}
}

// Slowness is compared by ratios, and zero is not minus infinity.
func TestCompareRatios(t *testing.T) {
	row := func(m int, slowness ...float64) choose.Row {
		var results []*result.Result
		for fold, v := range slowness {
			r := &result.Result{Point: part.Point{Frame: part.Frame{Fold: fold, Folds: len(slowness)}}.With(subset.M.Is(m)), NTest: 10, NTrain: 40}
			r.Slowness.MeanTest, r.Slowness.MeanTrain = part.Float(v), part.Float(v)
			results = append(results, r)
		}
		return choose.Summarize(results)[0]
	}
	contrasts := choose.Compare(row(1, .1, .2, .4), row(2, .2, .4, .8), choose.UsualRope)
	c := contrast(t, contrasts, measure.TestSlowness)
	if math.Abs(float64(c.Test.Mean)+math.Ln2) > 1e-12 || !c.Test.Log || math.Abs(float64(c.Test.Rope)-math.Log(1.05)) > 1e-15 {
		t.Errorf("%+v", c.Test)
	}
	if want := "A 0.233, B 0.467 · A / B 0.5 in every fold"; c.Text() != want || c.Test.Ranks.P != 0.25 || c.Test.Ranks.Holm != 0.5 {
		t.Errorf("%s\nwant\n%s", c.Text(), want)
	}
	c = contrast(t, choose.Compare(row(1, .1, .2, .41), row(2, .2, .4, .8), choose.UsualRope), measure.TestSlowness)
	if c.Test.Family != 2 || c.Test.Holm != 2*c.Test.P {
		t.Errorf("slowness of training and test: %+v", c.Test)
	}
	if !strings.Contains(c.Text(), "A / B 0.504 (0.4") || !strings.Contains(c.Text(), "better 100 %, same within 5 % 0 %, worse 0 %") {
		t.Error(c.Text())
	}
	c = contrast(t, choose.Compare(row(1, 0, math.Inf(1), 1), row(2, 1, math.Inf(1), 1), choose.UsualRope), measure.TestSlowness)
	if math.IsInf(float64(c.Test.Mean), 0) || c.Test.N != 1 || c.Test.Zeros != 1 {
		t.Errorf("of zero and infinity: %+v", c.Test)
	}
}

// Draws are repeats on the same fold: they are averaged, not counted.
func TestCompareAveragesDraws(t *testing.T) {
	row := func(m int, of func(fold, draw int) float64) choose.Row {
		var results []*result.Result
		for fold := range 6 {
			for draw := range 3 {
				v := part.Float(of(fold, draw))
				results = append(results, &result.Result{Point: part.Point{Frame: part.Frame{Fold: fold, Folds: 6, Draw: draw}}.With(subset.M.Is(m)), NTest: 1, NTrain: 5,
					Accuracy: &result.Accuracy{Segment: v, Sample: v}})
			}
		}
		return choose.Summarize(results)[0]
	}
	a := row(1, func(fold, draw int) float64 { return 0.5 + 0.01*float64(fold) + 0.1*float64(draw-1) })
	b := row(2, func(fold, draw int) float64 { return 0.4 })
	c := contrast(t, choose.Compare(a, b, choose.UsualRope), measure.SegmentsRight)
	if c.Test.N != 6 || c.A.N != 6 || c.Test.Ranks.P != 1./32 || math.Abs(float64(c.Test.Mean)-0.125) > 1e-12 {
		t.Errorf("%+v", c)
	}
}

// A failed fold is no pair, and a sentence reports it.
func TestCompareCountsWhatIsMissing(t *testing.T) {
	a, b := pairs(part.Frame{Folds: 4}, 25, 100, .1, .2, .3, .1)
	b.Results[2].Error = "broken"
	c := contrast(t, choose.Compare(a, b, choose.UsualRope), measure.SegmentsRight)
	if c.Test.N != 3 || c.Test.Missing != 1 || !strings.HasSuffix(c.Text(), "corrected t's p = 0.094 · 1 fold without both") {
		t.Errorf("%s: %+v", c.Text(), c.Test)
	}
}

// The slowness of different training graphs is no comparison: along other edges, Δ is another
// quantity. They are compared by slowness in time, which of the time graph is its own, and
// none is the best at the other.
func TestCompareOfDifferentGraphs(t *testing.T) {
	row := func(name string, slowness, inTime float64) choose.Row {
		var results []*result.Result
		for fold := range 3 {
			r := &result.Result{Point: part.Point{Frame: part.Frame{Folds: 3, Fold: fold}}.With(graph.Name.Is(name)), NTest: 50, NTrain: 100, Features: 1}
			r.Slowness = result.Slowness{Test: part.Floats([]float64{slowness}), MeanTest: part.Float(slowness), Train: part.Floats([]float64{slowness}), MeanTrain: part.Float(slowness)}
			if name != "time" {
				r.Slowness.TimeTest = part.Floats([]float64{inTime})
			}
			results = append(results, r)
		}
		return choose.Summarize(results)[0]
	}
	time, clustered := row("time", 0.3, 0.3), row("clustered", 0.002, 0.6)
	for _, c := range choose.Compare(time, clustered, choose.UsualRope) {
		switch {
		case c.Measure.Like != nil && !c.Measure.Like(time.Config, clustered.Config):
			t.Errorf("%s is compared", c.Measure.Label)
		case c.Measure == measure.SlownessOfAll && (float64(c.A.Mean) != 0.3 || float64(c.B.Mean) != 0.6):
			t.Errorf("in time %g and %g", c.A.Mean, c.B.Mean)
		}
	}
	contrast(t, choose.Compare(time, clustered, choose.UsualRope), measure.SlownessOfAll)
	contrast(t, choose.Compare(clustered, row("clustered", 0.003, 0.5), choose.UsualRope), measure.TestSlowness)
	if i := choose.BestAt([]choose.Row{time, clustered}, measure.TestSlowness); i != -1 {
		t.Errorf("row %d is best at slowness", i)
	}
	if i := choose.BestAt([]choose.Row{time, clustered}, measure.SlownessOfAll); i != 0 {
		t.Errorf("row %d is best at slowness in time", i)
	}
	if i := choose.BestAt([]choose.Row{time, row("time", 0.2, 0.2)}, measure.TestSlowness); i != 1 {
		t.Errorf("row %d of one graph is best", i)
	}
}

// Points that differ in p alone have the same slowness: that of the first features, which both
// have. B takes the earlier of them, and other measures are compared as they are.
func TestSlownessIsComparedOverSharedFeatures(t *testing.T) {
	at := func(p, fold int, test ...part.Float) *result.Result {
		r := &result.Result{Point: part.Point{Frame: part.Frame{Fold: fold, Folds: 3}}.With(method.P.Is(p)), NTrain: 300, NTest: 100, Features: p, Variance: result.Variance{OK: true}}
		r.Slowness.Test, r.Slowness.MeanTest = test, part.Float(stat.Mean(part.Numbers(test), nil))
		r.Accuracy = &result.Accuracy{Sample: part.Float(p) / 10, Segment: part.Float(math.NaN())}
		return r
	}
	var results []*result.Result
	for fold := range 3 {
		x := part.Float(fold+1) / 10
		results = append(results, at(1, fold, x), at(3, fold, x, x+.5, x+1))
	}
	rows := choose.Summarize(results)
	for i := range rows {
		wantNear(t, "slowness in the table", rows[i].Of(measure.TestSlowness).Mean, .2, 1e-15)
	}
	if i := choose.BestAt(rows, measure.TestSlowness); i != 0 {
		t.Errorf("row %d is best", i)
	}
	apart := func(p int) choose.Row { // summarised without the other
		return choose.Summarize(slices.DeleteFunc(slices.Clone(results), func(r *result.Result) bool { return method.P.Of(r.Point) != p }))[0]
	}
	a, b := apart(1), apart(3)
	contrasts := choose.Compare(a, b, choose.UsualRope)
	if c := contrast(t, contrasts, measure.TestSlowness); c.Effect() != "no difference in any fold" || c.A.Mean != c.B.Mean {
		t.Errorf("slowness: %s", c.Text())
	}
	if c := contrast(t, contrasts, measure.SamplesRight); math.Abs(c.B.Mean-.3) > 1e-15 {
		t.Errorf("accuracy: %s", c.Text())
	}
	if got := choose.SharedFeatures(&a, &b); got != "slowness, η and ξ are compared over the first feature, which both have" {
		t.Errorf("it says %q", got)
	}
	if got := choose.SharedFeatures(&a, &a); got != "" {
		t.Errorf("of one p it says %q", got)
	}
}
