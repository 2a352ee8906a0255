package sweep

import (
	"context"

	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/moments"
	"example.com/sfatui/engine/readout"
	"gonum.org/v1/gonum/mat"
)

// use is what the features of a part are for.
type use struct {
	keep bool         // they are looked at later
	sums measure.Sums // those of a pass over them; 0 for none
}

// uses are those of the features on the parts of a model.
type uses struct{ train, held use }

// toKeep is for those who look at features and take no measures.
var toKeep = uses{use{keep: true}, use{keep: true}}

// uses are what the points of the job have for the features of a model. Measures
// alone do not need them kept: they are taken while the features are computed, which
// are more than the memory nearby holds.
func (j *job) uses(inner bool) uses {
	u := uses{held: use{sums: measure.Steps | measure.Turns | measure.Deviations}}
	for _, e := range j.entries {
		if readout.Classifies(e.Point) || readout.Predicts(e.Point) {
			u.train.keep, u.held.keep = true, true
		}
		if inner {
			continue
		}
		u.train.sums = measure.Steps | measure.Products
		u.train.keep = u.train.keep || method.Kinds.Build(e.Point).Graph && !graph.Streamed(e.Point)
		u.held.keep = u.held.keep || e.Point.Neighbours > 0
	}
	if !inner && (j.plan.set.Latent != nil || len(measure.Taken()) > 0) {
		u.train.keep, u.held.keep = true, true
	}
	return u
}

// featureRows is how many rows of features a model has in memory at once: of parts
// whose features are not kept, those of the blocks under way.
func (j *job) featureRows(inner bool) int64 {
	u, train := j.uses(inner), j.trainSamples(inner)
	rows := int64(0)
	for _, part := range []struct {
		use
		n int
	}{{u.train, train}, {u.held, rowsOf(j.fold) - train}} {
		switch {
		case part.keep:
			rows += int64(part.n)
		case part.sums != 0:
			rows += int64(min(part.n, moments.FewRows))
		}
	}
	return rows
}

// evaluate gives the features of a solution on a part, where they are kept, and goes
// over them as they are computed.
func (m *model) evaluate(ctx context.Context, v *moments.Values, lengths []int, r *room, s *method.Solution, u use) (*mat.Dense, *measure.Pass, error) {
	if u == (use{}) {
		return nil, nil, nil
	}
	_, p := s.A.Dims()
	var phi *mat.Dense
	if u.keep || v.Few() {
		phi = r.take(v.Blocks[len(v.Blocks)-1].End, p)
	}
	if u.sums == 0 {
		return phi, nil, v.ProjectTo(ctx, phi, s.A, s.Coefficients, s.Constants())
	}
	pass := measure.NewPass(u.sums, p, lengths)
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
