package choose

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
)

// A Choice is the best of some rows and the certainty of that choice. It uses
// validation parts only. Validation parts contain test rows of other folds; see
// [Nested].
type Choice struct {
	// By is the criterion of the choice.
	By By
	// Best is the index of the chosen row, marked ★; −1 if there is no objective to
	// choose by, or no score that all rows have.
	Best int
	// Score is the score of the best row.
	Score Score
	// Tied are the indices of the rows with the best score, the best included. TiedBy
	// are the rules that broke the tie, in order of application.
	Tied   []int
	TiedBy []string
	// AnyP reports whether some tied rows differ from the best only in the number of
	// features.
	AnyP bool
	// Complete of Of rows have a score on every part.
	Complete, Of int
	// AsGood are the indices of the other rows that are as good as the best within
	// error.
	AsGood []int
	// Agreement is the mean Kendall τ-b over all pairs of parts, computed from the
	// complete rows. Spread is the ratio of the best row's largest to its smallest
	// score over the parts, in the units of the objective. Drift is the shift of the
	// input means from the rows that models are fitted on to the validation parts, in
	// standard deviations. Each is NaN if unknown.
	Agreement, Spread, Drift float64
	// Disagreement counts the pairs of complete rows that parts order differently.
	Disagreement Disagreement
	// Stationarity compares the validation parts of one series; nil for other data.
	Stationarity *Stationarity
	// Low and High bound the score on one more part with 90 % probability, in the units
	// of the objective.
	Low, High float64
	// Undecided is the reason why another processor could choose another row; "" if it
	// could not.
	Undecided string
	// Warnings are the reasons for distrusting the choice.
	Warnings []string
	// Within are the choices among the rows of each training graph, if there are
	// several.
	Within []Within
	// Apart reports whether scores of different graphs are incomparable, as those of
	// slowness are. Best is then −1.
	Apart bool
	// Learning are the learning curves; nil if all rows have one share of training
	// parts.
	Learning []LearningCurve
	// Row is the chosen row; nil for none.
	Row *Row

	candidates []scored
}

// Within is the choice among the rows of one training graph. Its indices refer to all
// rows.
type Within struct {
	// Graph names the graph, with its parameters.
	Graph string
	Choice
}

// Choose returns the choice of the best row by validation scores. The order of rows
// does not matter.
func (b By) Choose(rows []Row) Choice {
	b = b.Over(rows)
	all, index := b.scores(rows)
	graphs, curves := graphsOf(all, index), b.LearningCurves(rows)
	if len(graphs) <= 1 {
		c := b.chooseAmong(all, index)
		c.Learning = curves
		return c
	}
	among := index
	if b.graphsIncomparable() {
		among = nil
	}
	c := b.chooseAmong(all, among)
	c.Learning = curves
	c.Apart = b.graphsIncomparable()
	for _, g := range graphs {
		c.Within = append(c.Within, Within{g.name, b.chooseAmong(all, g.rows)})
	}
	return c
}

// Stars returns the indices of the rows that [By.Choose] marks ★, without computing the
// rest of the choice: one row, one for each training graph if scores of graphs are
// incomparable, or none if there is nothing to choose by.
func (b By) Stars(rows []Row) []int {
	b = b.Over(rows)
	all, index := b.scores(rows)
	among := []graphRows{{rows: index}}
	if b.graphsIncomparable() {
		among = graphsOf(all, index)
	}
	var stars []int
	for _, g := range among {
		if best, _, _ := b.best(all, g.rows); best >= 0 {
			stars = append(stars, best)
		}
	}
	return stars
}

// Tied returns the number of rows that have the score of the first of [By.Stars], that
// row included.
func (b By) Tied(rows []Row) int {
	b = b.Over(rows)
	all, index := b.scores(rows)
	if b.graphsIncomparable() {
		if graphs := graphsOf(all, index); len(graphs) > 0 {
			index = graphs[0].rows
		}
	}
	_, ties, _ := b.best(all, index)
	return len(ties)
}

// On returns the part of the data that points are chosen on: "training" for ξ, else
// "validation".
func (b By) On() string { return measure.ChoosesOn(b.Objective) }

// FirstFeatures reports whether the objective scores only the first q features,
// whatever p is.
func (b By) FirstFeatures() bool {
	return slices.Contains([]string{measure.BySlowness, measure.InTime, measure.ByXi}, b.Objective)
}

// graphsIncomparable reports whether scores under different training graphs are
// incomparable.
func (b By) graphsIncomparable() bool { return b.Objective == measure.BySlowness }

