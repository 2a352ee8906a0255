package choose

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
)

// A Contrast compares two choices of parameters by one measure, on the folds that both
// have.
type Contrast struct {
	Measure *measure.Measure
	A, B    Stat
	Test    Test
}

// A Test is a test of the paired differences of two choices. A pair holds both means of
// a fold or of a repeat. Measures whose ratios matter are compared by ln A − ln B, and
// all numbers here except the probabilities are then logarithms; see [Test.Log].
type Test struct {
	// Method is "corrected-t", that of [CorrelatedT], which computes P and the
	// interval; "" for no test.
	Method Method `json:"method"`
	// N is the number of pairs that differ, Zeros the number of equal pairs.
	N     int `json:"n"`
	Zeros int `json:"zeros"`
	// Missing is the number of folds or repeats in which one of the two failed, is not
	// finished, or has no value.
	Missing int `json:"missing,omitempty"`
	// P is the two-sided p-value, NaN if all differences are equal. Holm is P corrected
	// for all tests that are shown together.
	P    part.Float `json:"p"`
	Holm part.Float `json:"p_holm"`
	// Mean is the mean of A − B, and Low and High its 95 % interval. Below, Same and
	// Above are the probabilities that A is lower, equal within ±Rope, and higher. They
	// are NaN if all differences are equal.
	Mean  part.Float `json:"mean"`
	Low   part.Float `json:"low"`
	High  part.Float `json:"high"`
	Below part.Float `json:"p_below"`
	Same  part.Float `json:"p_same"`
	Above part.Float `json:"p_above"`
	Rope  part.Float `json:"rope"`
	// Ratio is the mean number of test samples over that of training samples.
	Ratio part.Float `json:"ratio"`
	// Log reports whether the differences are of logarithms.
	Log bool `json:"log"`
	// Ranks is Wilcoxon's test of the same pairs; nil for repeats, which overlap, and
	// if all pairs are equal.
	Ranks *Ranks `json:"wilcoxon,omitempty"`
	// Family is the number of tests that Holm corrects for.
	Family int `json:"-"`

	constant bool // every pair has the same difference
	repeats  bool // pairs are of repeats
}

// Ranks is Wilcoxon's signed-rank test over folds, shown on request. Folds share
// training data, so that it finds false differences more often than its level; [Test.P]
// does not.
type Ranks struct {
	// P is two-sided; Smallest is the smallest P that this number of pairs can yield.
	// Holm is P corrected for all tests that are shown together.
	P        part.Float `json:"p"`
	Smallest part.Float `json:"p_smallest"`
	Holm     part.Float `json:"p_holm"`
	// Exact reports whether P is exact; otherwise it is the normal approximation.
	Exact bool `json:"exact"`
}

// A Method is a test of paired differences.
type Method string

// The tests of paired differences. The corrected resampled t keeps its level over
// folds, which share training data, and over repeats, which overlap too (Nadeau and
// Bengio 2003).
const (
	NoTest     Method = ""
	CorrectedT Method = "corrected-t"
)

// UsualRope selects the measure's usual region of practical equivalence: 0.01, or 5 %
// if ratios matter.
const UsualRope = -1.0

const (
	usualDifference = 0.01
	usualFactor     = 1.05
)

// Compare compares two choices of parameters measure by measure, paired by fold. Draws
// of a fold are averaged first, because they repeat one experiment on the same data.
// Measures that one of the two lacks are left out. Slowness under different training
// graphs is compared in time if both have it, and slowness of different numbers of
// features over the first features that both have. rope is half the width of the region
// of practical equivalence; [UsualRope] selects the usual one.
func Compare(a, b Row, rope float64) []Contrast {
	var out []Contrast
	folds := map[int]bool{}
	for _, res := range slices.Concat(a.Results, b.Results) {
		folds[res.Point.Fold] = true
	}
	q := minFeatures(method.P.Of(a.Config), method.P.Of(b.Config))
	a.first, b.first = q, q
	a.stats, b.stats = nil, nil // cached statistics may cover other features
	for _, m := range contrasted(a, b) {
		value := func(r *result.Result) float64 { return m.ValueOfFirst(r, q) }
		of, other := byFold(a, value), byFold(b, value)
		var x, y []float64
		for _, fold := range slices.Sorted(maps.Keys(of)) {
			if v, ok := other[fold]; ok {
				x, y = append(x, of[fold]), append(y, v)
			}
		}
		if x != nil {
			t := testOf(m, x, y, ratioOf(a, b), rope, a.Config.Repeats > 0)
			t.Missing = len(folds) - t.N - t.Zeros
			c := Contrast{m, Mean(x), Mean(y), t}
			c.A.Draws, c.B.Draws = a.Of(m).Draws, b.Of(m).Draws
			out = append(out, c)
		}
	}
	Correct(out)
	return out
}

