package sweepview

import (
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/ui/clean"
)

// Outline is what is planned: the configurations, and the points of each.
type Outline struct {
	Configs []part.Point
	Points  []part.Point       // all of them, folds and draws too
	at      map[part.Point]int // index into configs
	Folds   []int              // how many points each has
	planned map[repeat]bool
}

// repeat tells the points of configurations apart. A point itself is long to hash.
type repeat struct{ config, fold, draw int }

// OutlineOf is the outline of one or more lists of points; the same point
// counts once.
func OutlineOf(lists ...[]part.Point) Outline {
	n := 0
	for _, points := range lists {
		n += len(points)
	}
	// A point is long to move, too: what holds many has room from the beginning.
	o := Outline{Points: make([]part.Point, 0, n), at: make(map[part.Point]int, n), planned: make(map[repeat]bool, n)}
	var first []int // of each configuration
	for _, points := range lists {
		for _, p := range points {
			c := p.Config()
			i, ok := o.at[c]
			if !ok {
				i = len(first)
				o.at[c] = i
				first, o.Folds = append(first, len(o.Points)), append(o.Folds, 0)
			}
			r := repeat{i, p.Fold, p.Draw}
			if o.planned[r] {
				continue
			}
			o.planned[r] = true
			o.Folds[i]++
			o.Points = append(o.Points, p)
		}
	}
	o.Configs = make([]part.Point, len(first))
	for i, at := range first {
		o.Configs[i] = o.Points[at].Config()
	}
	return o
}

// Has says that a point is planned.
func (o Outline) Has(p part.Point) bool {
	i, ok := o.at[p.Config()]
	return ok && o.planned[repeat{i, p.Fold, p.Draw}]
}

// foldsOf is how many points a configuration has, 0 for one that is not planned.
func (o Outline) foldsOf(config part.Point) int {
	if i, ok := o.at[config]; ok {
		return o.Folds[i]
	}
	return 0
}

// With is the outline grown by another one.
func (o Outline) With(more Outline) Outline { return OutlineOf(o.Points, more.Points) }

// Of are the points of a configuration.
func (o Outline) Of(config part.Point) []part.Point {
	var out []part.Point
	for _, p := range o.Points {
		if p.Config() == config {
			out = append(out, p)
		}
	}
	return out
}

// Criterion is what the sweep is judged by.
type Criterion struct {
	choose.By
	labels    bool // there are accuracies
	target    bool // there are errors of a number
	Tolerance float64
	written   sweep.Spec
}

// CriterionOf says what a sweep as written is judged by, given the points of its first
// plan.
func CriterionOf(spec sweep.Spec, points []part.Point) Criterion {
	m := Criterion{By: choose.By{Objective: sweep.Objective(spec.Objective, points), Features: choose.LeastFeatures(points)}, Tolerance: measure.VarianceTolerance(spec.Shared()), written: spec}
	for _, p := range points {
		m.target = m.target || readout.Predicts(p)
		m.labels = m.labels || readout.Classifies(p)
	}
	return m
}

// Writer writes what the sweep is judged by.
func (m Criterion) Writer() func(float64) clean.Text { return WriterOf(measure.Choosing(m.Objective)) }
