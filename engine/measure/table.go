package measure

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"gonum.org/v1/gonum/mat"
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
	// Readout says that it depends on the readout of a point.
	Readout bool
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

// Index is the position of the measure in the table; false for one that is not
// in it.
func (m *Measure) Index() (int, bool) { return m.place - 1, m.place > 0 }

// table is the one list of measures, in the order in which they are shown.
var table = listed(
	TestSlowness, TrainingSlowness, Deviation,
	ValidationAccuracy, ValidationRMSE, ValidationSlowness, ValidationSamples, ValidationMAE,
	SegmentsRight, SamplesRight, TestRMSE, TestMAE, TestPredictability, FourierSimilarity,
)

func listed(measures ...*Measure) []*Measure {
	for i, m := range measures {
		m.enter(i)
	}
	return measures
}

// enter gives the measure its place in the table, and the names that it lacks.
func (m *Measure) enter(index int) {
	m.place = index + 1
	if m.Of == nil {
		m.Of = func(r *result.Result) []float64 { return numbers(r.Measures[m.ID]) }
	}
	s := &m.Show
	s.View, s.Column = cmp.Or(s.View, m.ID), cmp.Or(s.Column, m.ID)
	for _, name := range []*string{&s.Heading, &s.Report, &s.Map, &s.Contrast} {
		*name = cmp.Or(*name, m.Label)
	}
}

// All are the measures in the order of the table.
func All() []*Measure { return slices.Clone(table) }

// Register adds a measure to the table. It is to be called before points are
// computed or read, and panics for an ID that is taken.
func Register(m *Measure) *Measure {
	if m.ID == "" || m.Label == "" || m.Of == nil && m.Take == nil {
		panic("measure: a measure needs an ID, a Label, and Of or Take")
	}
	if slices.ContainsFunc(table, func(o *Measure) bool { return o.ID == m.ID && o.Objective == m.Objective }) {
		panic(fmt.Sprintf("measure: %s is registered already", m.ID))
	}
	m.enter(len(table))
	table = append(table, m)
	return m
}

// Taken are the measures that are taken from features.
func Taken() []*Measure {
	return slices.DeleteFunc(All(), func(m *Measure) bool { return m.Take == nil })
}

// Under are the measures of a sweep with an objective: all but those of the
// validation part that choose by another. Their IDs are unique.
func Under(objective string) []*Measure {
	return slices.DeleteFunc(All(), func(m *Measure) bool { return m.Chooses() && m.Objective != objective })
}

// Choosing is the measure that an objective chooses by; nil for no objective.
func Choosing(objective string) *Measure {
	for _, m := range table {
		if m.Chooses() && m.Objective == objective {
			return m
		}
	}
	return nil
}

// Judging are the measures of the test part that judge what an objective chose,
// those to be preferred first.
func Judging(objective string) []*Measure {
	return slices.DeleteFunc(All(), func(m *Measure) bool { return m.Part != Test || m.Objective != objective })
}

// Chooses says that some objective chooses by the measure.
func (m *Measure) Chooses() bool { return m.Part == Validation && m.Objective != "" }
