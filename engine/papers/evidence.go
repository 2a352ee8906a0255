package papers

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
)

// evidence holds the rows of which something was measured, and what a check finds in them.
type evidence struct {
	rows []choose.Row

	missing []string // what was looked for in vain, each once
	lacked  int      // how often something was, in the part that is being judged
	claims  []Claim
	said    []string // sentences of [Verdict.Here]

	repeats []int   // folds, or draws of one fold
	drawn   bool    // repeats are draws
	ratio   float64 // of test samples to training samples, 0 for draws
}

// gather leaves out rows of which every point failed.
func gather(rows []choose.Row) *evidence {
	e := &evidence{}
	folds, draws := map[int]bool{}, map[int]bool{}
	var ratios []float64
	for _, r := range choose.InOrder(rows) {
		if r.Failed == len(r.Results) {
			continue
		}
		e.rows = append(e.rows, r)
		for _, res := range r.Results {
			folds[res.Point.Fold], draws[res.Point.Draw] = true, true
			if res.Error == "" {
				ratios = append(ratios, float64(res.NTest)/float64(res.NTrain))
			}
		}
	}
	e.drawn = len(folds) < 2
	if e.drawn {
		folds = draws
	} else if ratios != nil {
		e.ratio = stat.Mean(ratios, nil)
	}
	e.repeats = slices.Sorted(maps.Keys(folds))
	return e
}

// where gives the rows with the parameters asked for, such as "method=sfa p=2",
// in the order of their parameters. "cut=" asks that there is none, "cut=*" for
// any.
func (e *evidence) where(query string) []choose.Row {
	var out []choose.Row
	for _, r := range e.rows {
		if matches(r.Config, query) {
			out = append(out, r)
		}
	}
	return out
}

func matches(p part.Point, query string) bool {
	for term := range strings.FieldsSeq(query) {
		axis, want, _ := strings.Cut(term, "=")
		have := p.Text(axis)
		if want == "*" && have != "" || want == have {
			continue
		}
		x, err := strconv.ParseFloat(want, 64)
		if y, ok := p.Number(axis); err != nil || !ok || x != y {
			return false
		}
	}
	return true
}

// first returns the first of some rows; the zero row where there is none.
func first(rows []choose.Row) choose.Row {
	if len(rows) == 0 {
		return choose.Row{}
	}
	return rows[0]
}

// judge runs a part of a check. Where that lacks something, its claims and sentences are
// dropped, so that the other parts are judged without it.
func (e *evidence) judge(part func()) {
	before, claims, said := e.lacked, len(e.claims), len(e.said)
	e.lacked = 0
	if part(); e.lacked > 0 {
		e.claims, e.said = e.claims[:claims], e.said[:said]
	}
	e.lacked = before
}

// say adds a sentence to what was found.
func (e *evidence) say(format string, values ...any) {
	e.said = append(e.said, fmt.Sprintf(format, values...))
}

// verdict returns what was judged, with what was missing for the rest; without a claim, what
// was missing alone.
func (e *evidence) verdict(table [][]string, settings string) Verdict {
	if len(e.claims) == 0 && e.missing != nil {
		return Verdict{Missing: e.lacking()}
	}
	return Verdict{Here: strings.Join(e.said, " "), Claims: e.claims, Table: table, Settings: settings, Missing: e.lacking()}
}

// row returns the first row with the parameters asked for.
func (e *evidence) row(query string) choose.Row {
	rows := e.where(query)
	if len(rows) == 0 {
		e.lacks("a finished point with " + query)
		return choose.Row{}
	}
	return rows[0]
}

// measured returns a measure of a row that was chosen, on each repeat.
func (e *evidence) measured(r choose.Row, m quantity, who string) series {
	if math.IsNaN(m.of(r)) {
		e.lacks(m.name + " of " + who)
	}
	return e.of(r, m)
}

