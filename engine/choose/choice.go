package choose

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
	// Apart reports whether the scores belong to different graphs and are incomparable,
	// as for slowness. Best is then −1.
	Apart bool
	// Learning holds the learning curves; nil if all rows have one share of training
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

// TiesAfterRules returns the number of tied rows that remain after each of the rules of TiedBy.
func (c *Choice) TiesAfterRules() []int {
	if c.Tied == nil {
		return nil
	}
	_, _, counts := c.By.breakTies(c.candidates, c.Tied)
	return counts
}
