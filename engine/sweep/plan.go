package sweep

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/hierarchy"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/preparation"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/readout/normal"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/subset"
)

// NewPlan fills in the defaults of spec and expands it into points over set. hash is
// set.Hash(), which the points' keys contain. Errors of type [*part.SpecError] or
// [*message.UsageError] are mistakes in spec; other errors mean that the data cannot be used.
//
// It refuses multiples of the λ from which regularisation begins to act; use [NewPlanActing]
// for these.
func NewPlan(set *data.Set, hash string, spec Spec) (*Plan, error) {
	return NewPlanActing(context.Background(), set, hash, spec, nil)
}

// NewPlanActing makes a plan as [NewPlan] does, and calls acting to resolve multiples of the λ
// from which regularisation begins to act; package run provides it. It stops with ctx.Err() once
// ctx has ended.
func NewPlanActing(ctx context.Context, set *data.Set, hash string, spec Spec, acting Acting) (*Plan, error) {
	e, err := expand(ctx, newDivisions(set), spec, acting)
	if err != nil {
		return nil, err
	}
	p, err := planOf(ctx, set, hash, map[split.Options][]split.Fold{}, e.points)
	if err != nil {
		return nil, err
	}
	e.spec.Objective = Objective(e.spec.Objective, e.points)
	p.Spec, p.Acts = e.spec, e.acts
	return p, nil
}

// expansion is a Spec with its defaults filled in, and its points.
type expansion struct {
	spec   Spec
	points []part.Point
	acts   []Act
}

// expand fills in the defaults of spec and expands it into points.
func expand(ctx context.Context, d divisions, spec Spec, acting Acting) (*expansion, error) {
	if spec.Text("basis") == space.InPrinted && strings.Contains(spec.Text("shift"), "on") {
		return nil, part.Errorf("shift", "--basis printed evaluates κ itself: leave out --shift")
	}
	spec, err := spec.withDefaults(d)
	if err != nil {
		return nil, err
	}
	dealt, err := d.dealtOf(spec)
	if err != nil {
		return nil, err
	}
	folds, err := d.foldsOf(dealt)
	if err != nil {
		return nil, err
	}
	g, err := spec.parse(d.set, folds)
	if err != nil {
		return nil, err
	}
	g.samples = 0
	for _, f := range folds {
		g.samples = max(g.samples, f.Train.Samples())
	}
	points, acts, err := g.points(ctx, spec.base(dealt), len(folds), acting)
	if err != nil {
		return nil, err
	}
	if len(points) == 0 {
		return nil, part.Errorf("readout", "the sweep has no points")
	}
	if spec.Objective == measure.BalancedError {
		if err := checkAlarms(d.set, folds, points); err != nil {
			return nil, err
		}
	}
	return &expansion{spec, points, acts}, nil
}

// base returns the settings that all points of the Spec share, with the division dealt.
func (s *Spec) base(dealt split.Options) part.Point {
	p, err := s.texts.Point()
	if err != nil {
		panic("sweep: " + err.Error()) // WithDefaults has checked the settings
	}
	p.Frame = part.Frame{Folds: dealt.Folds, Repeats: dealt.Repeats, Gap: dealt.Gap, By: dealt.By, Inner: dealt.Inner, Seed: dealt.Seed}
	if dealt.Repeats > 0 {
		p.Folds = 0
		p.TrainFraction = part.Num(dealt.TrainFraction)
	}
	if dealt.Validation > 0 {
		p.Validation = part.Num(dealt.Validation)
	}
	return p
}

// PlanOf makes a plan of exactly the given points, such as those of a recorded session.
func PlanOf(set *data.Set, hash string, points []part.Point) (*Plan, error) {
	return planOf(context.Background(), set, hash, map[split.Options][]split.Fold{}, points)
}

