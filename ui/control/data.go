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

// Reading is the progress of reading data. It is written by the reader's goroutine.
type Reading struct{ done, total atomic.Int64 }

// Set stores the number of bytes read.
func (r *Reading) Set(done, total int) {
	r.done.Store(int64(done))
	r.total.Store(int64(total))
}

// Share returns the share that was read; false while it is unknown and once all is read.
func (r *Reading) Share() (float64, bool) {
	done, total := float64(r.done.Load()), float64(r.total.Load())
	return done / total, total > 0 && done < total
}

// DataOpened is the message with the data, or why it was not read.
type DataOpened struct {
	ID   int
	Set  *data.Set
	Hash string
	Err  error
}

// DataOptions returns the options of the current data.
func (c *Control) DataOptions() datasets.Options {
	options := c.o.Data
	if c.sc.Mode != page.Live && c.sc.Session != nil {
		options = c.sc.Session.Header.Data.Options
	}
	options.Memory, options.Granted, options.Root = c.o.Run.Memory, c.o.Run.Granted, c.o.Root
	return options
}

// Reopen reads the data with other options, before a sweep has started. The plan and an
// unfinished reading are dropped.
func (c *Control) Reopen(options datasets.Options) tea.Cmd {
	c.o.Data, c.sc.Plan, c.AutoStart = options, nil, false
	return c.OpenData()
}

// OpenData returns a command that reads the data set.
func (c *Control) OpenData() tea.Cmd {
	id, progress, options := c.NextID(), &Reading{}, c.DataOptions()
	c.LoadID, c.Loading, c.sc.Problem = id, progress, nil
	if c.stopLoading != nil {
		c.stopLoading() // cancel an earlier reading
	}
	ctx, cancel := context.WithCancel(c.Work.Context)
	c.stopLoading = cancel
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

// Preview reads data with other options for a preview.
func (c *Control) Preview(ctx context.Context, options datasets.Options) (*data.Set, error) {
	return c.o.OpenData(ctx, options, func(int, int) {})
}

// ErrHalted is the problem of data whose reading the user stopped.
var ErrHalted = errors.New("reading was stopped: s reads the data, esc goes back")

// StopReading stops the reading of data and reports whether any was being read.
func (c *Control) StopReading() bool {
	if c.Loading == nil {
		return false
	}
	c.stopLoading()
	c.LoadID, c.Loading, c.Then, c.AutoStart = c.NextID(), nil, nil, false // drops the pending answer
	c.sc.Problem = ErrHalted
	return true
}

// Halted reports whether the user stopped the reading of the data.
func (c *Control) Halted() bool { return errors.Is(c.sc.Problem, ErrHalted) }

// handleDataOpened stores the data and plans the sweep.
func (c *Control) handleDataOpened(msg DataOpened) tea.Cmd {
	if msg.ID != c.LoadID {
		return nil
	}
	then := c.Then
	c.Loading, c.Then = nil, nil
	if msg.Err == nil && c.sc.Mode != page.Live && msg.Hash != c.sc.Session.Header.Data.Hash {
		msg.Err = errors.New("the data has changed since the session was created: restore the files, or open the data itself to start a new session")
	}
	if then != nil { // remove the message that the data is being read
		c.sc.Message = ""
	}
	if msg.Err != nil {
		c.sc.Problem = msg.Err
		if c.sc.Session == nil {
			c.sc.Set, c.sc.Hash = nil, "" // the previous data has other options
		}
		if then != nil {
			c.sc.Message = "this needs the data. " + clean.Of(msg.Err.Error())
		}
		return nil
	}
	c.sc.Set, c.sc.Hash = msg.Set, msg.Hash
	if c.sc.Mode&(page.Live|page.Opened) == 0 {
		return nil // followed and replayed sessions need no plan
	}
	if then != nil {
		return tea.Batch(c.Planned(), then())
	}
	return c.Planned()
}

// NeedData returns a command that reads the data of an opened session, once.
func (c *Control) NeedData() tea.Cmd {
	if c.sc.Set != nil || c.Loading != nil || c.sc.Problem != nil || c.sc.Session == nil && c.sc.Mode != page.Live {
		return nil
	}
	return c.OpenData()
}

// WithData calls do once the data is available. The data of an opened session is read when it
// is first needed.
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

// OffEdit returns why the sweep cannot be changed now, "" where it can.
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
