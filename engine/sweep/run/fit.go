package run

import (
	"context"
	"fmt"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/moments"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/subset"
	"example.com/sfatui/engine/sweep"
	"gonum.org/v1/gonum/mat"
)

// newModel fits a model: it prepares the parts, chooses the supports, builds the function space
// and computes the moments of the training part. If the training samples are the supports, the
// moments are not computed before they are needed.
func (c *computation) newModel(ctx context.Context, which sweep.Model) (*model, error) {
	samples, err := c.modelJob(which).newSamples(ctx)
	if err != nil {
		return nil, err
	}
	fn, err := samples.newFunctions(ctx)
	if err != nil {
		return nil, err
	}
	m := &model{samples: samples, functions: fn}
	m.solver = &solver{model: m}
	functions, err := fn.evaluated(ctx)
	if err != nil {
		return nil, err
	}
	if s, ok := functions.(*space.Stable); ok && m.functions.supports.All(m.samples.data.Train.Len()) && s.Dim() == m.functions.supports.Len()-1 {
		m.fullKernel = true
		m.train = moments.NewValuesAtSupports(s, m.samples.data.Train.X, m.samples.data.Train.Lengths)
	} else {
		m.train = moments.NewValues(functions, m.samples.data.Train.X, m.samples.data.Train.Lengths)
		m.train.LiftSupports(fn.lifted())
	}
	m.allocateBuffers(m.train, m.samples.data.Train.Len(), &m.trainBuffers, m.samples.of.uses.Train)
	if m.samples.data.Held.X != nil {
		m.held = moments.NewValues(functions, m.samples.data.Held.X, m.samples.data.Held.Lengths)
		m.allocateBuffers(m.held, m.samples.data.Held.Len(), &m.heldBuffers, m.samples.of.uses.Held)
	}
	m.useDistances()
	if err := m.alignOnce(ctx); err != nil {
		return nil, err
	}
	if m.fullKernel {
		return m, nil // moments are not always needed
	}
	if len(m.samples.job.Plan.Jobs) > 1 {
		m.train.PassIn(m.samples.of.spare.forPass(m.train.PassSize())) // the next job uses the same storage
	}
	if _, err = m.timeMoments(ctx); m.samples.exceedsKept(functions.Dim()) {
		collectTwice() // otherwise garbage of the pass adds to the memory of the solve
	}
	return m, err
}

// exceedsKept reports whether the values of so many functions on the training part take more
// than sweep.KeptBytes.
func (s *samples) exceedsKept(functions int) bool {
	return 8*int64(s.data.Train.Len())*int64(functions) > sweep.KeptBytes
}

// samplesPerFunction is the number of training samples per function from which part of a solve
// is deferred. Transforming the moments costs about as much as four samples per function.
const samplesPerFunction = 8

// evaluated returns the space in which samples are evaluated. If there are many samples per
// function, this is a space that defers part of the triangular solve.
func (fn *functions) evaluated(ctx context.Context) (space.Space, error) {
	s, ok := fn.space.(*space.Stable)
	if !ok || fn.samples.data.Train.Len() < samplesPerFunction*s.Dim() {
		return fn.space, nil
	}
	p, err := s.Partial(ctx)
	if p == nil || err != nil {
		return fn.space, err
	}
	return p, nil
}

// functions is the function space of a model over its prepared inputs.
type functions struct {
	samples  *samples
	supports *subset.Supports // nil without a kernel
	z        *mat.Dense       // supports that the space was built on; nil without a kernel
	space    space.Space
}

// newFunctions builds the function space over the samples.
func (s *samples) newFunctions(ctx context.Context) (*functions, error) {
	kind := space.Kinds.Build(s.job.At)
	if kind.Kernel {
		return s.newKernelFunctions(ctx)
	}
	_, d := s.data.Train.X.Dims()
	of, err := kind.New(s.job.At, d)
	return &functions{samples: s, space: of}, err
}

// newKernelFunctions chooses the supports and builds the kernel space on them.
func (s *samples) newKernelFunctions(ctx context.Context) (*functions, error) {
	supports, err := s.of.shared.picks.get(ctx, s.job.SupportsKey(s.of.which), func() (*subset.Supports, error) { return s.chooseSupports(ctx) })
	if err != nil {
		return nil, err
	}
	if err := s.of.run.stage(ctx); err != nil {
		return nil, err
	}
	fn, err := s.functionsOn(ctx, supports, min(s.job.Dim(s.data.Train.Len()), supports.Len()))
	if err != nil {
		return nil, err
	}
	if !subset.Kinds.Has(s.job.At, subset.M) && kernel.Indefinite.Of(s.job.At) == "" && fn.space.Dim() < supports.Len()-1 {
		return s.reorder(ctx)
	}
	return fn, nil
}

// functionsOn builds the kernel space on the first n supports.
func (s *samples) functionsOn(ctx context.Context, supports *subset.Supports, n int) (*functions, error) {
	z := supports.Matrix(s.data.Train.X, n)
	of, err := space.New(ctx, s.job.At, z, s.data.Origin, s.supportDistances(supports.Index, n))
	return &functions{samples: s, supports: supports, z: z, space: of}, err
}

