package serve

import (
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"sync"
	"time"

	"example.com/sfatui/datasets/message"
)

// errFault is the error that a client receives after a panic.
var errFault = errors.New("internal error: see the server's log")

// eventLog writes one line with the time for each event.
type eventLog struct {
	mu       sync.Mutex
	w        io.Writer
	failures failureLimit
}

// printf writes a line.
func (l *eventLog) printf(format string, args ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	fmt.Fprintf(l.w, "%s %s\n", time.Now().Format("2006-01-02 15:04:05"), message.Clean(fmt.Sprintf(format, args...)))
}

// safely calls do and logs a panic in it, so that a panic does not end the server for other
// clients.
func (l *eventLog) safely(what string, do func()) {
	defer func() {
		if v := recover(); v != nil {
			l.printf("internal error, %s: %v", what, v)
			l.mu.Lock()
			defer l.mu.Unlock()
			fmt.Fprintf(l.w, "%s\n", debug.Stack())
		}
	}()
	do()
}

// logRefusal logs a failed authentication with the client, the last key it offered and the
// reason. Frequent failures are only counted. Tools that block addresses match these lines, see
// help ssh.
func (l *eventLog) logRefusal(peer string, err error) {
	allowed, skipped := l.failures.allow(time.Now())
	if skipped > 0 {
		l.printf("%d more connections were refused", skipped)
	}
	if allowed {
		l.printf("refused from %s: %v", peer, err)
	}
}

// logEnd logs the end of an authenticated connection.
func (l *eventLog) logEnd(c *connection) {
	l.printf("end from %s: after %v", c, time.Since(c.accepted).Round(time.Second))
}

// failureLimit limits the log lines of failed handshakes, with which clients without a key
// could fill the disk.
type failureLimit struct {
	mu      sync.Mutex
	since   time.Time // start of the current interval
	logged  int       // in this interval
	skipped int       // since the last line
}

// At most failuresLogged failures are logged in each failuresInterval.
const (
	failuresLogged   = 20
	failuresInterval = 10 * time.Second
)

// allow reports whether a failure at the given time is logged, and how many were skipped before
// it.
func (f *failureLimit) allow(now time.Time) (allowed bool, skipped int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if now.Sub(f.since) >= failuresInterval {
		f.since, f.logged = now, 0
	}
	if f.logged >= failuresLogged {
		f.skipped++
		return false, 0
	}
	f.logged++
	skipped, f.skipped = f.skipped, 0
	return true, skipped
}
