package control

import (
	"context"
	"errors"
	"sync/atomic"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/data"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/page"
)

// Reading is how far the data is read. It is written by the reader's goroutine.
type Reading struct{ done, total atomic.Int64 }

// Set notes how many of the bytes were read.
func (r *Reading) Set(done, total int) {
	r.done.Store(int64(done))
	r.total.Store(int64(total))
}

// Share is the share that was read, false while it is not known or all is.
func (r *Reading) Share() (float64, bool) {
	done, total := float64(r.done.Load()), float64(r.total.Load())
	return done / total, total > 0 && done < total
}

// DataOpened tells of data that was read, or why it was not.
type DataOpened struct {
	ID   int
	Set  *data.Set
	Hash string
	Err  error
}

// DataOptions say how the data in hand is read.
func (c *Control) DataOptions() datasets.Options {
	options := c.o.Data
	if c.sc.Mode != page.Live && c.sc.Session != nil {
		options = c.sc.Session.Header.Data.Options
	}
	options.Memory, options.Granted, options.Root = c.o.Run.Memory, c.o.Run.Granted, c.o.Root
	return options
}

// Reopen reads the data in another way, before a sweep over it has begun. What was
// planned over it is dropped, and what is still being read.
func (c *Control) Reopen(options datasets.Options) tea.Cmd {
	c.o.Data, c.sc.Plan, c.AutoStart = options, nil, false
	return c.OpenData()
}

// OpenData reads the data set.
func (c *Control) OpenData() tea.Cmd {
	id, progress, options := c.NextID(), &Reading{}, c.DataOptions()
	c.LoadID, c.Loading, c.sc.Problem = id, progress, nil
	if c.unload != nil {
		c.unload() // what was asked for before
	}
	ctx, cancel := context.WithCancel(c.Work.Context)
	c.unload = cancel
	open := c.o.OpenData
	return func() tea.Msg {
		defer cancel()
		set, err := open(ctx, options, progress.Set)
		if err != nil {
			return DataOpened{ID: id, Err: &page.DataError{Err: err}}
		}
		hash, err := set.HashContext(ctx)
		return DataOpened{id, set, hash, err}
	}
}

// Preview reads data in another way than the data in hand, for a look at it.
func (c *Control) Preview(ctx context.Context, options datasets.Options) (*data.Set, error) {
	return c.o.OpenData(ctx, options, func(int, int) {})
}

// ErrHalted is why there is no data whose reading was stopped.
var ErrHalted = errors.New("the reading was stopped: s reads the data after all, esc goes back")

// StopReading stops the reading of data; false where none is read.
func (c *Control) StopReading() bool {
	if c.Loading == nil {
		return false
	}
	c.unload()
	c.LoadID, c.Loading, c.Then, c.AutoStart = c.NextID(), nil, nil, false // what still comes is of no use
	c.sc.Problem = ErrHalted
	return true
}

// Halted says that the data was not read as its reading was stopped.
func (c *Control) Halted() bool { return errors.Is(c.sc.Problem, ErrHalted) }

// dataOpened takes up the data, and plans the sweep.
func (c *Control) dataOpened(msg DataOpened) tea.Cmd {
	if msg.ID != c.LoadID {
		return nil
	}
	then := c.Then
	c.Loading, c.Then = nil, nil
	if msg.Err == nil && c.sc.Mode != page.Live && msg.Hash != c.sc.Session.Header.Data.Hash {
		msg.Err = errors.New("the data is not what it was when the session was made: bring back the files, or open the data itself to begin a new session")
	}
	if then != nil { // which waited for it
		c.sc.Message = ""
	}
	if msg.Err != nil {
		c.sc.Problem = msg.Err
		if c.sc.Session == nil {
			c.sc.Set, c.sc.Hash = nil, "" // that of before is not what is settled now
		}
		if then != nil {
			c.sc.Message = "this needs the data. " + clean.Of(msg.Err.Error())
		}
		return nil
	}
	c.sc.Set, c.sc.Hash = msg.Set, msg.Hash
	if c.sc.Mode&(page.Live|page.Opened) == 0 {
		return nil // what only watches plans nothing
	}
	if then != nil {
		return tea.Batch(c.Planned(), then())
	}
	return c.Planned()
}

// NeedData reads the data of a session that was opened, once.
func (c *Control) NeedData() tea.Cmd {
	if c.sc.Set != nil || c.Loading != nil || c.sc.Problem != nil || c.sc.Session == nil && c.sc.Mode != page.Live {
		return nil
	}
	return c.OpenData()
}

// WithData does something that needs the data, which a session that was opened
// reads when it is needed.
func (c *Control) WithData(do func() tea.Cmd) tea.Cmd {
	if c.sc.Set != nil {
		return do()
	}
	c.Then = do
	c.sc.Message = "reading the data…"
	if c.Loading != nil {
		return nil
	}
	return c.OpenData()
}

// OffEdit says why the sweep cannot be changed now, "" where it can.
func (c *Control) OffEdit() clean.Text {
	switch {
	case c.sc.Mode == page.Opened && c.sc.Problem == nil:
		return ""
	case c.sc.Problem != nil && c.sc.Set == nil:
		return "the data cannot be used: " + clean.Of(c.sc.Problem.Error())
	case c.sc.Set == nil:
		return "the data is not ready yet"
	}
	return ""
}
