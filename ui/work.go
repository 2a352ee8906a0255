package ui

import (
	"context"
	"errors"
	"sync"

	"example.com/sfatui/sessions"
)

// work is what runs beside the screen and must have ended before the program
// does: the sweep in hand.
type work struct {
	ctx    context.Context
	cancel context.CancelFunc

	mu      sync.Mutex
	stopped bool
	last    string // directory of the session written last
	running sync.WaitGroup
}

func newWork(ctx context.Context) *work {
	w := &work{}
	w.ctx, w.cancel = context.WithCancel(ctx)
	return w
}

var errStopped = errors.New("the program is ending")

// begin starts a sweep and feeds its end to f. It refuses once stop was called.
func (w *work) begin(f *feed, start func(ctx context.Context) (*sessions.Execution, error)) (*sessions.Execution, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.stopped {
		return nil, errStopped
	}
	e, err := start(w.ctx)
	if err != nil {
		return nil, err
	}
	w.last = e.Session().Dir
	w.running.Go(func() { f.close(e.Wait()) })
	return e, nil
}

// follow runs a reader of a session until it ends, and feeds its end to f.
func (w *work) follow(f *feed, read func(ctx context.Context) error) {
	w.running.Go(func() { f.close(read(w.ctx)) })
}

// stop cancels what is running and waits until nothing of it is left.
func (w *work) stop() (last string) {
	w.cancel() // a start that opens data ends with it
	w.mu.Lock()
	w.stopped = true
	last = w.last
	w.mu.Unlock()
	w.running.Wait()
	return last
}
