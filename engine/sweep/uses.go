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

// KeptBytes is the largest size of the values h(x) that a model keeps between passes. Above it,
// h is evaluated again for each rotation, with the same results.
const KeptBytes = 256 << 20

// Use describes the use of the features of a part.
type Use struct {
	Keep bool         // whether the features are needed after they are measured
	Sums measure.Sums // sums of a pass over the features; 0 for none
	// Sphered is the number of functions up to which second moments of the sphered values
	// replace the pass; 0 for none.
	Sphered int
}

// Uses holds the uses of the features on both parts of a model.
type Uses struct{ Train, Held Use }

// ToKeep keeps the features of both parts and takes no measures.
var ToKeep = Uses{Train: Use{Keep: true}, Held: Use{Keep: true}}

// Uses returns how the points of the job use the features of a model. Features of which only
// measures are needed are not kept: they are measured while they are computed, because they
// exceed the processor's caches.
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
		u.Train.Sphered = j.spheredFunctions()
	}
	// This comes last, so that a measure taken from kept features does not change how the
	// others are computed.
	if !m.Inner() && len(measure.Taken()) > 0 {
		u.Train.Keep, u.Held.Keep = true, true
	}
	return u
}

// Work per sample of the sphered values, in units of the squared number of functions:
// spheredWork for a separate pass that computes them and their moments, onePassWork if they are
// computed in the pass of the moments, as with many samples.
const (
	spheredWork = 3.
	onePassWork = 1.5
)

// spheredFunctions returns the number of functions up to which training features are measured
// by second moments of the sphered values, computed once, instead of a pass for each rotation.
// It is the number with the least total work, 0 if passes alone take the least. It depends only
// on the plan as written.
func (j *Job) spheredFunctions() int {
	if !space.OnSupports(j.At) || space.Basis.Of(j.At) != space.InStable {
		return 0
	}
	count := j.trainSamples(Outer)
	n := float64(count)
	features := map[part.Point]float64{} // largest p of each rotation
	sizes, largest := map[part.Point]int{}, 0
	for _, e := range j.Entries {
		at := Rotation(e.Point)
		features[at] = max(features[at], float64(method.P.Of(e.Point)))
		sizes[at] = supportCount(at, count)
		largest = max(largest, sizes[at])
	}
	passes, forms := map[int]float64{}, map[int]float64{} // work of all rotations of a size
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

// OnePass reports whether the moments of a model and those of the sphered values of all its
// functions come from one pass over the training samples.
func (j *Job) OnePass(m Model, functions int) bool {
	return j.Uses(m).Train.Sphered >= functions && moments.OnePass(j.trainSamples(m), functions)
}

// Sphered reports whether the training features of p, and of all points that share its
// rotation, are measured by second moments of the sphered values.
func (j *Job) Sphered(u Uses, p part.Point) bool {
	return u.Train.Sphered > 0 && supportCount(p, j.trainSamples(Outer)) <= u.Train.Sphered
}

// supportCount returns the number of supports that a point or its rotation requests, over n
// samples.
func supportCount(p part.Point, n int) int {
	if m := subset.M.Of(p); m > 0 {
		return m
	}
	return n
}

// FeatureRows returns the number of rows of features that a model has in memory at once. For
// parts whose features are not kept, it counts only the blocks in progress.
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
