package share

import (
	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/hierarchy"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/preparation"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/subset"
	"example.com/sfatui/engine/sweep"
)

// The levels of stages, from the stage that most points share to the one that fewest share.
const (
	parts     = iota // a division of the samples, prepared, with its squared distances
	selection        // the choice of supports
	job              // a function space on a division, and its moments
	rotation         // the features of a λ
	levels
)

// stageKey identifies a stage: points with equal keys share it.
type stageKey struct {
	level, plan int
	parts, at   part.Point
}

// stagesOf returns the keys of the stages that a point of a plan needs. Different plans share
// only the parts.
func stagesOf(p part.Point, plan int) [levels]stageKey {
	divided := partsOf(p)
	return [levels]stageKey{
		{level: parts, parts: divided},
		{level: selection, plan: plan, parts: divided, at: sweep.Picking(p)},
		{level: job, plan: plan, at: sweep.Functions(p)},
		{level: rotation, plan: plan, parts: sweep.Functions(p), at: sweep.Rotation(p)},
	}
}

// partsOf returns the parameters that the division and the preparation of the samples depend
// on.
func partsOf(p part.Point) part.Point {
	q := p.Shared(part.Preparing)
	q.Frame = p.Frame
	q.Draw = 0
	preparation.TrainShare.Set(&q, preparation.TrainShare.Of(p))
	space.Fronts.Copy(&q, p)
	if space.Fronts.Build(p).Random {
		q.Draw = p.Draw
	}
	if layers := hierarchy.Layers.Of(p); layers != "" {
		graph.Kinds.Copy(&q, p)
		hierarchy.Layers.Set(&q, layers)
	}
	return q
}

// sizes holds estimated sizes of a point's computation: models, n training samples, all
// samples, d inputs of the function space and m functions.
type sizes struct{ models, n, all, d, m float64 }

// sizesOf estimates the sizes of a point's computation from the shape of the data.
func (s Shape) sizesOf(p part.Point) sizes {
	z := sizes{models: 1, all: float64(s.Samples), d: float64(s.Inputs)}
	if p.Validated() {
		z.models += float64(max(1, p.Inner))
	}
	switch {
	case p.Repeats > 0:
		z.n = z.all * p.TrainFraction.X
	case p.Folds > 1:
		z.n = z.all * float64(p.Folds-1) / float64(p.Folds)
	default:
		z.n = z.all / 2
	}
	z.n *= preparation.ShareOf(p)
	if shape, err := hierarchy.Parse(hierarchy.Layers.Of(p)); hierarchy.Layers.Of(p) != "" && err == nil {
		z.d = float64(shape.Outputs())
	} else if f := space.Fronts.Named(space.Reduction.Of(p)); f != nil {
		z.d = float64(f.Build.Components(p, s.Inputs))
	}
	switch kind := space.Kinds.Build(p); {
	case kind.Dim != nil:
		z.m = float64(kind.Dim(p, int(z.d)))
	case subset.Kinds.Has(p, subset.M):
		z.m = float64(subset.M.Of(p))
	default:
		z.m = z.n
	}
	return z
}

// workOf returns the work of the stages of a point by level, in operations of a matrix product.
func (s Shape) workOf(p part.Point) [levels]float64 {
	z := s.sizesOf(p)
	var w [levels]float64
	w[parts] = z.all * float64(s.Inputs)
	if space.Reduction.Of(p) != "" {
		w[parts] += z.n * float64(s.Inputs) * float64(s.Inputs)
	}
	if shape, err := hierarchy.Parse(hierarchy.Layers.Of(p)); hierarchy.Layers.Of(p) != "" && err == nil {
		w[parts] += shape.Cost(int(z.n), int(z.all))
	}
	w[job] = z.all*z.m*(sweep.ExpWork+z.m) + 2*z.n*z.m*z.m
	if s.looksUp(p, z) {
		w[parts] += 2 * z.all * z.n * z.d
	} else {
		w[job] += 2 * z.all * z.m * z.d
	}
	if work := subset.Kinds.Build(p).Work; work != nil && space.OnSupports(p) {
		w[selection] = work(z.n, z.m, z.d)
	}
	w[rotation] = sweep.EigenWork*z.m*z.m*z.m/2 + z.all*z.m*float64(method.P.Of(p))
	if needs := method.Kinds.Build(p).Needs; needs != nil {
		w[rotation] += needs(p, int(z.n), int(z.m)).Work
	}
	if method.Kinds.Build(p).Graph && !graph.Streamed(p) {
		w[rotation] += z.n * z.m * z.m
		if edges := graph.Kinds.Build(p).Edges; edges != nil {
			w[rotation] += 4 * float64(edges(p, int64(z.n))) * z.m
		}
	}
	for level := range w {
		w[level] *= z.models
	}
	return w
}

// looksUp reports whether the point's job computes its kernel values from squared distances
// that jobs share.
func (s Shape) looksUp(p part.Point, z sizes) bool {
	return space.OnSupports(p) && subset.Kinds.Build(p).Samples && kernel.At(p).TranslationInvariant() && sweep.WorthLookingUp(int(z.d), int64(z.all*z.n))
}

// Shape is the size of a data set.
type Shape struct{ Samples, Inputs int }
