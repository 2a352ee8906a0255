package run

import (
	"context"
	"fmt"
	"time"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/moments"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/preparation"
	"example.com/sfatui/engine/progress"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/subset"
	"example.com/sfatui/engine/sweep"
)

// newModel prepares the parts, chooses the subset and streams the moments.
func (c *computation) newModel(ctx context.Context, which sweep.Model) (*model, error) {
	m := &model{computation: c, which: which}
	var err error
	if m.data, err = c.prepare(progress.With(ctx, tellingEvery, m.reportLearning), which); err != nil {
		return nil, err
	}
	if info := m.data.Fitted.FrontInfo; info != nil {
		m.report(fmt.Sprintf("%d atoms learnt", info.Atoms))
	}
	if err := m.makeSpace(ctx); err != nil {
		return nil, err
	}
	functions, err := m.evaluated(ctx)
	if err != nil {
		return nil, err
	}
	if s, ok := functions.(*space.Stable); ok && m.supports.All(m.data.Train.Len()) && s.Dim() == m.supports.Len()-1 {
		m.fullKernel = true
		m.train = moments.NewValuesAtSupports(s, m.data.Train.X, m.data.Train.Lengths)
	} else {
		m.train = moments.NewValues(functions, m.data.Train.X, m.data.Train.Lengths)
		m.train.LiftSupports(m.Lifted())
	}
	m.keep(m.train, m.data.Train.Len(), &m.trainBuffers, m.usesOf(which).Train)
	if m.data.Held.X != nil {
		m.held = moments.NewValues(functions, m.data.Held.X, m.data.Held.Lengths)
		m.keep(m.held, m.data.Held.Len(), &m.heldBuffers, m.usesOf(which).Held)
	}
	m.lookUp()
	if err := m.alignOnce(ctx); err != nil {
		return nil, err
	}
	if m.fullKernel {
		return m, nil // moments are not always needed
	}
	if len(m.Plan.Jobs) > 1 {
		m.train.PassIn(m.spare.forPass(m.train.PassSize())) // and leave it to the next job
	}
	if _, err = m.streamed(ctx); m.many(functions.Dim()) {
		collectNow() // what the pass has left would be there beside what solving takes
	}
	return m, err
}

// many reports whether the values of so many functions on the training part are too many to
// be kept.
func (m *model) many(functions int) bool {
	return 8*int64(m.data.Train.Len())*int64(functions) > sweep.KeptBytes
}

// tellingEvery is how often rounds of learning are told of, each of which stays in the record.
const tellingEvery = 250 * time.Millisecond

// reportLearning tells how far a front is.
func (m *model) reportLearning(what string, done, of int) {
	m.report(fmt.Sprintf("learning %s %d/%d", what, done, of))
}

// prepare prepares the parts of a model, once for all jobs that share them where those
// are kept.
func (c *computation) prepare(ctx context.Context, which sweep.Model) (*preparation.Data, error) {
	key := c.PartsKey(which)
	prepare := func() (*preparation.Data, error) {
		return preparation.Prepare(ctx, c.Plan.Graphs, c.Parts(which), key.Preparation, func(learn func() (space.Front, error)) (space.Front, error) {
			return c.shared.fronts.get(ctx, c.FrontKey(which), learn)
		})
	}
	if !c.shared.parts.expected(key) {
		return prepare()
	}
	return c.shared.parts.get(ctx, key, prepare)
}

// manySamples is the number of samples for each function from which a solve is
// put off: to transform the moments takes about as long as four for each.
const manySamples = 8

// evaluated is the function space as samples are evaluated in it: where there are
// many of them, with part of the solve put off.
func (m *model) evaluated(ctx context.Context) (space.Space, error) {
	s, ok := m.space.(*space.Stable)
	if !ok || m.data.Train.Len() < manySamples*s.Dim() {
		return m.space, nil
	}
	p, err := s.Partial(ctx)
	if p == nil || err != nil {
		return m.space, err
	}
	return p, nil
}

// makeSpace builds the function space over the prepared inputs.
func (m *model) makeSpace(ctx context.Context) error {
	_, d := m.data.Train.X.Dims()
	var err error
	if kind := space.Kinds.Build(m.At); !kind.Kernel {
		m.space, err = kind.New(m.At, d)
		return err
	}
	return m.makeKernelSpace(ctx)
}

// makeKernelSpace chooses the subset and builds the space on it.
func (m *model) makeKernelSpace(ctx context.Context) error {
	if err := m.stage(ctx); err != nil {
		return err
	}
	var err error
	if m.known, err = m.distances(ctx); err != nil {
		return err
	}
	if err := m.lookAtSamples(ctx); err != nil {
		return err
	}
	if m.supports, err = m.shared.picks.get(ctx, m.SupportsKey(m.which), func() (*subset.Supports, error) { return m.choose(ctx) }); err != nil {
		return err
	}
	x := m.data.Train.X
	n, _ := x.Dims()
	m.z = m.supports.Matrix(x, min(m.Dim(n), m.supports.Len()))
	if err := m.stage(ctx); err != nil {
		return err
	}
	if m.space, err = space.New(ctx, m.At, m.z, m.data.Origin, m.supportDistances(m.supports.Index)); err != nil {
		return err
	}
	if !subset.Kinds.Has(m.At, subset.M) && kernel.Indefinite.Of(m.At) == "" && m.space.Dim() < m.supports.Len()-1 {
		return m.reorder(ctx)
	}
	return nil
}

