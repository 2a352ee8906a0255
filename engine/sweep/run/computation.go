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

// newComputation takes up a job.
func newComputation(j *sweep.Job, r *control, shared *stages, spare *workspace) *computation {
	return &computation{
		Job: j, run: r, shared: shared, spare: spare, mark: time.Now(),
		models: map[sweep.Model]*model{}, uses: map[sweep.Model]sweep.Uses{}, failed: map[sweep.Model]error{}, validated: map[string][]result.ValidationPart{},
		heldOut: map[part.Point][]heldPart{},
	}
}

// runJob computes a job's points and emits each when it is done. What goes wrong
// is recorded with every point that it hits; those that are skipped meanwhile
// are left.
func runJob(r *control, j *sweep.Job, shared *stages, spare *workspace) {
	defer parallel.ShareProcessors()()
	c := newComputation(j, r, shared, spare)
	c.todo = r.left(j)
	ctx, w := r.skips.enter(r.ctx, c.todo)
	c.underWay = w
	defer r.skips.leave(w)
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

// release leaves the storage of the models at hand to the next.
func (c *computation) release() {
	for _, which := range c.Models() {
		if m := c.models[which]; m != nil {
			m.release()
		}
	}
	clear(c.models)
}

// compute has the models take up the points, as many models at once as are held; each
// result serves all points behind it.
func (c *computation) compute(ctx context.Context) error {
	for _, wave := range c.waves() {
		if err := c.stage(ctx); err != nil {
			return err
		}
		if c.drop(); len(c.todo) == 0 {
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

// waves are the models that are held at once, in turn. The outer one, with which points
// are done, is of the last: there it is fitted first, for without it nothing is worth while.
func (c *computation) waves() [][]sweep.Model {
	inner, most := c.Models()[1:], c.shared.held.Models
	if most == 0 {
		most = len(inner) + 1
	}
	before := max(0, len(inner)-(most-1))
	waves := slices.Collect(slices.Chunk(inner[:before], most))
	return append(waves, append([]sweep.Model{sweep.Outer}, inner[before:]...))
}

// fit fits the models of a wave. An inner one that cannot be fitted is noted.
func (c *computation) fit(ctx context.Context, wave []sweep.Model) error {
	for _, which := range wave {
		m, err := c.newModel(ctx, which)
		switch {
		case err == nil:
			c.models[which] = m
		case which == sweep.Outer || ctx.Err() != nil:
			return err
		default:
			c.failed[which] = err
		}
	}
	c.spare.drop()
	return nil
}

// score scores all points on the models of a wave.
func (c *computation) score(ctx context.Context, wave []sweep.Model) error {
	for left := slices.Clone(c.todo); len(left) > 0; {
		if err := c.stage(ctx); err != nil {
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
		if err := c.rotation(ctx, head, group, wave); err != nil {
			return err
		}
	}
	return nil
}

// usesOf are the job's uses of a model's features, found once.
func (c *computation) usesOf(which sweep.Model) sweep.Uses {
	u, ok := c.uses[which]
	if !ok {
		u = c.Uses(which)
		c.uses[which] = u
	}
	return u
}

func (c *computation) withoutSkipped(entries []sweep.Entry) []sweep.Entry {
	return slices.DeleteFunc(entries, func(e sweep.Entry) bool { return c.run.skips.has(e.Key) })
}

// drop takes the points off the list that are to be skipped.
func (c *computation) drop() {
	c.todo = c.withoutSkipped(c.todo)
}

// rotation scores the points that share a rotation on the models of a wave, and records
// what goes wrong with them. It fails only when ctx ends.
func (c *computation) rotation(ctx context.Context, head part.Point, group []sweep.Entry, wave []sweep.Model) error {
	p := 0
	for _, e := range c.Entries {
		if sweep.Rotation(e.Point) == head {
			p = max(p, method.P.Of(e.Point)) // of the plan as written, done or not
		}
	}
	for _, which := range wave {
		if which.Inner() {
			if err := c.validate(ctx, which, group, head, p); err != nil {
				return err
			}
		}
	}
	if m := c.models[sweep.Outer]; m != nil {
		return c.finish(ctx, m, head, group, p)
	}
	return nil
}

// finish scores points that share a rotation on the test part, and emits them.
func (c *computation) finish(ctx context.Context, m *model, head part.Point, group []sweep.Entry, p int) error {
	outer, err := m.features(ctx, head, p, c.usesOf(sweep.Outer))
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
		res := c.point(ctx, m, e, outer)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		c.emit(res)
	}
	m.giveBack(outer)
	return nil
}

// point takes all measures of one point. Of a validation part that gave nothing that is
// noted; it is no failure of the point.
func (c *computation) point(ctx context.Context, m *model, e sweep.Entry, outer *features) *result.Result {
	res := c.blank(e)
	err := m.describe(ctx, res, outer)
	if err == nil {
		var test result.Scores
		var notes []string
		test, notes, err = m.readout(ctx, e.Point, outer)
		res.Accuracy, res.Confusion, res.RMSE, res.MAE, res.RMSEOfMean, res.Detection = test.Accuracy, test.Confusion, test.RMSE, test.MAE, test.RMSEOfMean, test.Detection
		res.ReadoutInfo, res.ReadoutInputs = test.ReadoutInfo, test.ReadoutInputs
		res.Notes = append(res.Notes, notes...)
		m.recordStretchRMSE(res, test.StretchRMSE)
	}
	if err != nil {
		res.Error = err.Error()
		return res
	}
	parts := c.validated[e.Key]
	if note := c.scoreHeld(e.Point, parts); note != "" {
		res.Notes = append(res.Notes, note)
	}
	delete(c.heldOut, e.Point)
	res.Validation = validationScores(parts)
	if note := failedParts(parts); note != "" {
		res.Notes = append(res.Notes, note)
	}
	if note := untestedParts(parts, res); note != "" {
		res.Notes = append(res.Notes, note)
	}
	return res
}

// emit reports a finished point and takes it off the list.
func (c *computation) emit(res *result.Result) {
	res.Seconds = time.Since(c.mark).Seconds()
	c.mark = time.Now()
	c.todo = slices.DeleteFunc(c.todo, func(e sweep.Entry) bool { return e.Key == res.Key })
	c.run.skips.finished(c.underWay, res.Key)
	c.run.tell(sweep.Event{Kind: sweep.PointDone, Result: res})
}

// fail reports points that could not be computed.
func (c *computation) fail(entries []sweep.Entry, err error) {
	for _, e := range slices.Clone(entries) {
		res := c.blank(e)
		res.Error = err.Error()
		c.emit(res)
	}
}

// blank is a result with what is known before any computing.
func (c *computation) blank(e sweep.Entry) *result.Result {
	res := &result.Result{
		Key: e.Key, Point: e.Point,
		NTrain: c.Fold.Train.Samples(), NTest: c.Fold.Test.Samples(),
		SegmentsTrain: len(c.Fold.Train), SegmentsTest: len(c.Fold.Test),
	}
	for _, in := range c.Fold.Inner {
		res.NValidation = max(res.NValidation, in.Validation.Samples())
	}
	return res
}

// panicError turns a panic's value into the error of the points it hit: one
// broken point must not take finished work with it.
func panicError(v any) error {
	return fmt.Errorf("internal error, please report it: %v", v)
}
