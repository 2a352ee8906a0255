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

// Loader reads the data of the sweep.
type Loader struct {
	ctl *Control
	// LoadID identifies the latest requested data. Answers to earlier requests are dropped.
	LoadID int
	// Loading is nil if no data is being read.
	Loading *Reading
	stop    func() // cancels the reading
	// Then is called once the data is read.
	Then func() tea.Cmd
}

// Options returns the options of the current data.
func (l *Loader) Options() datasets.Options {
	options := l.ctl.o.Data
	if l.ctl.sc.Mode != page.Live && l.ctl.sc.Session != nil {
		options = l.ctl.sc.Session.Header.Data.Options
	}
	options.Memory, options.Granted, options.Root = l.ctl.o.Run.Memory, l.ctl.o.Run.Granted, l.ctl.o.Root
	return options
}

// Reopen reads the data with other options, before a sweep has started. The plan and an
// unfinished reading are dropped.
func (l *Loader) Reopen(options datasets.Options) tea.Cmd {
	l.ctl.o.Data, l.ctl.sc.Plan, l.ctl.AutoStart = options, nil, false
	return l.Open()
}

// Open returns a command that reads the data set.
func (l *Loader) Open() tea.Cmd {
	id, progress, options := l.ctl.NextID(), &Reading{}, l.Options()
	l.LoadID, l.Loading, l.ctl.sc.Problem = id, progress, nil
	if l.stop != nil {
		l.stop() // cancel an earlier reading
	}
	ctx, cancel := context.WithCancel(l.ctl.Work.Context)
	l.stop = cancel
	open := l.ctl.o.OpenData
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
func (l *Loader) Preview(ctx context.Context, options datasets.Options) (*data.Set, error) {
	return l.ctl.o.OpenData(ctx, options, func(int, int) {})
}

// ErrHalted is the problem of data whose reading the user stopped.
var ErrHalted = errors.New("reading was stopped: s reads the data, esc goes back")

// Stop stops the reading of data and reports whether any was being read.
func (l *Loader) Stop() bool {
	if l.Loading == nil {
		return false
	}
	l.stop()
	l.LoadID, l.Loading, l.Then, l.ctl.AutoStart = l.ctl.NextID(), nil, nil, false // drops the pending answer
	l.ctl.sc.Problem = ErrHalted
	return true
}

// Halted reports whether the user stopped the reading of the data.
func (l *Loader) Halted() bool { return errors.Is(l.ctl.sc.Problem, ErrHalted) }

// WaitsForData is the message that what was asked for waits for the data.
const WaitsForData clean.Text = "reading the data…"

// handleOpened stores the data and plans the sweep.
func (l *Loader) handleOpened(msg DataOpened) tea.Cmd {
	if msg.ID != l.LoadID {
		return nil
	}
	then := l.Then
	l.Loading, l.Then = nil, nil
	if msg.Err == nil && l.ctl.sc.Mode != page.Live && msg.Hash != l.ctl.sc.Session.Header.Data.Hash {
		msg.Err = errors.New("the data has changed since the session was created: restore the files, or open the data itself to start a new session")
	}
	if l.ctl.sc.Message == WaitsForData {
		l.ctl.sc.Message = ""
	}
	if msg.Err != nil {
		l.ctl.sc.Problem = msg.Err
		if l.ctl.sc.Session == nil {
			l.ctl.sc.Set, l.ctl.sc.Hash = nil, "" // the previous data has other options
		}
		if then != nil {
			l.ctl.sc.Message = "this needs the data. " + clean.Of(msg.Err.Error())
		}
		return nil
	}
	l.ctl.sc.Set, l.ctl.sc.Hash = msg.Set, msg.Hash
	if l.ctl.sc.Mode&(page.Live|page.Opened) == 0 {
		return nil // followed and replayed sessions need no plan
	}
	if then != nil {
		return tea.Batch(l.ctl.Planned(), then())
	}
	return l.ctl.Planned()
}

// Need returns a command that reads the data of an opened session, once.
func (l *Loader) Need() tea.Cmd {
	if l.ctl.sc.Set != nil || l.Loading != nil || l.ctl.sc.Problem != nil || l.ctl.sc.Session == nil && l.ctl.sc.Mode != page.Live {
		return nil
	}
	return l.Open()
}

// With calls do once the data is available. The data of an opened session is read when it
// is first needed.
func (l *Loader) With(do func() tea.Cmd) tea.Cmd {
	if l.ctl.sc.Set != nil {
		return do()
	}
	l.Then = do
	l.ctl.sc.Message = WaitsForData
	if l.Loading != nil {
		return nil
	}
	return l.Open()
}

// OffEdit returns the reason why the sweep cannot be changed now; "" if it can.
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
