package sweep

import (
	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/preparation"
	"example.com/sfatui/engine/readout/normal"
)

// Entry is one point of a plan.
type Entry struct {
	// Key names the point: 64 hexadecimal digits, see [Key].
	Key   string     `json:"key"`
	Point part.Point `json:"point"`
	// Cost is the point's expected work, with its share of the stages that it shares with
	// others, in operations of a matrix product. It estimates the remaining time to a
	// factor of two.
	Cost float64 `json:"cost"`
}

// Plan is a sweep ready to run: its points in the order in which they will be computed, and
// their data.
type Plan struct {
	Spec    Spec // with every default filled in
	Data    string
	Entries []Entry
	// Acts holds the λ from which regularisation begins to act, if the user wrote multiples.
	Acts []Act

	// Jobs holds the points grouped by function space and fold, in the order in which they
	// will be computed. Set is the data, Graphs its training graphs.
	Jobs   []*Job
	Set    *data.Set
	Graphs *preparation.Graphs
	// MostSupports is the size of the largest subset for each selection; smaller ones are
	// its prefixes.
	MostSupports map[SupportsKey]int

	splits map[split.Options][]split.Fold
	states map[part.Point][]normal.State // states of all samples, by the parameters of normal operation
}

// Acting returns, for points without regularisation, the λ from which regularisation begins to
// act on each (ActsFrom of package sfa on its training part).
type Acting func(points []part.Point) ([]float64, error)

// Act is the λ from which regularisation begins to act for a choice of parameters: the median
// over its folds.
type Act struct {
	Config part.Point // with λ = 0, without a readout
	Lambda float64
}

// Job computes the points that share a function space on a fold.
type Job struct {
	Plan    *Plan
	At      part.Point // what the points share
	Fold    split.Fold
	Entries []Entry // in the order of compareInJob
}

// Remaining returns the number of points that are not done.
func (j *Job) Remaining(done map[string]bool) int {
	n := 0
	for _, e := range j.Entries {
		if !done[e.Key] {
			n++
		}
	}
	return n
}

// cost returns the expected work of all points, in operations of a matrix product.
func (j *Job) cost() (sum float64) {
	for _, e := range j.Entries {
		sum += e.Cost
	}
	return sum
}

// Model identifies a model of a job: Outer, which is trained on the whole training part and
// scored on the test part, or the index from 0 of an inner split, whose model is scored on the
// validation part for choosing.
type Model int

// Outer is the model that is scored on the test part.
const Outer Model = -1

// Inner reports whether the model is that of an inner split.
func (m Model) Inner() bool { return m != Outer }

// Models returns the models of the job: the outer one, then one for each inner split.
func (j *Job) Models() []Model {
	models := []Model{Outer}
	for i := range j.Fold.Inner {
		models = append(models, Model(i))
	}
	return models
}

// Parts returns the training part and the held-out part of a model. The outer model has no
// held-out part while the test parts are sealed.
func (j *Job) Parts(m Model) preparation.Division {
	if m.Inner() {
		in := j.Fold.Inner[m]
		return preparation.Division{Train: in.Fit, Held: in.Validation, Validation: true}
	}
	if measure.Sealed.On(j.At) {
		return preparation.Division{Train: j.Fold.Train}
	}
	return preparation.Division{Train: j.Fold.Train, Held: j.Fold.Test}
}

// PartsKey identifies a division and preparation of the samples.
type PartsKey struct {
	split split.Options
	fold  int
	model Model
	preparation.Preparation
	sealed bool // whether there is no test part
}

// SupportsKey identifies a run of a selection for the largest m.
type SupportsKey struct {
	plan  *Plan
	parts PartsKey
	At    part.Point // the selection, and the kernel if the selection depends on it
}
