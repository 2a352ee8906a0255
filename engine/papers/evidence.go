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

// evidence are the rows of which something was measured. It remembers what was
// looked for in vain.
type evidence struct {
	rows    []choose.Row
	missing []string
	claims  []Claim

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

// first is the first of them, if there is one.
func (e *evidence) first(query string) []choose.Row {
	rows := e.where(query)
	return rows[:min(1, len(rows))]
}

// lacks notes what there is nothing of.
func (e *evidence) lacks(what string) {
	if !slices.Contains(e.missing, what) {
		e.missing = append(e.missing, what)
	}
}

// lacking is the verdict where something is missing.
func (e *evidence) lacking() (Verdict, bool) {
	const most = 3
	n := len(e.missing)
	if n == 0 {
		return Verdict{}, false
	}
	text := strings.Join(e.missing[:min(n, most)], "; ")
	if n > most {
		text += fmt.Sprintf("; and %d more", n-most)
	}
	return Verdict{Missing: text}, true
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
// where nothing tells.
func (e *evidence) best(rows []choose.Row, objective string) choose.Row {
	if stars := (choose.By{Objective: objective}).Stars(rows); len(stars) == 1 {
		return rows[stars[0]]
	}
	return choose.Row{}
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
	testSlowness  = quantity{"test slowness", measure.TestSlowness, false}
	trainSlowness = quantity{"training slowness", measure.TrainingSlowness, false}
	wordsRight    = quantity{"the accuracy of segments", measure.SegmentsRight, false}
	rmse          = quantity{"the rmse", measure.TestRMSE, false}

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

// text writes a number for people.
func text(x float64) string { return fmt.Sprintf("%.3g", x) }