// planOf makes a plan of the given points. splits holds the folds of divisions that are already
// known; others are added to it.
func planOf(ctx context.Context, set *data.Set, hash string, splits map[split.Options][]split.Fold, points []part.Point) (*Plan, error) {
	p := emptyPlan(set, hash)
	p.splits = splits
	byJob := map[part.Point]*Job{}
	for _, point := range points {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		fold, err := p.admit(&point)
		if err != nil {
			return nil, err
		}
		k := Functions(point)
		j := byJob[k]
		if j == nil {
			j = &Job{Plan: p, At: k, Fold: fold}
			byJob[k] = j
			p.Jobs = append(p.Jobs, j)
		}
		j.Entries = append(j.Entries, Entry{Key: Key(point, hash), Point: point})
	}
	for _, j := range p.Jobs {
		if space.OnSupports(j.At) {
			for _, m := range j.Models() {
				k := j.SupportsKey(m)
				p.MostSupports[k] = max(p.MostSupports[k], j.Dim(j.trainSamples(m)))
			}
		}
	}
	p.Jobs = earlyFirst(p.Jobs)
	p.setCosts()
	cheapestFirst(p.Jobs)
	for _, j := range p.Jobs {
		slices.SortStableFunc(j.Entries, func(a, b Entry) int { return compareInJob(a.Point, b.Point) })
		p.Entries = append(p.Entries, j.Entries...)
	}
	return p, nil
}

// Points returns the points of the plan, in its order.
func (p *Plan) Points() []part.Point {
	out := make([]part.Point, len(p.Entries))
	for i, e := range p.Entries {
		out[i] = e.Point
	}
	return out
}

// Has reports whether the axis applies to some point of the plan.
func (p *Plan) Has(a *part.Axis) bool {
	for i := range p.Entries {
		if point := &p.Entries[i].Point; a.Of(point) != "" || a.Applies(point) {
			return true
		}
	}
	return false
}

// Implies reports whether all points of the plan that have the axis have its implied number,
// which is used when none is given.
func (p *Plan) Implies(a *part.Axis) bool {
	return !slices.ContainsFunc(p.Entries, func(e Entry) bool { return a.Stated(&e.Point) != "" || a.Of(&e.Point) == "" })
}

// Join returns one plan of several that are computed together, each with its own shared stages.
func Join(plans ...*Plan) *Plan {
	joined := &Plan{}
	for _, p := range plans {
		joined.Data, joined.Set = p.Data, p.Set
		joined.Jobs = append(joined.Jobs, p.Jobs...)
		joined.Entries = append(joined.Entries, p.Entries...)
	}
	return joined
}

func emptyPlan(set *data.Set, hash string) *Plan {
	return &Plan{Data: hash, Set: set, splits: map[split.Options][]split.Fold{}, states: map[part.Point][]normal.State{}, MostSupports: map[SupportsKey]int{}, Graphs: preparation.NewGraphs(set)}
}

// admit checks that a point can be computed, records the hash of its file of edges in it, and
// returns the fold that it is computed on.
func (p *Plan) admit(point *part.Point) (split.Fold, error) {
	if err := point.CheckWhole(); err != nil {
		return split.Fold{}, err
	}
	fold, err := p.fold(*point)
	if err != nil {
		return split.Fold{}, err
	}
	if err := p.checkSize(*point, fold); err != nil {
		return split.Fold{}, err
	}
	if err := p.checkThreshold(*point, fold); err != nil {
		return split.Fold{}, err
	}
	return fold, p.Graphs.NameEdges(point)
}

// fold returns the fold that the point is computed on.
func (p *Plan) fold(point part.Point) (split.Fold, error) {
	o := splitOf(point)
	folds, ok := p.splits[o]
	if !ok {
		var err error
		if folds, err = split.Folds(p.Set, o); err != nil {
			return split.Fold{}, err
		}
		p.splits[o] = folds
	}
	if point.Fold < 0 || point.Fold >= len(folds) {
		return split.Fold{}, fmt.Errorf("point of fold %d, but the data has %d folds: is this the data the session was made with?", point.Fold, len(folds))
	}
	return folds[point.Fold], nil
}

