package main

import (
	"bytes"
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"example.com/sfatui/datasets/testenv"
)

// patience limits how long a test waits for a screen or for the state of a
// process. A test that waits for a computation has its own limit.
var patience = testenv.Patience()

// A failer ends a test: a [testing.TB] or a script.
type failer interface {
	Fatalf(format string, args ...any)
}

// waitFor waits until state reports true, and fails the test after limit with
// the last state, such as the last screen. It polls as [awaited] does.
func waitFor(t failer, what string, limit, poll time.Duration, changed <-chan struct{}, state func() (ok bool, now string)) {
	if h, ok := t.(interface{ Helper() }); ok {
		h.Helper()
	}
	if now, ok := awaited(limit, poll, changed, state); !ok {
		t.Fatalf("%s: not within %s. The last state:\n%s", what, limit, now)
	}
}

// awaited waits until state reports true, at most for limit, and returns the
// last state. It calls state again after each signal on changed and after each
// poll; a nil channel never signals, and with a poll of 0 it does not poll.
func awaited(limit, poll time.Duration, changed <-chan struct{}, state func() (ok bool, now string)) (now string, ok bool) {
	late := time.NewTimer(limit)
	defer late.Stop()
	var again <-chan time.Time
	if poll > 0 {
		ticker := time.NewTicker(poll)
		defer ticker.Stop()
		again = ticker.C
	}
	for {
		if ok, now = state(); ok {
			return now, true
		}
		select {
		case <-changed:
		case <-again:
		case <-late.C:
			ok, now = state()
			return now, ok
		}
	}
}

// printed holds what a process has printed so far. It signals on changed after each write and
// at the end of the process.
type printed struct {
	changed chan struct{}

	mu    sync.Mutex
	text  bytes.Buffer
	ended bool
}

func newPrinted() *printed { return &printed{changed: make(chan struct{}, 1)} }

func (p *printed) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.text.Write(b)
	leave(p.changed)
	return len(b), nil
}

// end marks the end of the process.
func (p *printed) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ended = true
	leave(p.changed)
}

// now reports whether the process has ended, and returns what it has printed.
func (p *printed) now() (ended bool, text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.ended, p.text.String()
}

// leave sends a signal on a channel that holds one, without blocking.
func leave(changed chan<- struct{}) {
	select {
	case changed <- struct{}{}:
	default:
	}
}

// executed runs a command line in this process, and returns its exit code and
// its output. The test fails if the command panics, or has not ended within the
// patience.
func executed(t failer, args ...string) (code int, stdout, stderr string) {
	out, errs, fault := newPrinted(), newPrinted(), ""
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		defer out.end()
		defer func() {
			if v := recover(); v != nil {
				fault = fmt.Sprintf("%v\n%s", v, debug.Stack())
			}
		}()
		code = execute(ctx, args, out, errs)
	}()
	waitFor(t, fmt.Sprintf("sfatui %q ends", args), patience, 0, out.changed, func() (bool, string) {
		ended, text := out.now()
		_, more := errs.now()
		return ended, text + more
	})
	if fault != "" {
		t.Fatalf("sfatui %q: %s", args, fault)
	}
	_, stdout = out.now()
	_, stderr = errs.now()
	return code, stdout, stderr
}
