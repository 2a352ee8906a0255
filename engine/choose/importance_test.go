package choose_test

import (
	"fmt"
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
	"example.com/sfatui/engine/subset"
)

// swept returns a result on parts with the given accuracies; none for a failure.
func swept(sigma, lambda float64, m int, right ...float64) *result.Result {
	p := part.Point{Frame: part.Frame{Validation: part.Num(0.25)}}.With(kernel.Sigma.Is(sigma), method.Lambda.Is(lambda), subset.M.Is(m), method.P.Is(2))
	r := &result.Result{Point: p, Variance: result.Variance{OK: true}, Validation: &result.Scores{}}
	if right == nil {
		r.Error = "failed"
	}
	for k, share := range right {
		r.Validation.Parts = append(r.Validation.Parts, result.ValidationPart{
			Inner: k, N: 10, Fit: 40, Accuracy: &result.Accuracy{Sample: part.Float(share)},
		})
	}
	r.Accuracy = &result.Accuracy{Sample: part.Float(1 / (1 + sigma))}
	return r
}

// Points that score no better than the most frequent class on validation count as chance. What
// they differ in is over-fitting: with none better nothing matters; with σ = 2 the better of
// two, all of the variance is between the two values of σ, whatever λ and m do below chance.
func TestImportanceFromChanceOn(t *testing.T) {
	for _, c := range []struct {
		name   string
		wide   float64 // accuracy of σ = 2 on both parts, and chance
		chance float64
		lines  string
		points int // that count as chance
	}{
		{"none is better", .75, .8, "what matters: no varied parameter; none of the 8 points of the grid scores better than chance on validation", 8},
		{"as good is not better", .8, .8, "what matters: no varied parameter; none of the 8 points of the grid scores better than chance on validation", 8},
		{"σ = 2 is", .9, .8, "what matters: σ 100±0 %; 0 % of the variance is noise; on 8 of 8 points that form a full grid, 4 of which score no better than chance on validation and count as chance", 4},
	} {
		var results []*result.Result
		for i := range 8 {
			right := c.wide
			if i < 4 {
				right = []float64{.5, .6, .7, .75}[i]
			}
			r := swept([]float64{1, 2}[i/4], []float64{0, 1e-3}[i/2%2], []int{20, 100}[i%2], right, right, right)
			for k := range r.Validation.Parts {
				r.Validation.Parts[k].Accuracy.Baseline = &result.Baseline{Sample: part.Float(c.chance)}
			}
			results = append(results, r)
		}
		rows := choose.Summarize(results)
		if chance := (choose.By{Objective: "accuracy"}).Chance(&rows[0], false); math.Abs(chance-c.chance) > 1e-12 {
			t.Errorf("%s: chance gets %v", c.name, chance)
		}
		m := choose.By{Objective: "accuracy"}.Importance(rows, nil)
		lines := m.Lines()
		if len(lines) == 0 || lines[0] != c.lines || m.Chance != c.points {
			t.Errorf("%s: %d, %q", c.name, m.Chance, lines)
		}
		if c.points == 8 && len(lines) > 1 {
			t.Errorf("%s: %q", c.name, lines[1:])
		}
	}
	// Without a baseline on validation nothing is known of chance.
	if m := (choose.By{Objective: "accuracy"}).Importance(choose.Summarize(h13()), nil); m.Chance != 0 {
		t.Errorf("%d points count as chance without one", m.Chance)
	}
}

// H13's table as the accuracies of a sweep; λ = 0 is a value like another.
func h13() []*result.Result {
	u := []float64{.90, .85, .80, .83, .70, .60, .88, .86, .95, .90, .75, .55}
	var out []*result.Result
	for i := range u {
		out = append(out, swept([]float64{1, 2}[i/6], []float64{0, 1e-7, 1e-3}[i/2%3], []int{20, 100}[i%2], 1-u[i]))
	}
	return out
}

func TestH13ImportanceOfASweep(t *testing.T) {
	by := choose.By{Objective: "accuracy"}
	m := by.Importance(choose.Summarize(h13()), nil)
	got := map[string]float64{}
	for _, s := range m.Shares {
		got[s.Name()] = float64(s.Share)
	}
	want := map[string]float64{"σ": .0215132445, "λ": .7642324016, "m": .0741987414, "σ×λ": .0494658276, "σ×m": .0109761452, "λ×m": .0652714767, "σ×λ×m": .0143421630}
	if !sameComponents(got, want, 1e-9) || !slices.Equal(m.Grid, []int{2, 3, 2}) || m.Points != 12 || m.Of != 12 || !math.IsNaN(float64(m.Noise)) {
		t.Errorf("%+v", m)
	}
	for _, s := range m.Shares { // a single part has no errors
		if s.Effect != "" || !math.IsNaN(float64(s.Error)) {
			t.Errorf("of %s: %q ± %v", s.Name(), s.Effect, s.Error)
		}
	}
	lines := strings.Join(m.Lines(), "\n")
	for _, want := range []string{"what matters: λ 76 %, m 7 %, λ×m 7 %, σ×λ 5 %, σ 2 %, σ×m 1 %, the rest 1 %; on 12 of 12 points that form a full grid", "among the better half: "} {
		if !strings.Contains(lines, want) {
			t.Errorf("%q does not say %q", lines, want)
		}
	}
}

