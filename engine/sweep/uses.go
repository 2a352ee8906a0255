package sweep

import (
	"maps"
	"slices"

	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/moments"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/subset"
)

// keepValues bounds the bytes of h(x) that a model keeps between passes; above
// it, h is evaluated again for each rotation. The numbers are the same.
const KeptBytes = 256 << 20

// Use is what the features of a part are for.
type Use struct {
	Keep bool         // they are looked at later
	Sums measure.Sums // those of a pass over them; 0 for none
	// Sphered is the number of functions up to which second moments of the sphered values may
	// give what the pass would; 0 for none.
	Sphered int
}

// Uses are those of the features on the parts of a model.
type Uses struct{ Train, Held Use }

// ToKeep is for those who look at features and take no measures.
var ToKeep = Uses{Train: Use{Keep: true}, Held: Use{Keep: true}}

// Uses are what the points of the job have for the features of a model. Measures
// alone do not need them kept: they are taken while the features are computed, which
// are more than the memory nearby holds.
func (j *Job) Uses(m Model) Uses {
	u := Uses{Held: Use{Sums: measure.Steps | measure.Turns | measure.Deviations}}
	turns := measure.Sums(0) // of the training part
	for _, e := range j.Entries {
		if measure.XiLambda.Of(e.Point).OK {
			turns = measure.Turns
		}
		if readout.Trains(e.Point) {
			u.Train.Keep, u.Held.Keep = true, true
		}
		weighed := method.Kinds.Build(e.Point).Graph && !graph.Streamed(e.Point)
		u.Held.Keep = u.Held.Keep || weighed || measure.Neighbours.Of(e.Point) > 0
		if m.Inner() {
			continue
		}
		u.Train.Sums = measure.Steps | measure.Products
		u.Train.Keep = u.Train.Keep || weighed
	}
	switch {
	case turns == 0:
	case m.Inner():
		u.Train.Sums = measure.Steps | measure.Turns | measure.Deviations
	default:
		u.Train.Sums |= measure.Turns
	}
	if !m.Inner() && j.Plan.Set.Latent != nil {
		u.Train.Keep, u.Held.Keep = true, true
	}
	if !m.Inner() && !u.Train.Keep && turns == 0 {
		u.Train.Sphered = j.spheres()
	}
	// Last: a measure that is taken from the features changes no digit of the others.
	if !m.Inner() && len(measure.Taken()) > 0 {
		u.Train.Keep, u.Held.Keep = true, true
	}
	return u
}

// What the sphered values take for a sample, in units of the square of the number of
// functions: in a pass of their own, to make them and their moments, and in the one pass that
// there is where samples are many, to make them.
const (
	spheredWork = 3.
	onePassWork = 1.5
)

// spheres is the number of functions up to which the training outputs of rotations are
// measured by second moments of the sphered values of so many, once, rather than by a pass
// over the outputs of each: the number that takes the least work, 0 where passes alone do.
// That depends on the plan as written.
func (j *Job) spheres() int {
	if !space.OnSupports(j.At) || space.Basis.Of(j.At) != space.InStable {
		return 0
	}
	count := j.trainSamples(Outer)
	n := float64(count)
	features := map[part.Point]float64{} // of each rotation
	sizes, largest := map[part.Point]int{}, 0
	for _, e := range j.Entries {
		at := Rotation(e.Point)
		features[at] = max(features[at], float64(method.P.Of(e.Point)))
		sizes[at] = sizeOf(at, count)
		largest = max(largest, sizes[at])
	}
	passes, forms := map[int]float64{}, map[int]float64{} // of all rotations of a size
	all := 0.
	for at, p := range features {
		m := float64(sizes[at])
		pass := n * (2*m*p + p*p)
		passes[sizes[at]] += pass
		forms[sizes[at]] += 2*m*m*p + m*p*p
		all += pass
	}
	best, least, served := 0, all, 0.
	for _, size := range slices.Sorted(maps.Keys(passes)) {
		all -= passes[size]
		served += forms[size]
		m, each := float64(size), spheredWork
		if size == largest && moments.OnePass(count, size) {
			each = onePassWork
		}
		if work := each*n*m*m + 2*m*m*m + served + all; work < least {
			best, least = size, work
		}
	}
	return best
}

// OnePass reports whether the model's moments and those of the sphered values of all its
// functions, as many as given, come from one pass over training samples.
func (j *Job) OnePass(m Model, functions int) bool {
	return j.Uses(m).Train.Sphered >= functions && moments.OnePass(j.trainSamples(m), functions)
}

// Sphered reports whether second moments of the sphered values give the measures of the
// training outputs of the point, or of all that share its rotation, where u says what these
// are for.
func (j *Job) Sphered(u Uses, p part.Point) bool {
	return u.Train.Sphered > 0 && sizeOf(p, j.trainSamples(Outer)) <= u.Train.Sphered
}

// sizeOf is the number of functions on supports that a point or its rotation asks for, over
// n samples.
func sizeOf(p part.Point, n int) int {
	if m := subset.M.Of(p); m > 0 {
		return m
	}
	return n
}

// FeatureRows is how many rows of features a model has in memory at once: of parts
// whose features are not kept, those of the blocks under way.
func (j *Job) FeatureRows(m Model) int64 {
	u, train := j.Uses(m), j.trainSamples(m)
	rows := int64(0)
	for _, part := range []struct {
		Use
		n int
	}{{u.Train, train}, {u.Held, j.Rows(m) - train}} {
		switch {
		case part.Keep:
			rows += int64(part.n)
		case part.Sums != 0:
			rows += int64(min(part.n, moments.FewRows))
		}
	}
	return rows
}