// lacks notes what there is nothing of.
func (e *evidence) lacks(what string) {
	e.lacked++
	if !slices.Contains(e.missing, what) {
		e.missing = append(e.missing, what)
	}
}

// lacking lists what is missing; "" where nothing is.
func (e *evidence) lacking() string {
	const most = 3
	n := len(e.missing)
	text := strings.Join(e.missing[:min(n, most)], "; ")
	if n > most {
		text += fmt.Sprintf("; and %d more", n-most)
	}
	return text
}

// cell writes a measure of the first row with the parameters asked for, which a table shows
// whether or not it is there.
func (e *evidence) cell(query string, m quantity) string {
	return text(m.of(first(e.where(query))))
}

// number is a measure of the first row with the parameters asked for.
func (e *evidence) number(query string, m quantity) float64 {
	rows := e.where(query)
	if len(rows) == 0 {
		e.lacks("a finished point with " + query)
		return math.NaN()
	}
	x := m.of(rows[0])
	if math.IsNaN(x) {
		e.lacks(m.name + " with " + query)
	}
	return x
}

// series is a number for each repeat of an experiment: for each fold, averaged over
// draws, or for each draw where there is one fold.
type series []float64

func (s series) logs() series {
	out := slices.Clone(s)
	for i, x := range s {
		out[i] = math.Log(x)
	}
	return out
}

func (s series) minus(o series) series {
	out := slices.Clone(s)
	floats.Sub(out, o)
	return out
}

// at is a measure of the first row with the parameters asked for.
func (e *evidence) at(query string, m quantity) series {
	e.number(query, m)
	if rows := e.where(query); len(rows) > 0 {
		return e.of(rows[0], m)
	}
	return make(series, len(e.repeats))
}

// of is a measure of a row. What is not random has one draw, which stands for all.
func (e *evidence) of(r choose.Row, m quantity) series {
	out := make(series, len(e.repeats))
	for i, repeat := range e.repeats {
		var values []float64
		for _, res := range r.Results {
			if x := m.measure.Value(res); res.Error == "" && !math.IsNaN(x) && (repeatOf(res, e.drawn) == repeat || e.drawn && len(r.Results) == 1) {
				values = append(values, x)
			}
		}
		out[i] = choose.Mean(values).Mean
	}
	return out
}

// repeatOf is the fold of a result, or its draw.
func repeatOf(r *result.Result, drawn bool) int {
	if drawn {
		return r.Point.Draw
	}
	return r.Point.Fold
}

// claim notes a margin on each repeat, as far as it was measured there.
func (e *evidence) claim(what string, margin func(repeat int) float64) {
	var margins []float64
	for i := range e.repeats {
		if x := margin(i); !math.IsNaN(x) {
			margins = append(margins, x)
		}
	}
	e.claims = append(e.claims, claimOf(what, margins, e.ratio))
}

// shares claims a margin of shares of samples or segments. Where all folds agree to rounding,
// which shows no spread, its error is that of the sampled items themselves.
func (e *evidence) shares(what string, q quantity, margin func(repeat int) float64, rows ...choose.Row) {
	e.claim(what, margin)
	c := &e.claims[len(e.claims)-1]
	if c.N == 1 && e.drawn && len(e.repeats) > 1 { // equal draws are one
		c.N = len(e.repeats)
	}
	if c.N > 1 && c.Error < numerics {
		c.Error = samplingError(q, rows)
	}
}

// signs claims a margin that is 1 or −1 on each repeat. Where all n repeats agree, its error is
// that of n items of which none is wrong, as in [samplingError].
func (e *evidence) signs(what string, margin func(repeat int) float64) {
	e.claim(what, margin)
	if c := &e.claims[len(e.claims)-1]; c.N > 1 && c.Error < numerics {
		c.Error = 2 / float64(c.N+2)
	}
}