// The effect of a pair is stated with its error: the loss if one axis keeps the same
// value at all values of the other, by the corrected error over three parts.
func TestEffectOfAPairStatesItsError(t *testing.T) {
	by := choose.By{Objective: "accuracy"}
	sweep := func(u [2][2][3]float64) string {
		var out []*result.Result
		for i := range 8 {
			wrong := u[i/4][i/2%2]
			out = append(out, swept([]float64{1, 2}[i/4], []float64{0, 1e-3}[i/2%2], []int{20, 100}[i%2], 1-wrong[0], 1-wrong[1], 1-wrong[2]))
		}
		m := by.Importance(choose.Summarize(out), nil)
		for _, s := range m.Shares {
			if s.Name() == "σ×λ" {
				if s.Effect != "" && !slices.Contains(m.Lines(), "  "+s.Effect) {
					t.Errorf("the lines do not say %q", s.Effect)
				}
				return s.Effect
			}
		}
		return ""
	}
	// At σ 1 λ 0 is behind by 0.1, 0.1 and 0.13: √(0.0003 (1/3 + 10/40)) = 0.0132.
	if got := sweep([2][2][3]float64{{{.2, .22, .24}, {.1, .12, .11}}, {{.1, .1, .13}, {.3, .33, .3}}}); got != "σ×λ: the larger σ, the smaller the best λ: 0.001 at 1, 0 at 2; λ 0 at every σ loses up to 0.110±0.013, at σ 1" {
		t.Error(got)
	}
	if got := sweep([2][2][3]float64{{{.2, .22, .1}, {.1, .12, .19}}, {{.1, .1, .13}, {.3, .33, .3}}}); got != "" {
		t.Error(got)
	}
	worse := [2][2][3]float64{{{.2, .22, .24}, {.1, .12, .11}}, {{.4, .42, .44}, {.1, .12, .11}}}
	if got := sweep(worse); got != "σ×λ: λ 0 is worse than 0.001 by 0.310±0.013 at σ 2, 0.110±0.013 at σ 1" {
		t.Error(got)
	}
	worse[0][0] = [3]float64{.09, .2, .08} // at σ 1 no difference exceeds its error
	if got := sweep(worse); got != "σ×λ: λ 0 is worse than 0.001 by 0.310±0.013 at σ 2" {
		t.Error(got)
	}
	same := [2][3]float64{{.2, .22, .24}, {.1, .12, .11}}
	if got := sweep([2][2][3]float64{same, same}); got != "" {
		t.Error(got)
	}
}

// noisy returns a sweep of 24 points whose accuracies are noise on eight parts, and
// effect times the rank of σ.
func noisy(rng *rand.Rand, effect float64) []choose.Row {
	var out []*result.Result
	for i := range 24 {
		parts := make([]float64, 8)
		for k := range parts {
			parts[k] = 0.5 + 0.05*rng.NormFloat64() - effect*float64(i/6)
		}
		out = append(out, swept([]float64{1, 2, 4, 8}[i/6], []float64{0, 1e-7, 1e-3}[i/2%3], []int{20, 100}[i%2], parts...))
	}
	return choose.Summarize(out)
}

// Noise has no effects, but in the few sweeps whose parts agree by chance; what parts agree on
// has, and then no share is stated without an error and no sentence without a share that exceeds
// its own.
func TestNothingMattersBeyondNoise(t *testing.T) {
	by := choose.By{Objective: "accuracy"}
	const repeats = 200
	said, found := 0, 0
	for seed := range uint64(repeats) {
		if m := by.Importance(noisy(rand.New(rand.NewPCG(seed, 1)), 0), nil); m.Nothing() {
			want := "no varied parameter has a measurable effect: agreement between parts does not exceed noise (24 points)"
			if lines := m.Lines(); len(lines) != 1 || lines[0] != want {
				t.Fatalf("%q", lines)
			}
		} else {
			said++
		}
		m := by.Importance(noisy(rand.New(rand.NewPCG(seed, 2)), 0.05), nil)
		for _, s := range m.Shares {
			if s.Effect != "" && !s.Measurable() || s.Effect != "" && m.Nothing() || math.IsNaN(float64(s.Error)) {
				t.Fatalf("%+v", s)
			}
		}
		if m.Nothing() || m.Shares[0].Name() != "σ" || !strings.HasPrefix(m.Shares[0].Effect, "σ: 1 ") {
			continue
		}
		found++
	}
	// A normal deviate exceeds one error in 16 % of cases; three binomial errors are 8 %.
	if said > repeats*24/100 || found < repeats*95/100 {
		t.Errorf("%d of %d sweeps of noise have effects, %d of an effect", said, repeats, found)
	}
}

