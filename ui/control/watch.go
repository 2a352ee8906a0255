package control

import (
	"context"
	"errors"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/jobs"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/page"
)

// Arrived is the message with new records.
type Arrived struct {
	ID   int
	Feed *Feed
	Batch
}

// Watch returns a command that follows records of other processes, without those that the
// session was opened with.
func (c *Control) Watch() tea.Cmd {
	type mark struct {
		writer string
		n      uint64
	}
	known := map[mark]bool{}
	for _, r := range c.sc.Session.Records() {
		known[mark{r.Writer, r.N}] = true
	}
	c.lastWatched = c.sc.Session
	f, s, follow := NewFeed(), c.sc.Session, c.o.follow()
	c.RunID = c.NextID()
	c.UpdateStanding()
	c.Leave = c.Work.Follow(f, func(ctx context.Context) error {
		return follow(ctx, s, func(r record.Record) error {
			if r.Kind != record.KindCreated && (r.N == 0 || !known[mark{r.Writer, r.N}]) {
				f.Put(r)
			}
			return nil
		})
	})
	return tea.Batch(c.await(c.RunID, f), c.estimate.of(c))
}

// WatchOnce follows a session that was idle when it was opened, unless this program computes it
// or has followed it before.
func (c *Control) WatchOnce() tea.Cmd {
	if c.sc.Mode != page.Opened || c.lastWatched == c.sc.Session || c.Watching() || c.Computing() {
		return nil
	}
	return c.Watch()
}

// unwatch stops following the session.
func (c *Control) unwatch() {
	if c.Leave != nil {
		c.Leave()
		c.Leave = nil
	}
}

// UpdateStanding updates the user's permissions on the current session from the host.
func (c *Control) UpdateStanding() {
	if c.o.Host == nil {
		return
	}
	dir := ""
	if c.sc.Session != nil {
		dir = c.sc.Session.Dir
	}
	c.Standing = c.o.Host.Standing(dir)
	if !c.Starting {
		c.Exec = c.Standing.Exec
	}
}

// follow returns the function that follows records of other processes.
func (o *Options) follow() func(ctx context.Context, s *sessions.Session, f func(record.Record) error) error {
	if o.Host != nil {
		return o.Host.Follow
	}
	every := o.Every
	return func(ctx context.Context, s *sessions.Session, f func(record.Record) error) error {
		s.Queued = jobs.IsQueued(s, &jobs.Slurm{})
		return s.Follow(ctx, every, f)
	}
}

// await returns a command that waits for the next records of a feed. The pause between batches
// grows with the number of results, to leave the processors to the engine, and is longer over a
// network.
func (c *Control) await(id int, f *Feed) tea.Cmd {
	pause := UpdateEvery + time.Duration(len(c.sc.Sweep.State.Results))*20*time.Microsecond
	if c.o.Remote {
		pause += UpdateEvery
	}
	ctx := context.WithoutCancel(c.Work.Context) // the feed reports the end of the context
	return func() tea.Msg { return Arrived{id, f, f.Take(ctx, pause)} }
}

// handleArrived applies new records.
func (c *Control) handleArrived(msg Arrived) tea.Cmd {
	if msg.ID != c.RunID {
		return nil
	}
	was := c.sc.Sweep.State.Status
	if c.Player != nil {
		c.Player.Grow(msg.Records)
		c.ShowState(c.Player.State)
	} else {
		c.Reduce(msg.Records)
	}
	c.UpdateStanding()
	var bell tea.Cmd
	if c.Ended != nil && c.Player == nil && was != c.sc.Sweep.State.Status && c.sc.Sweep.State.Ended() {
		bell = c.Ended()
	}
	if !msg.Closed {
		return tea.Batch(bell, c.await(msg.ID, msg.Feed), c.estimate.of(c))
	}
	c.Exec, c.Leave = nil, nil
	if c.Player != nil {
		c.Player.Grows = false
	}
	if msg.Err != nil && !errors.Is(msg.Err, context.Canceled) {
		c.Stopped = msg.Err
	}
	return bell
}
