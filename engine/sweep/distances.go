package sweep

import (
	"context"

	"example.com/sfatui/engine/hierarchy"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/subset"
)

const (
	// keepDistances bounds the bytes of squared distances between the samples of a
	// division; above it, each job evaluates its kernel from the samples.
	keepDistances = 256 << 20
	// wideSamples is the number of inputs from which it takes longer to compute a
	// squared distance than to look it up.
	wideSamples = 96
)

// distances are the squared distances of both parts of a division to the samples that
// are trained on. They serve kernels of every width, and what comes from them is what
// comes from the samples, bit for bit.
type distances struct{ train, held *kernel.Distances } // held is nil without a part to score on

// looksUp reports whether the job's kernel values can come from distances.
func (j *job) looksUp() bool {
	return subset.Kinds.Build(j.at).Samples && kernel.At(j.at).TranslationInvariant() &&
		!j.plan.set.Spooled && j.plan.components(space.Reduction.Of(j.at), hierarchy.Layers.Of(j.at)) >= wideSamples
}

// sharedDistances is how many squared distances the jobs share, for each division
// where there is room for them and the jobs would evaluate their kernels as often.
func sharedDistances(jobs []*job) map[partsKey]int64 {
	values, all := map[partsKey]int64{}, map[partsKey]int64{}
	for _, j := range jobs {
		if !j.looksUp() {
			continue
		}
		for _, inner := range j.models() {
			k, n := j.partsKey(inner), int64(j.trainSamples(inner))
			rows := n + int64(j.heldSamples(inner))
			values[k] += rows * int64(j.dim(int(n)))
			all[k] = rows * n
		}
	}
	for k, count := range all {
		if 8*count > keepDistances || values[k] < count {
			delete(all, k)
		}
	}
	return all
}

// distanceBytes is what distances that jobs share need at once: those of a fold while
// those of the next are begun.
func distanceBytes(jobs []*job) int64 {
	folds, most := map[int]int64{}, int64(0)
	for k, count := range sharedDistances(jobs) {
		folds[k.fold] += 8 * count
		most = max(most, folds[k.fold])
	}
	return int64(min(2, len(folds))) * most
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
		rows[i] = m.picks.Index[j]
	}
	m.train.UseDistances(m.known.train, rows)
	if m.held != nil {
		m.held.UseDistances(m.known.held, rows)
	}
}

// distances are those of the model's parts; nil where the jobs share none.
func (m *model) distances(ctx context.Context) (*distances, error) {
	key := m.partsKey(m.inner)
	if !m.looksUp() || !m.shared.distances.expected(key) {
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