// Points off the first grid do not count, and neither do failures: the shares are those
// of the values that are left.
func TestImportanceWithHoles(t *testing.T) {
	by := choose.By{Objective: "accuracy"}
	results := h13()
	var planned []part.Point
	for _, r := range results {
		planned = append(planned, r.Point)
	}
	want := by.Importance(choose.Summarize(results), planned)
	for i := range 14 { // what an advisor added, more than half of all
		results = append(results, swept(2, 1e-5, 200+i, 0.5))
	}
	if got := by.Importance(choose.Summarize(results), planned); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("with points added %+v, want %+v", got, want)
	}
	failed := results[:12]
	failed[3] = swept(1, 1e-7, 100)
	m := by.Importance(choose.Summarize(failed), planned)
	if !slices.Equal(m.Grid, []int{2, 2, 2}) || m.Points != 8 || m.Of != 12 || !strings.Contains(m.Basis(), "on 8 of 12 points that form a full grid") {
		t.Errorf("with a failure %+v", m)
	}
	failed[0], failed[9] = swept(1, 0, 20), swept(2, 1e-7, 100)
	if m = by.Importance(choose.Summarize(failed), planned); m.Enough() || !strings.Contains(strings.Join(m.Lines(), ""), "the full grid is too small") {
		t.Errorf("with three %+v", m)
	}
	if lines := (&choose.Importance{}).Lines(); lines != nil {
		t.Errorf("of nothing %q", lines)
	}
}

// Where all points score the same the variance is rounding, and nothing has a share of it.
func TestNothingMattersWhereAllIsAlike(t *testing.T) {
	by := choose.By{Objective: "accuracy"}
	var results []*result.Result
	for i := range 8 {
		score := 0.75 + 1e-15*float64(i%3)
		results = append(results, swept([]float64{1, 2}[i/4], []float64{0, 1e-7}[i/2%2], []int{20, 100}[i%2], score, score/2))
	}
	m := by.Importance(choose.Summarize(results), nil)
	if lines := m.Lines(); !m.Alike() || len(lines) != 1 || lines[0] != "what matters: no varied parameter; all 8 points of the grid have the same score" {
		t.Errorf("%+v says %q", m, lines)
	}
	results[7] = swept(2, 1e-7, 100, 0.75, 0.8)
	if m = by.Importance(choose.Summarize(results), nil); m.Alike() || !m.Enough() {
		t.Errorf("with one that differs %+v", m)
	}
}

// Hindsight of a sweep reads test; nothing that chooses does.
func TestHindsightOfASweep(t *testing.T) {
	by := choose.By{Objective: "accuracy"}
	results := []*result.Result{swept(1, 0, 20, .6, .8), swept(3, 0, 20, .8, .9), swept(4, 0, 20, .5, .5), swept(9, 0, 20)}
	rows := choose.Summarize(results)
	choice := by.Choose(rows)
	h, ok := by.Hindsight(rows, choice.Best)
	// On test 0.5, 0.25 and 0.2 are right; chosen is 0.85.
	if !ok || choice.Best != 1 || h.Rank != 2 || h.Points != 3 || math.Abs(float64(h.Tau)-1./3) > 1e-15 || math.Abs(float64(h.Optimism)-0.6) > 1e-12 {
		t.Errorf("%+v of row %d", h, choice.Best)
	}
	if want := "agreement of test with validation: τ = 0.33 over 3 points; ★ is 2nd of 3 on test, scoring 0.85 on validation, 0.25 on test (optimism 0.6)"; h.String() != want {
		t.Errorf("%q", h.String())
	}
	importance := fmt.Sprint(by.Importance(rows, nil))
	for i, r := range results {
		r.Accuracy = &result.Accuracy{Sample: part.Float(i) / 10}
	}
	rows = choose.Summarize(results)
	if again := by.Choose(rows); again.Best != choice.Best || fmt.Sprint(by.Importance(rows, nil)) != importance {
		t.Error("test results change the choice or what matters")
	}
}
