package run

import (
	"context"
	"math"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/moments"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// evaluateHeld computes the features of a solution on the held-out part and measures them;
// those of the test part also on each of its stretches. The features are nil if they are not
// kept.
func (m *model) evaluateHeld(ctx context.Context, s *method.Solution, u sweep.Use) (*mat.Dense, *measure.Stretches, error) {
	if u.Sums == 0 {
		phi, _, err := m.evaluate(ctx, m.held, nil, &m.heldBuffers.features, s, u)
		return phi, nil, err
	}
	_, p := s.A.Dims()
	along := measure.NewStretches(u.Sums, p, m.samples.data.Held.Lengths, m.samples.stretchEnds())
	phi, err := m.evaluateAlong(ctx, m.held, &m.heldBuffers.features, s, u, along.Group)
	return phi, along, err
}

// stretchEnds returns the end row (exclusive) of each stretch of the test part. Stretches are
// about as long as a validation part, because measures depend on the length of a part. It
// returns nil for an inner model, and if the test part is no longer than a validation part.
func (s *samples) stretchEnds() []int {
	if s.of.which.Inner() || len(s.job.Fold.Inner) == 0 {
		return nil
	}
	rows := 0
	for _, in := range s.job.Fold.Inner {
		rows += in.Validation.Samples()
	}
	n := len(s.job.Fold.Inner)
	return measure.StretchEnds(s.data.Held.Lengths, (rows+n/2)/n)
}

// evaluate computes the features of a solution on the part v and measures them in the same
// pass. Both results are nil if they are not wanted: the features if they are not kept, the
// pass if there is nothing to sum.
func (m *model) evaluate(ctx context.Context, v *moments.Values, lengths []int, r *buffer, s *method.Solution, u sweep.Use) (*mat.Dense, *measure.Pass, error) {
	if u == (sweep.Use{}) {
		return nil, nil, nil
	}
	if u.Sums == 0 {
		phi, err := m.evaluateAlong(ctx, v, r, s, u, nil)
		return phi, nil, err
	}
	_, p := s.A.Dims()
	pass := measure.NewPass(u.Sums, p, lengths)
	phi, err := m.evaluateAlong(ctx, v, r, s, u, func(start int) (func(*mat.Dense), func()) {
		g := pass.Group(start)
		return g.Add, g.End
	})
	return phi, pass, err
}

// evaluateAlong works as evaluate does, but calls follow on the blocks of features as they are
// computed; follow may be nil.
func (m *model) evaluateAlong(ctx context.Context, v *moments.Values, r *buffer, s *method.Solution, u sweep.Use, follow moments.Follower) (*mat.Dense, error) {
	_, p := s.A.Dims()
	var phi *mat.Dense
	if u.Keep || v.HasFewBlocks() {
		phi = r.take(v.Blocks[len(v.Blocks)-1].End, p)
	}
	if follow == nil {
		return phi, v.ProjectTo(ctx, phi, s.A, s.Coefficients, s.Constants())
	}
	return phi, v.ProjectAlong(ctx, phi, s.A, s.Coefficients, s.Constants(), follow)
}

// project evaluates a solution on the training part (n×p).
func (m *model) project(ctx context.Context, s *method.Solution) (*mat.Dense, error) {
	_, p := s.A.Dims()
	phi := dense.New(m.train.Blocks[len(m.train.Blocks)-1].End, p)
	return phi, m.train.ProjectTo(ctx, phi, s.A, s.Coefficients, s.Constants())
}

// leadingColumns returns the first p columns of phi as a view, or all if there are fewer. The
// features of a smaller p are a prefix of those of a larger p.
func leadingColumns(phi *mat.Dense, p int) *mat.Dense {
	n, have := phi.Dims()
	return phi.Slice(0, n, 0, min(p, have)).(*mat.Dense)
}

// floatsOf returns the measures as floats of a result, and their mean.
func floatsOf(values []float64) ([]part.Float, part.Float) {
	return part.Floats(values), part.Float(stat.Mean(values, nil))
}

// unitVariance returns a copy of phi (n×p) with each feature scaled to mean 0 and variance 1.
func unitVariance(phi *mat.Dense) *mat.Dense {
	n, p := phi.Dims()
	out := mat.NewDense(n, p, nil)
	for j := range p {
		column := mat.Col(nil, j, phi)
		mean, sd := stat.PopMeanStdDev(column, nil)
		for i, v := range column {
			out.Set(i, j, (v-mean)/sd)
		}
	}
	return out
}

// optional returns a pointer to v as a float of a result; nil for NaN, a measure that was not
// taken.
func optional(v float64) *part.Float {
	if math.IsNaN(v) {
		return nil
	}
	f := part.Float(v)
	return &f
}
