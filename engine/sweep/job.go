package sweep

import (
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/moments"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
)

// keepValues bounds the bytes of h(x) that a model keeps between passes; above
// it, h is evaluated again for each rotation. The numbers are the same.
const keepValues = 256 << 20

// job computes the points that share a function space on a fold.
type job struct {
	plan    *Plan
	at      part.Point // what the points share
	fold    split.Fold
	entries []Entry // in the order of compareInJob
}

// left counts the points that are not done.
func (j *job) left(done map[string]bool) int {
	n := 0
	for _, e := range j.entries {
		if !done[e.Key] {
			n++
		}
	}
	return n
}

// models says which models the job needs: the outer one, and the inner one
// where a part is set aside for choosing.
func (j *job) models() []bool {
	if len(j.fold.Validation) == 0 {
		return []bool{false}
	}
	return []bool{false, true}
}

// use is what the features of a part are for.
type use struct {
	keep bool         // they are looked at later
	sums measure.Sums // those of a pass over them; 0 for none
}

// uses are those of the features on the parts of a model.
type uses struct{ train, held use }

// toKeep is for those who look at features and take no measures.
var toKeep = uses{use{keep: true}, use{keep: true}}

// uses are what the points of the job have for the features of a model. Measures
// alone do not need them kept: they are taken while the features are computed, which
// are more than the memory nearby holds.
func (j *job) uses(inner bool) uses {
	u := uses{held: use{sums: measure.Steps | measure.Turns | measure.Deviations}}
	for _, e := range j.entries {
		if readout.Classifies(e.Point) || readout.Predicts(e.Point) {
			u.train.keep, u.held.keep = true, true
		}
		if inner {
			continue
		}
		u.train.sums = measure.Steps | measure.Products
		u.train.keep = u.train.keep || method.Kinds.Build(e.Point).Graph && !graph.Streamed(e.Point)
		u.held.keep = u.held.keep || e.Point.Neighbours > 0
	}
	if !inner && (j.plan.set.Latent != nil || len(measure.Taken()) > 0) {
		u.train.keep, u.held.keep = true, true
	}
	return u
}

// featureRows is how many rows of features a model has in memory at once: of parts
// whose features are not kept, those of the blocks under way.
func (j *job) featureRows(inner bool) int64 {
	u, train := j.uses(inner), j.trainSamples(inner)
	rows := int64(0)
	for _, part := range []struct {
		use
		n int
	}{{u.train, train}, {u.held, rowsOf(j.fold) - train}} {
		switch {
		case part.keep:
			rows += int64(part.n)
		case part.sums != 0:
			rows += int64(min(part.n, moments.FewRows))
		}
	}
	return rows
}
