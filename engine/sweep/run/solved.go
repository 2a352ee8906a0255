package run

import (
	"context"
	"errors"
	"fmt"

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

// Outputs holds the features of one point on the parts of its fold, n×p each.
type Outputs struct {
	Train, Test         *mat.Dense // Test is nil without a test part
	TrainRows, TestRows []int      // rows of the data set
	TrainSpans          []int      // the number of rows of each consecutive span
	TestSpans           []int
}

// Solved is a point solved again, with its features and its model; results contain only their
// measures.
type Solved struct {
	Outputs
	*method.Solution
	Parts *preparation.Data // prepared parts of its fold

	f *features
}

// Solve solves one point again. Its features are those that were measured, up to rounding if
// the plan shared the point's stages with larger points.
func Solve(ctx context.Context, set *data.Set, hash string, point part.Point) (*Solved, error) {
	f, err := solveFor(ctx, set, hash, point, sweep.ToKeep)
	if err != nil {
		return nil, err
	}
	return newSolved(f), nil
}

func newSolved(f *features) *Solved {
	data := f.samples.data
	out := Outputs{
		Train: f.train, Test: f.held, TrainRows: data.Train.Rows, TestRows: data.Held.Rows,
		TrainSpans: data.Train.Lengths, TestSpans: data.Held.Lengths,
	}
	return &Solved{Outputs: out, Solution: f.Solution, Parts: data, f: f}
}

// Scaled returns the first p features of the test part, or of the training part without one,
// scaled to mean 0 and variance 1 there, and the number of rows of each span.
func (s *Solved) Scaled(p int) (phi *mat.Dense, spans []int) {
	if s.Test == nil {
		return unitVariance(leadingColumns(s.Train, p)), s.TrainSpans
	}
	return unitVariance(leadingColumns(s.Test, p)), s.TestSpans
}

// EachValidation solves the inner models of one point again and calls each for every one of
// them. Test of such a Solved is the validation part that the model was trained without. A
// model that cannot be solved is passed as an error. It fails with each's error, when ctx ends,
// and if the point has no validation part.
func EachValidation(ctx context.Context, set *data.Set, hash string, point part.Point, each func(*Solved, error) error) error {
	c, done, err := newSingleComputation(ctx, set, hash, point)
	if err != nil {
		return err
	}
	defer done()
	if len(c.job.Fold.Inner) == 0 {
		return errors.New("the point has no validation part")
	}
	for _, which := range c.job.Models() {
		if !which.Inner() {
			continue
		}
		f, err := c.solve(ctx, which, point, sweep.ToKeep)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		var s *Solved
		if err == nil {
			s = newSolved(f)
		}
		if err := each(s, err); err != nil {
			return err
		}
	}
	return nil
}

// TrainReadout trains the readout of point on the training part and returns a
// [readout.Classifier], [readout.Regressor] or [readout.Detector].
func (s *Solved) TrainReadout(ctx context.Context, point part.Point) (any, error) {
	trained, _, err := s.f.reading(point).train(ctx)
	return trained, err
}

// MeasureOutputs solves one point again and returns the unit-variance check computed from its
// training features themselves, even if the sweep computed it from sphered values. It fails as
// [Solve] does, and for a training graph other than time, for which a sweep always uses the
// features.
func MeasureOutputs(ctx context.Context, set *data.Set, hash string, point part.Point) (result.Variance, error) {
	uses := sweep.Uses{Train: sweep.Use{Sums: measure.Products}}
	f, err := solveFor(ctx, set, hash, point, uses)
	switch {
	case err != nil:
		return result.Variance{}, err
	case f.on.graph != nil:
		return result.Variance{}, errors.New("the training graph weighs the outputs")
	}
	_, have := f.A.Dims()
	return varianceOf(f.trained.UnitVariance(have), point), nil
}

// solveFor returns the features of one point on its outer model for the given uses.
func solveFor(ctx context.Context, set *data.Set, hash string, point part.Point, uses sweep.Uses) (*features, error) {
	c, done, err := newSingleComputation(ctx, set, hash, point)
	if err != nil {
		return nil, err
	}
	defer done()
	return c.solve(ctx, sweep.Outer, point, uses)
}

// solve returns the features of one point on a model for the given uses.
func (c *computation) solve(ctx context.Context, which sweep.Model, point part.Point, uses sweep.Uses) (*features, error) {
	s, err := c.modelJob(which).newSolver(ctx)
	if err != nil {
		return nil, err
	}
	return s.features(ctx, sweep.Rotation(point), method.P.Of(point), uses)
}

// Prepare prepares the parts of one point's fold again; train is the training part that they
// are made from.
func Prepare(ctx context.Context, set *data.Set, hash string, point part.Point) (parts *preparation.Data, train data.Part, err error) {
	c, done, err := newSingleComputation(ctx, set, hash, point)
	if err != nil {
		return nil, nil, err
	}
	defer done()
	parts, err = c.modelJob(sweep.Outer).prepare(ctx)
	return parts, c.job.Parts(sweep.Outer).Train, err
}

// newSingleComputation returns the computation of the job of one point; done releases its
// shared stages.
func newSingleComputation(ctx context.Context, set *data.Set, hash string, point part.Point) (c *computation, done func(), err error) {
	plan, err := sweep.PlanOf(set, hash, []part.Point{point})
	if err != nil {
		return nil, nil, err
	}
	j, shared := plan.Jobs[0], newStages(plan.Jobs, sharing{})
	c = newComputation(j, &control{ctx: ctx, send: func(sweep.Event) {}}, shared, nil)
	c.heldNovelty = func(ctx context.Context, at part.Point) ([]float64, error) {
		return solveHeldNovelty(ctx, set, hash, at)
	}
	return c, func() { shared.release(j) }, nil
}

// solveHeldNovelty solves the inner models of one point again and returns the novelty scores of
// its validation parts.
func solveHeldNovelty(ctx context.Context, set *data.Set, hash string, at part.Point) ([]float64, error) {
	c, done, err := newSingleComputation(ctx, set, hash, at)
	if err != nil {
		return nil, err
	}
	defer done()
	for i := range c.job.Fold.Inner {
		f, err := c.solve(ctx, sweep.Model(i), at, sweep.ToKeep)
		if err == nil {
			_, _, err = f.reading(at).scores(ctx)
		}
		if err != nil {
			return nil, fmt.Errorf("validation part %d, by which the line of the alarm is drawn: %w", i+1, err)
		}
		f.model.release()
	}
	return c.validations.heldNovelty(at)
}

// Graph returns the training graph; nil for the time graph.
func (s *Solved) Graph() graph.Graph { return s.f.on.graph }

// LeadingSpace returns the space of the functions that the features are made of, and its
// supports; nil without a kernel.
func (s *Solved) LeadingSpace() (space.Space, *mat.Dense) {
	dim, _ := s.A.Dims()
	fn := s.f.model.functions
	return space.Restrict(fn.samples.job.At, fn.space, fn.z, dim)
}

// Score trains the readout of at and returns its scores on the test part. at may differ from
// the solved point in the readout and in having fewer features.
func (s *Solved) Score(ctx context.Context, at part.Point) (result.Scores, error) {
	scores, _, err := s.f.reading(at).scores(ctx)
	return scores, err
}

// Readout trains the readout of at and applies it to the test part.
func (s *Solved) Readout(ctx context.Context, at part.Point) (ReadoutOutputs, error) {
	return s.f.reading(at).apply(ctx)
}

// Watch solves one point again and returns the novelty scores of its test part. It fails as
// [Solve] does, if the readout is no novelty detector, and without a test part.
func Watch(ctx context.Context, set *data.Set, hash string, point part.Point) (*NoveltyScores, error) {
	kind := readout.Kinds.Build(point)
	if kind.Detect == nil {
		return nil, fmt.Errorf("the readout %s does not detect novelty: use the readout novelty", readout.Name.Of(point))
	}
	s, err := Solve(ctx, set, hash, point)
	if err != nil {
		return nil, err
	}
	if s.Test == nil {
		return nil, fmt.Errorf("the point has no test part")
	}
	w, _, _, err := s.f.reading(point).scoreNovelty(ctx)
	return w, err
}
