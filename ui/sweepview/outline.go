package sweepview

import (
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/ui/clean"
)

// Outline is the plan of a sweep: the configurations, and the points of each.
type Outline struct {
	Configs     []part.Point
	Points      []part.Point       // all points, including folds and draws
	configIndex map[part.Point]int // index into Configs
	Folds       []int              // number of points of each configuration
	planned     map[repeat]bool
}

// repeat identifies a point by its configuration's index, fold and draw. Hashing it costs less
// than hashing a point.
type repeat struct{ config, fold, draw int }

// OutlineOf returns the outline of the union of lists of points.
func OutlineOf(lists ...[]part.Point) Outline {
	n := 0
	for _, points := range lists {
		n += len(points)
	}
	// Points are large, so their slices and maps are allocated once.
	o := Outline{Points: make([]part.Point, 0, n), configIndex: make(map[part.Point]int, n), planned: make(map[repeat]bool, n)}
	var first []int // index of each configuration's first point
	for _, points := range lists {
		for _, p := range points {
			c := p.Config()
			i, ok := o.configIndex[c]
			if !ok {
				i = len(first)
				o.configIndex[c] = i
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

// Has reports whether a point is planned.
func (o Outline) Has(p part.Point) bool {
	i, ok := o.configIndex[p.Config()]
	return ok && o.planned[repeat{i, p.Fold, p.Draw}]
}

// foldsOf returns the number of planned points of a configuration, 0 if it is not planned.
func (o Outline) foldsOf(config part.Point) int {
	if i, ok := o.configIndex[config]; ok {
		return o.Folds[i]
	}
	return 0
}

// With returns the union of both outlines.
func (o Outline) With(more Outline) Outline { return OutlineOf(o.Points, more.Points) }

// Of returns the planned points of a configuration.
func (o Outline) Of(config part.Point) []part.Point {
	var out []part.Point
	for _, p := range o.Points {
		if p.Config() == config {
			out = append(out, p)
		}
	}
	return out
}

// Criterion is the rule by which a sweep's points are compared.
type Criterion struct {
	By        choose.By
	hasLabels bool // some readout classifies
	hasTarget bool // some readout predicts a number
	Tolerance float64
	written   sweep.Spec
}

// CriterionOf returns the criterion of a sweep's specification, given the points of its first
// plan.
func CriterionOf(spec sweep.Spec, points []part.Point) Criterion {
	m := Criterion{By: choose.By{Objective: sweep.Objective(spec.Objective, points), Features: choose.LeastFeatures(points)}, Tolerance: measure.VarianceTolerance(spec.Shared()), written: spec}
	for _, p := range points {
		m.hasTarget = m.hasTarget || readout.Predicts(p)
		m.hasLabels = m.hasLabels || readout.Classifies(p)
	}
	return m
}

// Writer returns the formatter for values of the measure that points are chosen by.
func (m Criterion) Writer() func(float64) clean.Text {
	return WriterOf(measure.Choosing(m.By.Objective))
}
