package control

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"example.com/sfatui/sessions/compute"
)

// Group is what runs beside the screen and must have ended before the program
// does: the sweep in hand, or the reader of a session.
type Group struct {
	Context context.Context
	cancel  context.CancelFunc

	mu      sync.Mutex
	stopped bool
	last    string // directory of the session written last
	Running sync.WaitGroup
	Failure atomic.Pointer[PanicError] // the first panic

	turn chan struct{} // holds a token while a sweep is computed
}

func NewGroup(ctx context.Context) *Group {
	w := &Group{turn: make(chan struct{}, 1)}
	w.Context, w.cancel = context.WithCancel(ctx)
	return w
}

var errStopped = errors.New("the program is ending")

// Safely does something in which a panic must not end the process, as it would
// leave the terminal raw: it ends the program, which returns it.
func (w *Group) Safely(do func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			p := &PanicError{v, debug.Stack()}
			w.Failure.CompareAndSwap(nil, p)
			w.cancel()
			err = p
		}
	}()
	return do()
}

// Busy says that a sweep is computed, or waits for its turn.
func (w *Group) Busy() bool { return len(w.turn) > 0 }

// Begin starts a sweep and feeds its end to f. One is computed at a time: the next waits
// for its turn until ctx ends. It refuses once stop was called.
func (w *Group) Begin(ctx context.Context, f *Feed, start func(ctx context.Context) (*compute.Execution, error)) (*compute.Execution, error) {
	select {
	case w.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-w.Context.Done():
		return nil, errStopped
	}
	e, err := w.begin(f, start)
	if err != nil {
		<-w.turn
	}
	return e, err
}

func (w *Group) begin(f *Feed, start func(ctx context.Context) (*compute.Execution, error)) (*compute.Execution, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.stopped {
		return nil, errStopped
	}
	e, err := start(w.Context)
	if err != nil {
		return nil, err
	}
	w.last = e.Session().Dir
	w.Running.Go(func() {
		defer func() { <-w.turn }()
		f.Close(w.Safely(e.Wait))
	})
	return e, nil
}

// Follow runs a reader of a session until it ends, and feeds its end to f.
// leave ends it before that.
func (w *Group) Follow(f *Feed, read func(ctx context.Context) error) (leave func()) {
	ctx, leave := context.WithCancel(w.Context)
	w.Running.Go(func() {
		defer leave()
		f.Close(w.Safely(func() error { return read(ctx) }))
	})
	return leave
}

// Aside does something that the program waits for at its end, unless it is
// ending already.
func (w *Group) Aside(do func()) {
	w.mu.Lock()
	if w.stopped {
		w.mu.Unlock()
		return
	}
	w.Running.Add(1)
	w.mu.Unlock()
	defer w.Running.Done()
	do()
}

// Rouse wakes the process every second until it has gone on. A process that
// really was stopped does not come to it; one without a shell to go back to,
// which the system does not stop, would wait for ever.
func (w *Group) Rouse(goneOn <-chan struct{}) {
	w.Running.Go(func() {
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

// Stop cancels what is running and waits until nothing of it is left.
func (w *Group) Stop() (last string) {
	w.cancel() // a start that opens data ends with it
	w.mu.Lock()
	w.stopped = true
	last = w.last
	w.mu.Unlock()
	w.Running.Wait()
	return last
}

// PanicError is a fault of the program's, returned once the terminal is
// restored.
type PanicError struct {
	// Value is what was panicked with.
	Value any
	// Stack is that of the goroutine, for a report of the fault.
	Stack []byte
}

func (e *PanicError) Error() string {
	return fmt.Sprintf("a fault of the program: %v; what was finished is kept, please report it", e.Value)
}
