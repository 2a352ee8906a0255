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
	// Cost is the point's expected work, with its share of what it has in
	// common with others, in operations of a matrix product. It serves to
	// estimate the time left, to a factor of two.
	Cost float64 `json:"cost"`
}

// Plan is a sweep ready to run: its points, in the order they will be
// computed, and the data they are about.
type Plan struct {
	Spec    Spec // with every default filled in
	Data    string
	Entries []Entry
	// Acts say from where λ acts, where multiples of that were asked for.
	Acts []Act

	// Jobs are the points by function space and fold, in the order in which they will be
	// computed, Set the data, and Graphs the training graphs over it.
	Jobs   []*Job
	Set    *data.Set
	Graphs *preparation.Graphs
	// MostSupports is the size of the largest subset of each kind: every smaller one is a
	// prefix of it.
	MostSupports map[SupportsKey]int

	splits map[split.Options][]split.Fold
	states map[part.Point][]normal.State // of all samples, by the parameters of normal operation
}

// Job computes the points that share a function space on a fold.
type Job struct {
	Plan    *Plan
	At      part.Point // what the points share
	Fold    split.Fold
	Entries []Entry // in the order of compareInJob
}

// Left counts the points that are not done.
func (j *Job) Left(done map[string]bool) int {
	n := 0
	for _, e := range j.Entries {
		if !done[e.Key] {
			n++
		}
	}
	return n
}

// Model names a model of a job: Outer, which is trained on the whole training part and
// scored on the test part, or by its index, from 0, that of an inner split, which is scored
// on the validation part for choosing.
type Model int

// Outer is the model that is tested.
const Outer Model = -1

// Inner says that the model is one for choosing.
func (m Model) Inner() bool { return m != Outer }

// Models are those that the job needs: the outer one, then one for each inner split.
func (j *Job) Models() []Model {
	models := []Model{Outer}
	for i := range j.Fold.Inner {
		models = append(models, Model(i))
	}
	return models
}

// Parts are what a model is trained on and what it is scored on.
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

// PartsKey names the division and preparation of the samples.
type PartsKey struct {
	split split.Options
	fold  int
	model Model
	preparation.Preparation
	sealed bool // without a test part
}

// pickKey names a subset: with it, a run of selection for the largest m.
type SupportsKey struct {
	plan  *Plan
	parts PartsKey
	At    part.Point // the selection, and the kernel where it looks at it
}
