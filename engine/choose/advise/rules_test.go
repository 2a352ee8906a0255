package advise

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/subset"
	"example.com/sfatui/engine/sweep"
)

// outcome is what a constructed point comes to; the zero one is middling.
type outcome struct {
	score     float64 // by the objective, on validation
	deviation float64 // largest |variance − 1|
	train     float64 // slowness, 0 for 0.1
	held      float64 // slowness on validation, 0 for 0.11
	features  int     // fewer than asked for; 0 for all
	supports  int     // fewer than asked for; 0 for all
	rank      int
	notes     []string
	err       string
	missing   bool // the point has no result
	even      bool // folds have the same score
	acts      float64
}

const folds = 3

// grid returns the results of a sweep over σ, λ and m, on three folds that differ alike
// at every point.
func grid(sigmas, lambdas []float64, ms []int, of func(sigma, lambda float64, m int) outcome) []*result.Result {
	var out []*result.Result
	for _, sigma := range sigmas {
		for _, lambda := range lambdas {
			for _, m := range ms {
				o := of(sigma, lambda, m)
				for fold := range folds {
					if !o.missing || fold == 0 {
						out = append(out, o.result(part.Point{Frame: part.Frame{Fold: fold, Folds: folds, Validation: part.Num(0.25), Seed: 1}}.With(method.Name.Is("sfa"), space.Name.Is("kernel"), kernel.Name.Is("gaussian"), kernel.Sigma.Is(sigma), method.Lambda.Is(lambda), subset.M.Is(m), method.P.Is(8), graph.Name.Is("time"), subset.Name.Is("mp-mah"), space.Basis.Is("stable"), kernel.Shift.Is(part.FlagOn), readout.Name.Is("lda"))))
					}
				}
			}
		}
	}
	return out
}

func (o outcome) result(p part.Point) *result.Result {
	r := &result.Result{Key: sweep.Key(p, "data"), Point: p, NTrain: 1000, NValidation: 200, Error: o.err}
	if o.err != "" {
		return r
	}
	or := func(x, other float64) float64 {
		if x == 0 {
			return other
		}
		return x
	}
	r.Supports, r.Features, r.Rank, r.Notes = subset.M.Of(p), method.P.Of(p), subset.M.Of(p)-1, o.notes
	if o.features > 0 {
		r.Features, r.Rank = o.features, o.features
	}
	if o.rank > 0 {
		r.Rank = o.rank
	}
	if o.supports > 0 {
		r.Supports = o.supports
	}
	r.Variance = result.Variance{Mean: 1, Min: part.Float(1 - o.deviation), Max: 1, OK: o.deviation <= measure.VarianceTolerance(r.Point)}
	if acts := part.Float(o.acts); acts > 0 && method.Lambda.X(p) == 0 {
		r.LambdaActs = &acts
	}
	train, held := part.Float(or(o.train, 0.1)), part.Float(or(o.held, 0.11))
	r.Slowness.MeanTrain, r.Slowness.Train = train, slices.Repeat([]part.Float{train}, r.Features)
	score := part.Float(o.score + 0.01*float64(p.Fold))
	if o.even {
		score = part.Float(o.score)
	}
	accuracy := &result.Accuracy{Sample: score, Segment: score}
	r.Validation = &result.Scores{Slowness: held, Accuracy: accuracy,
		Parts: []result.ValidationPart{{N: 200, Fit: 800, Delta: slices.Repeat([]part.Float{held}, r.Features), Accuracy: accuracy}}}
	// What is measured on the test part contradicts all of it.
	r.Slowness.MeanTest = part.Float(1 / (1 + o.score))
	r.Accuracy = &result.Accuracy{Sample: 1 - score, Segment: 1 - score}
	return r
}

func consider(results []*result.Result) []Advice {
	return Consider(Sweep{Rows: choose.Summarize(results), By: choose.By{Objective: "accuracy"}, Width: func(part.Point) float64 { return 4 }})
}

// hill returns an accuracy with its top at a σ, a λ and an m, the smaller the decades
// to it.
func hill(sigma, lambda float64, m int) outcome {
	d := math.Abs(math.Log10(sigma/5)) + 0.2*math.Abs(math.Log10(max(lambda, 1e-9)/1e-6)) + math.Abs(math.Log10(float64(m)/100))
	return outcome{score: 0.9 - 0.2*d}
}

