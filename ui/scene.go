package ui

import (
	"slices"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/parameter"
	"example.com/sfatui/ui/theme"
)

// scene is what the screens look at: a sweep at one moment.
type scene struct {
	criterion
	outline      outline
	state        record.State
	rows         []choose.Row
	best         int // index into rows, or -1
	axes         []parameter.Axis
	labelsOfBest map[string]clean.Text // by axis, as they are asked for
	// waiting are the configurations that are planned and have no result yet,
	// as rows without results.
	waiting []choose.Row
	// notes are what the user wrote about configurations.
	notes map[part.Point]clean.Text
	// ascii says that axes go by their names, as the terminal has no σ.
	ascii bool

	rowLabels map[string][]clean.Text // of the rows, by axis, as they are asked for
	fixed     []clean.Text            // what does not vary, in words; nil before it is asked for
	at        map[part.Point]int      // index into rows of each configuration
	drawn     int                     // rows that the axes are about
	parts     bool                    // something is set aside for choosing
	measured  map[*measure.Measure]bool
}

// look takes up a new state; rows are summarised anew only where points have
// come or gone.
func (sc *scene) look(state record.State) {
	before, now := sc.state.Results, state.Results
	grown := len(before) <= len(now) && (len(before) == 0 || before[len(before)-1] == now[len(before)-1])
	sc.state = state
	sc.notes = make(map[part.Point]clean.Text, len(state.Notes))
	for _, n := range state.Notes {
		sc.notes[n.Point] = clean.Of(n.Text)
	}
	switch {
	case !grown || len(sc.rows) == 0:
		sc.rows, sc.at = choose.SummarizeIndexed(now)
		sc.drawn, sc.measured = 0, map[*measure.Measure]bool{}
		sc.noteMeasures(sc.rows)
		sc.judge()
	case len(now) > len(before):
		sc.grow(now[len(before):])
		sc.judge()
	}
}

// grow takes up results that have come: only their rows are summarised anew.
func (sc *scene) grow(fresh []*result.Result) {
	for _, row := range choose.Summarize(fresh) {
		i, ok := sc.at[row.Config]
		if !ok {
			sc.at[row.Config] = len(sc.rows)
			sc.rows = append(sc.rows, row)
		} else {
			row = choose.Summarize(append(slices.Clip(sc.rows[i].Results), row.Results...))[0]
			sc.rows[i] = row
		}
		sc.noteMeasures([]choose.Row{row})
	}
}

// noteMeasures notes what rows are measured by.
func (sc *scene) noteMeasures(rows []choose.Row) {
	for _, m := range measure.All() {
		sc.measured[m] = sc.measured[m] || choose.Have(rows, m)
	}
}

// judge finds the best row and, where there are other configurations than
// before, the axes and what is waiting.
func (sc *scene) judge() {
	sc.best = choose.Best(sc.rows, sc.objective)
	sc.labelsOfBest = map[string]clean.Text{}
	if sc.drawn == len(sc.rows) && sc.drawn > 0 {
		return
	}
	sc.drawn, sc.rowLabels, sc.fixed = len(sc.rows), nil, nil
	beyond := sc.beyond()
	if beyond != nil || sc.axes == nil {
		sc.measureAxes(append(slices.Clip(sc.outline.configs), beyond...))
	}
	sc.waiting = make([]choose.Row, 0, max(0, len(sc.outline.configs)-len(sc.at)))
	if beyond == nil && len(sc.rows) == len(sc.outline.configs) {
		return // none is
	}
	for _, c := range sc.outline.configs {
		if _, ok := sc.at[c]; !ok {
			sc.waiting = append(sc.waiting, choose.Row{Config: c})
		}
	}
}

// beyond are the configurations of rows that are not planned.
func (sc *scene) beyond() []part.Point {
	var out []part.Point
	for i := range sc.rows {
		if _, ok := sc.outline.at[sc.rows[i].Config]; !ok {
			out = append(out, sc.rows[i].Config)
		}
	}
	return out
}

// measureAxes finds the axes in which configurations differ.
func (sc *scene) measureAxes(configs []part.Point) {
	sc.axes = parameter.Axes(configs)
	sc.parts = slices.ContainsFunc(configs, func(p part.Point) bool { return p.Validation.OK })
	for i := range sc.axes {
		if a := &sc.axes[i]; sc.ascii && !theme.IsASCII(string(a.Symbol)) {
			a.Symbol = clean.Of(a.Name)
		}
	}
}

// plan takes up what is planned.
func (sc *scene) plan(o outline, m criterion) {
	sc.outline, sc.criterion = o, m
	sc.drawn, sc.axes = 0, nil
	sc.judge()
}

// row is a row of the table: first those with results, then those that wait.
func (sc *scene) row(i int) *choose.Row {
	if i < len(sc.rows) {
		return &sc.rows[i]
	}
	return &sc.waiting[i-len(sc.rows)]
}

// labelsOf are the labels of all rows on an axis.
func (sc *scene) labelsOf(a parameter.Axis) []clean.Text {
	if known := sc.rowLabels[a.Name]; len(known) == len(sc.rows) {
		return known
	}
	out := make([]clean.Text, len(sc.rows))
	for i := range sc.rows {
		out[i] = a.Label(sc.rows[i].Config)
	}
	if sc.rowLabels == nil {
		sc.rowLabels = map[string][]clean.Text{}
	}
	sc.rowLabels[a.Name] = out
	return out
}

// isBest says that a row is the best one.
func (sc *scene) isBest(r *choose.Row) bool { return sc.best >= 0 && r == &sc.rows[sc.best] }

// missing is the number of planned points that are not finished.
func (sc *scene) missing() int { return max(sc.state.Total-len(sc.state.Results), 0) }

// foldsOf is the number of folds that a configuration is planned to have.
func (sc *scene) foldsOf(r *choose.Row) int {
	return max(sc.outline.foldsOf(r.Config), len(r.Results))
}

// validated says that something may be chosen by.
func (sc *scene) validated() bool { return sc.parts }