// reorder builds the space over all samples if some of them are linearly dependent on others.
// The stable basis keeps the samples that come first; in the order of MP-MAH these are the
// samples that are farthest apart.
func (s *samples) reorder(ctx context.Context) (*functions, error) {
	x := s.data.Train.X
	n, _ := x.Dims()
	best, err := subset.MPMAH(ctx, kernel.At(s.job.At), x, n, s.data.Origin, nil)
	if err != nil {
		return nil, err
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
	return s.functionsOn(ctx, order, n)
}

// chooseSupports runs the selection for the largest number of supports that any job of the plan
// needs. It fails if fewer than two are found.
func (s *samples) chooseSupports(ctx context.Context) (*subset.Supports, error) {
	key := s.job.SupportsKey(s.of.which)
	from := subset.Candidates{X: s.data.Train.X, Mean: s.data.Origin}
	if s.known != nil {
		from.Distances = s.known.train
	}
	chosen, err := subset.Kinds.Build(s.job.At).Choose(ctx, from, s.job.Plan.MostSupports[key], key.At)
	if err != nil {
		return nil, err
	}
	if s.exceedsKept(chosen.Len()) {
		collectTwice() // otherwise the garbage of the selection doubles the peak
	}
	if chosen.Len() < 2 {
		return nil, tooAlike(s.job.At, chosen.Len(), kernel.Sigma.Of(key.At), s.originNote)
	}
	s.of.report(fmt.Sprintf("%d supports chosen", chosen.Len()))
	return chosen, nil
}

// tooAlike returns the error for samples that the kernel maps to a single point. It names the
// width that the supports were chosen with, if the kernel has one. far is the note that the
// samples are far from the kernel's origin; if it is not empty, it replaces the remedy.
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

// allocateBuffers allocates the features of a part if they are kept or the part is small, and
// determines whether the values of the functions are kept between passes: not if they are too
// large, spooled, or needed only once.
func (m *model) allocateBuffers(v *moments.Values, n int, r *partBuffers, u sweep.Use) {
	if u.Keep || u.Sums != 0 && v.HasFewBlocks() {
		r.features.free = m.samples.of.spare.take(n * min(m.samples.job.LargestP(), m.functions.space.Dim()))
	}
	switch {
	case m.fullKernel: // evaluating the kernel again is faster than solving with kept values
	case 8*int64(m.samples.job.Rows(m.samples.of.which))*int64(m.functions.space.Dim()) > sweep.KeptBytes:
	case m.samples.job.Plan.Set.Spooled || m.onePass(v, u):
		v.KeepNone()
	default:
		as := moments.Packed
		if m.functions.spheresAllFunctions(u) { // the pass computes no features from them
			as = moments.InRows
		}
		r.values = m.samples.of.spare.take(v.KeptSize(as))
		v.KeepIn(r.values, as)
	}
}

// release returns the storage of the model to the workspace; the model must not be used
// afterwards.
func (m *model) release() {
	for _, r := range []*partBuffers{&m.trainBuffers, &m.heldBuffers} {
		m.samples.of.spare.giveBack(r.values)
		m.samples.of.spare.giveBack(r.features.free)
	}
}

// giveBack ends the use of features, so that the next ones overwrite them. Touching fresh
// memory takes longer than computing small features.
func (m *model) giveBack(f *features) {
	m.trainBuffers.features.giveBack(f.train)
	m.heldBuffers.features.giveBack(f.held)
	f.along = nil
}

// supportDistances returns the lookup of the distances between the first n supports; nil if no
// distances are shared.
func (s *samples) supportDistances(supports []int, n int) *space.Lookup {
	if s.known == nil {
		return nil
	}
	return &space.Lookup{Distances: s.known.train, Rows: supports[:n]}
}

// useDistances makes both parts compute their kernel values from the shared distances, if there
// are any.
func (m *model) useDistances() {
	s, ok := m.functions.space.(*space.Stable)
	if !ok || m.samples.known == nil {
		return
	}
	kept, _ := s.Parts()
	rows := make([]int, len(kept))
	for i, j := range kept {
		rows[i] = m.functions.supports.Index[j]
	}
	m.train.UseDistances(m.samples.known.train, rows)
	if m.held != nil {
		m.held.UseDistances(m.samples.known.held, rows)
	}
}

// distances returns the shared squared distances of the model's parts to the training samples;
// nil if no jobs share them.
func (s *samples) distances(ctx context.Context) (*distances, error) {
	key := s.job.PartsKey(s.of.which)
	if !s.job.LooksUp() || !s.of.shared.distances.expected(key) {
		return nil, nil
	}
	return s.of.shared.distances.get(ctx, key, func() (*distances, error) {
		d, x := new(distances), s.data.Train.X
		var err error
		if d.train, err = kernel.NewDistances(ctx, x, x, s.data.Origin()); err == nil && s.data.Held.X != nil {
			d.held, err = kernel.NewDistances(ctx, s.data.Held.X, x, s.data.Origin())
		}
		if err != nil {
			return nil, err
		}
		s.of.reportAt(" · every σ", "squared distances")
		return d, nil
	})
}
