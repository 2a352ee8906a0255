package run

import (
	"context"
	"fmt"
	"slices"
	"time"

	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep"
)

// newComputation takes up a job.
func newComputation(j *sweep.Job, r *control, shared *stages, spare *workspace) *computation {
	return &computation{
		Job: j, run: r, shared: shared, spare: spare, mark: time.Now(),
		inner: map[sweep.Model]*model{}, innerErr: map[sweep.Model]error{}, validated: map[string][]result.ValidationPart{},
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
	for _, m := range c.inner {
		m.release()
	}
	if c.outer != nil {
		c.outer.release()
	}
}

// compute runs the stages in order; each result serves all points behind it.
func (c *computation) compute(ctx context.Context) error {
	err := c.stage(ctx)
	if err != nil {
		return err
	}
	if c.drop(); len(c.todo) == 0 {
		return nil
	}
	if c.outer, err = c.newModel(ctx, sweep.Outer); err != nil {
		return err
	}
	for i := range c.Fold.Inner {
		which := sweep.Model(i)
		m, err := c.newModel(ctx, which)
		if err != nil {
			c.innerErr[which] = err
			continue
		}
		c.inner[which] = m
	}
	c.spare.drop()
	for len(c.todo) > 0 {
		if err := c.stage(ctx); err != nil {
			return err
		}
		if c.drop(); len(c.todo) == 0 {
			break
		}
		if err := c.rotation(ctx); err != nil {
			return err
		}
	}
	return nil
}

// drop takes the points off the list that are to be skipped.
func (c *computation) drop() {
	c.todo = slices.DeleteFunc(c.todo, func(e sweep.Entry) bool { return c.run.skips.has(e.Key) })
}

// rotation computes the points that share the rotation of the first on the
// list, and records what goes wrong with them. It fails only when ctx ends.
func (c *computation) rotation(ctx context.Context) error {
	head := sweep.Rotation(c.todo[0].Point)
	group := slices.DeleteFunc(slices.Clone(c.todo), func(e sweep.Entry) bool { return sweep.Rotation(e.Point) != head })
	p := 0
	for _, e := range c.Entries {
		if sweep.Rotation(e.Point) == head {
			p = max(p, method.P.Of(e.Point)) // of the plan as written, done or not
		}
	}
	outer, err := c.outer.features(ctx, head, p, c.Uses(sweep.Outer))
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		c.fail(group, err)
		return nil
	}
	for i := range c.Fold.Inner {
		if err := c.validate(ctx, sweep.Model(i), group, head, p); err != nil {
			return err
		}
	}
	for _, e := range group {
		if c.run.skips.has(e.Key) {
			continue
		}
		res := c.point(ctx, e, outer)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		c.emit(res)
	}
	c.outer.giveBack(outer)
	return nil
}

// point takes all measures of one point. Of a validation part that gave nothing that is
// noted; it is no failure of the point.
func (c *computation) point(ctx context.Context, e sweep.Entry, outer *features) *result.Result {
	res := c.blank(e)
	err := c.outer.describe(ctx, res, outer)
	if err == nil {
		var test result.Scores
		var notes []string
		test, notes, err = c.outer.readout(ctx, e.Point, outer)
		res.Accuracy, res.Confusion, res.RMSE, res.MAE = test.Accuracy, test.Confusion, test.RMSE, test.MAE
		res.Notes = append(res.Notes, notes...)
	}
	if err != nil {
		res.Error = err.Error()
		return res
	}
	parts := c.validated[e.Key]
	res.Validation = validationScores(parts)
	if note := failedParts(parts); note != "" {
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
	c.run.emit(sweep.Event{Kind: sweep.PointDone, Result: res})
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
