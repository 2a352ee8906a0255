package advise

import (
	"strings"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/part"
)

// Kind says what an advice is about.
type Kind string

// The kinds of advice, the most pressing first.
const (
	Finish    Kind = "finish"     // points are planned and not computed
	Choose    Kind = "choose"     // nothing to choose by
	Variance  Kind = "variance"   // unit variance is violated
	Splits    Kind = "splits"     // validation parts disagree
	Width     Kind = "width"      // no σ near the heuristic width
	Edge      Kind = "edge"       // the best is at the edge of the grid
	Overfit   Kind = "overfit"    // validation is far from training
	Around    Kind = "around"     // an axis was not varied around the best
	Coarse    Kind = "coarse"     // the grid is coarse around the best
	Reach     Kind = "reach"      // an axis ends where it does not matter yet
	Expected  Kind = "expected"   // no direction is left, and the budget is not used up
	Rank      Kind = "rank"       // fewer features than asked for
	Failed    Kind = "failed"     // points could not be computed
	FlatWidth Kind = "flat-width" // σ does not matter
	Done      Kind = "done"       // nothing to do
)

// Advice is one thing to do next.
type Advice struct {
	Kind Kind
	// Do is what to do, in the imperative, and Why says it, with numbers.
	// Neither ends in a full stop.
	Do, Why string
	// Evidence are the results that it rests on.
	Evidence []Evidence
	// Axis and Values are the change to the sweep, on an axis of [part.Axes]; ""
	// where there is none.
	Axis   string
	Values []float64
	// Points are the change as points to add, one for each value and repeat of
	// the choice that is varied; nil where there is nothing to compute.
	Points []part.Point

	way    direction
	weight float64 // ranks advices of one kind, the larger first
}

// direction is an axis up or down from the best point.
type direction struct {
	axis string
	side int // 1 up, −1 down, 0 for no direction
}

// back is the way back.
func (d direction) back() direction { return direction{d.axis, -d.side} }

// String names the direction in a sign: σ↑.
func (d direction) String() string {
	axis, _ := part.AxisNamed(d.axis)
	return symbol(axis) + map[int]string{-1: "↓", 1: "↑"}[d.side]
}

// Sentence is the advice in one sentence.
func (a Advice) Sentence() string { return a.Do + ": " + a.Why }

// Evidence is a measure of one choice of parameters.
type Evidence struct {
	// Config is the choice, Keys name its results.
	Config  part.Point
	Keys    []string
	Measure string
	Value   float64
}

// Sweep is what an advice is made from.
type Sweep struct {
	// Rows are the finished results, by choice of parameters.
	Rows []choose.Row
	// By is what the best row is chosen by, on validation.
	By choose.By
	// Missing is the number of points that are planned and not computed.
	Missing int
	// Width gives σ₀ of what a point's function space sees, 0 where that is not
	// known. It may be nil.
	Width func(part.Point) float64
}

// change names what an advice would compute.
func (a *Advice) change() string {
	if len(a.Points) == 0 {
		return ""
	}
	values := make([]string, len(a.Values))
	for i, v := range a.Values {
		values[i] = number(v)
	}
	return a.Axis + " " + strings.Join(values, ",")
}
