package measure

import (
	"context"
	"math"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// Measure is a measure of a point. All displays, comparisons, exports and choices by
// measures read them from one table, see [All].
type Measure struct {
	// ID names the measure in filters, such as "rmse>0.5". Measures of one ID have
	// different objectives.
	ID string
	// Label is its full name, such as "RMSE on test".
	Label string
	// Doc explains the number in a sentence or two, "" if its name does.
	Doc string
	// Unit is the unit of its values.
	Unit Unit
	// Better is the direction of better values.
	Better Direction
	// Part is the part of the data that it is measured on.
	Part Part
	// Objective is the objective that chooses by it, for a measure on the validation
	// part, or the objective whose choice it judges, for one on the test part; "" for
	// none.
	Objective string
	// Fitted marks a measure that an objective chooses by and that is measured on the
	// rows that models are fitted on, instead of those set aside.
	Fitted bool
	// Readout reports whether it depends on the readout of a point.
	Readout bool
	// Graph reports whether it depends on the training graph of a point.
	Graph bool
	// Like reports whether the values of two points are comparable; nil if those of all
	// are.
	Like func(a, b part.Point) bool
	// Log reports whether its values usually span orders of magnitude.
	Log bool
	// Of returns its values for a result that did not fail: one for each feature,
	// segment or class, or a single one; nil if it was not measured. For a measure with
	// Take it returns the recorded values.
	Of func(*result.Result) []float64
	// Take computes the measure of a point whose values do not follow from the other
	// fields of a result. It is called once for each point, concurrently.
	Take func(context.Context, Features) ([]float64, error)
	// One returns the single number that represents the values of a result; nil for
	// their mean.
	One func(*result.Result) float64
	// EachFeature reports whether Of returns a value for each feature, and the first
	// values equal those of a point with fewer features: such points are compared over
	// the features that they share.
	EachFeature bool
	// Largest selects the largest value, instead of the mean, as the summary over folds
	// and draws.
	Largest bool
	// Recorded reports whether the values themselves are fields of a result, so that an
	// export of results needs no column for them.
	Recorded bool

	// Show determines where and how the measure is shown. Its zero value shows it
	// everywhere under its Label, once some point has it.
	Show Show

	position int // in the table, from 1; 0 for a measure that is not in it
}

// Features holds the features of a point, a sample a row, on the training part and on
// the test part, if there is one. The spans are the numbers of consecutive samples.
type Features struct {
	Point                 part.Point
	Train, Test           *mat.Dense
	TrainSpans, TestSpans []int
}

// Unit is the unit of a measure.
type Unit int

// The units of measures.
const (
	Number Unit = iota // no unit
	Share              // from 0 to 1
	Target             // that of the target
)

// Direction is the direction of better values of a measure.
type Direction int

// The directions of measures.
const (
	Lower   Direction = -1
	Neither Direction = 0
	Higher  Direction = 1
)

// Than reports whether a is better than b.
func (d Direction) Than(a, b float64) bool { return d == Higher && a > b || d == Lower && a < b }

// Part is a part of the data.
type Part int

// The parts of the data that measures are computed on.
const (
	Test Part = iota
	Training
	Validation
)

// Value returns the measure of one result as a single number, or NaN if it was not
// measured.
func (m *Measure) Value(r *result.Result) float64 {
	if m.One != nil {
		return m.One(r)
	}
	values := m.Of(r)
	if len(values) == 0 {
		return math.NaN()
	}
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

// ValueOfFirst returns [Measure.Value] over the first q features, if the measure has a
// value for each; over all if q is 0.
func (m *Measure) ValueOfFirst(r *result.Result, q int) float64 {
	if !m.EachFeature || q <= 0 {
		return m.Value(r)
	}
	values := m.Of(r)
	if len(values) <= q {
		return m.Value(r)
	}
	return stat.Mean(values[:q], nil)
}

// Index returns the position of the measure in the table, and whether the table contains it.
func (m *Measure) Index() (int, bool) { return m.position - 1, m.position > 0 }

// Chooses reports whether some objective chooses by the measure; false for nil.
func (m *Measure) Chooses() bool { return m != nil && m.Part == Validation && m.Objective != "" }

// optional returns a recorded number as a slice, or nil if there is none.
func optional(v *part.Float) []float64 {
	if v == nil {
		return nil
	}
	return []float64{float64(*v)}
}
