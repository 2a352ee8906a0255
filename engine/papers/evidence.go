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

// evidence holds the rows with measurements, and the claims and sentences of a check.
type evidence struct {
	rows []choose.Row

	missing      []string // descriptions of missing measurements, each once
	missingCount int      // number of missing measurements in the current part
	claims       []Claim
	sentences    []string // of [Verdict.Here]

	repeats []int   // folds, or draws of one fold
	byDraw  bool    // whether repeats are draws
	ratio   float64 // test samples divided by training samples; 0 for draws
}

// newEvidence returns the evidence of rows, without those of which every point failed.
func newEvidence(rows []choose.Row) *evidence {
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
	e.byDraw = len(folds) < 2
	if e.byDraw {
		folds = draws
	} else if ratios != nil {
		e.ratio = stat.Mean(ratios, nil)
	}
	e.repeats = slices.Sorted(maps.Keys(folds))
	return e
}

// rowsWhere returns the rows that match query, such as "method=sfa p=2", in the order of their
// parameters. "cut=" matches rows without a cut, "cut=*" rows with any.
func (e *evidence) rowsWhere(query string) []choose.Row {
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

// first returns the first row; the zero row if there is none.
func first(rows []choose.Row) choose.Row {
	if len(rows) == 0 {
		return choose.Row{}
	}
	return rows[0]
}

// evaluate runs a part of a check. If a measurement is missing there, it drops the part's
// claims and sentences; the other parts are evaluated without it.
func (e *evidence) evaluate(part func()) {
	before, claims, said := e.missingCount, len(e.claims), len(e.sentences)
	e.missingCount = 0
	if part(); e.missingCount > 0 {
		e.claims, e.sentences = e.claims[:claims], e.sentences[:said]
	}
	e.missingCount = before
}

// addSentence adds a sentence to the findings.
func (e *evidence) addSentence(format string, values ...any) {
	e.sentences = append(e.sentences, fmt.Sprintf(format, values...))
}

// verdict returns the claims and sentences, and the missing evidence. Without a claim it
// contains only the missing evidence.
func (e *evidence) verdict(table [][]string, settings string) Verdict {
	if len(e.claims) == 0 && e.missing != nil {
		return Verdict{Missing: e.missingText()}
	}
	return Verdict{Here: strings.Join(e.sentences, " "), Claims: e.claims, Table: table, Settings: settings, Missing: e.missingText()}
}

// firstRow returns the first row that matches query, and records a missing row.
func (e *evidence) firstRow(query string) choose.Row {
	rows := e.rowsWhere(query)
	if len(rows) == 0 {
		e.addMissing("a finished point with " + query)
		return choose.Row{}
	}
	return rows[0]
}

// measuredSeries returns a measure of a chosen row on each repeat, and records a missing
// measure.
func (e *evidence) measuredSeries(r choose.Row, m quantity, who string) series {
	if math.IsNaN(m.meanOf(r)) {
		e.addMissing(m.name + " of " + who)
	}
	return e.seriesOf(r, m)
}

// addMissing records that a measurement is missing.
func (e *evidence) addMissing(what string) {
	e.missingCount++
	if !slices.Contains(e.missing, what) {
		e.missing = append(e.missing, what)
	}
}

// missingText lists up to three of the missing measurements; "" if there are none.
func (e *evidence) missingText() string {
	const most = 3
	n := len(e.missing)
	text := strings.Join(e.missing[:min(n, most)], "; ")
	if n > most {
		text += fmt.Sprintf("; and %d more", n-most)
	}
	return text
}

// cell returns a measure of the first row that matches query, as a cell of a table; a missing
// one is not recorded.
func (e *evidence) cell(query string, m quantity) string {
	return text(m.meanOf(first(e.rowsWhere(query))))
}

// numberAt returns a measure of the first row that matches query, and records a missing one.
func (e *evidence) numberAt(query string, m quantity) float64 {
	rows := e.rowsWhere(query)
	if len(rows) == 0 {
		e.addMissing("a finished point with " + query)
		return math.NaN()
	}
	x := m.meanOf(rows[0])
	if math.IsNaN(x) {
		e.addMissing(m.name + " with " + query)
	}
	return x
}

// series holds a number for each repeat of an experiment: for each fold, averaged over draws,
// or for each draw if there is one fold.
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

// seriesAt returns a measure, on each repeat, of the first row that matches query.
func (e *evidence) seriesAt(query string, m quantity) series {
	e.numberAt(query, m)
	if rows := e.rowsWhere(query); len(rows) > 0 {
		return e.seriesOf(rows[0], m)
	}
	return make(series, len(e.repeats))
}

// seriesOf returns a measure of a row on each repeat. A row without randomness has one draw,
// which counts for all.
func (e *evidence) seriesOf(r choose.Row, m quantity) series {
	out := make(series, len(e.repeats))
	for i, repeat := range e.repeats {
		var values []float64
		for _, res := range r.Results {
			if x := m.measure.Value(res); res.Error == "" && !math.IsNaN(x) && (repeatOf(res, e.byDraw) == repeat || e.byDraw && len(r.Results) == 1) {
				values = append(values, x)
			}
		}
		out[i] = choose.Mean(values).Mean
	}
	return out
}

// repeatOf returns the fold of a result, or its draw.
func repeatOf(r *result.Result, drawn bool) int {
	if drawn {
		return r.Point.Draw
	}
	return r.Point.Fold
}

// claim adds a claim with a margin on each repeat; NaN margins are omitted.
func (e *evidence) claim(what string, margin func(repeat int) float64) {
	var margins []float64
	for i := range e.repeats {
		if x := margin(i); !math.IsNaN(x) {
			margins = append(margins, x)
		}
	}
	e.claims = append(e.claims, newClaim(what, margins, e.ratio))
}

// claimShares adds a claim on shares of samples or segments. If all folds agree to rounding,
// there is no spread, and its error is that of sampling the items.
func (e *evidence) claimShares(what string, q quantity, margin func(repeat int) float64, rows ...choose.Row) {
	e.claim(what, margin)
	c := &e.claims[len(e.claims)-1]
	if c.N == 1 && e.byDraw && len(e.repeats) > 1 { // equal draws are one
		c.N = len(e.repeats)
	}
	if c.N > 1 && c.Error < marginTolerance {
		c.Error = samplingError(q, rows)
	}
}

// claimSigns adds a claim whose margin is 1 or −1 on each repeat. If all n repeats agree, its
// error is that of n items without a mistake, as in [samplingError].
func (e *evidence) claimSigns(what string, margin func(repeat int) float64) {
	e.claim(what, margin)
	if c := &e.claims[len(e.claims)-1]; c.N > 1 && c.Error < marginTolerance {
		c.Error = 2 / float64(c.N+2)
	}
}

// samplingError returns the standard error of a difference of shares over the same n items, of
// which the rows misclassify w in total: √(w+1)/(n+2), the largest error of paired counts
// (Agresti and Min 2005). It returns NaN without counts.
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

// timesTested returns how often the sweep of a row tests an item: once per draw, times the
// number of repeated splits.
func timesTested(r choose.Row) float64 {
	draws := 1
	for _, res := range r.Results {
		draws = max(draws, res.Point.Draw+1)
	}
	return float64(draws * max(1, r.Config.Repeats))
}

// countsOf returns the confusion matrix of samples or of segments; nil without one.
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
		e.addMissing("a confusion of " + r.Config.Label())
	}
	return e.seriesOf(r, quantity{"chance", &measure.Measure{Of: func(res *result.Result) []float64 {
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

// claimAboveChance claims that a row classifies more items correctly than the most frequent
// class does. It accompanies each claim that two rows are equal, which two rows at chance level
// would also meet.
func (e *evidence) claimAboveChance(who string, q quantity, r choose.Row) {
	right, chance := e.seriesOf(r, q), e.chance(q, r)
	e.claimShares(who+" accuracy above the share of the most frequent class", q, func(i int) float64 { return right[i] - chance[i] }, r)
}

// claimBelow claims that a is less than b, with the logarithm of their ratio as margin. Zeros
// are replaced by the smallest positive value of either series, because a ratio to zero proves
// nothing.
func (e *evidence) claimBelow(what string, a, b series) {
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

// least returns the least of several series on each repeat.
func least(of ...series) series { return combine(of, slices.Min) }

// most returns the greatest of several series on each repeat.
func most(of ...series) series { return combine(of, slices.Max) }

func combine(of []series, pick func([]float64) float64) series {
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

// average returns the mean of several series on each repeat.
func average(of ...series) series {
	return combine(of, func(v []float64) float64 { return stat.Mean(v, nil) })
}

// requireBest returns the row that is best on validation among those that match query, and
// records a missing one.
func (e *evidence) requireBest(query, objective string) choose.Row {
	r := e.bestOnValidation(e.rowsWhere(query), objective)
	if r.Results == nil {
		e.addMissing("validation " + objective + " with " + query)
	}
	return r
}

// bestOnValidation returns the row that is best on validation, by the score of [choose.By]; the
// zero row if there is none. Its results are those of [choose.Nested]: in each fold, the point
// that the validation parts of that fold choose. ★ itself is chosen with validation parts that
// contain the test rows of other folds.
func (e *evidence) bestOnValidation(rows []choose.Row, objective string) choose.Row {
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

// onValidation returns the score by which a row is chosen under the objective accuracy; lower
// is better.
func (e *evidence) onValidation(r choose.Row) float64 {
	return choose.By{Objective: measure.ByAccuracy}.Over(e.rows).Score(&r).U
}

// values returns the numbers on an axis of the rows that match query, ascending and distinct.
func (e *evidence) values(query, axis string) []float64 {
	var out []float64
	for _, r := range e.rowsWhere(query) {
		if x, ok := r.Config.Number(axis); ok {
			out = append(out, x)
		}
	}
	slices.Sort(out)
	if out == nil {
		e.addMissing("a finished point with " + query + " " + axis + "=*")
	}
	return slices.Compact(out)
}

// trained returns the number of training samples of the first row; 0 without rows.
func (e *evidence) trained() int {
	if len(e.rows) == 0 {
		return 0
	}
	return e.rows[0].Results[0].NTrain
}
