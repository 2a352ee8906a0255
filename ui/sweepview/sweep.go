package sweepview

import (
	"slices"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/theme"
)

// Sweep is the state of a sweep at one moment, as the screens show it.
type Sweep struct {
	Criterion
	Outline Outline
	State   record.State
	Rows    []choose.Row
	Best    int // index into Rows of the first row marked ★, or -1
	Axes    []Axis
	// Drawn are the axes as charts draw them: λ is replaced by λ/λ* if the sweep was specified
	// in multiples of λ*.
	Drawn        []Axis
	labelsOfBest map[string]clean.Text // cache of BestLabel, by axis
	// Waiting are rows without results, one for each planned configuration that has none yet.
	Waiting []choose.Row
	// Notes are the user's notes on configurations.
	Notes map[part.Point]clean.Text
	// Segments is the plural noun for the segments of the data, "" for the default.
	Segments clean.Text
	// ASCII replaces symbols such as σ by axis names on terminals without Unicode.
	ASCII bool

	rowLabels     map[string][]clean.Text // cache of LabelsOf, by axis
	fixed         []clean.Text            // cache of FixedWords; nil before the first call
	Index         map[part.Point]int      // index into Rows of each configuration
	axisRows      int                     // number of rows when the axes were computed
	hasValidation bool                    // some configuration has a validation part
	measured      map[*measure.Measure]bool
	stars         []int               // indices of the rows marked ★
	choice        *choose.Choice      // cache of Choice; nil before the first call
	choiceResults int                 // number of results that choice is based on
	testLines     []string            // cache of TestLines; nil before the first call
	equallyGood   map[part.Point]bool // configurations equal to the best within error
	places        map[*choose.Row]int
}

// Take updates the sweep to a new state. Only rows whose points changed are summarised again.
func (sc *Sweep) Take(state record.State) {
	before, now := sc.State.Results, state.Results
	grown := len(before) <= len(now) && (len(before) == 0 || before[len(before)-1] == now[len(before)-1])
	sc.State, sc.testLines = state, nil // viewing the test part adds no point
	sc.Notes = make(map[part.Point]clean.Text, len(state.Notes))
	for _, n := range state.Notes {
		sc.Notes[n.Point] = clean.Of(n.Text)
	}
	switch {
	case !grown || len(sc.Rows) == 0:
		sc.Rows, sc.Index = choose.SummarizeIndexed(now)
		sc.axisRows, sc.choice, sc.measured = 0, nil, map[*measure.Measure]bool{}
		sc.noteMeasures(sc.Rows)
		sc.Judge()
	case len(now) > len(before):
		sc.addResults(now[len(before):])
		sc.Judge()
	}
}

// addResults adds new results and summarises only their rows.
func (sc *Sweep) addResults(fresh []*result.Result) {
	for _, row := range choose.Summarize(fresh) {
		i, ok := sc.Index[row.Config]
		if !ok {
			sc.Index[row.Config] = len(sc.Rows)
			sc.Rows = append(sc.Rows, row)
		} else {
			row = choose.Summarize(append(slices.Clip(sc.Rows[i].Results), row.Results...))[0]
			sc.Rows[i] = row
		}
		sc.noteMeasures([]choose.Row{row})
	}
}

// noteMeasures records which measures the rows have values of.
func (sc *Sweep) noteMeasures(rows []choose.Row) {
	for _, m := range measure.All() {
		sc.measured[m] = sc.measured[m] || choose.Have(rows, m)
	}
}