// samplingError returns the standard error of a difference of shares over the same n items, of
// which the rows get w wrong in all: √(w+1)/(n+2), the largest that paired counts have (Agresti
// and Min 2005). It returns NaN without counts.
func samplingError(q quantity, rows []choose.Row) float64 {
	wrong, n := 0., math.NaN()
	for _, r := range rows {
		w, of := 0., 0.
		for _, res := range r.Results {
			for i, counts := range countsOf(res, q) {
				for j, x := range counts {
					of += float64(x)
					if i != j {
						w += float64(x)
					}
				}
			}
		}
		times := timesTested(r)
		wrong, n = wrong+w/times, of/times
	}
	if !(n > 0) {
		return math.NaN()
	}
	return math.Sqrt(wrong+1) / (n + 2)
}

// timesTested returns how often the sweep of a row tests an item: in each draw, and where
// splits are repeated in up to as many repeats.
func timesTested(r choose.Row) float64 {
	draws := 1
	for _, res := range r.Results {
		draws = max(draws, res.Point.Draw+1)
	}
	return float64(draws * max(1, r.Config.Repeats))
}

// countsOf returns the confusion of samples or of segments; nil without one.
func countsOf(r *result.Result, q quantity) [][]int {
	switch {
	case r.Confusion == nil || r.Error != "":
		return nil
	case q.measure == measure.SamplesRight:
		return r.Confusion.Sample
	}
	return r.Confusion.Segment
}

// chance returns the share of the most frequent class of all test items, on each repeat.
func (e *evidence) chance(q quantity, r choose.Row) series {
	total := map[int]int{}
	for _, res := range r.Results {
		for i, counts := range countsOf(res, q) {
			for _, x := range counts {
				total[i] += x
			}
		}
	}
	class, most := -1, 0
	for _, i := range slices.Sorted(maps.Keys(total)) {
		if total[i] > most {
			class, most = i, total[i]
		}
	}
	if class < 0 {
		e.lacks("a confusion of " + r.Config.Label())
	}
	return e.of(r, quantity{"chance", &measure.Measure{Of: func(res *result.Result) []float64 {
		all, of := 0, 0
		for i, counts := range countsOf(res, q) {
			for _, x := range counts {
				all += x
				if i == class {
					of += x
				}
			}
		}
		return []float64{float64(of) / float64(all)}
	}}, false})
}

// aboveChance claims that a row gets more right than the most frequent class alone. It stands
// beside each claim that two rows are equal, which two rows at chance would meet, too.
func (e *evidence) aboveChance(who string, q quantity, r choose.Row) {
	right, chance := e.of(r, q), e.chance(q, r)
	e.shares(who+" right above the share of the most frequent class", q, func(i int) float64 { return right[i] - chance[i] }, r)
}

// below claims that a is less than b, by the logarithm of their ratio. A zero, as of errors of
// which a fold has none, counts as the least number of both that is none: by no ratio is it less
// for sure.
func (e *evidence) below(what string, a, b series) {
	floor := math.Inf(1)
	for _, x := range slices.Concat(a, b) {
		if x > 0 {
			floor = min(floor, x)
		}
	}
	e.claim(what, func(i int) float64 {
		if a[i] == b[i] {
			return 0
		}
		return math.Log(max(b[i], floor)) - math.Log(max(a[i], floor))
	})
}

// least is the least of several on each repeat, most the most.
func least(of ...series) series { return extremes(of, slices.Min) }
func most(of ...series) series  { return extremes(of, slices.Max) }

func extremes(of []series, pick func([]float64) float64) series {
	out := slices.Clone(of[0])
	for i := range out {
		var values []float64
		for _, s := range of {
			values = append(values, s[i])
		}
		out[i] = pick(values)
	}
	return out
}

// average is the mean of several on each repeat.
func average(of ...series) series {
	return extremes(of, func(v []float64) float64 { return stat.Mean(v, nil) })
}