var (
	threeSigmas  = []float64{4, 5, 6}
	threeLambdas = []float64{3e-7, 1e-6, 3e-6}
	threeSizes   = []int{80, 100, 120}
)

// find the advice of a kind.
func of(list []Advice, kind Kind) *Advice {
	for i := range list {
		if list[i].Kind == kind {
			return &list[i]
		}
	}
	return nil
}

// Each rule fires where it should, with the change that it should make.
func TestRulesFire(t *testing.T) {
	for _, c := range []struct {
		name    string
		results []*result.Result
		kind    Kind
		axis    string
		values  []float64
		says    []string
	}{
		{"violated where it would be best, no λ meets it, trend", grid([]float64{5}, []float64{1e-9, 1e-8, 1e-7}, []int{100}, func(_, lambda float64, _ int) outcome {
			return outcome{score: 0.9, deviation: 0.5 * math.Pow(lambda/1e-9, -0.2)} // 0.5, 0.315, 0.199: at 1e-4 it is 0.05
		}), Variance, "lambda", []float64{1e-4}, []string{"raise λ to 0.0001", "off by 0.", "trend"}},
		{"violated, only λ = 0", grid([]float64{5}, []float64{0}, []int{100}, func(float64, float64, int) outcome {
			return outcome{score: 0.9, deviation: 0.5}
		}), Variance, "lambda", []float64{1e-9}, []string{"only λ=0"}},
		{"violated, no trend", grid([]float64{5}, []float64{0, 1e-7}, []int{100}, func(float64, float64, int) outcome {
			return outcome{score: 0.9, deviation: 0.5}
		}), Variance, "lambda", []float64{1e-6}, []string{"next decade"}},
		{"violated and better than the first that meets it", grid([]float64{5}, []float64{1e-8, 1e-4}, []int{100}, func(_, lambda float64, _ int) outcome {
			if lambda < 1e-5 {
				return outcome{score: 0.95, deviation: 5}
			}
			return outcome{score: 0.7, deviation: 5e-4} // a decade of λ a decade of deviation: 0.05 at 1e-6
		}), Variance, "lambda", []float64{1e-6}, []string{"0.96 against 0.71", "between λ=1e-8 and 0.0001"}},
		{"every σ narrow", grid([]float64{1, 2, 3}, threeLambdas, threeSizes, hill), Width, "sigma", []float64{4, 8}, []string{"σ₀=4", "narrower"}},
		{"every σ wide", grid([]float64{17, 30}, threeLambdas, threeSizes, hill), Width, "sigma", []float64{4, 8}, []string{"wide"}},
		{"best at the upper edge of m", grid(threeSigmas, threeLambdas, []int{20, 40}, hill), Edge, "m", []float64{80}, []string{"up to the edge", "m=20"}},
		{"best at the lower edge of σ", grid([]float64{8, 16}, threeLambdas, threeSizes, hill), Edge, "sigma", []float64{4}, []string{"down to the edge"}},
		{"best at the upper edge of λ", grid(threeSigmas, []float64{0, 1e-8}, threeSizes, hill), Edge, "lambda", []float64{1e-7}, nil},
		{"m cannot exceed the samples", grid(threeSigmas, threeLambdas, []int{350, 700}, func(sigma, lambda float64, m int) outcome {
			return outcome{score: hill(sigma, lambda, 100).score + 1e-4*float64(m)}
		}), Edge, "m", []float64{800}, nil},
		{"what the samples leave is no step", grid(threeSigmas, threeLambdas, []int{190, 380}, func(sigma, lambda float64, m int) outcome {
			return outcome{score: hill(sigma, lambda, 100).score + 2e-4*float64(m)}
		}), Edge, "m", []float64{760}, nil},
		{"coarse around the best", grid([]float64{1, 5, 25}, threeLambdas, threeSizes, hill), Coarse, "sigma", []float64{11.2}, []string{"may lie between"}},
		{"coarse between 0 and the best λ", grid(threeSigmas, []float64{0, 1e-6, 3e-6}, threeSizes, hill), Coarse, "lambda", []float64{1e-8}, nil},
		{"far from training: lower m first", grid(threeSigmas, threeLambdas, []int{100}, generalisingBadly(hill)), Overfit, "m", []float64{50}, []string{"5 times", "0.5 against 0.1"}},
		{"then raise λ", grid(threeSigmas, []float64{1e-6}, threeSizes, generalisingBadly(hill)), Overfit, "lambda", []float64{1e-5}, []string{"smaller m is no better"}},
		{"then widen σ", grid([]float64{5}, threeLambdas, threeSizes, generalisingBadly(hill)), Overfit, "sigma", []float64{10}, []string{"larger λ is no better"}},
		{"λ does nothing yet", grid(threeSigmas, []float64{0, 1e-9, 1e-8}, threeSizes, func(sigma, _ float64, m int) outcome { return hill(sigma, 1e-6, m) }), Reach, "lambda", []float64{1e-6}, []string{"a larger λ may be better", "up to the end of the grid", "at 1e-8"}},
		{"more supports do no harm yet", grid(threeSigmas, threeLambdas, []int{20, 40}, func(sigma, lambda float64, _ int) outcome { return hill(sigma, lambda, 100) }), Reach, "m", []float64{80}, []string{"a larger m may be better", "at 40"}},
		{"rank: too few supports", grid(threeSigmas, threeLambdas, []int{6}, func(sigma, lambda float64, m int) outcome {
			return outcome{score: hill(sigma, lambda, 100).score, features: 5}
		}), Rank, "m", []float64{16}, []string{"5 of 8 features", "6 supports"}},
		{"rank: selection stopped", grid(threeSigmas, threeLambdas, []int{100}, func(sigma, lambda float64, m int) outcome {
			return outcome{score: hill(sigma, lambda, 100).score, features: 5, supports: 6}
		}), Rank, "sigma", []float64{2.5}, []string{"only 6 of 100 supports"}},
		{"rank: eigenvalues cut", grid(threeSigmas, threeLambdas, []int{100}, func(sigma, lambda float64, m int) outcome {
			return outcome{score: hill(sigma, lambda, 100).score, features: 5}
		}), Rank, "sigma", []float64{2.5}, []string{"zero to rounding"}},
		{"some points failed", grid(threeSigmas, threeLambdas, threeSizes, func(sigma, lambda float64, m int) outcome {
			if sigma == 6 && m == 120 {
				return outcome{err: "the kernel is indefinite"}
			}
			return hill(sigma, lambda, m)
		}), Failed, "", nil, []string{"9 fits failed", "the kernel is indefinite"}},
		{"σ does not matter", grid([]float64{2, 4, 8, 16, 32}, threeLambdas, threeSizes, func(_, lambda float64, m int) outcome { return hill(5, lambda, m) }), FlatWidth, "sigma", []float64{32}, []string{"stop searching σ", "from 2 to 32", "no value is distinguishable from best"}},
		{"nothing to do", grid(threeSigmas, threeLambdas, threeSizes, hill), Done, "", nil, []string{"nothing to do", "0.91", "σ, λ, m"}},
	} {
		list := consider(c.results)
		a := of(list, c.kind)
		if a == nil {
			t.Errorf("%s: no advice of kind %s in %s", c.name, c.kind, sentences(list))
			continue
		}
		if a.Axis != c.axis || !slices.EqualFunc(a.Values, c.values, close) {
			t.Errorf("%s: changes %s %v, want %s %v", c.name, a.Axis, a.Values, c.axis, c.values)
		}
		for _, say := range c.says {
			if !strings.Contains(a.Sentence(), say) {
				t.Errorf("%s: %q does not say %q", c.name, a.Sentence(), say)
			}
		}
		checkAdvice(t, c.name, *a, c.results)
	}
}

