package compute

import (
	"context"
	"maps"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/run"
	"example.com/sfatui/sessions/record"
)

// noteSphered records the points of a plan whose training outputs are checked
// by second moments of sphered values.
func (r *rounds) noteSphered(plan *sweep.Plan) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, j := range plan.Jobs {
		uses := j.Uses(sweep.Outer)
		for _, e := range j.Entries {
			if !j.Sphered(uses, e.Point) {
				continue
			}
			if r.sphered == nil {
				r.sphered = map[string]bool{}
			}
			r.sphered[e.Key] = true
		}
	}
}

// measureBest checks the training outputs of the best point directly, if they
// were checked by second moments, and records the result. An incomplete sweep
// has no best point yet: of several tasks, the one that completes the sweep
// does this.
func (r *rounds) measureBest() error {
	r.mu.Lock()
	sphered := maps.Clone(r.sphered)
	r.mu.Unlock()
	if len(sphered) == 0 {
		return nil
	}
	st, err := r.sweepState()
	if err != nil || !st.Complete() {
		return err
	}
	if r.deciding.Err() != nil {
		return nil
	}
	rows := choose.Summarize(st.Results)
	c := r.by.Choose(rows)
	if c.Best < 0 {
		return nil
	}
	for _, res := range rows[c.Best].Results {
		if _, done := st.MeasuredOf(res.Key); done || res.Error != "" || !sphered[res.Key] {
			continue
		}
		if err := r.measure(r.deciding, res); err != nil {
			return err
		}
	}
	return nil
}

// sweepState returns the state of the whole sweep. For a task it reads the
// points of the others, and returns an empty state until all are published.
func (r *rounds) sweepState() (record.State, error) {
	if r.share == nil {
		return r.currentState(), nil
	}
	published, err := r.session.PointFiles().Published()
	if err != nil {
		return record.State{}, err
	}
	for _, e := range r.session.Plan() {
		if !published[e.Key] {
			return record.State{}, nil
		}
	}
	s, err := r.session.Reopen()
	if err != nil {
		return record.State{}, err
	}
	return s.State(), nil
}

// measure solves a point again, checks its training outputs and records the
// result, unless another task has done so meanwhile.
func (r *rounds) measure(ctx context.Context, res *result.Result) error {
	v, err := run.MeasureOutputs(ctx, r.set, r.hash, res.Point)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if r.share != nil {
		if st, failed := r.sweepState(); failed != nil {
			return failed
		} else if _, done := st.MeasuredOf(res.Key); done {
			return nil
		}
	}
	m := record.Measured{Key: res.Key}
	if err != nil {
		m.Error = err.Error()
	} else {
		m.Variance = &v
	}
	return r.writer.Record(record.KindMeasured, m)
}
