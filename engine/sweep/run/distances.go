package run

import (
	"context"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/space"
)

// distances are the squared distances of both parts of a division to the samples that
// are trained on. They serve kernels of every width, and what comes from them is what
// comes from the samples, bit for bit.
type distances struct{ train, held *kernel.Distances } // held is nil without a part to score on

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
	key := m.PartsKey(m.inner)
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