// chosen is the row that is best on validation among those with the parameters asked
// for.
func (e *evidence) chosen(query, objective string) choose.Row {
	r := e.best(e.where(query), objective)
	if r.Results == nil {
		e.lacks("validation " + objective + " with " + query)
	}
	return r
}

// best is the row that is best on validation, by the score of [choose.By]; the zero row
// where nothing tells. Its results are those of [choose.Nested]: in each fold of the point that
// the validation parts of that fold choose, as ★ has seen the test rows of every other fold.
func (e *evidence) best(rows []choose.Row, objective string) choose.Row {
	by := choose.By{Objective: objective}
	stars := by.Stars(rows)
	if len(stars) != 1 {
		return choose.Row{}
	}
	if n, ok := by.Nested(rows, stars[0]); ok {
		return n.Row
	}
	return rows[stars[0]]
}

// onValidation is the score by which a row is chosen; less is better.
func (e *evidence) onValidation(r choose.Row, objective string) float64 {
	return choose.By{Objective: objective}.Over(e.rows).Score(&r).U
}

// values are the numbers that rows with the parameters asked for have on an
// axis, ascending.
func (e *evidence) values(query, axis string) []float64 {
	var out []float64
	for _, r := range e.where(query) {
		if x, ok := r.Config.Number(axis); ok {
			out = append(out, x)
		}
	}
	slices.Sort(out)
	if out == nil {
		e.lacks("a finished point with " + query + " " + axis + "=*")
	}
	return slices.Compact(out)
}

// trained is the number of training samples of the first row, 0 without rows.
func (e *evidence) trained() int {
	if len(e.rows) == 0 {
		return 0
	}
	return e.rows[0].Results[0].NTrain
}

// quantity is a number that a row has; NaN where it was not measured.
type quantity struct {
	name    string
	measure *measure.Measure
	all     bool // NaN unless all folds and draws that did not fail have it
}

// of is the mean over folds and draws.
func (q quantity) of(r choose.Row) float64 {
	s := r.Of(q.measure)
	if s.N == 0 || q.all && s.N != len(r.Results)-r.Failed {
		return math.NaN()
	}
	return s.Mean
}

var (
	testSlowness = quantity{"test slowness", measure.TestSlowness, false}
	trainingXi   = quantity{"ξ in training (--xi-lambda)", measure.TrainingXi, false}
	wordsRight   = quantity{"the accuracy of segments", measure.SegmentsRight, false}
	rmse         = quantity{"the rmse", measure.TestRMSE, false}

	predictability = quantity{"predictability", measure.TestPredictability, true}
	// planeTest is the cosine of the largest principal angle between what the
	// features and what the latent variables span.
	planeTest = quantity{"principal angles to latent variables", &measure.Measure{Of: func(r *result.Result) []float64 {
		if r.Latent == nil || len(r.Latent.AnglesTest) == 0 {
			return nil
		}
		return part.Numbers([]part.Float{slices.Min(r.Latent.AnglesTest)})
	}}, true}
	// deviation is how far the training outputs are from unit variance, in what is
	// allowed.
	deviation = quantity{"unit variance", &measure.Measure{Of: func(r *result.Result) []float64 {
		return []float64{measure.Deviation.Value(r) / measure.VarianceTolerance(r.Point)}
	}}, false}
)

// latentTrain is how much the feature that is most like latent variable i
// correlates with it on the training part, without its sign.
func latentTrain(i int) quantity {
	return quantity{fmt.Sprintf("the correlation with latent variable %d", i+1), &measure.Measure{Of: func(r *result.Result) []float64 {
		if r.Latent == nil || i >= len(r.Latent.Train) {
			return nil
		}
		return []float64{math.Abs(float64(r.Latent.Train[i]))}
	}}, true}
}

// text writes a number for people, and a dash for none.
func text(x float64) string {
	if math.IsNaN(x) {
		return "–"
	}
	return fmt.Sprintf("%.3g", x)
}
