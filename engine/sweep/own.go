package sweep

import (
	"context"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sfa"
)

// ownSamples are training samples that are the supports, with the mean of h.
type ownSamples struct {
	*sfa.AtSupports
	mean []float64
}

// solveOwn is slow feature analysis of training samples that are the supports, which
// can be had without their moments; nil where it can not, or they are not.
func (m *model) solveOwn(ctx context.Context, at part.Point, p int) (*solution, error) {
	if m.alone != nil {
		m.alone.Vain = false // of the point before
	}
	if !m.own || at.Method != "sfa" || !streamed(at) || at.M > 0 && at.M < m.picks.len() {
		return nil, nil
	}
	if m.alone == nil {
		samples, mean, err := m.train.Own(ctx)
		if err != nil {
			return nil, err
		}
		m.alone = &ownSamples{sfa.NewAtSupports(samples), mean}
	}
	f, spectrum, err := m.alone.Slowest(ctx, at.Cut.X, at.Lambda.X, p)
	if err != nil || f == nil {
		return nil, err
	}
	if n := m.picks.len(); m.supports != n {
		m.supports, m.leading = n, nil // the model was turned to another size
	}
	return &solution{a: f.A, mean: m.alone.mean, spectrum: spectrum}, nil
}
