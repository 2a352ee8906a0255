package draft

import (
	"context"
	"sync"
	"time"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/run"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/snapshot"
)

// CheckSpec plans a sweep and says what it comes to, or all that is wrong with
// it. Where multiples of λ are written, it solves for what they refer to.
func CheckSpec(ctx context.Context, id int, set *data.Set, hash string, spec sweep.Spec, o sweep.RunOptions, planned snapshot.Outline) Check {
	c := Check{ID: id, Words: map[string]clean.Text{}, Bad: map[string]error{}}
	plan := c.planWithout(ctx, set, hash, spec, o)
	if plan == nil {
		return c
	}
	for _, f := range Fields() {
		c.Words[f.Name] = f.expands(plan)
	}
	if c.Err != nil {
		return c
	}
	budget := o.Memory
	if budget <= 0 {
		budget = 1 << 62
	}
	if c.Memory, c.Err = plan.Memory(o.WorkerCount(), budget); c.Err != nil {
		return c
	}
	c.Plan = plan
	points := make([]part.Point, 0, len(plan.Entries))
	for _, e := range plan.Entries {
		points = append(points, e.Point)
		if !planned.Has(e.Point) {
			c.Fresh++
			c.Cost += e.Cost
		}
	}
	c.Outline = snapshot.OutlineOf(points)
	return c
}

// planWithout plans the sweep with each field that cannot be at its default,
// and notes what is wrong with it: the planner tells of one at a time. It is nil
// where something else than a field is wrong.
func (c *Check) planWithout(ctx context.Context, set *data.Set, hash string, spec sweep.Spec, o sweep.RunOptions) *sweep.Plan {
	for {
		plan, err := run.NewPlan(ctx, set, hash, spec, o)
		if err == nil {
			return plan
		}
		if c.Err == nil {
			c.Err = &page.DataError{Err: err}
		}
		i := FieldOf(err)
		if i < 0 || c.Bad[Fields()[i].Name] != nil || Fields()[i].Set(&spec, "") != nil {
			return nil
		}
		c.Bad[Fields()[i].Name] = err
	}
}

// speed is what a matrix product reaches on this machine; it is measured once.
var speed = sync.OnceValue(dense.Speed)

// TimeOf is how long so much work takes, to a factor of two.
func TimeOf(cost float64) time.Duration {
	return time.Duration(cost / speed() * float64(time.Second))
}
