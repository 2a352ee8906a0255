package measure

import (
	"context"
	"math"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// Measure is something measured of a point. Whatever shows, compares, exports
// or chooses by measures reads them from one table, see [All].
type Measure struct {
	// ID names the measure in filters, such as "rmse>0.5". Measures of one ID
	// have different objectives.
	ID string
	// Label is its full name, such as "RMSE on test".
	Label string
	// Doc says in a sentence or two what the number is, "" where its name does.
	Doc string
	// Unit is what it is measured in.
	Unit Unit
	// Better says which values are better.
	Better Direction
	// Part is the part of the data that it is taken on.
	Part Part
	// Objective is what it tells about: on the validation part the objective that
	// chooses by it, on the test part the objective whose choice it judges; "" for
	// none.
	Objective string
	// Fitted marks a measure that an objective chooses by and that is taken on the rows
	// that models are fitted on, not on those set aside.
	Fitted bool
	// Readout says that it depends on the readout of a point.
	Readout bool
	// Graph says that it is taken under the training graph of a point.
	Graph bool
	// Like reports whether the values of two points compare; nil where those of all do.
	Like func(a, b part.Point) bool
	// Log says that its values usually span orders of magnitude.
	Log bool
	// Of gives its values for a result that did not fail: one for each feature,
	// segment or class, or a single one; nil where it was not taken. Of a measure
	// with Take it gives what that has recorded.
	Of func(*result.Result) []float64
	// Take takes the measure of a point that is computed, where its values do not
	// follow from what a result holds already. It is called once for each point, on
	// several goroutines.
	Take func(context.Context, Features) ([]float64, error)
	// One is the single number that stands for the values of a result; nil for
	// their mean.
	One func(*result.Result) float64
	// EachFeature says that Of gives a value for each feature, the first of which are those of
	// a point with fewer features: such points are compared over the features that they share.
	EachFeature bool
	// Largest says that the folds and draws of a choice are summarised by the
	// largest of their values, not by the mean.
	Largest bool
	// Recorded says that the values themselves are fields of a result, so that an
	// export of results needs no column for them.
	Recorded bool

	// Show says where and how the measure is shown. Its zero value shows it
	// everywhere under its Label, once some point has it.
	Show Show

	place int // in the table, from 1; 0 for a measure that is not in it
}

// Features are the features of a point, a sample a row, on the training part and
// on the test part, where there is one. The spans are the numbers of consecutive
// samples.
type Features struct {
	Point                 part.Point
	Train, Test           *mat.Dense
	TrainSpans, TestSpans []int
}

// Unit is what a measure is measured in.
type Unit int

// The units of measures.
const (
	Number Unit = iota // no unit
	Share              // from 0 to 1
	Target             // that of the target
)

// Direction says which values of a measure are better.
type Direction int

// The directions of measures.
const (
	Lower   Direction = -1
	Neither Direction = 0
	Higher  Direction = 1
)

// Than says that a is better than b.
func (d Direction) Than(a, b float64) bool { return d == Higher && a > b || d == Lower && a < b }

// Part is a part of the data.
type Part int

// The parts of the data that measures are taken on.
const (
	Test Part = iota
	Training
	Validation
)

// Value is the measure of one result as a single number, NaN where it was not
// taken.
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

// ValueOfFirst returns [Measure.Value] over the first q features, where the measure has a value for
// each; over all where q is 0.
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

// Index is the position of the measure in the table; false for one that is not
// in it.
func (m *Measure) Index() (int, bool) { return m.place - 1, m.place > 0 }

// Chooses says that some objective chooses by the measure; of no measure, none does.
func (m *Measure) Chooses() bool { return m != nil && m.Part == Validation && m.Objective != "" }

// optional is a recorded number, if there is one.
func optional(v *part.Float) []float64 {
	if v == nil {
		return nil
	}
	return []float64{float64(*v)}
}
