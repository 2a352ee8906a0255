package choose

import (
	"math"
	"slices"

	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/result"
)

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

// Tied returns the number of rows that have the score of a row of [By.Stars] and can be
// compared with it, that row included.
func (b By) Tied(rows []Row, star int) int {
	b = b.Over(rows)
	all, index := b.scores(rows)
	if b.graphsIncomparable() {
		graphs := graphsOf(all, index)
		index = graphs[slices.IndexFunc(graphs, func(g graphRows) bool { return slices.Contains(g.rows, star) })].rows
	}
	_, ties, _ := b.best(all, index)
	return len(ties)
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

// judge computes the statistics of the choice among the rows with indices among:
// spread, drift, prediction interval, equally good rows, agreement of the parts, and
// warnings.
func (c *Choice) judge(among []int) {
	best := &c.candidates[c.Best]
	c.Drift = best.row.overParts(func(p *result.ValidationPart) float64 { return float64(p.Drift) })
	shown := make([]float64, 0, len(best.Parts))
	for _, u := range best.Parts {
		if !math.IsNaN(u) {
			shown = append(shown, best.toUnits(u))
		}
	}
	c.Spread = slices.Max(shown) / slices.Min(shown)
	if c.By.On() == "validation" {
		c.Stationarity = StationarityOf(best.row)
	}
	c.Undecided = c.undecided(among)
	c.Warnings = c.unresolved(among)
	if !best.Complete() {
		return
	}
	low, high := PredictionInterval(best.Parts, best.row.overlap())
	c.Low, c.High = best.toUnits(low), best.toUnits(high)
	if c.By.Shares() {
		c.Low, c.High = max(0, min(c.Low, c.High)), min(1, max(c.Low, c.High))
	}
	if c.By.Objective == measure.BySlowness || c.By.Objective == measure.InTime {
		c.High = min(c.High, whiteNoiseDelta) // scores are at most 2, the value of white noise
	}
	ratio := best.row.Ratio()
	var parts [][]float64
	for _, i := range among {
		s := &c.candidates[i]
		if !s.Complete() || s.rank == diagnosis || s.row.split() != best.row.split() || len(s.Parts) != len(best.Parts) {
			continue
		}
		parts = append(parts, s.Parts)
		if i != c.Best && s.rank == best.rank && AsGood(s.Parts, best.Parts, ratio) {
			c.AsGood = append(c.AsGood, i)
		}
	}
	if len(parts) > 1 {
		c.Agreement = MeanTau(parts)
		c.Disagreement = DisagreementOf(parts, ratio)
	}
	c.Warnings = append(c.warnings(len(parts)), c.Warnings...)
}
