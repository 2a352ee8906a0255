package control

import (
	"context"
	"errors"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/run"
	"example.com/sfatui/sessions/compute"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/sweepview"
)

// OffStart returns the reason why no sweep can be started now; "" if one can.
func (c *Control) OffStart() clean.Text {
	switch {
	case c.Queued:
		return "the sweep is queued behind the running one: x removes it from the queue"
	case c.Starting:
		return "the sweep is starting"
	case c.Status() == record.Paused && c.Exec != nil:
		return "the sweep is paused: space continues"
	case c.Exec != nil:
		return "the sweep is running"
	case c.Elsewhere():
		return c.AnotherComputes()
	case c.Standing.Busy != "":
		return c.Standing.Busy
	case c.sc.Session != nil && c.sc.Sweep.Missing() == 0:
		return "every point is computed: press e to add more"
	case c.sc.Session == nil && c.sc.Problem != nil:
		return "there is nothing to start: see the message"
	case c.sc.Session == nil && c.sc.Plan == nil:
		return "the data is not ready yet"
	}
	return ""
}

// Start starts the sweep, or computes its missing points.
func (c *Control) Start() tea.Cmd {
	c.sc.Shown = page.Overview
	if c.sc.Session == nil {
		return c.StartNew(c.sc.Plan)
	}
	return c.askIfQueued("s", c.StartAgain)
}

// askIfQueued computes the missing points here. If Slurm has tasks of the session, the user
// must confirm with y or the same key again.
func (c *Control) askIfQueued(key string, compute func() tea.Cmd) tea.Cmd {
	if c.InQueue == nil || c.InQueue() == nil {
		return compute()
	}
	c.sc.Ask = page.Confirm("Slurm will compute these points.", "compute them here too", "cancel", key, compute)
	return nil
}

// Started is the message that a sweep was started, or why it was not.
type Started struct {
	ID    int
	Err   error
	feed  *Feed
	exec  *compute.Execution
	state record.State
}

// Added is the message that points were added to a running sweep, or why not.
type Added struct {
	id     int
	plan   *sweep.Plan
	before sweepview.Outline
	Err    error
}

// Begin returns a command that starts a sweep by calling start with the function that receives
// its records.
func (c *Control) Begin(start func(ctx context.Context, onRecord func(record.Record)) (*compute.Execution, error)) tea.Cmd {
	id, f, w := c.NextID(), NewFeed(), c.Work
	c.RunID, c.Starting, c.Stopped, c.StoppedSeen = id, true, nil, false
	c.Queued = c.o.Host == nil && w.Busy()
	c.unwatch()
	if bench := c.o.Host; bench != nil {
		dir := ""
		if c.sc.Session != nil {
			dir = c.sc.Session.Dir
		}
		return func() tea.Msg {
			e, err := bench.Begin(dir, start)
			if err != nil {
				return Started{ID: id, Err: err}
			}
			return Started{ID: id, exec: e, state: e.Session().State()}
		}
	}
	ctx, cancel := context.WithCancel(w.Context)
	c.cancelQueued = cancel
	return func() tea.Msg {
		defer cancel()
		e, err := w.Begin(ctx, f, func(ctx context.Context) (*compute.Execution, error) { return start(ctx, f.Put) })
		if err != nil {
			return Started{ID: id, Err: err}
		}
		return Started{ID: id, feed: f, exec: e, state: e.Session().State()}
	}
}

// StartNew computes a plan in a new session.
func (c *Control) StartNew(plan *sweep.Plan) tea.Cmd {
	b := compute.Request{Options: c.o.Data, Set: c.sc.Set, Spec: c.sc.Spec, Plan: plan, Run: c.o.Run, Experiment: c.o.Experiment, Root: c.o.Root}
	dir := c.o.Dir
	return c.Begin(func(ctx context.Context, onRecord func(record.Record)) (*compute.Execution, error) {
		var err error
		if b.Dir, err = dir(b.Set.Name); err != nil {
			return nil, err
		}
		b.OnRecord = onRecord
		return compute.Start(ctx, b)
	})
}

// startGrown adds the new points of a plan to the current session.
func (c *Control) startGrown(plan *sweep.Plan) tea.Cmd {
	s, set, run := c.sc.Session, c.sc.Set, c.o.Run
	return c.Begin(func(ctx context.Context, onRecord func(record.Record)) (*compute.Execution, error) {
		return compute.Extend(ctx, s, set, plan, run, onRecord)
	})
}

// StartAgain resumes the current session, with its data if that is loaded. A server loads the
// data first, because its clients share it.
func (c *Control) StartAgain() tea.Cmd {
	again := func() tea.Cmd {
		s, set, run := c.sc.Session, c.sc.Set, c.o.Run
		if c.sc.Hash != s.Header.Data.Hash {
			set = nil
		}
		return c.Begin(func(ctx context.Context, onRecord func(record.Record)) (*compute.Execution, error) {
			return compute.Resume(ctx, s, set, run, false, onRecord)
		})
	}
	if c.o.Host != nil {
		return c.Data.With(again)
	}
	return again()
}

// handleBegun stores a started sweep, or shows why it was not started.
func (c *Control) handleBegun(msg Started) tea.Cmd {
	if msg.ID != c.RunID {
		return nil
	}
	c.Starting, c.Queued = false, false
	if msg.Err != nil {
		if !c.Auto.handleNothing(msg.Err) && !errors.Is(msg.Err, context.Canceled) {
			c.Stopped = msg.Err
		}
		if c.o.Host != nil && c.sc.Session != nil {
			return c.Watch()
		}
		return nil
	}
	c.Exec, c.sc.Session = msg.exec, msg.exec.Session()
	msg.exec.SetDriver(c.Driver) // the user may have changed it meanwhile
	c.sc.Now = c.o.Now()
	c.ShowState(msg.state)
	if c.o.Host != nil {
		return c.Watch()
	}
	return c.await(msg.ID, msg.feed)
}

// Compute computes the new points of a plan: in the running sweep, in the current session, or
// in a new session. The scene already contains the new plan; before is the previous one, for
// undoing.
func (c *Control) Compute(plan *sweep.Plan, before sweepview.Outline) tea.Cmd {
	switch {
	case c.Exec != nil:
		e, set, id := c.Exec, c.sc.Set, c.RunID
		return func() tea.Msg { return Added{id, plan, before, e.Add(set, plan)} }
	case c.sc.Session != nil:
		return c.startGrown(plan)
	}
	return c.StartNew(plan)
}

// handleAdded shows that points were added, or restores the previous plan.
func (c *Control) handleAdded(msg Added) tea.Cmd {
	switch {
	case msg.Err == nil:
		c.sc.Message = "added; they are computed before the remaining points"
	case errors.Is(msg.Err, run.ErrEnded) && c.Exec == nil:
		return c.startGrown(msg.plan)
	default:
		c.sc.Sweep.SetPlan(msg.before, c.sc.Sweep.Criterion)
		c.sc.Arrange()
		c.sc.Message = "not added: " + clean.Of(msg.Err.Error())
	}
	return nil
}
