package run

import (
	"context"

	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sfa"
	"example.com/sfatui/engine/subset"
)

// ownSamples are training samples that are the supports, with the mean of h.
type supportProblem struct {
	*sfa.AtSupports
	mean []float64
}

// solveOwn is slow feature analysis of training samples that are the supports, which
// can be had without their moments; nil where it can not, or they are not.
func (m *model) solveAtSupports(ctx context.Context, at part.Point, p int) (*method.Solution, error) {
	if m.atSupports != nil {
		m.atSupports.NotConverged = false // of the point before
	}
	if !m.fullKernel || !method.Kinds.Build(at).AtSupports || !graph.Streamed(at) || subset.M.Of(at) > 0 && subset.M.Of(at) < m.supports.Len() {
		return nil, nil
	}
	if m.atSupports == nil {
		samples, mean, err := m.train.TriangularSamples(ctx)
		if err != nil {
			return nil, err
		}
		m.atSupports = &supportProblem{sfa.NewAtSupports(samples), mean}
	}
	f, spectrum, err := m.atSupports.Slowest(ctx, method.Cut.X(at), method.Lambda.X(at), p)
	if err != nil || f == nil {
		return nil, err
	}
	if n := m.supports.Len(); m.count != n {
		m.count, m.leading = n, nil // the model was turned to another size
	}
	return &method.Solution{A: f.A, Mean: m.atSupports.mean, Spectrum: spectrum}, nil
}
