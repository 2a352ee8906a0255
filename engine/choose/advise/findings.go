package advise

import (
	"slices"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/part"
)

// findings are the inputs of the rules.
type findings struct {
	Sweep
	// rows holds the rows with all repeats and with the largest number of inner splits
	// in the sweep, including failed ones.
	rows   []*choose.Row
	choice choose.Choice
	best   *choose.Row // nil if there is nothing to choose by
	scores map[*choose.Row]choose.Score
	// axes are the axes that a rule may vary, lines the rows along each through the
	// best.
	axes  []*part.Axis
	lines map[string]line
	// varying are the axes on which the rows differ.
	varying []*part.Axis
}

// searchedAxes are the axes whose values a rule may choose.
var searchedAxes = []string{"sigma", "lambda", "m", "p", "alpha", "gamma", "window", "graph-knn", "eta", "knn", "groups", "graph-groups"}

func newFindings(s Sweep) *findings {
	s.By = s.By.Over(s.Rows)
	f := &findings{Sweep: s, scores: map[*choose.Row]choose.Score{}, lines: map[string]line{}}
	whole := withMostSplits(s.Rows)
	for i := range whole {
		f.rows = append(f.rows, &whole[i])
	}
	f.findVarying()
	f.choice = f.By.Choose(whole)
	f.best = f.choice.Row
	if f.best == nil {
		return f
	}
	for _, name := range searchedAxes {
		axis, ok := part.AxisNamed(name)
		if !ok {
			panic("advise: no axis " + name)
		}
		// If the objective scores a fixed number of features, p does not matter.
		if _, applies := axis.Number(&f.best.Config); applies && (name != "p" || !f.By.FirstFeatures()) {
			f.axes = append(f.axes, axis)
			f.lines[name] = f.line(axis, f.best)
		}
	}
	return f
}

// withMostSplits returns the rows with all folds and the largest number of inner splits:
// means over different parts are incomparable.
func withMostSplits(rows []choose.Row) []choose.Row {
	most := 0
	for i := range rows {
		most = max(most, rows[i].Config.Inner)
	}
	out := func(r choose.Row) bool { return !isComplete(&r) || r.Config.Inner < most }
	if !slices.ContainsFunc(rows, out) {
		return rows
	}
	return slices.DeleteFunc(slices.Clone(rows), out)
}

// findVarying sets f.varying to the axes on which the rows differ.
func (f *findings) findVarying() {
	for _, axis := range part.Axes() {
		for _, r := range f.rows {
			if differ(axis, &r.Config, &f.rows[0].Config) {
				f.varying = append(f.varying, axis)
				break
			}
		}
	}
}

// differ reports whether two points differ on an axis.
func differ(axis *part.Axis, a, b *part.Point) bool {
	if !axis.Numeric() {
		return axis.Of(a) != axis.Of(b)
	}
	x, inA := axis.Number(a)
	y, inB := axis.Number(b)
	return inA != inB || x != y
}

// isComplete reports whether a row, whose results are in order, has all folds.
func isComplete(r *choose.Row) bool {
	folds := 0
	for i, res := range r.Results {
		if i == 0 || res.Point.Fold != r.Results[i-1].Point.Fold {
			folds++
		}
	}
	return folds >= max(r.Config.Folds, r.Config.Repeats, 1)
}

// values returns the values of an axis anywhere in the sweep, in ascending order.
func (f *findings) values(axis *part.Axis) []float64 {
	var out []float64
	for _, r := range f.rows {
		if v, ok := axis.Number(&r.Config); ok {
			if i, found := slices.BinarySearch(out, v); !found {
				out = slices.Insert(out, i, v)
			}
		}
	}
	return out
}
