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

// Group is the set of background goroutines, such as a sweep or the reader of a session. All
// must end before the program does.
type Group struct {
	Context context.Context
	cancel  context.CancelFunc

	mu      sync.Mutex
	stopped bool
	last    string // directory of the session written last
	Running sync.WaitGroup
	Failure atomic.Pointer[PanicError] // first panic

	sweepToken chan struct{} // contains a token while a sweep is computed
}

// NewGroup returns a group whose context is derived from ctx.
func NewGroup(ctx context.Context) *Group {
	w := &Group{sweepToken: make(chan struct{}, 1)}
	w.Context, w.cancel = context.WithCancel(ctx)
	return w
}

var errStopped = errors.New("the program is ending")

// Safely calls do and returns a panic in it as an error. A panic must not end the process,
// because the terminal would stay in raw mode; it ends the program instead.
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

// Busy reports whether a sweep is computed or waits for its turn.
func (w *Group) Busy() bool { return len(w.sweepToken) > 0 }

// Begin starts a sweep and closes f at its end. One sweep is computed at a time; another waits
// for its turn until ctx ends. Begin fails after Stop.
func (w *Group) Begin(ctx context.Context, f *Feed, start func(ctx context.Context) (*compute.Execution, error)) (*compute.Execution, error) {
	select {
	case w.sweepToken <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-w.Context.Done():
		return nil, errStopped
	}
	e, err := w.begin(f, start)
	if err != nil {
		<-w.sweepToken
	}
	return e, err
}

// begin starts a sweep that has its turn.
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
		defer func() { <-w.sweepToken }()
		f.Close(w.Safely(e.Wait))
	})
	return e, nil
}

// Follow runs a reader of a session until it ends, and then closes f. leave cancels it.
func (w *Group) Follow(f *Feed, read func(ctx context.Context) error) (leave func()) {
	ctx, leave := context.WithCancel(w.Context)
	w.Running.Go(func() {
		defer leave()
		f.Close(w.Safely(func() error { return read(ctx) }))
	})
	return leave
}

// Aside calls do unless the program is ending. The program waits for it at its end.
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

// Rouse sends SIGCONT to the process every second until resumed is closed. A stopped process
// does not run this goroutine; a process without a shell, which the system did not stop, would
// otherwise wait forever.
func (w *Group) Rouse(resumed <-chan struct{}) {
	w.Running.Go(func() {
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				wake()
			case <-resumed:
				return
			}
		}
	})
}

// Stop cancels all goroutines and waits until they have ended.
func (w *Group) Stop() (last string) {
	w.cancel() // cancels a start that reads data
	w.mu.Lock()
	w.stopped = true
	last = w.last
	w.mu.Unlock()
	w.Running.Wait()
	return last
}

// PanicError is a panic, returned once the terminal is restored.
type PanicError struct {
	// Value is the argument of panic.
	Value any
	// Stack is the goroutine's stack, for a bug report.
	Stack []byte
}

// Error returns the message with the value of the panic.
func (e *PanicError) Error() string {
	return fmt.Sprintf("internal error: %v; finished points are kept; please report this", e.Value)
}
