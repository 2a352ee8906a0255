package run

import (
	"context"
	"fmt"
	"slices"
	"time"

	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep"
)

// computation is a job in progress.
type computation struct {
	job    *sweep.Job
	run    *control
	shared *stages
	spare  *workspace
	todo   []sweep.Entry // not yet emitted, in order
	mark   time.Time
	active *activeJob

	models      map[sweep.Model]*solver // of the current wave
	failed      map[sweep.Model]error   // errors of inner models
	linear      linearMatch             // of the outer model
	validations *validations
	// heldNovelty returns the novelty scores by which a detector's threshold is determined,
	// see [validations.heldNovelty].
	heldNovelty func(ctx context.Context, at part.Point) ([]float64, error)
}

// newComputation returns the computation of job j. It takes storage from spare, which may be
// nil.
func newComputation(j *sweep.Job, r *control, shared *stages, spare *workspace) *computation {
	c := &computation{
		job: j, run: r, shared: shared, spare: spare, mark: time.Now(),
		models: map[sweep.Model]*solver{}, failed: map[sweep.Model]error{}, validations: newValidations(j),
	}
	c.heldNovelty = func(_ context.Context, at part.Point) ([]float64, error) { return c.validations.heldNovelty(at) }
	return c
}

// runJob computes the points of a job that are still missing and emits each when it is done. An
// error or a panic becomes the error of every point that it prevents. Points that are skipped
// meanwhile are not emitted.
func runJob(r *control, j *sweep.Job, shared *stages, spare *workspace) {
	defer parallel.ShareProcessors()()
	c := newComputation(j, r, shared, spare)
	c.todo = r.unfinished(j)
	ctx, w := r.skips.begin(r.ctx, c.todo)
	c.active = w
	defer r.skips.end(w)
	defer func() {
		if v := recover(); v != nil {
			c.fail(c.todo, panicError(v))
		}
		shared.release(j)
	}()
	if err := c.compute(ctx); err != nil && ctx.Err() == nil {
		c.fail(c.todo, err)
	}
	c.release()
}

// release returns the storage of the current models to the workspace and forgets the models.
func (c *computation) release() {
	for _, which := range c.job.Models() {
		if s := c.models[which]; s != nil {
			s.model.release()
		}
	}
	clear(c.models)
}

// compute fits the models in waves and scores all remaining points on each wave before the
// next.
func (c *computation) compute(ctx context.Context) error {
	for _, wave := range c.waves() {
		if err := c.run.stage(ctx); err != nil {
			return err
		}
		if c.todo = c.withoutSkipped(c.todo); len(c.todo) == 0 {
			return nil
		}
		if err := c.fit(ctx, wave); err != nil {
			return err
		}
		if err := c.score(ctx, wave); err != nil {
			return err
		}
		c.release()
	}
	return nil
}

// waves returns the models grouped by which are held in memory at the same time, in the order
// in which they are fitted. The outer model is in the last wave, because a point is finished by
// its test scores. There it comes first, because no inner model is worth fitting if it fails.
func (c *computation) waves() [][]sweep.Model {
	inner, most := c.job.Models()[1:], c.shared.held.Models
	if most == 0 {
		most = len(inner) + 1
	}
	before := max(0, len(inner)-(most-1))
	waves := slices.Collect(slices.Chunk(inner[:before], most))
	return append(waves, append([]sweep.Model{sweep.Outer}, inner[before:]...))
}

// fit fits the models of a wave. An error of an inner model is recorded in c.failed; an error
// of the outer model is returned.
func (c *computation) fit(ctx context.Context, wave []sweep.Model) error {
	for _, which := range wave {
		s, err := c.modelJob(which).newSolver(ctx)
		if which == sweep.Outer && err == nil {
			c.linear, err = s.model.samples.fitLatents(ctx)
		}
		switch {
		case err == nil:
			c.models[which] = s
		case which == sweep.Outer || ctx.Err() != nil:
			return err
		default:
			c.failed[which] = err
		}
	}
	c.spare.drop()
	return nil
}

// score scores the remaining points on the models of a wave, one group of equal rotation at a
// time.
func (c *computation) score(ctx context.Context, wave []sweep.Model) error {
	for left := slices.Clone(c.todo); len(left) > 0; {
		if err := c.run.stage(ctx); err != nil {
			return err
		}
		left = c.withoutSkipped(left)
		if len(left) == 0 {
			break
		}
		head := sweep.Rotation(left[0].Point)
		other := func(e sweep.Entry) bool { return sweep.Rotation(e.Point) != head }
		group := slices.DeleteFunc(slices.Clone(left), other)
		left = slices.DeleteFunc(left, func(e sweep.Entry) bool { return !other(e) })
		if err := c.scoreRotation(ctx, head, group, wave); err != nil {
			return err
		}
	}
	return nil
}

// modelJob returns the work on a model of the job.
func (c *computation) modelJob(which sweep.Model) *modelJob {
	return &modelJob{
		job: c.job, which: which, uses: c.job.Uses(which),
		run: c.run, shared: c.shared, spare: c.spare, validations: c.validations, heldNovelty: c.heldNovelty,
	}
}

// withoutSkipped deletes the skipped points from entries, in place.
func (c *computation) withoutSkipped(entries []sweep.Entry) []sweep.Entry {
	return slices.DeleteFunc(entries, func(e sweep.Entry) bool { return c.run.skips.has(e.Key) })
}

