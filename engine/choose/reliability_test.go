package choose_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
)

// confident returns a point of one fold whose parts hold 50 segments at a probability of .9 each,
// of which right are classified correctly.
func confident(fold int, right ...int) *result.Result {
	r := swept(1, 0, 20, .9, .8)
	r.Point.Fold, r.Point.Folds = fold, fold+1
	for k := range r.Validation.Parts {
		r.Validation.Parts[k].Reliability = []result.Confidence{{Tenth: 9, Count: 50, Right: right[k], Probability: .9}}
	}
	return r
}

// 90 of 100 are expected, with a standard deviation of √(100·.9·.1) = 3. Folds repeat segments:
// a second one does not make the difference any clearer.
func TestReliability(t *testing.T) {
	both := []*result.Result{confident(0, 42, 40), confident(1, 40, 42)}
	both[0].Point.Folds = 2
	for _, c := range []struct {
		results []*result.Result
		z       float64
		n       int
		want    string
	}{
		{[]*result.Result{confident(0, 42, 40)}, -8. / 3, 100, "overconfident"},
		{[]*result.Result{confident(0, 42, 43)}, -5. / 3, 100, "no difference beyond chance"},
		{[]*result.Result{confident(0, 48, 48)}, 2, 100, "underconfident"},
		{both, -8. / 3, 200, "overconfident"},
	} {
		rows := choose.Summarize(c.results)
		r, ok := rows[0].Reliability()
		if !ok || math.Abs(r.Z-c.z) > 1e-12 || r.N != c.n || math.Abs(r.Probability-.9) > 1e-12 || r.Verdict() != c.want {
			t.Errorf("%+v %v, want %v of %d: %s", r, r.Verdict(), c.z, c.n, c.want)
		}
		choice := choose.By{Objective: "accuracy"}.Choose(rows)
		report := choice.Report(rows)
		want := []result.Confidence{{Tenth: 9, Count: c.n, Right: r.Right, Probability: part.Float(r.Probability)}}
		if !slices.Equal(report.Reliability, want) {
			t.Errorf("in JSON %v", report.Reliability)
		}
	}
	sure := confident(0, 50, 49)
	for k := range sure.Validation.Parts {
		sure.Validation.Parts[k].Reliability[0].Probability = 1
	}
	if r, _ := choose.Summarize([]*result.Result{sure})[0].Reliability(); r.Verdict() != "overconfident" {
		t.Errorf("an error at a probability of 1 is %q", r.Verdict())
	}
	lacking := confident(0, 50, 49)
	lacking.Validation.Parts[1].Reliability = nil
	if r, ok := choose.Summarize([]*result.Result{lacking})[0].Reliability(); ok {
		t.Errorf("%+v where a part has none", r)
	}
}

// The sentence stands beside the Brier score.
func TestReliabilityIsSaid(t *testing.T) {
	r := confident(0, 42, 40)
	for k := range r.Validation.Parts {
		r.Validation.Parts[k].Brier = new(part.Float(.2))
	}
	choice := choose.By{Objective: "accuracy"}.Choose(choose.Summarize([]*result.Result{r}))
	lines := strings.Join(choice.Lines(), "\n")
	if want := "a mean probability of 0.9 on validation, and a share of 0.82 is right: overconfident"; !strings.Contains(lines, want) {
		t.Errorf("%s\nlacks %s", lines, want)
	}
}

// The statement holds its level of 5 % where the probabilities are true: exactly for one fold,
// below it for five, each of which holds four fifths of the segments. 2,000 repeats have a
// binomial error of .005.
func TestReliabilityHoldsItsLevel(t *testing.T) {
	const repeats, segments = 2000, 120
	rng := rand.New(rand.NewPCG(48, 5))
	for _, folds := range []int{1, 5} {
		wrong := 0
		for range repeats {
			if r, ok := choose.Summarize(calibrated(rng, folds, segments))[0].Reliability(); !ok || r.Verdict() != "no difference beyond chance" {
				wrong++
			}
		}
		rate := float64(wrong) / repeats
		t.Logf("%d folds: %.4f", folds, rate)
		if rate > .065 || folds == 1 && rate < .035 {
			t.Errorf("with %d folds %.4f of true probabilities are called wrong, want .05 at most", folds, rate)
		}
	}
}

// calibrated returns a point over folds. Each segment is right with its probability, which the
// models of the folds agree on within 2 %; a fold lacks the segments of its own held-out part.
func calibrated(rng *rand.Rand, folds, segments int) (out []*result.Result) {
	chance, right := make([]float64, segments), make([]int, segments)
	for s := range chance {
		if chance[s] = .52 + .46*rng.Float64(); rng.Float64() < chance[s] {
			right[s] = 1
		}
	}
	for fold := range folds {
		var sums [result.Tenths]result.Confidence
		for s, p := range chance {
			if folds > 1 && s%folds == fold {
				continue
			}
			p += .02 * (2*rng.Float64() - 1)
			c := &sums[int(p*result.Tenths)]
			c.Count, c.Right, c.Probability = c.Count+1, c.Right+right[s], c.Probability+part.Float(p)
		}
		r := swept(1, 0, 20, .9)
		r.Point.Fold, r.Point.Folds = fold, folds
		for i, c := range sums {
			if c.Count > 0 {
				c.Tenth, c.Probability = i, c.Probability/part.Float(c.Count)
				r.Validation.Parts[0].Reliability = append(r.Validation.Parts[0].Reliability, c)
			}
		}
		out = append(out, r)
	}
	return out
}