func close(a, b float64) bool { return math.Abs(a-b) <= 1e-9*b }

// generalisingBadly returns outcomes with features far slower on training.
func generalisingBadly(o func(float64, float64, int) outcome) func(float64, float64, int) outcome {
	return func(sigma, lambda float64, m int) outcome {
		out := o(sigma, lambda, m)
		out.train, out.held = 0.1, 0.5
		return out
	}
}

func sentences(list []Advice) string {
	var lines []string
	for _, a := range list {
		lines = append(lines, fmt.Sprintf("%s: %s", a.Kind, a.Sentence()))
	}
	return strings.Join(lines, "\n\t")
}

// checkAdvice holds a piece of advice to what every one promises.
func checkAdvice(t *testing.T, name string, a Advice, results []*result.Result) {
	t.Helper()
	known := map[string]*result.Result{}
	planned := map[part.Point]bool{}
	for _, r := range results {
		known[r.Key], planned[r.Point] = r, true
	}
	if len(a.Evidence) == 0 {
		t.Errorf("%s: no evidence", name)
	}
	for _, e := range a.Evidence {
		if len(e.Keys) == 0 || math.IsNaN(e.Value) || e.Measure == "" {
			t.Errorf("%s: evidence %+v", name, e)
		}
		for _, key := range e.Keys {
			if r := known[key]; r == nil || r.Point.Config() != e.Config {
				t.Errorf("%s: the evidence %s is no result of %s", name, key, e.Config.Label())
			}
		}
	}
	if strings.Contains(a.Sentence(), "\n") || strings.HasSuffix(a.Sentence(), ".") || strings.Contains(a.Sentence(), "%!") {
		t.Errorf("%s: the sentence %q", name, a.Sentence())
	}
	if a.Points == nil {
		return
	}
	if len(a.Points) != folds*len(a.Values) {
		t.Errorf("%s: %d points for %d values on %d folds", name, len(a.Points), len(a.Values), folds)
	}
	axis, _ := part.AxisNamed(a.Axis)
	for _, p := range a.Points {
		v, _ := axis.Number(&p)
		if planned[p] || !slices.Contains(a.Values, v) {
			t.Errorf("%s: the point %s is there already, or has another value", name, p.Label())
		}
	}
}

