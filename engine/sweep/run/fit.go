package run

import (
	"context"

	"example.com/sfatui/engine/moments"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/sweep"
)

// newModel fits a model: it prepares the parts, chooses the supports, builds the function space
// and computes the moments of the training part. If the training samples are the supports, the
// moments are not computed before they are needed.
func (j *modelJob) newModel(ctx context.Context) (*model, error) {
	samples, err := j.newSamples(ctx)
	if err != nil {
		return nil, err
	}
	fn, err := samples.newFunctions(ctx)
	if err != nil {
		return nil, err
	}
	m := &model{samples: samples, functions: fn}
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