// scores returns the rows with their scores, and their indices.
func (b By) scores(rows []Row) (all []scored, index []int) {
	all, index = make([]scored, len(rows)), make([]int, len(rows))
	for i := range rows {
		all[i], index[i] = b.scored(&rows[i]), i
	}
	return all, index
}

// Marks returns the mark in front of each row: ★ for chosen rows, ≈ for rows that are
// as good within error, else "". It returns nil if there is nothing to choose by.
func (c *Choice) Marks(rows []Row) []string {
	stars := c.Stars()
	if stars == nil {
		return nil
	}
	out := make([]string, len(rows))
	for _, i := range stars {
		out[i] = "★"
	}
	for _, i := range c.Equals() {
		out[i] = "≈"
	}
	return out
}

// Stars returns the indices of the rows marked ★: the chosen row, or the best row of
// each graph if scores of graphs are incomparable.
func (c *Choice) Stars() (stars []int) {
	for _, each := range c.choices() {
		if each.Best >= 0 {
			stars = append(stars, each.Best)
		}
	}
	return stars
}

// Equals returns the indices of the rows that are as good as a row marked ★.
func (c *Choice) Equals() (rows []int) {
	for _, each := range c.choices() {
		rows = append(rows, each.AsGood...)
	}
	return rows
}

// choices returns the choice itself, or the choices within each graph if scores of graphs
// are incomparable.
func (c *Choice) choices() []*Choice {
	if !c.Apart {
		return []*Choice{c}
	}
	out := make([]*Choice, len(c.Within))
	for i := range c.Within {
		out[i] = &c.Within[i].Choice
	}
	return out
}

// chooseAmong returns the choice among the rows with indices among.
func (b By) chooseAmong(all []scored, among []int) Choice {
	nan := math.NaN()
	c := Choice{By: b, Best: -1, Agreement: nan, Spread: nan, Drift: nan, Low: nan, High: nan, Score: Score{U: nan}, Of: len(among), candidates: all}
	for _, i := range among {
		if all[i].Complete() {
			c.Complete++
		}
	}
	c.Best, c.Tied, c.TiedBy = b.best(all, among)
	if c.Best < 0 {
		return c
	}
	best := &all[c.Best]
	c.Row, c.Score = best.row, best.Score
	c.AnyP = b.FirstFeatures() && slices.ContainsFunc(c.Tied, func(i int) bool { return i != c.Best && differInP(all[i].row, best.row) })
	c.judge(among)
	return c
}

// best returns the index of the best of the rows among, the rows that tie with it, and
// the names of the rules that broke the tie. best is −1 if no row may be chosen.
func (b By) best(all []scored, among []int) (best int, ties []int, by []string) {
	best = -1
	for _, i := range among {
		s := &all[i]
		if s.rank >= undetermined {
			continue
		}
		if best < 0 || cmp.Or(compareTrust(s, &all[best]), cmp.Compare(s.U, all[best].U)) < 0 {
			best = i
		}
	}
	if best < 0 {
		return best, nil, nil
	}
	for _, i := range among {
		s := &all[i]
		if compareTrust(s, &all[best]) == 0 && tied(s.U, all[best].U) {
			ties = append(ties, i)
		}
	}
	left := ties
	for _, t := range b.tieBreaks() {
		if len(left) == 1 {
			break
		}
		first := slices.MinFunc(left, func(i, j int) int { return t.compare(all[i].row, all[j].row) })
		kept := slices.DeleteFunc(slices.Clone(left), func(i int) bool { return t.compare(all[i].row, all[first].row) > 0 })
		if len(kept) < len(left) {
			left, by = kept, append(by, t.name)
		}
	}
	return left[0], ties, by
}

// differInP reports whether two rows differ only in the number of features.
func differInP(x, y *Row) bool {
	return x.Config != y.Config && x.Config.With(method.P.Is(method.P.Of(y.Config))) == y.Config
}

// A graphRows holds the indices of the rows of one training graph.
type graphRows struct {
	name string
	rows []int
}

// graphsOf groups rows by the training graph that they are scored under.
func graphsOf(all []scored, index []int) []graphRows {
	at := map[part.Point]int{}
	var out []graphRows
	for _, i := range index {
		g := graph.Under(all[i].row.Config)
		k, ok := at[g]
		if !ok {
			k = len(out)
			at[g] = k
			out = append(out, graphRows{name: strings.TrimPrefix(g.Label(), "graph=")})
		}
		out[k].rows = append(out[k].rows, i)
	}
	return out
}

// split returns the parameters that determine the division of the data. Rows of one
// split are scored on the same parts.
func (r *Row) split() part.Frame { return r.Config.Frame }