// Judge finds the best row. If configurations were added or removed, it also updates the axes
// and the waiting rows.
func (sc *Sweep) Judge() {
	was := sc.stars
	sc.Best, sc.stars, sc.places = -1, sc.By.Stars(sc.Rows), nil
	sc.testLines = nil
	if len(sc.stars) > 0 {
		sc.Best = sc.stars[0]
	}
	if n := len(sc.State.Results); !slices.Equal(sc.stars, was) || n < sc.choiceResults || n > sc.choiceResults+sc.choiceResults/50 || sc.Missing() == 0 {
		sc.choice = nil // the comparison tests are repeated only after 2 % more results
	}
	sc.labelsOfBest = map[string]clean.Text{}
	if sc.axisRows == len(sc.Rows) && sc.axisRows > 0 {
		return
	}
	sc.axisRows, sc.rowLabels, sc.fixed = len(sc.Rows), nil, nil
	beyond := sc.unplannedConfigs()
	if beyond != nil || sc.Axes == nil {
		sc.measureAxes(append(slices.Clip(sc.Outline.Configs), beyond...))
	}
	sc.Waiting = make([]choose.Row, 0, max(0, len(sc.Outline.Configs)-len(sc.Index)))
	if beyond == nil && len(sc.Rows) == len(sc.Outline.Configs) {
		return // no configuration is waiting
	}
	for _, c := range sc.Outline.Configs {
		if _, ok := sc.Index[c]; !ok {
			sc.Waiting = append(sc.Waiting, choose.Row{Config: c})
		}
	}
}

// unplannedConfigs returns the configurations of rows that are not in the plan.
func (sc *Sweep) unplannedConfigs() []part.Point {
	var out []part.Point
	for i := range sc.Rows {
		if _, ok := sc.Outline.configIndex[sc.Rows[i].Config]; !ok {
			out = append(out, sc.Rows[i].Config)
		}
	}
	return out
}

// measureAxes finds the axes in which configurations differ.
func (sc *Sweep) measureAxes(configs []part.Point) {
	sc.Axes = AxesOf(configs)
	sc.hasValidation = slices.ContainsFunc(configs, func(p part.Point) bool { return p.Validated() })
	for i := range sc.Axes {
		if a := &sc.Axes[i]; sc.ASCII && !theme.IsASCII(string(a.Symbol)) {
			a.Symbol = clean.Of(a.Name)
		}
	}
	sc.Drawn = slices.Clone(sc.Axes)
	for i, a := range sc.Drawn {
		if axis, ok := part.AxisNamed(a.Name); ok {
			if of := choose.Multiples(axis, sc.written.Text(a.Name), configs); of != nil {
				sc.Drawn[i] = a.InMultiples(of).Over(configs)
			}
		}
	}
}

// SetPlan replaces the plan and the criterion.
func (sc *Sweep) SetPlan(o Outline, m Criterion) {
	sc.Outline, sc.Criterion = o, m
	sc.axisRows, sc.Axes, sc.choice = 0, nil, nil
	sc.Judge()
}

// Row returns row i of the table: rows with results come first, then waiting ones.
func (sc *Sweep) Row(i int) *choose.Row {
	if i < len(sc.Rows) {
		return &sc.Rows[i]
	}
	return &sc.Waiting[i-len(sc.Rows)]
}

// IndexOf returns the table row of a configuration, -1 where there is none.
func (sc *Sweep) IndexOf(config part.Point) int {
	if i, ok := sc.Index[config]; ok {
		return i
	}
	for i := range sc.Waiting {
		if sc.Waiting[i].Config == config {
			return len(sc.Rows) + i
		}
	}
	return -1
}

// LabelsOf returns the labels of all rows on an axis.
func (sc *Sweep) LabelsOf(a Axis) []clean.Text {
	if known := sc.rowLabels[a.Name]; len(known) == len(sc.Rows) {
		return known
	}
	out := make([]clean.Text, len(sc.Rows))
	for i := range sc.Rows {
		out[i] = a.Label(sc.Rows[i].Config)
	}
	if sc.rowLabels == nil {
		sc.rowLabels = map[string][]clean.Text{}
	}
	sc.rowLabels[a.Name] = out
	return out
}

// Provisional reports whether points are missing, so that the best row may change.
func (sc *Sweep) Provisional() bool { return sc.Missing() > 0 }

// Star returns the sign of the best row: ✧ while points are missing, then ★.
func (sc *Sweep) Star() clean.Text {
	if sc.Provisional() {
		return "✧"
	}
	return "★"
}

