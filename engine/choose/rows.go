package choose

import (
	"cmp"
	"math"
	"slices"

	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"gonum.org/v1/gonum/stat"
)

// A Row is one choice of parameters, summarised over its folds.
type Row struct {
	// Config is the choice: a point without its fold.
	Config part.Point
	// Results are the finished folds in order, failed ones included.
	Results []*result.Result
	Failed  int

	// Features is the smallest number of features of any fold. It is below the
	// requested number if the rank is.
	Features int
	// Determined is the smallest number of features of any fold that the data
	// determine. It is below Features if some are arbitrary.
	Determined int
	// VarianceOK reports whether every fold satisfies unit variance.
	VarianceOK bool

	first int    // number of features that measures of each feature are averaged over; 0 for all
	stats []Stat // by index in the table of measures
}

// Summarize groups results by configuration, in order of first appearance. Measures of
// each feature, such as slowness, are means over the first q features of every row,
// where q is the smallest p of all, so that points with different p are comparable.
func Summarize(results []*result.Result) []Row {
	rows, _ := SummarizeIndexed(results)
	return rows
}

// SummarizeIndexed returns the rows of [Summarize] and the index of the row of each
// configuration.
func SummarizeIndexed(results []*result.Result) ([]Row, map[part.Point]int) {
	at := make(map[part.Point]int, len(results))
	rowOf := make([]int, len(results))
	for j, r := range results {
		k := r.Point.Config()
		i, ok := at[k]
		if !ok {
			i = len(at)
			at[k] = i
		}
		rowOf[j] = i
	}
	rows := make([]Row, len(at))
	for j, r := range results {
		row := &rows[rowOf[j]]
		if row.Results == nil {
			row.Config = r.Point.Config()
		}
		row.Results = append(row.Results, r)
	}
	least := 0
	for i := range rows {
		least = minFeatures(least, method.P.Of(rows[i].Config))
	}
	measures := measure.All()
	n := len(measures)
	stats := make([]Stat, len(rows)*n)
	for i := range rows {
		rows[i].first = least
		rows[i].stats = stats[i*n : (i+1)*n : (i+1)*n]
		rows[i].summarize(measures)
	}
	return rows, at
}

// summarize sorts the results by fold and summarises each measure.
func (r *Row) summarize(measures []*measure.Measure) {
	slices.SortStableFunc(r.Results, func(a, b *result.Result) int { return cmp.Compare(a.Point.Fold, b.Point.Fold) })
	r.VarianceOK = true
	least := math.MaxInt
	for _, res := range r.Results {
		if res.Error != "" {
			r.Failed++
			continue
		}
		if r.Features == 0 || res.Features < r.Features {
			r.Features = res.Features
		}
		determined := res.Features
		if d := res.Degenerate; d != nil {
			determined = d.Determined
		}
		least = min(least, determined)
		r.VarianceOK = r.VarianceOK && res.Variance.OK
	}
	if least < math.MaxInt {
		r.Determined = least
	}
	if r.stats == nil {
		r.stats = make([]Stat, len(measures))
	}
	for i, m := range measures {
		r.stats[i] = r.statOf(m)
	}
}

// Arbitrary reports whether some features of a fold depend on rounding.
func (r *Row) Arbitrary() bool { return r.Determined < r.Features }

// statOf returns the summary of a measure over the results that did not fail.
func (r *Row) statOf(m *measure.Measure) Stat {
	values := make([]float64, 0, len(r.Results))
	folds := make([]int, 0, len(r.Results))
	drawn := false
	for _, res := range r.Results {
		if res.Error == "" {
			values, folds = append(values, m.ValueOfFirst(res, r.first)), append(folds, res.Point.Fold)
			drawn = drawn || res.Point.Draw > 0
		}
	}
	switch {
	case !m.Largest && drawn:
		return overFolds(values, func(i int) int { return folds[i] })
	case !m.Largest:
		return Mean(values)
	case len(values) == 0:
		return Stat{SE: math.NaN(), Draws: math.NaN()}
	}
	return Stat{Mean: slices.Max(values), SE: math.NaN(), N: len(values), Draws: math.NaN()}
}

// Of returns a measure of the row over its folds and draws, or the zero Stat for a row
// without results.
func (r *Row) Of(m *measure.Measure) Stat {
	if len(r.Results) == 0 {
		return Stat{}
	}
	if i, ok := m.Index(); ok && i < len(r.stats) {
		return r.stats[i]
	}
	return r.statOf(m)
}

