package run

import (
	"context"
	"errors"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/preparation"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/sweep"
	"gonum.org/v1/gonum/mat"
)

// Outputs are the features of one point on the parts of its fold, n×p each.
type Outputs struct {
	Train, Test         *mat.Dense // Test is nil without a test part
	TrainRows, TestRows []int      // the rows of the data set
	TrainSpans          []int      // the number of rows of each consecutive span
	TestSpans           []int
}

// Solved is a point that is solved again, of which results hold numbers only.
type Solved struct {
	Outputs
	*method.Solution
	Parts *preparation.Data // of its fold, as they are prepared

	m *model
	f *features
}

// Solve solves one point again. Its features are those that were measured, up to rounding
// where the plan shared the point's stages with larger ones.
func Solve(ctx context.Context, set *data.Set, hash string, point part.Point) (*Solved, error) {
	m, f, err := solveFor(ctx, set, hash, point, sweep.ToKeep)
	if err != nil {
		return nil, err
	}
	return solved(m, f), nil
}

func solved(m *model, f *features) *Solved {
	out := Outputs{
		Train: f.train, Test: f.held, TrainRows: m.data.Train.Rows, TestRows: m.data.Held.Rows,
		TrainSpans: m.data.Train.Lengths, TestSpans: m.data.Held.Lengths,
	}
	return &Solved{Outputs: out, Solution: f.Solution, Parts: m.data, m: m, f: f}
}

// EachValidation solves the models again by which one point is chosen, and calls each with
// them: the test part of each is the validation part that it was trained without. What
// cannot be solved for is given as an error in its place. It fails where each does, when ctx
// ends, and where there is no such model at all.
func EachValidation(ctx context.Context, set *data.Set, hash string, point part.Point, each func(*Solved, error) error) error {
	c, done, err := single(ctx, set, hash, point)
	if err != nil {
		return err
	}
	defer done()
	if len(c.Fold.Inner) == 0 {
		return errors.New("the point has no validation part")
	}
	for _, which := range c.Models() {
		if !which.Inner() {
			continue
		}
		m, f, err := c.solve(ctx, which, point, sweep.ToKeep)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		var s *Solved
		if err == nil {
			s = solved(m, f)
		}
		if err := each(s, err); err != nil {
			return err
		}
	}
	return nil
}

// TrainReadout trains the readout of the point that was solved on its training part: a
// [readout.Classifier], a Regressor or a Detector.
func (s *Solved) TrainReadout(ctx context.Context, point part.Point) (any, error) {
	trained, _, err := s.m.trainReadout(ctx, readout.Kinds.Build(point), s.f, point)
	return trained, err
}

// MeasureOutputs solves one point again and takes the unit-variance check over its training
// outputs themselves, whatever way its sweep took. It fails as [Solve] does, and for a
// training graph other than time, under which no sweep takes another way.
func MeasureOutputs(ctx context.Context, set *data.Set, hash string, point part.Point) (result.Variance, error) {
	uses := sweep.Uses{Train: sweep.Use{Sums: measure.Products}}
	_, f, err := solveFor(ctx, set, hash, point, uses)
	switch {
	case err != nil:
		return result.Variance{}, err
	case f.on.graph != nil:
		return result.Variance{}, errors.New("the training graph weighs the outputs")
	}
	_, have := f.A.Dims()
	return varianceOf(f.trained.UnitVariance(have), point), nil
}

// solveFor is the outer model of one point with its features for the given uses.
func solveFor(ctx context.Context, set *data.Set, hash string, point part.Point, uses sweep.Uses) (*model, *features, error) {
	c, done, err := single(ctx, set, hash, point)
	if err != nil {
		return nil, nil, err
	}
	defer done()
	return c.solve(ctx, sweep.Outer, point, uses)
}

// solve is a model of one point with its features for the given uses.
func (c *computation) solve(ctx context.Context, which sweep.Model, point part.Point, uses sweep.Uses) (*model, *features, error) {
	m, err := c.newModel(ctx, which)
	if err != nil {
		return nil, nil, err
	}
	f, err := m.features(ctx, sweep.Rotation(point), method.P.Of(point), uses)
	return m, f, err
}

// Prepare prepares the parts of the fold of one point again; part is the training part that
// they are made of.
func Prepare(ctx context.Context, set *data.Set, hash string, point part.Point) (parts *preparation.Data, train data.Part, err error) {
	c, done, err := single(ctx, set, hash, point)
	if err != nil {
		return nil, nil, err
	}
	defer done()
	parts, err = c.prepare(ctx, sweep.Outer)
	return parts, c.Parts(sweep.Outer).Train, err
}

// single takes up the job of one point, which done lets go.
func single(ctx context.Context, set *data.Set, hash string, point part.Point) (c *computation, done func(), err error) {
	plan, err := sweep.PlanOf(set, hash, []part.Point{point})
	if err != nil {
		return nil, nil, err
	}
	j, shared := plan.Jobs[0], newStages(plan.Jobs, sharing{})
	c = newComputation(j, &control{ctx: ctx, tell: func(sweep.Event) {}}, shared, nil)
	c.solvedAgain = true
	return c, func() { shared.release(j) }, nil
}

// Graph is the training graph; nil where that is time.
func (s *Solved) Graph() graph.Graph { return s.f.on.graph }

// LeadingSpace is the space of the functions that the features are made of, and its
// supports; nil without a kernel.
func (s *Solved) LeadingSpace() (space.Space, *mat.Dense) {
	dim, _ := s.A.Dims()
	return space.Restrict(s.m.At, s.m.space, s.m.z, dim)
}

// Score trains the readout of at, a point that differs in the readout or in having fewer
// features, and scores it on the test part.
func (s *Solved) Score(ctx context.Context, at part.Point) (result.Scores, error) {
	scores, _, err := s.m.readout(ctx, at, s.f)
	return scores, err
}

// Readout trains the readout of at and applies it to the test part.
func (s *Solved) Readout(ctx context.Context, at part.Point) (ReadoutOutputs, error) {
	return s.m.apply(ctx, readout.Kinds.Build(at), s.f, at)
}
