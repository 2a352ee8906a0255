package papers

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
)

// evidence are the rows of which something was measured. It remembers what was
// looked for in vain.
type evidence struct {
	rows    []choose.Row
	missing []string
}

// gather leaves out rows of which every point failed.
func gather(rows []choose.Row) *evidence {
	e := &evidence{}
	for _, r := range choose.InOrder(rows) {
		if r.Failed < len(r.Results) {
			e.rows = append(e.rows, r)
		}
	}
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

// best is the least of a measure among the rows with the parameters asked for,
// and the row that has it.
func (e *evidence) best(query string, m quantity) (float64, choose.Row) {
	least, at := math.Inf(1), choose.Row{}
	for _, r := range e.where(query) {
		if x := m.of(r); x < least {
			least, at = x, r
		}
	}
	if math.IsInf(least, 1) {
		e.lacks(m.name + " with " + query)
		least = math.NaN()
	}
	return least, at
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
	name string
	of   func(choose.Row) float64
}

var (
	testSlowness  = mean("test slowness", measure.TestSlowness)
	trainSlowness = mean("training slowness", measure.TrainingSlowness)
	wordsRight    = mean("the accuracy of segments", measure.SegmentsRight)
	rmse          = mean("the rmse", measure.TestRMSE)

	predictability = meanOfAll("predictability", measure.TestPredictability)
	testXi         = meanOfAll("ξ on the test part", &measure.Measure{Of: func(r *result.Result) []float64 { return plain(r.Slowness.XiTest) }})
	// planeTest is the cosine of the largest principal angle between what the
	// features and what the latent variables span.
	planeTest = meanOfAll("principal angles to latent variables", &measure.Measure{Of: func(r *result.Result) []float64 {
		if r.Latent == nil || len(r.Latent.AnglesTest) == 0 {
			return nil
		}
		return plain([]part.Float{slices.Min(r.Latent.AnglesTest)})
	}})
)

// latentTrain is how much the feature that is most like latent variable i
// correlates with it on the training part, without its sign.
func latentTrain(i int) quantity {
	return meanOfAll(fmt.Sprintf("the correlation with latent variable %d", i+1), &measure.Measure{Of: func(r *result.Result) []float64 {
		if r.Latent == nil || i >= len(r.Latent.Train) {
			return nil
		}
		return []float64{math.Abs(float64(r.Latent.Train[i]))}
	}})
}

// mean is the mean of a measure over the folds and draws of a row that have it.
func mean(name string, m *measure.Measure) quantity {
	return quantity{name, func(r choose.Row) float64 { return r.Of(m).Mean }}
}

// meanOfAll is the mean of a measure, NaN unless all folds and draws that did not
// fail have it.
func meanOfAll(name string, m *measure.Measure) quantity {
	return quantity{name, func(r choose.Row) float64 {
		if s := r.Of(m); s.N == len(r.Results)-r.Failed {
			return s.Mean
		}
		return math.NaN()
	}}
}

func plain(values []part.Float) []float64 {
	out := make([]float64, len(values))
	for i, v := range values {
		out[i] = float64(v)
	}
	return out
}

// minus turns a measure around, so that the most of it is the least.
func minus(m quantity) quantity {
	return quantity{m.name, func(r choose.Row) float64 { return -m.of(r) }}
}

// text writes a number for people.
func text(x float64) string { return fmt.Sprintf("%.3g", x) }

func yesNo(yes bool) string {
	if yes {
		return "yes"
	}
	return "no"
}