// No rule fires without a reason.
func TestRulesAreSilent(t *testing.T) {
	calm := grid(threeSigmas, threeLambdas, threeSizes, hill)
	for _, c := range []struct {
		name    string
		results []*result.Result
		kinds   []Kind
	}{
		{"a fine grid with its top inside", calm, []Kind{Variance, Width, Edge, Around, Overfit, Coarse, Reach, Rank, Failed, FlatWidth, Choose, Finish}},
		{"violated, but worse than the best", grid(threeSigmas, threeLambdas, threeSizes, func(sigma, lambda float64, m int) outcome {
			o := hill(sigma, lambda, m)
			if sigma == 6 {
				o.deviation, o.score = 0.5, o.score-0.1
			}
			return o
		}), []Kind{Variance}},
		{"violated and better, but the next λ was tried", grid([]float64{5}, []float64{1e-6, 1.2e-6}, []int{100}, func(_, lambda float64, _ int) outcome {
			if lambda == 1e-6 {
				return outcome{score: 0.95, deviation: 0.1}
			}
			return outcome{score: 0.7}
		}), []Kind{Variance}},
		{"within the tolerance", grid(threeSigmas, threeLambdas, threeSizes, func(sigma, lambda float64, m int) outcome {
			o := hill(sigma, lambda, m)
			o.deviation = 0.049
			return o
		}), []Kind{Variance}},
		{"at the edge, but no better than its neighbour", grid([]float64{8, 5}, threeLambdas, threeSizes, func(_, lambda float64, m int) outcome { return hill(5, lambda, m) }), []Kind{Edge, Coarse}},
		{"at the edge of what the data allows", grid(threeSigmas, threeLambdas, []int{400, 800}, func(sigma, lambda float64, m int) outcome {
			return outcome{score: hill(sigma, lambda, 100).score + 1e-4*float64(m)}
		}), []Kind{Edge}},
		{"λ = 0 is the lowest there is", grid(threeSigmas, []float64{0, 1e-9}, threeSizes, func(sigma, lambda float64, m int) outcome {
			return outcome{score: hill(sigma, 1e-6, m).score - 1e8*lambda}
		}), []Kind{Edge}},
		{"slower on training, but not by much", grid(threeSigmas, threeLambdas, threeSizes, func(sigma, lambda float64, m int) outcome {
			o := hill(sigma, lambda, m)
			o.train, o.held = 0.1, 0.19
			return o
		}), []Kind{Overfit}},
		{"far from training, all three tried", grid(threeSigmas, threeLambdas, threeSizes, generalisingBadly(hill)), []Kind{Overfit}},
		{"as good as can be", grid([]float64{1, 2}, []float64{0, 1}, []int{20, 40}, generalisingBadly(func(sigma, lambda float64, m int) outcome { return outcome{score: 1} })), []Kind{Overfit, Width, Edge, Coarse, Around}},
		{"σ matters", grid([]float64{1, 3, 9, 27}, threeLambdas, threeSizes, hill), []Kind{FlatWidth}},
		{"σ does not matter, but was hardly searched", grid([]float64{4, 5, 6}, threeLambdas, threeSizes, func(_, lambda float64, m int) outcome { return hill(5, lambda, m) }), []Kind{FlatWidth}},
		{"σ does not matter, but all values are far below σ₀", grid([]float64{0.25, 0.5, 1, 2}, threeLambdas, threeSizes, func(_, lambda float64, m int) outcome { return hill(5, lambda, m) }), []Kind{FlatWidth}},
		{"λ acts, if only at its largest", grid(threeSigmas, []float64{0, 1e-9, 1e-3}, threeSizes, func(sigma, lambda float64, m int) outcome {
			o := hill(sigma, 1e-6, m)
			o.score -= 100 * lambda
			return o
		}), []Kind{Reach}},
		{"more supports do harm", grid(threeSigmas, threeLambdas, []int{100, 120}, hill), []Kind{Reach}},
		{"four times the best m was tried", grid(threeSigmas, threeLambdas, []int{50, 100, 200}, func(sigma, lambda float64, _ int) outcome { return hill(sigma, lambda, 100) }), []Kind{Reach}},
		{"λ is large already", grid(threeSigmas, []float64{0, 1}, threeSizes, func(sigma, _ float64, m int) outcome { return hill(sigma, 1e-6, m) }), []Kind{Reach}},
		{"one σ in the range is enough", grid([]float64{1, 2, 4}, threeLambdas, threeSizes, hill), []Kind{Width}},
	} {
		list := consider(c.results)
		for _, kind := range c.kinds {
			if a := of(list, kind); a != nil {
				t.Errorf("%s: unexpected advice of kind %s: %s", c.name, kind, a.Sentence())
			}
		}
	}
}