// scoreRotation scores the points of group, which share the rotation of head, on the models of
// a wave. Errors are recorded with the points; it returns an error only when ctx ends.
func (c *computation) scoreRotation(ctx context.Context, head part.Point, group []sweep.Entry, wave []sweep.Model) error {
	p := 0
	for _, e := range c.job.Entries {
		if sweep.Rotation(e.Point) == head {
			p = max(p, method.P.Of(e.Point)) // over all points of the job, so that results do not depend on which are already done
		}
	}
	for _, which := range wave {
		if which.Inner() {
			if err := c.validate(ctx, which, group, head, p); err != nil {
				return err
			}
		}
	}
	if s := c.models[sweep.Outer]; s != nil {
		return c.finishPoints(ctx, s, head, group, p)
	}
	return nil
}

// validate scores the points of a group, which share the rotation of head, on the validation
// part of an inner split, with at most p features. Errors are recorded with the part; it
// returns an error only when ctx ends.
func (c *computation) validate(ctx context.Context, which sweep.Model, group []sweep.Entry, head part.Point, p int) error {
	s, err := c.models[which], c.failed[which]
	var f *features
	if s != nil {
		f, err = s.features(ctx, head, p, s.model.samples.of.uses)
	}
	for _, e := range group {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if c.run.skips.has(e.Key) {
			continue
		}
		parts := c.job.Parts(which)
		v := result.ValidationPart{Inner: int(which), N: parts.Held.Samples(), Fit: parts.Train.Samples()}
		failed := err
		if f != nil && err == nil {
			v.Drift = part.Float(f.samples.data.Drift)
			failed = f.validation(ctx, &v, e.Point)
		}
		if failed != nil {
			v.Error = failed.Error()
		}
		c.validations.add(e.Key, v)
	}
	if f != nil {
		s.model.giveBack(f)
	}
	return ctx.Err()
}

// finishPoints scores the points of group on the test part and emits them.
func (c *computation) finishPoints(ctx context.Context, s *solver, head part.Point, group []sweep.Entry, p int) error {
	outer, err := s.features(ctx, head, p, s.model.samples.of.uses)
	all := shown{linear: c.linear}
	if err == nil {
		all.follows, err = outer.followed(ctx)
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		c.fail(group, err)
		return nil
	}
	for _, e := range group {
		if c.run.skips.has(e.Key) {
			continue
		}
		res := c.measurePoint(ctx, e, outer, all)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		c.emit(res)
	}
	s.model.giveBack(outer)
	return nil
}

// measurePoint returns the result of a point: the measures of its features, its test scores and
// its validation scores. Failed validation parts become notes; they do not fail the point.
func (c *computation) measurePoint(ctx context.Context, e sweep.Entry, outer *features, all shown) *result.Result {
	res := c.newResult(e)
	err := outer.describe(ctx, res, all)
	if err == nil {
		var test result.Scores
		var notes []string
		test, notes, err = outer.reading(e.Point).scores(ctx)
		res.Accuracy, res.Confusion, res.RMSE, res.MAE, res.RMSEOfMean, res.Detection = test.Accuracy, test.Confusion, test.RMSE, test.MAE, test.RMSEOfMean, test.Detection
		res.ReadoutInfo, res.ReadoutInputs = test.ReadoutInfo, test.ReadoutInputs
		res.Notes = append(res.Notes, notes...)
		outer.samples.recordStretchRMSE(res, test.StretchRMSE)
	}
	if err != nil {
		res.Error = err.Error()
		return res
	}
	parts := c.validations.parts[e.Key]
	if note := c.validations.scoreHeld(e.Point, parts); note != "" {
		res.Notes = append(res.Notes, note)
	}
	delete(c.validations.novelty, e.Point)
	res.Validation = validationScores(parts)
	if note := failedParts(parts); note != "" {
		res.Notes = append(res.Notes, note)
	}
	if note := untestedParts(parts, res); note != "" {
		res.Notes = append(res.Notes, note)
	}
	return res
}

// emit sends the result of a finished point and removes the point from the list of points to
// compute.
func (c *computation) emit(res *result.Result) {
	res.Seconds = time.Since(c.mark).Seconds()
	c.mark = time.Now()
	c.todo = slices.DeleteFunc(c.todo, func(e sweep.Entry) bool { return e.Key == res.Key })
	c.run.skips.pointDone(c.active, res.Key)
	c.run.send(sweep.Event{Kind: sweep.PointDone, Result: res})
}

// fail emits a result with error err for each of the entries.
func (c *computation) fail(entries []sweep.Entry, err error) {
	for _, e := range slices.Clone(entries) {
		res := c.newResult(e)
		res.Error = err.Error()
		c.emit(res)
	}
}

// newResult returns a result with the point, its key and the numbers of samples and segments.
func (c *computation) newResult(e sweep.Entry) *result.Result {
	res := &result.Result{
		Key: e.Key, Point: e.Point,
		NTrain: c.job.Fold.Train.Samples(), NTest: c.job.Fold.Test.Samples(),
		SegmentsTrain: len(c.job.Fold.Train), SegmentsTest: len(c.job.Fold.Test),
	}
	for _, in := range c.job.Fold.Inner {
		res.NValidation = max(res.NValidation, in.Validation.Samples())
	}
	return res
}

// panicError converts a panic's value to an error, so that one failing job does not lose the
// points that others have finished.
func panicError(v any) error {
	return fmt.Errorf("internal error, please report it: %v", v)
}
