package ui

import (
	"math"

	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
)

// outline is what is planned: the configurations and how many folds each has.
type outline struct {
	configs []sweep.Point
	folds   map[sweep.Point]int
	seen    map[sweep.Point]bool
	points  []sweep.Point // all of them, folds too
}

// outlineOf is the outline of one or more lists of points; the same point
// counts once.
func outlineOf(lists ...[]sweep.Point) outline {
	o := outline{folds: map[sweep.Point]int{}, seen: map[sweep.Point]bool{}}
	for _, points := range lists {
		for _, p := range points {
			if o.seen[p] {
				continue
			}
			o.seen[p] = true
			o.points = append(o.points, p)
			c := p.Config()
			if o.folds[c] == 0 {
				o.configs = append(o.configs, c)
			}
			o.folds[c]++
		}
	}
	return o
}

// beyond are the configurations of another outline that this one lacks.
func (o outline) beyond(other outline) []sweep.Point {
	var fresh []sweep.Point
	for _, c := range other.configs {
		if o.folds[c] == 0 {
			fresh = append(fresh, c)
		}
	}
	return fresh
}

// with is the outline grown by another one.
func (o outline) with(more outline) outline { return outlineOf(o.points, more.points) }

// measure is what the sweep is judged by.
type measure struct {
	objective string // accuracy, rmse or slowness
	labels    bool   // there are accuracies
	target    bool   // there are errors of a number
	tolerance float64
}

// measureOf says what a sweep as written is judged by, given its points.
func measureOf(spec sweep.Spec, points []sweep.Point) measure {
	m := measure{objective: sweep.Objective(spec.Objective, points), tolerance: spec.Tolerance}
	for _, p := range points {
		m.target = m.target || p.Predicts()
		m.labels = m.labels || p.Classifies()
	}
	if m.tolerance == 0 {
		m.tolerance = 0.05
	}
	return m
}

// writer writes what the sweep is judged by.
func (m measure) writer() func(float64) string {
	if m.objective == "accuracy" {
		return share
	}
	return number
}

// scene is what the screens look at: a sweep at one moment.
type scene struct {
	measure
	outline outline
	state   sessions.State
	rows    []sweep.Row
	best    int // index into rows, or -1
	axes    []axis

	labelsOfBest map[string]string // by axis, as they are asked for
}

// look takes up a new state; rows are summarised anew only where points have
// come or gone.
func (sc *scene) look(state sessions.State) {
	before, now := sc.state.Results, state.Results
	same := len(before) == len(now) && (len(now) == 0 || before[len(now)-1] == now[len(now)-1])
	sc.state = state
	if !same {
		sc.rows = sweep.Summarize(state.Results)
	}
	sc.judge()
}

// judge finds the best row and the axes.
func (sc *scene) judge() {
	sc.best = sweep.Best(sc.rows, sc.objective)
	configs := sc.outline.configs
	for i := range sc.rows {
		if sc.outline.folds[sc.rows[i].Config] == 0 {
			configs = append(configs[:len(configs):len(configs)], sc.rows[i].Config)
		}
	}
	sc.axes = axesOf(configs)
	sc.labelsOfBest = map[string]string{}
}

// plan takes up what is planned.
func (sc *scene) plan(o outline, m measure) {
	sc.outline, sc.measure = o, m
	sc.judge()
}

// missing is the number of planned points that are not finished.
func (sc *scene) missing() int { return max(sc.state.Total-len(sc.state.Results), 0) }

// foldsOf is the number of folds that a configuration is planned to have.
func (sc *scene) foldsOf(r *sweep.Row) int {
	return max(sc.outline.folds[r.Config], len(r.Results))
}

// validated says that something may be chosen by.
func (sc *scene) validated() bool {
	for _, c := range sc.outline.configs {
		if c.Validation.OK {
			return true
		}
	}
	for i := range sc.rows {
		if sc.rows[i].Config.Validation.OK {
			return true
		}
	}
	return false
}

// segments says that there are accuracies of segments.
func (sc *scene) segments() bool {
	for i := range sc.rows {
		if sc.rows[i].AccuracySegment.N > 0 {
			return true
		}
	}
	return false
}

// violated says that a row does not hold unit variance.
func violated(r *sweep.Row) bool { return !r.VarianceOK }

// finished says that at least one fold of the row has measures.
func finished(r *sweep.Row) bool { return len(r.Results) > r.Failed }

// orNaN makes a missing statistic visible as such.
func orNaN(s sweep.Stat) float64 {
	if s.N == 0 {
		return math.NaN()
	}
	return s.Mean
}