// Judgement returns the test measure that judges a choice by an objective: the first of
// its measures that the row has.
func (r *Row) Judgement(objective string) (s Stat) {
	for _, m := range measure.Judging(objective) {
		if s = r.Of(m); s.N > 0 {
			break
		}
	}
	return s
}

// Measured reports whether at least one result of the row did not fail.
func (r *Row) Measured() bool { return len(r.Results) > r.Failed }

// Sound reports whether no result of the row failed or violates unit variance.
func (r *Row) Sound() bool { return r.VarianceOK && r.Failed == 0 }

// Seconds returns the total run time of the results of the row in seconds.
func (r *Row) Seconds() float64 {
	sum := 0.0
	for _, res := range r.Results {
		sum += res.Seconds
	}
	return sum
}

// Have reports whether some row has a measure.
func Have(rows []Row, m *measure.Measure) bool {
	for i := range rows { // index instead of copying the large rows
		if rows[i].Of(m).N > 0 {
			return true
		}
	}
	return false
}

// BestAt returns the index of the row that is best by a measure, or −1 if no row has
// it. It is for display; [By.Choose] makes the choice. Rows that failed or violate unit
// variance come last, ties go to the earlier row. It returns −1 if the values of the
// rows are incomparable, such as slowness along the edges of different training graphs.
func BestAt(rows []Row, by *measure.Measure) int {
	best := -1
	if by.Like != nil && slices.ContainsFunc(rows, func(r Row) bool { return !by.Like(rows[0].Config, r.Config) }) {
		return best
	}
	for i := range rows {
		s := rows[i].Of(by)
		if s.N == 0 || math.IsNaN(s.Mean) {
			continue
		}
		if best < 0 || rows[i].Sound() && !rows[best].Sound() ||
			rows[i].Sound() == rows[best].Sound() && by.Better.Than(s.Mean, rows[best].Of(by).Mean) {
			best = i
		}
	}
	return best
}

// folds returns the folds that the row has results of, in order of appearance.
func (r *Row) folds() []int {
	var out []int
	for _, res := range r.Results {
		if !slices.Contains(out, res.Point.Fold) {
			out = append(out, res.Point.Fold)
		}
	}
	return out
}

// inFold returns the row reduced to the results of one fold.
func (r *Row) inFold(fold int) Row {
	out := Row{Config: r.Config}
	out.Config.Folds, out.Config.Repeats = min(r.Config.Folds, 1), min(r.Config.Repeats, 1)
	for _, res := range r.Results {
		if res.Point.Fold == fold {
			alone := *res
			alone.Point.Fold = 0
			out.Results = append(out.Results, &alone)
		}
	}
	out.summarize(nil)
	return out
}

// series reports whether the validation parts are stretches of one segment.
func (r *Row) series() bool {
	for _, res := range r.Results {
		if res.Error == "" {
			return res.SegmentsTest == 1 && res.SegmentsTrain <= 2
		}
	}
	return false
}

// split returns the parameters that determine the division of the data. Rows of one
// split are scored on the same parts.
func (r *Row) split() part.Frame { return r.Config.Frame }

// Layout returns the number of folds, inner splits of each fold, and draws that a
// complete row has.
func (r *Row) Layout() (folds, inner, draws int) {
	folds, inner, draws = max(r.Config.Folds, r.Config.Repeats), 0, 1
	for _, res := range r.Results {
		folds, draws = max(folds, res.Point.Fold+1), max(draws, res.Point.Draw+1)
		if res.Validation != nil {
			for _, p := range res.Validation.Parts {
				inner = max(inner, p.Inner+1)
			}
		}
	}
	return folds, inner, draws
}

// minFeatures returns the smaller of two numbers of features, of which 0 stands for an
// unknown number.
func minFeatures(a, b int) int {
	if a == 0 || b == 0 {
		return max(a, b)
	}
	return min(a, b)
}

// Key returns the key of the row's first point, which identifies the row, or "" without
// results.
func (r *Row) Key() string {
	if len(r.Results) == 0 {
		return ""
	}
	return r.Results[0].Key
}

// byFold returns the mean of a number over the draws of each fold, without failed
// results and NaNs.
func byFold(r Row, of func(*result.Result) float64) map[int]float64 {
	values := map[int][]float64{}
	for _, res := range r.Results {
		if res.Error != "" {
			continue
		}
		if v := of(res); !math.IsNaN(v) {
			values[res.Point.Fold] = append(values[res.Point.Fold], v)
		}
	}
	out := map[int]float64{}
	for fold, v := range values {
		out[fold] = stat.Mean(v, nil)
	}
	return out
}
