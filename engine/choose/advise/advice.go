package advise

import (
	"strings"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/part"
)

// A Kind is the subject of a piece of advice.
type Kind string

// The kinds of advice.
const (
	Finish    Kind = "finish"     // points are planned and not computed
	Choose    Kind = "choose"     // nothing to choose by
	Variance  Kind = "variance"   // unit variance is violated
	Splits    Kind = "splits"     // validation parts disagree
	Width     Kind = "width"      // no σ is near the heuristic width
	Edge      Kind = "edge"       // the best point is at the edge of the grid
	Overfit   Kind = "overfit"    // features are much faster on validation than on training
	Around    Kind = "around"     // an axis was not varied around the best
	Coarse    Kind = "coarse"     // the grid is coarse around the best
	Reach     Kind = "reach"      // an axis ends where it does not matter yet
	Expected  Kind = "expected"   // no direction remains, and the budget is not used up
	Rank      Kind = "rank"       // fewer features than requested
	Failed    Kind = "failed"     // points could not be computed
	FlatWidth Kind = "flat-width" // σ does not matter
	Done      Kind = "done"       // nothing to do
)

// An Advice is one suggestion for the next step.
type Advice struct {
	Kind Kind
	// Do is the suggestion in the imperative, and Why its reason with numbers. Neither
	// ends in a full stop.
	Do, Why string
	// Evidence lists the results that support it.
	Evidence []Evidence
	// Axis and Values are the change to the sweep, on an axis of [part.Axes]; "" for
	// none.
	Axis   string
	Values []float64
	// Points are the change as points to add, one for each value and repeat of the
	// varied choice; nil if there is nothing to compute.
	Points []part.Point

	way    direction
	weight float64 // ranks pieces of advice of one kind, the largest first
}

// A direction is an axis, up or down, from the best point.
type direction struct {
	axis string
	side int // 1 for up, −1 for down, 0 for no direction
}

// opposite returns the opposite direction.
func (d direction) opposite() direction { return direction{d.axis, -d.side} }

// String returns the symbol of the axis with an arrow: σ↑.
func (d direction) String() string {
	axis, _ := part.AxisNamed(d.axis)
	return symbol(axis) + map[int]string{-1: "↓", 1: "↑"}[d.side]
}

// Sentence returns the advice in one sentence.
func (a Advice) Sentence() string { return a.Do + ": " + a.Why }

// Evidence is a measure of one choice of parameters.
type Evidence struct {
	// Config is the choice of parameters, Keys holds the keys of its results.
	Config  part.Point
	Keys    []string
	Measure string
	Value   float64
}

// A Sweep is the input of the advisor.
type Sweep struct {
	// Rows are the finished results, by choice of parameters.
	Rows []choose.Row
	// By is the criterion of the best row, on validation.
	By choose.By
	// Missing is the number of points that are planned and not computed.
	Missing int
	// Width returns σ₀ of the inputs of a point's function space, or 0 if unknown. It
	// may be nil.
	Width func(part.Point) float64
}

// change returns the axis and the values that a piece of advice would add, which identify it;
// "" if there is nothing to compute.
func (a *Advice) change() string {
	if len(a.Points) == 0 {
		return ""
	}
	values := make([]string, len(a.Values))
	for i, v := range a.Values {
		values[i] = formatNumber(v)
	}
	return a.Axis + " " + strings.Join(values, ",")
}
