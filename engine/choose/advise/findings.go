package advise

import (
	"slices"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/part"
)

// findings are what the rules look at.
type findings struct {
	Sweep
	// rows are those of which every repeat is there, failed ones too.
	rows []*choose.Row
	best *choose.Row // nil where there is nothing to choose by
	// axes are those that a rule may vary, lines the rows along each through
	// the best.
	axes  []*part.Axis
	lines map[string]line
	// varying are the axes on which the rows differ.
	varying []*part.Axis
}

// searchedAxes are the axes whose values a rule may choose.
var searchedAxes = []string{"sigma", "lambda", "m", "p", "alpha", "gamma", "window", "graph-knn", "eta", "knn", "groups", "graph-groups"}

func find(s Sweep) *findings {
	f := &findings{Sweep: s}
	whole := s.Rows
	if slices.ContainsFunc(whole, func(r choose.Row) bool { return !isComplete(&r) }) {
		whole = slices.DeleteFunc(slices.Clone(whole), func(r choose.Row) bool { return !isComplete(&r) })
	}
	for i := range whole {
		f.rows = append(f.rows, &whole[i])
	}
	f.findVarying()
	if i := choose.Best(whole, s.Objective); i >= 0 {
		f.best = &whole[i]
	}
	if f.best == nil {
		return f
	}
	f.centre(f.best)
	return f
}

// centre makes a row the one that lines run through.
func (f *findings) centre(at *choose.Row) {
	f.best, f.axes, f.lines = at, nil, map[string]line{}
	for _, name := range searchedAxes {
		axis, ok := part.AxisNamed(name)
		if !ok {
			panic("advise: no axis " + name)
		}
		// The mean slowness of fewer features is less, whatever they are.
		if _, applies := axis.Number(&at.Config); applies && (name != "p" || f.Objective != "slowness") {
			f.axes = append(f.axes, axis)
			f.lines[name] = f.line(axis, at)
		}
	}
}

// findVarying finds the axes on which the rows differ.
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

// differ says that two points are not the same on an axis.
func differ(axis *part.Axis, a, b *part.Point) bool {
	if !axis.Numeric() {
		return axis.Of(a) != axis.Of(b)
	}
	x, inA := axis.Number(a)
	y, inB := axis.Number(b)
	return inA != inB || x != y
}

// isComplete says that every fold of a row is there. Its results are in their
// order.
func isComplete(r *choose.Row) bool {
	folds := 0
	for i, res := range r.Results {
		if i == 0 || res.Point.Fold != r.Results[i-1].Point.Fold {
			folds++
		}
	}
	return folds >= max(r.Config.Folds, r.Config.Repeats, 1)
}

// values are those that an axis has anywhere in the sweep, in order.
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

// score is what a row is chosen by, NaN where it has none.
func (f *findings) score(r *choose.Row) float64 { return r.Score(f.Objective).Mean }

// gain is by what share a row is better than another.
func (f *findings) gain(a, b *choose.Row) float64 { return choose.Gain(a, b, f.Objective) }

// perfect says that the best cannot become better.
func (f *findings) perfect() bool { return f.best.Sound() && f.best.Perfect(f.Objective) }
