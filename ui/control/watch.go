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

// Arrived brings records.
type Arrived struct {
	ID   int
	Feed *Feed
	Batch
}

// Watch looks for records of other processes. Those that the session was opened
// with are known.
func (c *Control) Watch() tea.Cmd {
	type mark struct {
		writer string
		n      uint64
	}
	known := map[mark]bool{}
	for _, r := range c.sc.Session.Records() {
		known[mark{r.Writer, r.N}] = true
	}
	c.watched = c.sc.Session
	f, s, follow := NewFeed(), c.sc.Session, c.follow()
	c.RunID = c.NextID()
	c.Stand()
	c.Leave = c.Work.Follow(f, func(ctx context.Context) error {
		return follow(ctx, s, func(r record.Record) error {
			if r.Kind != record.KindCreated && (r.N == 0 || !known[mark{r.Writer, r.N}]) {
				f.Put(r)
			}
			return nil
		})
	})
	return tea.Batch(c.await(c.RunID, f), c.size())
}

// WatchOnce watches a session that lay still as it was opened, unless this program computes
// it, or has watched it before.
func (c *Control) WatchOnce() tea.Cmd {
	if c.sc.Mode != page.Opened || c.watched == c.sc.Session || c.Watching() || c.Computing() {
		return nil
	}
	return c.Watch()
}

// unwatch ends a watch: this process computes the session now.
func (c *Control) unwatch() {
	if c.Leave != nil {
		c.Leave()
		c.Leave = nil
	}
}

// Stand asks the bench about the session in hand.
func (c *Control) Stand() {
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

// follow is how records of a session come that this program does not compute.
func (c *Control) follow() func(ctx context.Context, s *sessions.Session, f func(record.Record) error) error {
	if c.o.Host != nil {
		return c.o.Host.Follow
	}
	every := c.o.Every
	return func(ctx context.Context, s *sessions.Session, f func(record.Record) error) error {
		s.Queued = jobs.IsQueued(s, &jobs.Slurm{})
		return s.Follow(ctx, every, f)
	}
}

// await waits for the next records of a feed. Many results take longer to
// summarise, and are shown less often: the processors are for the engine. Over a
// network everything is: the line may be slow.
func (c *Control) await(id int, f *Feed) tea.Cmd {
	pause := UpdateEvery + time.Duration(len(c.sc.Sweep.State.Results))*20*time.Microsecond
	if c.o.Remote {
		pause += UpdateEvery
	}
	ctx := context.WithoutCancel(c.Work.Context) // its end comes through the feed
	return func() tea.Msg { return Arrived{id, f, f.Take(ctx, pause)} }
}

// arrived takes up records.
func (c *Control) arrived(msg Arrived) tea.Cmd {
	if msg.ID != c.RunID {
		return nil
	}
	was := c.sc.Sweep.State.Status
	if c.Player != nil {
		c.Player.Grow(msg.Records)
		c.Look(c.Player.State)
	} else {
		c.Reduce(msg.Records)
	}
	c.Stand()
	var bell tea.Cmd
	if c.Ended != nil && c.Player == nil && was != c.sc.Sweep.State.Status && c.sc.Sweep.State.Ended() {
		bell = c.Ended()
	}
	if !msg.Closed {
		return tea.Batch(bell, c.await(msg.ID, msg.Feed), c.size())
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