// What was measured on a test part changes no advice.
func TestTestPlaysNoPart(t *testing.T) {
	for name, results := range map[string][]*result.Result{
		"edge":     grid(threeSigmas, threeLambdas, []int{20, 40}, hill),
		"overfit":  grid(threeSigmas, threeLambdas, []int{100}, generalisingBadly(hill)),
		"variance": grid([]float64{5}, []float64{0, 1e-7}, []int{100}, func(float64, float64, int) outcome { return outcome{score: 0.9, deviation: 0.5} }),
		"done":     grid(threeSigmas, threeLambdas, threeSizes, hill),
	} {
		want := consider(results)
		for i, r := range results {
			r.Slowness.MeanTest = part.Float(100 - float64(i))
			r.Slowness.Test = []part.Float{part.Float(math.NaN())}
			r.Accuracy, r.Confusion, r.NTest = &result.Accuracy{Sample: part.Float(i % 2), Segment: part.Float(i % 3)}, nil, i
		}
		if got := consider(results); sentences(got) != sentences(want) || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: with other test results\n\t%s\nwithout\n\t%s", name, sentences(got), sentences(want))
		}
	}
}

// The best point stands alone along an axis that matters: its neighbours come
// first from the values that the sweep has.
func TestAroundTheBest(t *testing.T) {
	results := grid([]float64{2, 8}, threeLambdas, threeSizes, hill)
	results = append(results, grid([]float64{5}, []float64{1e-6}, []int{100}, hill)...)
	list := consider(results)
	a := of(list, Around)
	if a == nil || a.Axis != "lambda" && a.Axis != "m" {
		t.Fatalf("no advice about what is around the best: %s", sentences(list))
	}
	want := map[string][]float64{"lambda": {3e-6}, "m": {120}}[a.Axis]
	if !slices.Equal(a.Values, want) {
		t.Errorf("%s %v, want %v", a.Axis, a.Values, want)
	}
	checkAdvice(t, "around", *a, results)

	// At the last value of the sweep, the next step is beyond it.
	results = append(grid([]float64{2, 8}, []float64{1e-6}, []int{40, 80}, hill), grid([]float64{5}, []float64{1e-6}, []int{80}, hill)...)
	list = consider(results)
	if !slices.ContainsFunc(list, func(a Advice) bool {
		return a.Kind == Around && a.Axis == "m" && slices.Equal(a.Values, []float64{160})
	}) {
		t.Errorf("nothing beyond the last m: %s", sentences(list))
	}
}

