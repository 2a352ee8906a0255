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

// Sweep is what the screens look at: a sweep at one moment.
type Sweep struct {
	Criterion
	Outline Outline
	State   record.State
	Rows    []choose.Row
	Best    int // index into rows of the first that is marked ★, or -1
	Axes    []Axis
	// Drawn are the axes as charts take them: where multiples of λ were written, by these.
	Drawn        []Axis
	labelsOfBest map[string]clean.Text // by axis, as they are asked for
	// Waiting are the configurations that are planned and have no result yet,
	// as rows without results.
	Waiting []choose.Row
	// Notes are what the user wrote about configurations.
	Notes map[part.Point]clean.Text
	// Segments are what the segments of the data are called, "" for just that.
	Segments clean.Text
	// ASCII says that axes go by their names, as the terminal has no σ.
	ASCII bool

	rowLabels map[string][]clean.Text // of the rows, by axis, as they are asked for
	fixed     []clean.Text            // what does not vary, in words; nil before it is asked for
	Index     map[part.Point]int      // index into rows of each configuration
	drawn     int                     // rows that the axes are about
	parts     bool                    // something is set aside for choosing
	measured  map[*measure.Measure]bool
	stars     []int               // rows that are marked ★
	choice    *choose.Choice      // nil before it is asked for
	judged    int                 // results that it is made from
	testLines []string            // of the choice; nil before they are asked for
	good      map[part.Point]bool // configurations that are as good as the best
	places    map[*choose.Row]int
}

// Take takes up a new state; rows are summarised anew only where points have
// come or gone.
func (sc *Sweep) Take(state record.State) {
	before, now := sc.State.Results, state.Results
	grown := len(before) <= len(now) && (len(before) == 0 || before[len(before)-1] == now[len(before)-1])
	sc.State, sc.testLines = state, nil // a look at test brings no point
	sc.Notes = make(map[part.Point]clean.Text, len(state.Notes))
	for _, n := range state.Notes {
		sc.Notes[n.Point] = clean.Of(n.Text)
	}
	switch {
	case !grown || len(sc.Rows) == 0:
		sc.Rows, sc.Index = choose.SummarizeIndexed(now)
		sc.drawn, sc.choice, sc.measured = 0, nil, map[*measure.Measure]bool{}
		sc.noteMeasures(sc.Rows)
		sc.Judge()
	case len(now) > len(before):
		sc.grow(now[len(before):])
		sc.Judge()
	}
}

