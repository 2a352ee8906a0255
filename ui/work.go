package ui

import (
	"context"
	"errors"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"example.com/sfatui/sessions/compute"
)

// work is what runs beside the screen and must have ended before the program
// does: the sweep in hand, or the reader of a session.
type work struct {
	ctx    context.Context
	cancel context.CancelFunc

	mu      sync.Mutex
	stopped bool
	last    string // directory of the session written last
	running sync.WaitGroup
	failure atomic.Pointer[PanicError] // the first panic
}

func newWork(ctx context.Context) *work {
	w := &work{}
	w.ctx, w.cancel = context.WithCancel(ctx)
	return w
}

var errStopped = errors.New("the program is ending")

// safely does something in which a panic must not end the process, as it would
// leave the terminal raw: it ends the program, which returns it.
func (w *work) safely(do func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			p := &PanicError{v, debug.Stack()}
			w.failure.CompareAndSwap(nil, p)
			w.cancel()
			err = p
		}
	}()
	return do()
}

// begin starts a sweep and feeds its end to f. It refuses once stop was called.
func (w *work) begin(f *feed, start func(ctx context.Context) (*compute.Execution, error)) (*compute.Execution, error) {
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
	w.running.Go(func() { f.close(w.safely(e.Wait)) })
	return e, nil
}

// follow runs a reader of a session until it ends, and feeds its end to f.
// leave ends it before that.
func (w *work) follow(f *feed, read func(ctx context.Context) error) (leave func()) {
	ctx, leave := context.WithCancel(w.ctx)
	w.running.Go(func() {
		defer leave()
		f.close(w.safely(func() error { return read(ctx) }))
	})
	return leave
}

// aside does something that the program waits for at its end, unless it is
// ending already.
func (w *work) aside(do func()) {
	w.mu.Lock()
	if w.stopped {
		w.mu.Unlock()
		return
	}
	w.running.Add(1)
	w.mu.Unlock()
	defer w.running.Done()
	do()
}

// rouse wakes the process every second until it has gone on. A process that
// really was stopped does not come to it; one without a shell to go back to,
// which the system does not stop, would wait for ever.
func (w *work) rouse(goneOn <-chan struct{}) {
	w.running.Go(func() {
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				wake()
			case <-goneOn:
				return
			}
		}
	})
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
