package graph

import (
	"slices"

	"example.com/sfatui/engine/part"
)

// Weights selects the columns that weight the graph: samples, transitions or both.
var Weights = part.NewWord(part.Axis{
	Name: "weights", Doc: "weights of the training graph: samples (--importance), transitions (--transition-importance), or both",
	Choices: []string{"none"}, Unset: "none",
	Always: true, When: func(p *part.Point) bool { return Name.Of(*p) != "" },
})

// Weighting is one way to weight a graph.
type Weighting struct {
	// Samples and Transitions are the q and the p of [Weighted]; nil leaves v, or γ,
	// unchanged.
	Samples, Transitions *Column
}

// Column is a number for each sample.
type Column struct {
	// Of returns the column, or nil if the samples lack it.
	Of func(Samples) []float64
	// Missing is the remedy in that case.
	Missing string
	// Given marks a column of the data, which is used by default if it exists.
	Given bool
}

// Weightings is the table of all weightings.
var Weightings = part.NewTable[Weighting](Weights, "")

var (
	importance = &Column{
		Of: func(s Samples) []float64 { return s.Importance }, Given: true,
		Missing: "name the column of the samples' importance with --importance",
	}
	transitionImportance = &Column{
		Of: func(s Samples) []float64 { return s.TransitionImportance }, Given: true,
		Missing: "name the column of the transitions' importance with --transition-importance",
	}

	bySamples     = part.Part[Weighting]{Name: "samples", Build: Weighting{Samples: importance}}
	byTransitions = part.Part[Weighting]{Name: "transitions", Build: Weighting{Transitions: transitionImportance}}
	byBoth        = part.Part[Weighting]{Name: "both", Build: Weighting{importance, transitionImportance}}
)

// columns returns the columns that it uses.
func (w Weighting) columns() []*Column {
	return slices.DeleteFunc([]*Column{w.Samples, w.Transitions}, func(c *Column) bool { return c == nil })
}

// Missing returns the remedy if the samples lack a column of the weighting, else "".
func (w Weighting) Missing(s Samples) string {
	for _, c := range w.columns() {
		if c.Of(s) == nil {
			return c.Missing
		}
	}
	return ""
}

// SuitedWeights returns the weighting that uses most of the given columns of the data.
func SuitedWeights(s Samples) string {
	suited, most := "none", 0
	for _, w := range Weightings.All() {
		columns := w.Build.columns()
		given := !slices.ContainsFunc(columns, func(c *Column) bool { return !c.Given })
		if given && len(columns) > most && w.Build.Missing(s) == "" {
			suited, most = w.Name, len(columns)
		}
	}
	return suited
}

// Weigh returns the graph g over samples with the point's weights.
func Weigh(g Graph, s Samples, at part.Point) (Graph, error) {
	w := Weightings.Of(at)
	if w == nil {
		return g, nil
	}
	var p, q []float64
	if c := w.Build.Transitions; c != nil {
		p = c.Of(s)
	}
	if c := w.Build.Samples; c != nil {
		q = c.Of(s)
	}
	return Weighted(g, p, q)
}