// Half a sweep, and one that nothing can be chosen of, are no base for advice.
func TestNoBase(t *testing.T) {
	rows := choose.Summarize(grid(threeSigmas, threeLambdas, threeSizes, hill))
	list := Consider(Sweep{Rows: rows, By: choose.By{Objective: "accuracy"}, Missing: 7})
	if len(list) != 1 || list[0].Kind != Finish || !strings.Contains(list[0].Sentence(), "7 fits are") {
		t.Errorf("with 7 points missing: %s", sentences(list))
	}
	results := grid(threeSigmas, threeLambdas, threeSizes, hill)
	for _, r := range results {
		r.Validation, r.Point.Validation = nil, part.Value{}
	}
	if list = consider(results); list[0].Kind != Choose || !strings.Contains(list[0].Sentence(), "--validation") {
		t.Errorf("without a validation part: %s", sentences(list))
	}
	if list = consider(nil); len(list) != 1 || list[0].Points != nil {
		t.Errorf("of nothing: %s", sentences(list))
	}
	results = grid(threeSigmas, threeLambdas, threeSizes, func(float64, float64, int) outcome { return outcome{err: "no"} })
	if list = consider(results); of(list, Failed) == nil {
		t.Errorf("all failed: %s", sentences(list))
	}
	// A choice of which a fold is missing does not count, however good.
	results = grid(threeSigmas, threeLambdas, threeSizes, func(sigma, lambda float64, m int) outcome {
		o := hill(sigma, lambda, m)
		if sigma == 6 {
			o.missing, o.score = true, 0.99
		}
		return o
	})
	if list = consider(results); strings.Contains(sentences(list), "0.99") {
		t.Errorf("a fold alone is the best: %s", sentences(list))
	}
}

// The kinds come in their order, the first being the advice.
func TestRanking(t *testing.T) {
	results := grid([]float64{1, 2}, []float64{0, 1e-8}, []int{20, 40}, generalisingBadly(func(sigma, lambda float64, m int) outcome {
		o := hill(sigma, lambda, m)
		if lambda == 0 {
			o.deviation, o.score = 0.4, o.score+0.3
		}
		return o
	}))
	list := consider(results)
	if list[0].Kind != Variance {
		t.Errorf("the first is %s", sentences(list))
	}
	for i := 1; i < len(list); i++ {
		if slices.Index(order, list[i-1].Kind) > slices.Index(order, list[i].Kind) {
			t.Errorf("%s before %s", list[i-1].Kind, list[i].Kind)
		}
	}
	changes := map[string]bool{}
	for _, a := range list {
		if c := a.change(); c != "" && changes[c] {
			t.Errorf("%s is advised twice", c)
		} else {
			changes[c] = true
		}
	}
}

// A method without λ is steadied by fewer supports, and one without either is
// only warned of.
func TestViolatedWithoutLambda(t *testing.T) {
	results := grid([]float64{5}, []float64{0}, []int{100}, func(float64, float64, int) outcome { return outcome{score: 0.9, deviation: 0.5} })
	for _, r := range results {
		method.Name.Set(&r.Point, "pca")
		method.Lambda.Set(&r.Point, part.Value{})
		graph.Name.Set(&r.Point, "")
	}
	if a := of(consider(results), Variance); a == nil || a.Axis != "m" || !slices.Equal(a.Values, []float64{50}) {
		t.Errorf("pca: %s", sentences(consider(results)))
	}
	for _, r := range results {
		space.Name.Set(&r.Point, "linear")
		subset.M.Set(&r.Point, 0)
		kernel.Sigma.Set(&r.Point, part.Value{})
	}
	if a := of(consider(results), Variance); a == nil || a.Points != nil {
		t.Errorf("linear: %s", sentences(consider(results)))
	}
}

