package sweep

import (
	"context"

	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sfa"
	"example.com/sfatui/engine/subset"
)

// ownSamples are training samples that are the supports, with the mean of h.
type ownSamples struct {
	*sfa.AtSupports
	mean []float64
}

// solveOwn is slow feature analysis of training samples that are the supports, which
// can be had without their moments; nil where it can not, or they are not.
func (m *model) solveOwn(ctx context.Context, at part.Point, p int) (*method.Solution, error) {
	if m.alone != nil {
		m.alone.NotConverged = false // of the point before
	}
	if !m.own || method.Name.Of(at) != "sfa" || !graph.Streamed(at) || subset.M.Of(at) > 0 && subset.M.Of(at) < m.picks.Len() {
		return nil, nil
	}
	if m.alone == nil {
		samples, mean, err := m.train.TriangularSamples(ctx)
		if err != nil {
			return nil, err
		}
		m.alone = &ownSamples{sfa.NewAtSupports(samples), mean}
	}
	f, spectrum, err := m.alone.Slowest(ctx, method.Cut.X(at), method.Lambda.X(at), p)
	if err != nil || f == nil {
		return nil, err
	}
	if n := m.picks.Len(); m.supports != n {
		m.supports, m.leading = n, nil // the model was turned to another size
	}
	return &method.Solution{A: f.A, Mean: m.alone.mean, Spectrum: spectrum}, nil
}