// grow takes up results that have come: only their rows are summarised anew.
func (sc *Sweep) grow(fresh []*result.Result) {
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

func (sc *Sweep) noteMeasures(rows []choose.Row) {
	for _, m := range measure.All() {
		sc.measured[m] = sc.measured[m] || choose.Have(rows, m)
	}
}

// Judge finds the best row and, where there are other configurations than
// before, the axes and what is waiting.
func (sc *Sweep) Judge() {
	sc.By.Before = false
	sc.By.Before = sc.By.Over(sc.Rows).Before
	was := sc.stars
	sc.Best, sc.stars, sc.places = -1, sc.By.Stars(sc.Rows), nil
	sc.testLines = nil
	if len(sc.stars) > 0 {
		sc.Best = sc.stars[0]
	}
	if n := len(sc.State.Results); !slices.Equal(sc.stars, was) || n < sc.judged || n > sc.judged+sc.judged/50 || sc.Missing() == 0 {
		sc.choice = nil // of many points a few more do not change how sure it is
	}
	sc.labelsOfBest = map[string]clean.Text{}
	if sc.drawn == len(sc.Rows) && sc.drawn > 0 {
		return
	}
	sc.drawn, sc.rowLabels, sc.fixed = len(sc.Rows), nil, nil
	beyond := sc.beyond()
	if beyond != nil || sc.Axes == nil {
		sc.measureAxes(append(slices.Clip(sc.Outline.Configs), beyond...))
	}
	sc.Waiting = make([]choose.Row, 0, max(0, len(sc.Outline.Configs)-len(sc.Index)))
	if beyond == nil && len(sc.Rows) == len(sc.Outline.Configs) {
		return // none is
	}
	for _, c := range sc.Outline.Configs {
		if _, ok := sc.Index[c]; !ok {
			sc.Waiting = append(sc.Waiting, choose.Row{Config: c})
		}
	}
}

// beyond are the configurations of rows that are not planned.
func (sc *Sweep) beyond() []part.Point {
	var out []part.Point
	for i := range sc.Rows {
		if _, ok := sc.Outline.at[sc.Rows[i].Config]; !ok {
			out = append(out, sc.Rows[i].Config)
		}
	}
	return out
}

// measureAxes finds the axes in which configurations differ.
func (sc *Sweep) measureAxes(configs []part.Point) {
	sc.Axes = AxesOf(configs)
	sc.parts = slices.ContainsFunc(configs, func(p part.Point) bool { return p.Validated() })
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

// SetPlan takes up what is planned.
func (sc *Sweep) SetPlan(o Outline, m Criterion) {
	sc.Outline, sc.Criterion = o, m
	sc.drawn, sc.Axes, sc.choice = 0, nil, nil
	sc.Judge()
}

// Row is a row of the table: first those with results, then those that wait.
func (sc *Sweep) Row(i int) *choose.Row {
	if i < len(sc.Rows) {
		return &sc.Rows[i]
	}
	return &sc.Waiting[i-len(sc.Rows)]
}

// IndexOf is the row of the table of a configuration, -1 where there is none.
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

// LabelsOf are the labels of all rows on an axis.
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

// Provisional says that points are missing, so that the best is the best so far.
func (sc *Sweep) Provisional() bool { return sc.Missing() > 0 }

// Star is the sign of the best: ✧ while that is the best so far.
func (sc *Sweep) Star() clean.Text {
	if sc.Provisional() {
		return "✧"
	}
	return "★"
}

// SoFar says how many points are complete. The best so far is one of those, and where there
// are none one of the points with the most scores.
func (sc *Sweep) SoFar() clean.Text {
	complete := 0
	for i := range sc.Rows {
		if r := &sc.Rows[i]; len(r.Results) == sc.FoldsOf(r) {
			complete++
		}
	}
	return clean.Sprintf("%d of %d points complete", complete, len(sc.Rows)+len(sc.Waiting))
}

// IsBest says that a row is marked ★, or ✧.
func (sc *Sweep) IsBest(r *choose.Row) bool {
	return slices.ContainsFunc(sc.stars, func(i int) bool { return r == &sc.Rows[i] })
}

// Choice is the choice among the rows, and how sure it is.
func (sc *Sweep) Choice() *choose.Choice {
	if sc.choice == nil {
		c := sc.By.Choose(sc.Rows)
		sc.choice, sc.good, sc.judged = &c, map[part.Point]bool{}, len(sc.State.Results)
		for _, i := range c.Equals() {
			sc.good[sc.Rows[i].Config] = true
		}
	}
	return sc.choice
}

// TestLines are what test says of the choice when the sweep is over; nothing is chosen by
// it.
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

// AsGood says that a row is as good as the best within error.
func (sc *Sweep) AsGood(r *choose.Row) bool {
	sc.Choice()
	return sc.good[r.Config]
}

// TiesWithBest says that a row has the score of the best, and that another rule decided.
func (sc *Sweep) TiesWithBest(r *choose.Row) bool {
	return slices.ContainsFunc(sc.Choice().Tied, func(i int) bool { return r == &sc.Rows[i] })
}

// Place is the place of a row in the order of choice, from 0; false for a row without a
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

// Missing is the number of planned points that are not finished.
func (sc *Sweep) Missing() int { return max(sc.State.Total-len(sc.State.Results), 0) }

// FoldsOf is the number of folds that a configuration is planned to have.
func (sc *Sweep) FoldsOf(r *choose.Row) int {
	return max(sc.Outline.foldsOf(r.Config), len(r.Results))
}

// Validated says that something may be chosen by.
func (sc *Sweep) Validated() bool { return sc.parts }

// BestLabel is where on an axis the best of the rows is that have the
// parameter, or the first of its values.
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

// FixedWords are the parameters that do not vary and are worth telling.
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