// SharedFeatures returns the sentence that slowness is compared over the features that
// both have, or "" if both have the same number.
func SharedFeatures(a, b *Row) string {
	p, q := method.P.Of(a.Config), method.P.Of(b.Config)
	switch {
	case p == q || p == 0 || q == 0:
		return ""
	case min(p, q) == 1:
		return "slowness, η and ξ are compared over the first feature, which both have"
	}
	return fmt.Sprintf("slowness, η and ξ are compared over the first %d features, which both have", min(p, q))
}

// contrasted returns the measures by which two choices can be compared.
func contrasted(a, b Row) []*measure.Measure {
	all := measure.In(measure.Contrasts, measure.All())
	if !measure.TestSlowness.Like(a.Config, b.Config) {
		all[slices.Index(all, measure.TestSlowness)] = measure.SlownessOfAll
		all = slices.DeleteFunc(all, func(m *measure.Measure) bool { return m == measure.TestSlownessInTime })
	}
	return slices.DeleteFunc(all, func(m *measure.Measure) bool { return m.Like != nil && !m.Like(a.Config, b.Config) })
}

// Correct sets the Holm-corrected probabilities of tests that are shown together.
func Correct(together ...[]Contrast) {
	var tests []*Test
	var p []float64
	var ranks []*Ranks
	var ranked []float64
	for _, contrasts := range together {
		for i := range contrasts {
			t := &contrasts[i].Test
			if !math.IsNaN(float64(t.P)) && t.Method != NoTest {
				tests, p = append(tests, t), append(p, float64(t.P))
			}
			if t.Ranks != nil {
				ranks, ranked = append(ranks, t.Ranks), append(ranked, float64(t.Ranks.P))
			}
		}
	}
	for i, v := range Holm(p) {
		tests[i].Holm, tests[i].Family = part.Float(v), len(tests)
	}
	for i, v := range Holm(ranked) {
		ranks[i].Holm = part.Float(v)
	}
}

// testOf returns the test of the pairs (x[i], y[i]) of a measure.
func testOf(m *measure.Measure, x, y []float64, ratio, rope float64, repeats bool) Test {
	t := Test{Method: CorrectedT, Ratio: part.Float(ratio), Log: m.Log || m.Unit == measure.Target, Rope: part.Float(rope), repeats: repeats}
	if rope < 0 {
		t.Rope = usualDifference
		if t.Log {
			t.Rope = part.Float(math.Log(usualFactor))
		}
	}
	d, rounding := differences(x, y, t.Log)
	t.constant = len(d) > 0 && floats.Max(d) == floats.Min(d)
	c := CorrelatedT(d, ratio, float64(t.Rope))
	t.P, t.Mean, t.Low, t.High = part.Float(c.P), part.Float(c.Mean), part.Float(c.Low), part.Float(c.High)
	t.Below, t.Same, t.Above = part.Float(c.Below), part.Float(c.Same), part.Float(c.Above)
	t.Holm = t.P
	w := Wilcoxon(d, rounding)
	t.N, t.Zeros = w.N, len(d)-w.N
	if !repeats && w.N > 0 {
		p := part.Float(w.P)
		t.Ranks = &Ranks{P: p, Smallest: part.Float(math.Ldexp(1, 1-w.N)), Holm: p, Exact: w.Exact}
	}
	return t
}

// differences returns the finite differences x[i] − y[i], or those of the logarithms,
// and the bound of their rounding error. Differences within that bound become zero. If
// their spread is within it, they all become equal, because a spread of rounding
// errors would seem certain.
func differences(x, y []float64, logs bool) (d []float64, rounding float64) {
	var a, b []float64
	for i := range x {
		u, v := x[i], y[i]
		if logs {
			u, v = math.Log(max(u, leastSlowness)), math.Log(max(v, leastSlowness))
		}
		if !math.IsNaN(u-v) && !math.IsInf(u-v, 0) {
			a, b = append(a, u), append(b, v)
		}
	}
	if rounding = roundingOf(a, b); logs {
		rounding = solverTolerance
	}
	for i := range a {
		d = append(d, a[i]-b[i])
		if math.Abs(d[i]) <= rounding {
			d[i] = 0
		}
	}
	if d != nil && floats.Max(d)-floats.Min(d) <= 2*rounding {
		for i := range d {
			d[i] = d[0]
		}
	}
	return d, rounding
}

// ratioOf returns the mean number of test samples over that of training samples, on the
// folds that both have.
func ratioOf(a, b Row) float64 {
	share := func(r *result.Result) float64 { return float64(r.NTest) / float64(r.NTrain) }
	var ratios []float64
	other := byFold(b, share)
	for fold, v := range byFold(a, share) {
		if w, ok := other[fold]; ok {
			ratios = append(ratios, (v+w)/2)
		}
	}
	slices.Sort(ratios) // the order of a map is random, and the sum depends on the order
	return stat.Mean(ratios, nil)
}