// Advice about ten thousand points is there at once.
func BenchmarkConsider(b *testing.B) {
	var sigmas, lambdas []float64
	for i := range 30 {
		sigmas = append(sigmas, math.Pow(1.2, float64(i)))
		lambdas = append(lambdas, math.Pow(10, float64(i)/3-12))
	}
	ms := []int{10, 20, 40, 60, 80, 100, 120, 160, 200, 240, 320}
	rows := choose.Summarize(grid(sigmas, lambdas, ms, hill))
	b.ReportMetric(float64(len(rows)), "rows")
	for b.Loop() {
		Consider(Sweep{Rows: rows, By: choose.By{Objective: "accuracy"}})
	}
}

// Where it is known from which λ on it acts, multiples of that are proposed, and nothing
// that acts like 0 or destroys all.
func TestLambdaByMultiples(t *testing.T) {
	for _, c := range []struct {
		name    string
		lambdas []float64
		best    float64
		want    []string
	}{
		{"up from 0", []float64{0, 1e-9}, 0, []string{"λ↑ 5e-5"}},
		{"up from a tenth", []float64{0, 5e-5}, 5e-5, []string{"λ↑ 0.00015"}},
		{"up from a thousandth", []float64{0, 5e-7}, 5e-7, []string{"λ↑ 5e-5"}},
		{"above three times it", []float64{0, 1.5e-3}, 1.5e-3, []string{"λ↑ 0.005", "λ↓ 5e-5"}},
		{"between 0 and a third", []float64{0, 1.5e-4}, 0, []string{"λ↑ 5e-5"}},
		{"between 0 and next to nothing", []float64{0, 1.2e-5}, 1.2e-5, []string{"λ↑ 5e-5"}},
		{"at the end", []float64{0, 0.05}, 0.05, []string{"λ↓ 5e-5"}},
	} {
		results := grid([]float64{5}, c.lambdas, []int{100}, func(_, lambda float64, _ int) outcome {
			o := outcome{score: 0.5, acts: 5e-4}
			if lambda == c.best {
				o.score = 0.6
			}
			if c.best == 0 && lambda == 1e-9 {
				o.score = 0.6
			}
			return o
		})
		var got []string
		for _, a := range consider(results) {
			if a.Axis == "lambda" {
				got = append(got, a.way.String()+" "+formatList(a.Values))
				if !strings.Contains(a.Why, "begins to act near 0.0005") {
					t.Errorf("%s: %s", c.name, a.Sentence())
				}
			}
		}
		slices.Sort(got)
		slices.Sort(c.want)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// The λ that begins to act on a point without a neighbour at λ = 0 comes from the
// nearest point that differs in σ and m alone.
func TestLambdaActsNearby(t *testing.T) {
	results := grid([]float64{5}, []float64{0}, []int{100}, func(float64, float64, int) outcome { return outcome{score: 0.3, acts: 5e-4} })
	results = append(results, grid([]float64{6}, []float64{0}, []int{100}, func(float64, float64, int) outcome { return outcome{score: 0.3, acts: 2e-4} })...)
	results = append(results, grid([]float64{6}, []float64{1e-4}, []int{200}, func(float64, float64, int) outcome { return outcome{score: 0.5} })...)
	if l := newFindings(Sweep{Rows: choose.Summarize(results), By: choose.By{Objective: "accuracy"}}).lines["lambda"]; l.acts != 2e-4 {
		t.Errorf("acts from %v", l.acts)
	}
	results = append(results, grid([]float64{60}, []float64{1e-4}, []int{200}, func(float64, float64, int) outcome { return outcome{score: 0.7} })...)
	if l := newFindings(Sweep{Rows: choose.Summarize(results), By: choose.By{Objective: "accuracy"}}).lines["lambda"]; l.acts != 0 {
		t.Errorf("at ten times the width it acts from %v", l.acts)
	}
}