// reorder builds the space over all samples once more where some of them
// depend on others: the stable basis keeps those that come first, and in the
// order of MP-MAH these are the ones that are furthest apart.
func (m *model) reorder(ctx context.Context) error {
	x := m.data.Train.X
	n, _ := x.Dims()
	best, err := subset.MPMAH(ctx, kernel.At(m.At), x, n, m.data.Origin, nil)
	if err != nil {
		return err
	}
	order := &subset.Supports{Index: best.Index}
	chosen := make([]bool, n)
	for _, i := range best.Index {
		chosen[i] = true
	}
	for i := range n {
		if !chosen[i] {
			order.Index = append(order.Index, i)
		}
	}
	m.supports = order
	m.z = order.Matrix(x, n)
	m.space, err = space.New(ctx, m.At, m.z, m.data.Origin, m.supportDistances(order.Index))
	return err
}

// choose runs the selection for the largest m that any job of the plan needs.
func (m *model) choose(ctx context.Context) (*subset.Supports, error) {
	key := m.SupportsKey(m.which)
	from := subset.Candidates{X: m.data.Train.X, Mean: m.data.Origin}
	if m.known != nil {
		from.Distances = m.known.train
	}
	s, err := subset.Kinds.Build(m.At).Choose(ctx, from, m.Plan.MostSupports[key], key.At)
	if err != nil {
		return nil, err
	}
	if m.many(s.Len()) {
		collectNow() // what the choice has left would double the peak
	}
	if s.Len() < 2 {
		return nil, tooAlike(m.At, s.Len(), kernel.Sigma.Of(key.At), m.originNote)
	}
	m.report(fmt.Sprintf("%d supports chosen", s.Len()))
	return s, nil
}

// tooAlike says that all samples are one to the kernel, at the width that
// supports were chosen with, where it has one, or says why they are, where it is known that
// they are far from its origin.
func tooAlike(at part.Point, supports int, sigma part.Value, far string) error {
	where, remedy := "to the "+kernel.Name.Of(at)+" kernel", "check for constant inputs"
	if sigma.OK {
		where, remedy = "at σ = "+sigma.String(), "take a smaller σ or "+remedy
	}
	if far != "" {
		remedy = far
	}
	return fmt.Errorf("%s found %d support: the samples are equal to rounding %s; %s", subset.Name.Of(at), supports, where, remedy)
}

// keep makes room for the features of a part that are kept and, where they are few,
// keeps its values between passes.
func (m *model) keep(v *moments.Values, n int, r *partBuffers, u sweep.Use) {
	if u.Keep || u.Sums != 0 && v.HasFewBlocks() {
		r.features.free = m.spare.take(n * min(m.LargestP(), m.space.Dim()))
	}
	switch {
	case m.fullKernel: // Other samples' kernel values are had sooner than the solve of what is kept.
	case 8*int64(m.Rows(m.which))*int64(m.space.Dim()) > sweep.KeptBytes:
	case m.Plan.Set.Spooled || m.onePass(v, u):
		v.KeepNone()
	default:
		as := moments.Packed
		if m.spheresAll(u) { // no features of them are asked for
			as = moments.InRows
		}
		r.values = m.spare.take(v.KeptSize(as))
		v.KeepIn(r.values, as)
	}
}

// release leaves the storage of the model, which is not used any more, to the next
// job.
func (m *model) release() {
	for _, r := range []*partBuffers{&m.trainBuffers, &m.heldBuffers} {
		m.spare.giveBack(r.values)
		m.spare.giveBack(r.features.free)
	}
}

// giveBack ends the use of features: the next ones overwrite them. Fresh memory
// takes longer to touch than it takes to compute small features.
func (m *model) giveBack(f *features) {
	m.trainBuffers.features.giveBack(f.train)
	m.heldBuffers.features.giveBack(f.held)
	f.along = nil
}

// supportDistances says where distances between supports are known; nil where they are not.
func (m *model) supportDistances(supports []int) *space.Lookup {
	if m.known == nil {
		return nil
	}
	rows, _ := m.z.Dims()
	return &space.Lookup{Distances: m.known.train, Rows: supports[:rows]}
}

// lookUp has the values of both parts come from their distances, where those are known.
func (m *model) lookUp() {
	s, ok := m.space.(*space.Stable)
	if !ok || m.known == nil {
		return
	}
	kept, _ := s.Parts()
	rows := make([]int, len(kept))
	for i, j := range kept {
		rows[i] = m.supports.Index[j]
	}
	m.train.UseDistances(m.known.train, rows)
	if m.held != nil {
		m.held.UseDistances(m.known.held, rows)
	}
}

// distances are those of the model's parts; nil where the jobs share none.
func (m *model) distances(ctx context.Context) (*distances, error) {
	key := m.PartsKey(m.which)
	if !m.LooksUp() || !m.shared.distances.expected(key) {
		return nil, nil
	}
	return m.shared.distances.get(ctx, key, func() (*distances, error) {
		d, x := new(distances), m.data.Train.X
		var err error
		if d.train, err = kernel.NewDistances(ctx, x, x, m.data.Origin()); err == nil && m.data.Held.X != nil {
			d.held, err = kernel.NewDistances(ctx, m.data.Held.X, x, m.data.Origin())
		}
		if err != nil {
			return nil, err
		}
		m.reportAt(" · every σ", "squared distances")
		return d, nil
	})
}
