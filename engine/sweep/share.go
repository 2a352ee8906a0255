package sweep

import (
	"cmp"

	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/hierarchy"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/preparation"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/subset"
)

// PartsKey returns the key of the prepared parts of a model.
func (j *Job) PartsKey(m Model) PartsKey {
	p := preparation.Preparation{Clip: preparation.Clip.Of(j.At), Standardize: preparation.Standardize.On(j.At), Front: space.FrontOf(j.At), Layers: hierarchy.Layers.Of(j.At), Strings: preparation.StringsOf(j.At)}
	if p.Layers != "" {
		p.Under = Graph(j.At)
	}
	raw := space.Fronts.Build(j.At).Raw
	p.Centre = space.Kinds.Build(j.At).Centre && (raw == nil || !raw(j.At))
	return PartsKey{splitOf(j.At), j.At.Fold, m, p, measure.Sealed.On(j.At)}
}

// FrontKey returns the key of the data and parameters from which the front of a model is
// learnt.
func (j *Job) FrontKey(m Model) PartsKey {
	k := j.PartsKey(m)
	k.Preparation = k.Learning()
	return k
}

// SupportsKey returns the key of the selection of a model's supports.
func (j *Job) SupportsKey(m Model) SupportsKey {
	return SupportsKey{j.Plan, j.PartsKey(m), Picking(j.At)}
}

// Functions returns what the points of a job share: the point p with everything removed that
// changes neither h(x) nor the data it is evaluated on. Subset sizes share the moments of the
// largest if subsets nest.
func Functions(p part.Point) part.Point {
	order, basis := graph.Order.Of(p), space.Basis.Of(p)
	method.Kinds.Drop(&p)
	if hierarchy.Layers.Of(p) == "" {
		graph.Kinds.Drop(&p)
		graph.Weights.Set(&p, "")
	} else {
		graph.Order.Set(&p, order) // the network is trained under the graph
	}
	if space.OnSupports(p) {
		space.Basis.Set(&p, basis) // in other spaces the basis concerns only the solve under a graph
	}
	graph.Iterations.Set(&p, 0)
	method.P.Set(&p, 0)
	method.Rotation.Set(&p, "")
	selection := subset.Kinds.Build(p)
	if selection.Nests && kernel.Indefinite.Of(p) == "" {
		subset.M.Set(&p, 0) // a clipped space differs for every size
	}
	if !selection.Random && !space.Fronts.Build(p).Random && !(hierarchy.Layers.Of(p) != "" && graph.Random(p)) {
		p.Draw = 0
	}
	readout.Kinds.Drop(&p)
	sealed := measure.Sealed.Of(p)
	p = p.Unmeasured()
	measure.Sealed.Set(&p, sealed) // sealed test parts are not evaluated
	return p
}

// compareInJob orders the points of a job: points of a graph together, small subsets first,
// then points that share a whitening and a rotation.
func compareInJob(a, b part.Point) int {
	a, b = Rotation(a), Rotation(b)
	if c := compareTraining(a, b); c != 0 {
		return c
	}
	return cmp.Or(
		cmp.Compare(subset.M.Of(a), subset.M.Of(b)), cmp.Compare(method.Cut.X(a), method.Cut.X(b)), cmp.Compare(method.Name.Of(a), method.Name.Of(b)), cmp.Compare(method.Lambda.X(a), method.Lambda.X(b)),
		cmp.Compare(graph.Iterations.Of(a), graph.Iterations.Of(b)), cmp.Compare(method.Steps.X(a), method.Steps.X(b)), cmp.Compare(graph.Order.Of(a), graph.Order.Of(b)), cmp.Compare(method.Epochs.Of(a), method.Epochs.Of(b)),
		cmp.Compare(method.Rotation.Of(a), method.Rotation.Of(b)), cmp.Compare(a.Draw, b.Draw), cmp.Compare(method.P.Of(a), method.P.Of(b)))
}

