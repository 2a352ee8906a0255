package run

import (
	"context"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/moments"
	"example.com/sfatui/engine/sweep"
	"gonum.org/v1/gonum/mat"
)

// evaluate gives the features of a solution on a part, where they are kept, and goes
// over them as they are computed.
func (m *model) evaluate(ctx context.Context, v *moments.Values, lengths []int, r *buffer, s *method.Solution, u sweep.Use) (*mat.Dense, *measure.Pass, error) {
	if u == (sweep.Use{}) {
		return nil, nil, nil
	}
	_, p := s.A.Dims()
	var phi *mat.Dense
	if u.Keep || v.Few() {
		phi = r.take(v.Blocks[len(v.Blocks)-1].End, p)
	}
	if u.Sums == 0 {
		return phi, nil, v.ProjectTo(ctx, phi, s.A, s.Coefficients, s.Constants())
	}
	pass := measure.NewPass(u.Sums, p, lengths)
	return phi, pass, v.ProjectAlong(ctx, phi, s.A, s.Coefficients, s.Constants(), func(start int) (func(*mat.Dense), func()) {
		g := pass.Group(start)
		return g.Add, g.End
	})
}

// Project evaluates a solution on the training part (n×p).
func (m *model) Project(ctx context.Context, s *method.Solution) (*mat.Dense, error) {
	_, p := s.A.Dims()
	phi := dense.New(m.train.Blocks[len(m.train.Blocks)-1].End, p)
	return phi, m.train.ProjectTo(ctx, phi, s.A, s.Coefficients, s.Constants())
}
