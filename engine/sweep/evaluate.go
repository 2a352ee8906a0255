package sweep

import (
	"context"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/moments"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
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
		if Classifies(e.Point) || Predicts(e.Point) {
			u.train.keep, u.held.keep = true, true
		}
		if inner {
			continue
		}
		u.train.sums = measure.Steps | measure.Products
		u.train.keep = u.train.keep || methodOf(e.Point.Method).graph && !streamed(e.Point)
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
	}{{u.train, train}, {u.held, samples(j.fold) - train}} {
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
func (m *model) evaluate(ctx context.Context, v *moments.Values, lengths []int, r *room, s *solution, u use) (*mat.Dense, *measure.Pass, error) {
	if u == (use{}) {
		return nil, nil, nil
	}
	_, p := s.a.Dims()
	var phi *mat.Dense
	if u.keep || v.Few() {
		phi = r.take(v.Blocks[len(v.Blocks)-1].End, p)
	}
	if u.sums == 0 {
		return phi, nil, v.ProjectTo(ctx, phi, s.a, s.coefficients, s.constants())
	}
	pass := measure.NewPass(u.sums, p, lengths)
	return phi, pass, v.ProjectAlong(ctx, phi, s.a, s.coefficients, s.constants(), func(start int) (func(*mat.Dense), func()) {
		g := pass.Group(start)
		return g.Add, g.End
	})
}

// project evaluates a solution on a part.
func (m *model) project(ctx context.Context, v *moments.Values, s *solution) (*mat.Dense, error) {
	_, p := s.a.Dims()
	phi := dense.New(v.Blocks[len(v.Blocks)-1].End, p)
	return phi, v.ProjectTo(ctx, phi, s.a, s.coefficients, s.constants())
}

// constants are what the features of h are less: Aᵀmean.
func (s *solution) constants() []float64 {
	dim, p := s.a.Dims()
	c := make([]float64, p)
	blas64.Gemv(blas.Trans, 1, s.a.RawMatrix(), blas64.Vector{N: dim, Inc: 1, Data: s.mean}, 0, blas64.Vector{N: p, Inc: 1, Data: c})
	return c
}
