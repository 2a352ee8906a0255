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

// Choice is the best of some rows, and how sure that is. All of it comes from validation
// parts, which hold test rows of other folds: see [Nested].
type Choice struct {
	// By is how it was chosen.
	By By
	// Best is the index of the row that is chosen, marked ★; −1 where there is nothing to
	// choose by, or no score that all rows have.
	Best int
	// Score is that of the best row.
	Score Score
	// Tied are the rows with that score, the best among them, and TiedBy the rules that
	// the best of them was found by, in their order.
	Tied   []int
	TiedBy []string
	// AnyP says that some of the tied rows differ from the best in the number of
	// features alone.
	AnyP bool
	// Complete of Of rows have a score on every part.
	Complete, Of int
	// AsGood are the rows that are as good as the best within error, without it.
	AsGood []int
	// Agreement is the mean Kendall τ-b over all pairs of parts, over the complete rows;
	// Spread the ratio of the largest and the smallest score that the best has on a part,
	// as shown; Drift how far the means of the inputs move from what models are fitted
	// on to validation parts, in standard deviations. NaN where they cannot be told.
	Agreement, Spread, Drift float64
	// Disagreement counts the pairs of complete rows that parts order differently.
	Disagreement Disagreement
	// Stationarity compares the validation parts of one series; nil for other data.
	Stationarity *Stationarity
	// Low and High bound what a new part would give, as shown, with a probability of
	// 90 %.
	Low, High float64
	// Undecided says why the choice could be another one on another processor; "" where
	// it could not.
	Undecided string
	// Rule says by which rule of the past the choice was made; "" for today's.
	Rule string
	// Warnings say what speaks against trusting the choice.
	Warnings []string
	// Within are the choices among the rows of each training graph, where there are
	// several.
	Within []Within
	// Apart says that the scores of the graphs cannot be compared, as those of slowness,
	// so that Best is −1.
	Apart bool
	// Learning are the learning curves; nil where all rows have one share of training parts.
	Learning []LearningCurve
	// Row is the chosen row; nil for none.
	Row *Row

	candidates []scored
}

// Within is the choice among the rows of one training graph; indices are those of all
// rows.
type Within struct {
	// Graph names the graph, with its parameters.
	Graph string
	Choice
}

// Choose finds the best of rows by their validation parts, in whatever order they are.
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
	if b.apart() {
		among = nil
	}
	c := b.chooseAmong(all, among)
	c.Learning = curves
	c.Apart = b.apart()
	for _, g := range graphs {
		c.Within = append(c.Within, Within{g.name, b.chooseAmong(all, g.rows)})
	}
	return c
}

// Stars are the indices of the rows that [By.Choose] marks ★, without all else that it
// finds: one, or one for each training graph where scores cannot be compared; none where
// there is nothing to choose by.
func (b By) Stars(rows []Row) []int {
	b = b.Over(rows)
	all, index := b.scores(rows)
	among := []graphed{{rows: index}}
	if b.apart() {
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

// Tied is how many rows have the score of the first of [By.Stars], that row among
// them.
func (b By) Tied(rows []Row) int {
	b = b.Over(rows)
	all, index := b.scores(rows)
	if b.apart() {
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

// FirstFeatures reports whether the objective scores the first q features alone, whatever p is.
func (b By) FirstFeatures() bool {
	return slices.Contains([]string{measure.BySlowness, measure.InTime, measure.ByXi}, b.Objective)
}

// apart says that scores under different training graphs cannot be compared.
func (b By) apart() bool { return b.Objective == measure.BySlowness && !b.Before }

// scores are the rows with their scores, and their indices.
func (b By) scores(rows []Row) (all []scored, index []int) {
	all, index = make([]scored, len(rows)), make([]int, len(rows))
	for i := range rows {
		all[i], index[i] = b.scored(&rows[i]), i
	}
	return all, index
}

// Marks are what stands before the rows that the choice was made among: ★ the chosen
// ones, ≈ those that are as good within error; nil where there is nothing to choose by.
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

// Stars are the rows that are marked ★: the chosen one, or where the scores of graphs
// cannot be compared the best of each.
func (c *Choice) Stars() (stars []int) {
	for _, each := range c.each() {
		if each.Best >= 0 {
			stars = append(stars, each.Best)
		}
	}
	return stars
}

// Equals are the rows that are as good as one with ★.
func (c *Choice) Equals() (rows []int) {
	for _, each := range c.each() {
		rows = append(rows, each.AsGood...)
	}
	return rows
}

// each is the choice itself, or where it is none that within each graph.
func (c *Choice) each() []*Choice {
	if !c.Apart {
		return []*Choice{c}
	}
	out := make([]*Choice, len(c.Within))
	for i := range c.Within {
		out[i] = &c.Within[i].Choice
	}
	return out
}

// chooseAmong chooses among the rows of some indices.
func (b By) chooseAmong(all []scored, among []int) Choice {
	nan := math.NaN()
	c := Choice{By: b, Best: -1, Agreement: nan, Spread: nan, Drift: nan, Low: nan, High: nan, Score: Score{U: nan}, Of: len(among), candidates: all}
	if b.Before {
		c.Rule = ruleBefore
	}
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
	if b.Before {
		return c
	}
	c.AnyP = b.FirstFeatures() && slices.ContainsFunc(c.Tied, func(i int) bool { return i != c.Best && differInP(all[i].row, best.row) })
	c.judge(among)
	return c
}

// best is the best of the rows of some indices, those that tie with it, and what broke
// the tie.
func (b By) best(all []scored, among []int) (best int, ties []int, by []string) {
	best = -1
	for _, i := range among {
		s := &all[i]
		if s.rank >= undetermined {
			continue
		}
		if best < 0 || cmp.Or(standing(s, &all[best]), cmp.Compare(s.U, all[best].U)) < 0 {
			best = i
		}
	}
	if best < 0 {
		return best, nil, nil
	}
	for _, i := range among {
		s := &all[i]
		if standing(s, &all[best]) == 0 && (s.U == all[best].U || !b.Before && tied(s.U, all[best].U)) {
			ties = append(ties, i)
		}
	}
	if b.Before {
		best = slices.MinFunc(ties, func(i, j int) int { return compareTiesBefore(all[i].row, all[j].row) })
		return best, ties, nil
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

// differInP says that two rows differ in the number of features alone.
func differInP(x, y *Row) bool {
	return x.Config != y.Config && x.Config.With(method.P.Is(method.P.Of(y.Config))) == y.Config
}

// graphed are the rows of one training graph.
type graphed struct {
	name string
	rows []int
}

// graphsOf gathers rows by the training graph that they are scored under.
func graphsOf(all []scored, index []int) []graphed {
	at := map[part.Point]int{}
	var out []graphed
	for _, i := range index {
		g := graph.Under(all[i].row.Config)
		k, ok := at[g]
		if !ok {
			k = len(out)
			at[g] = k
			out = append(out, graphed{name: strings.TrimPrefix(g.Label(), "graph=")})
		}
		out[k].rows = append(out[k].rows, i)
	}
	return out
}

// split is what divides the data for a row: rows of one split are scored on the same
// parts.
func (r *Row) split() part.Frame { return r.Config.Frame }