// checkSize refuses subsets, networks and spaces that do not fit the number of training samples
// or of inputs.
func (p *Plan) checkSize(point part.Point, fold split.Fold) error {
	n, beside := fold.Train.Samples(), ""
	if len(fold.Inner) > 0 {
		n, beside = fold.FewestFit(), " beside the validation part"
	}
	if share := preparation.TrainShare.Of(point); share.OK {
		beside += ", at --train-share " + share.String()
	}
	if subset.M.Of(point) > n {
		return part.Errorf("m", "m = %d is more than the %d training samples of fold %d%s; ask for at most %d", subset.M.Of(point), n, point.Fold+1, beside, n)
	}
	if hierarchy.Layers.Of(point) != "" {
		shape, err := hierarchy.Parse(hierarchy.Layers.Of(point))
		if err == nil {
			err = shape.Check(p.frontOutputs(point))
		}
		if err != nil {
			return part.Errorf("layers", "%v", err)
		}
	}
	if refuses := space.Kinds.Build(point).Refuses; refuses != nil {
		if err := refuses(point, p.components(point)); err != nil {
			return err
		}
	}
	if space.OnSupports(point) && subset.Kinds.Has(point, subset.M) && subset.M.Of(point) < 2 {
		return part.Errorf("m", "m = %d: a kernel expansion needs at least 2 supports", subset.M.Of(point))
	}
	return nil
}

// checkThreshold refuses an alarm threshold from held-out samples if there are too few of
// these.
func (p *Plan) checkThreshold(point part.Point, fold split.Fold) error {
	if !readout.DrawnByHeld(point) {
		return nil
	}
	if len(fold.Inner) == 0 {
		return part.Errorf("offset", "held: the control limit is set on validation parts, but none are set aside: leave out --validation 0")
	}
	states, err := p.statesOf(point)
	if err != nil {
		return err
	}
	n := 0
	for _, in := range fold.Inner {
		for _, span := range in.Validation {
			for _, s := range states[span.Start:span.End] {
				if s == normal.Normal {
					n++
				}
			}
		}
	}
	share := readout.Offset.X(point)
	if !(share > 0 && share < 1) {
		return part.Errorf("offset", "held:%g: %s", share, part.Share(share))
	}
	if need := readout.HeldNeeded(share); n < need {
		return part.Errorf("offset", "held:%g needs %d held-out samples of normal operation, and the validation parts of fold %d hold %d: take a smaller share, more data or more parts (--inner)",
			share, need, point.Fold+1, n)
	}
	return nil
}

// statesOf returns the state of each sample under a point's parameters of normal operation.
func (p *Plan) statesOf(point part.Point) ([]normal.State, error) {
	by := part.Point{}.With(normal.Operation.Is(normal.Operation.Of(point)), normal.Onset.Is(normal.Onset.Of(point)))
	if states, ok := p.states[by]; ok {
		return states, nil
	}
	states, err := normal.Of(by, p.Set)
	if err == nil {
		p.states[by] = states
	}
	return states, err
}

// earlyFirst orders jobs fold by fold, and within a fold by bisection of the kernel widths, so
// that the shape of a curve shows early.
func earlyFirst(jobs []*Job) []*Job {
	byFold := map[int][]*Job{}
	for _, j := range jobs {
		byFold[j.At.Fold] = append(byFold[j.At.Fold], j)
	}
	var out []*Job
	for _, fold := range slices.Sorted(maps.Keys(byFold)) {
		in := byFold[fold]
		slices.SortStableFunc(in, func(a, b *Job) int { return cmp.Compare(kernel.Sigma.X(a.At), kernel.Sigma.X(b.At)) })
		for _, i := range endsFirst(len(in)) {
			out = append(out, in[i])
		}
	}
	return out
}

// cheapestFirst moves the job with the least cost of the first fold to the front, so that the
// first points are soon there. Jobs of the same cost keep their order.
func cheapestFirst(jobs []*Job) {
	best, least := 0, math.Inf(1)
	for i, j := range jobs {
		if j.At.Fold != jobs[0].At.Fold {
			break
		}
		if cost := j.cost(); cost < least {
			best, least = i, cost
		}
	}
	if len(jobs) > 0 {
		first := jobs[best]
		copy(jobs[1:best+1], jobs[:best])
		jobs[0] = first
	}
}

// endsFirst returns 0..n-1 with both ends first, then the middles of the remaining gaps.
func endsFirst(n int) []int {
	if n == 0 {
		return nil
	}
	out := []int{0}
	if n > 1 {
		out = append(out, n-1)
	}
	for gaps := [][2]int{{0, n - 1}}; len(gaps) > 0; gaps = gaps[1:] {
		lo, hi := gaps[0][0], gaps[0][1]
		if hi-lo < 2 {
			continue
		}
		mid := (lo + hi) / 2
		out = append(out, mid)
		gaps = append(gaps, [2]int{lo, mid}, [2]int{mid, hi})
	}
	return out
}