// SoFar returns how many points are complete, as text. The provisional best is a complete
// point, or one with the most scores if none is complete.
func (sc *Sweep) SoFar() clean.Text {
	complete := 0
	for i := range sc.Rows {
		if r := &sc.Rows[i]; len(r.Results) == sc.FoldsOf(r) {
			complete++
		}
	}
	return clean.Sprintf("%d of %d points complete", complete, len(sc.Rows)+len(sc.Waiting))
}

// IsBest reports whether a row is marked ★ or ✧.
func (sc *Sweep) IsBest(r *choose.Row) bool {
	return slices.ContainsFunc(sc.stars, func(i int) bool { return r == &sc.Rows[i] })
}

// Choice returns the choice among the rows with its comparison tests.
func (sc *Sweep) Choice() *choose.Choice {
	if sc.choice == nil {
		c := sc.By.Choose(sc.Rows)
		sc.choice, sc.equallyGood, sc.choiceResults = &c, map[part.Point]bool{}, len(sc.State.Results)
		for _, i := range c.Equals() {
			sc.equallyGood[sc.Rows[i].Config] = true
		}
	}
	return sc.choice
}

// TestLines returns the test results of the best row as lines, nil before the sweep is
// complete. They do not influence the choice.
func (sc *Sweep) TestLines() []string {
	if sc.Missing() > 0 {
		return nil
	}
	if sc.testLines == nil {
		words := func(label string) string { return string(sc.InWords(label)) }
		sc.testLines = append([]string{}, sessions.TestLines(sc.State, sc.By, sc.Rows, sc.Best, words)...)
	}
	return sc.testLines
}

// AsGood reports whether a row is equal to the best within error.
func (sc *Sweep) AsGood(r *choose.Row) bool {
	sc.Choice()
	return sc.equallyGood[r.Config]
}

// TiesWithBest reports whether a row has the best score but lost to the tie-breaking rule.
func (sc *Sweep) TiesWithBest(r *choose.Row) bool {
	return slices.ContainsFunc(sc.Choice().Tied, func(i int) bool { return r == &sc.Rows[i] })
}

// Place returns the position of a row in the order of choice, from 0; false for a row without a
// result.
func (sc *Sweep) Place(r *choose.Row) (place int, ok bool) {
	if sc.places == nil {
		sc.places = make(map[*choose.Row]int, len(sc.Rows))
		for place, i := range sc.By.Over(sc.Rows).Order(sc.Rows) {
			sc.places[&sc.Rows[i]] = place
		}
	}
	place, ok = sc.places[r]
	return place, ok
}

// Missing returns the number of planned points that are not finished.
func (sc *Sweep) Missing() int { return max(sc.State.Total-len(sc.State.Results), 0) }

// FoldsOf returns the number of folds that a configuration is planned to have.
func (sc *Sweep) FoldsOf(r *choose.Row) int {
	return max(sc.Outline.foldsOf(r.Config), len(r.Results))
}

// Validated reports whether the sweep has a validation part to choose by.
func (sc *Sweep) Validated() bool { return sc.hasValidation }

// BestLabel returns the label on an axis of the best row that has the parameter, or the axis's
// first label.
func (sc *Sweep) BestLabel(a Axis) clean.Text {
	if label, ok := sc.labelsOfBest[a.Name]; ok {
		return label
	}
	var rows []choose.Row
	for i := range sc.Rows {
		if a.Label(sc.Rows[i].Config) != "" {
			rows = append(rows, sc.Rows[i])
		}
	}
	label := a.Labels[0]
	if stars := sc.By.Stars(rows); len(stars) > 0 {
		label = a.Label(rows[stars[0]].Config)
	}
	sc.labelsOfBest[a.Name] = label
	return label
}

// FixedWords returns the parameters that do not vary and differ from their defaults.
func (sc *Sweep) FixedWords() []clean.Text {
	if sc.fixed != nil {
		return slices.Clip(sc.fixed)
	}
	sc.fixed = []clean.Text{}
	for _, d := range Parameters() {
		if Varies(sc.Axes, d.Name) {
			continue
		}
		for _, c := range sc.Outline.Configs {
			if !d.Usual(c) {
				sc.fixed = append(sc.fixed, d.Text(d.Label(c)))
				break
			}
		}
	}
	return slices.Clip(sc.fixed)
}
