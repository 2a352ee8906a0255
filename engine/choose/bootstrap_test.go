package choose_test

import (
	"math"
	"strings"
	"testing"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
)

// counting returns a row whose folds have the given numbers of segments, right and in
// all.
func counting(folds ...[2]int) *choose.Row {
	var results []*result.Result
	for i, f := range folds {
		r := &result.Result{Point: part.Point{Frame: part.Frame{Fold: i, Folds: len(folds)}}, Accuracy: &result.Accuracy{}}
		r.Confusion = &result.Confusion{Segment: [][]int{{f[0], f[1] - f[0]}, {0, 0}}}
		results = append(results, r)
	}
	if results == nil {
		return &choose.Row{}
	}
	return &choose.Summarize(results)[0]
}

// Bounds of one fold are quantiles of the binomial distribution (scipy.stats.binom.ppf of 0.025 and
// 0.975, over n); those of folds are quantiles of 200,000 means of draws by numpy, within a step.
func TestSegmentInterval(t *testing.T) {
	ten := [][2]int{{2, 2}, {1, 2}, {2, 2}, {2, 2}, {0, 2}, {2, 2}, {1, 2}, {2, 2}, {2, 2}, {2, 2}}
	for _, c := range []struct {
		name      string
		row       *choose.Row
		over      string
		low, high float64
		within    float64
		text      string
	}{
		{"one fold", counting([2]int{12, 13}), "segments", 10. / 13, 1, 1e-12, "0.769 to 1 (95 %, bootstrap of 13 segments)"},
		{"many segments", counting([2]int{140, 200}), "segments", 127. / 200, 152. / 200, 0.006, ""},
		{"two folds", counting([2]int{5, 10}, [2]int{9, 12}), "folds and segments", 0.350000, 0.875000, 0.013, ""},
		{"ten folds", counting(ten...), "folds", 0.55, 1, 0.05 + 1e-12, ""},
		{"all right", counting([2]int{6, 6}), "wilson", 0.6096657, 1, 1e-6, "0.61 to 1 (95 %, Wilson, of 6 segments)"},
		{"none right", counting([2]int{0, 6}), "wilson", 0, 0.3903343, 1e-6, ""},
	} {
		s, ok := c.row.SegmentInterval()
		if !ok || s.Over != c.over || math.Abs(float64(s.Low)-c.low) > c.within || math.Abs(float64(s.High)-c.high) > c.within {
			t.Errorf("%s: %+v %t, want %v to %v", c.name, s, ok, c.low, c.high)
		}
		if c.text != "" && s.String() != c.text {
			t.Errorf("%s: %s", c.name, s)
		}
		if again, _ := c.row.SegmentInterval(); again != s {
			t.Errorf("%s: another time %+v", c.name, again)
		}
	}
	if _, ok := counting().SegmentInterval(); ok {
		t.Error("an interval of nothing")
	}
}

// The Brier score of the chosen point is its mean over validation parts; a readout without
// probabilities, or an objective of no classes, has none in words.
func TestBrierScoreOfTheChoice(t *testing.T) {
	r := swept(1, 0, 20, .9, .8)
	for k, b := range []part.Float{.2, .4} {
		r.Validation.Parts[k].Brier = &b
	}
	for _, c := range []struct {
		objective string
		results   []*result.Result
		want      bool
	}{{"accuracy", []*result.Result{r, swept(2, 0, 20, .5, .5)}, true}, {"accuracy", []*result.Result{swept(1, 0, 20, .9, .8), swept(2, 0, 20, .5, .5)}, false}} {
		rows := choose.Summarize(c.results)
		choice := choose.By{Objective: c.objective}.Choose(rows)
		if said := strings.Contains(strings.Join(choice.Lines(), "\n"), "Brier score on validation: 0.3 (0 is best"); said != c.want {
			t.Errorf("%q", choice.Lines())
		}
		if b := float64(choice.Report(rows).Brier); math.IsNaN(b) == c.want || math.Abs(b-.3) > 1e-12 {
			t.Errorf("in JSON %v", b)
		}
	}
}

// An error of zero is not printed: a handful of values that agree are not exact.
func TestZeroErrorsAreLeftOut(t *testing.T) {
	for want, values := range map[string][]float64{"0.9": {.9, .9, .9}, "0.8 ± 0.1": {.7, .9}, "0.30000": nil} {
		if values == nil {
			values, want = []float64{0.1 + 0.2, 0.3}, "0.3"
		}
		if got := choose.Mean(values).String(); got != want {
			t.Errorf("%v is %q, want %q", values, got, want)
		}
	}
}