// Rotation returns what the points that share one rotation have in common.
func Rotation(p part.Point) part.Point {
	r := Training(p)
	method.Kinds.Copy(&r, p)
	subset.M.Set(&r, subset.M.Of(p))
	graph.Order.Set(&r, graph.Order.Of(p))
	graph.Iterations.Set(&r, graph.Iterations.Of(p))
	method.Rotation.Set(&r, method.Rotation.Of(p))
	kind := method.Kinds.Build(p)
	if kind.Random || method.Rotation.Of(p) != "" {
		r.Draw = p.Draw
	}
	if !kind.Nests || method.Rotation.Of(p) != "" || graph.Iterations.Of(p) > 1 {
		method.P.Set(&r, method.P.Of(p))
	}
	return r
}

// Training returns the parameters that identify a point's training graph within its job; for a
// method without a graph only the seed.
func Training(p part.Point) part.Point {
	if !method.Kinds.Build(p).Graph {
		return part.Point{Frame: part.Frame{Seed: p.Seed}}
	}
	return Graph(p)
}

// Graph returns the parameters that a point's training graph depends on, besides the samples.
func Graph(p part.Point) part.Point {
	t := part.Point{Frame: part.Frame{Seed: p.Seed}}
	graph.Kinds.Copy(&t, p)
	graph.Iterations.Set(&t, 0)
	if space.OnSupports(p) {
		space.Basis.Set(&t, "")
	}
	graph.Weights.Set(&t, graph.Weights.Of(p))
	if graph.Random(p) {
		t.Draw = p.Draw
	}
	return t
}

// compareTraining orders points so that those of one training graph are adjacent.
func compareTraining(a, b part.Point) int {
	return cmp.Or(
		cmp.Compare(graph.Name.Of(a), graph.Name.Of(b)), cmp.Compare(graph.Groups.Of(a), graph.Groups.Of(b)), cmp.Compare(graph.Width.Of(a), graph.Width.Of(b)),
		cmp.Compare(graph.Partners.Of(a), graph.Partners.Of(b)), cmp.Compare(graph.Neighbours.Of(a), graph.Neighbours.Of(b)), cmp.Compare(graph.Direction.Of(a), graph.Direction.Of(b)),
		cmp.Compare(graph.Weights.Of(a), graph.Weights.Of(b)), cmp.Compare(graph.Order.Of(a), graph.Order.Of(b)), cmp.Compare(space.Basis.Of(a), space.Basis.Of(b)), cmp.Compare(a.Draw, b.Draw))
}

// Picking returns the parameters that the choice of supports depends on. A selection that
// depends on the kernel may have its own kernel width.
func Picking(p part.Point) part.Point {
	at := part.Point{}.With(subset.Name.Is(subset.Name.Of(p)))
	kind := subset.Kinds.Build(p)
	if subset.Kinds.Has(p, subset.Sigma) {
		kernel.Kernels.Copy(&at, p)
		kernel.Indefinite.Set(&at, "")
		kernel.Shift.Set(&at, part.FlagUnset)
		if width := subset.Sigma.Of(p); width.OK {
			kernel.Sigma.Set(&at, width)
		}
	}
	subset.Threshold.Set(&at, subset.Threshold.Of(p))
	if !kind.Nests {
		subset.M.Set(&at, subset.M.Of(p))
	}
	at.Seed = p.Seed
	if kind.Random {
		at.Draw = p.Draw
	}
	return at
}

// splitOf returns the division that the point belongs to.
func splitOf(p part.Point) split.Options {
	return split.Options{
		Folds: p.Folds, Repeats: p.Repeats, TrainFraction: p.TrainFraction.X,
		Gap: p.Gap, By: p.By, Validation: p.Validation.X, Inner: p.Inner, Seed: p.Seed,
		TrainShare: preparation.TrainShare.X(p),
	}
}
