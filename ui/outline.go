package ui

import (
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/ui/clean"
)

// outline is what is planned: the configurations, and the points of each.
type outline struct {
	configs []part.Point
	points  []part.Point       // all of them, folds and draws too
	at      map[part.Point]int // index into configs
	folds   []int              // how many points each has
	planned map[repeat]bool
}

// repeat tells the points of configurations apart. A point itself is long to hash.
type repeat struct{ config, fold, draw int }

// outlineOf is the outline of one or more lists of points; the same point
// counts once.
func outlineOf(lists ...[]part.Point) outline {
	n := 0
	for _, points := range lists {
		n += len(points)
	}
	// A point is long to move, too: what holds many has room from the beginning.
	o := outline{points: make([]part.Point, 0, n), at: make(map[part.Point]int, n), planned: make(map[repeat]bool, n)}
	var first []int // of each configuration
	for _, points := range lists {
		for _, p := range points {
			c := p.Config()
			i, ok := o.at[c]
			if !ok {
				i = len(first)
				o.at[c] = i
				first, o.folds = append(first, len(o.points)), append(o.folds, 0)
			}
			r := repeat{i, p.Fold, p.Draw}
			if o.planned[r] {
				continue
			}
			o.planned[r] = true
			o.folds[i]++
			o.points = append(o.points, p)
		}
	}
	o.configs = make([]part.Point, len(first))
	for i, at := range first {
		o.configs[i] = o.points[at].Config()
	}
	return o
}

// has says that a point is planned.
func (o outline) has(p part.Point) bool {
	i, ok := o.at[p.Config()]
	return ok && o.planned[repeat{i, p.Fold, p.Draw}]
}

// foldsOf is how many points a configuration has, 0 for one that is not planned.
func (o outline) foldsOf(config part.Point) int {
	if i, ok := o.at[config]; ok {
		return o.folds[i]
	}
	return 0
}

// beyond are the configurations of another outline that this one lacks.
func (o outline) beyond(other outline) []part.Point {
	var fresh []part.Point
	for _, c := range other.configs {
		if _, ok := o.at[c]; !ok {
			fresh = append(fresh, c)
		}
	}
	return fresh
}

// with is the outline grown by another one.
func (o outline) with(more outline) outline { return outlineOf(o.points, more.points) }

// of are the points of a configuration.
func (o outline) of(config part.Point) []part.Point {
	var out []part.Point
	for _, p := range o.points {
		if p.Config() == config {
			out = append(out, p)
		}
	}
	return out
}

// criterion is what the sweep is judged by.
type criterion struct {
	objective string // accuracy, rmse or slowness
	labels    bool   // there are accuracies
	target    bool   // there are errors of a number
	tolerance float64
}

// criterionOf says what a sweep as written is judged by, given its points.
func criterionOf(spec sweep.Spec, points []part.Point) criterion {
	m := criterion{objective: sweep.Objective(spec.Objective, points), tolerance: spec.Tolerance}
	for _, p := range points {
		m.target = m.target || sweep.Predicts(p)
		m.labels = m.labels || sweep.Classifies(p)
	}
	if m.tolerance == 0 {
		m.tolerance = part.DefaultTolerance
	}
	return m
}

// writer writes what the sweep is judged by.
func (m criterion) writer() func(float64) clean.Text { return writerOf(measure.Choosing(m.objective)) }
