package draft

import (
	"context"
	"time"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/run"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/sweepview"
)

// Check is the result of checking a draft.
type Check struct {
	ID      int // ID of the checked draft
	Pending bool
	Plan    *sweep.Plan
	Outline sweepview.Outline
	Memory  sweep.Memory
	Fresh   int                   // number of fits that are not planned yet
	New     int                   // number of points that are not planned yet with all of their fits
	Cost    float64               // work of the new fits
	Time    time.Duration         // time of the new fits, 0 while unknown
	Words   map[string]clean.Text // values of the valid fields, by name
	Added   map[string]clean.Text // new values in the sweep, by field
	Filled  map[string]clean.Text // text of each field with defaults filled in
	Acts    map[string]bool       // whether each field has an effect
	// RuledOut are the impossible choices of each field, with the reason.
	RuledOut map[string]map[string]error
	Err      error
	Bad      map[string]error // error of each invalid field
}

// CheckSpec plans a sweep and returns its size and values, or all its errors, and the choices
// that are ruled out. If multiples of λ are used, it solves for their reference value.
func CheckSpec(ctx context.Context, id int, set *data.Set, hash string, spec sweep.Spec, o sweep.RunOptions, planned sweepview.Outline) Check {
	return check(ctx, id, set, hash, spec, o, planned, len(set.Segments) <= mostSegments)
}

// Estimate returns what [CheckSpec] does, without the choices that are ruled out, which take most
// of its time.
func Estimate(ctx context.Context, id int, set *data.Set, hash string, spec sweep.Spec, o sweep.RunOptions, planned sweepview.Outline) Check {
	return check(ctx, id, set, hash, spec, o, planned, false)
}

func check(ctx context.Context, id int, set *data.Set, hash string, spec sweep.Spec, o sweep.RunOptions, planned sweepview.Outline, choices bool) Check {
	c := Check{ID: id, Words: map[string]clean.Text{}, Added: map[string]clean.Text{}, Filled: map[string]clean.Text{}, Acts: map[string]bool{}, Bad: map[string]error{}}
	plan := c.planWithDefaults(ctx, set, hash, spec, o)
	if plan == nil {
		return c
	}
	points := make([]part.Point, len(plan.Entries))
	for i := range points {
		points[i] = plan.Entries[i].Point
	}
	for _, f := range Fields() {
		if ctx.Err() != nil {
			c.Err = ctx.Err()
			return c
		}
		c.Words[f.Name], c.Filled[f.Name], c.Acts[f.Name] = f.valuesIn(plan, points), clean.Of(f.Get(plan.Spec)), f.hasEffect(plan)
	}
	if dealt, err := plan.Spec.Dealt(set); err == nil {
		if how, err := split.DealtOut(set, dealt); err == nil {
			c.Words["folds"] = clean.Of(how)
		}
	}
	if text := plan.InnerText(); text != "" {
		c.Words["inner"] = clean.Of(text)
	}
	if choices {
		c.ruleOut(ctx, set, spec)
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
	c.count(planned)
	return c
}

// count counts the points and fits of the plan that are not planned yet.
func (c *Check) count(planned sweepview.Outline) {
	points := make([]part.Point, 0, len(c.Plan.Entries))
	fresh := map[part.Point]bool{}
	for _, e := range c.Plan.Entries {
		points = append(points, e.Point)
		if !planned.Has(e.Point) {
			c.Fresh++
			c.Cost += e.Cost
			fresh[e.Point.Config()] = true
		}
	}
	c.Outline, c.New = sweepview.OutlineOf(points), len(fresh)
	if len(planned.Configs) == 0 || c.New == 0 {
		return
	}
	for _, d := range sweepview.Parameters() {
		c.noteAdded(d, planned.Configs, fresh)
	}
}

// noteAdded records which values of a parameter are new, and in how many points.
func (c *Check) noteAdded(d sweepview.Parameter, planned []part.Point, fresh map[part.Point]bool) {
	known := map[clean.Text]bool{}
	for _, label := range d.Over(planned).Labels {
		known[label] = true
	}
	text, n := clean.Text(""), 0
	for _, label := range d.Over(c.Outline.Configs).Labels {
		if !known[label] {
			text += "+" + label + " "
			known[label] = false
		}
	}
	if text == "" {
		return
	}
	for p := range fresh {
		if is, ok := known[d.Label(p)]; ok && !is {
			n++
		}
	}
	c.Added[d.Name] = text[:len(text)-1] + ": " + clean.Counted(n, "point")
}

// mostSegments is the number of segments up to which choices are ruled out: each of some 200
// choices divides the set again. Beyond it, an impossible choice is refused when it is made.
const mostSegments = 5000

// mostTriedFolds is the number of folds up to which a choice that adds folds is checked: the time
// grows with its square for leave-one-out, whose folds are as many as the segments.
const mostTriedFolds = 200

// ruleOut records which choices of a field the data and the other fields do not allow. Each
// choice is checked on the smallest possible grid.
func (c *Check) ruleOut(ctx context.Context, set *data.Set, spec sweep.Spec) {
	c.RuledOut = map[string]map[string]error{}
	checker := sweep.NewChecker(set)
	for name, text := range map[string]string{"sigma": "1", "lambda": "0", "m": "2", "p": "1"} {
		spec.Set(name, text)
	}
	for i, f := range Fields() {
		for _, choice := range f.Choices {
			s := spec
			if ctx.Err() != nil || f.Set(&s, choice) != nil || s.Split.LeaveOneOut && split.Resolve(set, s.Split).Folds > mostTriedFolds {
				continue
			}
			if err := checker.Check(s); err != nil && FieldOf(err) == i {
				if c.RuledOut[f.Name] == nil {
					c.RuledOut[f.Name] = map[string]error{}
				}
				c.RuledOut[f.Name][choice] = err
			}
		}
	}
}

// planWithDefaults plans the sweep with every invalid field at its default, and records the
// field's error: the planner reports one error at a time. It returns nil if the error is not
// about a field.
func (c *Check) planWithDefaults(ctx context.Context, set *data.Set, hash string, spec sweep.Spec, o sweep.RunOptions) *sweep.Plan {
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

// TimeOf returns the estimated time of an amount of work, within a factor of two.
func TimeOf(cost float64) time.Duration {
	return time.Duration(cost / dense.Speed() * float64(time.Second))
}
