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

// errFault is what a client is told of a panic.
var errFault = errors.New("a fault of the program: the server's log has more")

// eventLog writes what happens, a line for each event, with the time.
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

// safely calls do and logs a panic of it, which must not end the server: there are
// other clients.
func (l *eventLog) safely(what string, do func()) {
	defer func() {
		if v := recover(); v != nil {
			l.printf("a fault of the program, %s: %v", what, v)
			l.mu.Lock()
			defer l.mu.Unlock()
			fmt.Fprintf(l.w, "%s\n", debug.Stack())
		}
	}()
	do()
}

// refused logs a connection whose client did not authenticate, unless there were many of
// late: who, with the key that was shown last, and why. Tools that block addresses look for
// such lines, see help ssh.
func (l *eventLog) refused(peer string, err error) {
	allowed, skipped := l.failures.allow(time.Now())
	if skipped > 0 {
		l.printf("%d more connections were refused", skipped)
	}
	if allowed {
		l.printf("refused from %s: %v", peer, err)
	}
}

// ended logs that a client that was let in is gone.
func (l *eventLog) ended(c *connection) {
	l.printf("end from %s: after %v", c, time.Since(c.accepted).Round(time.Second))
}

// failureLimit bounds the lines that failed handshakes make: otherwise clients
// without a key could fill the disk.
type failureLimit struct {
	mu      sync.Mutex
	since   time.Time // the current interval began
	logged  int       // in this interval
	skipped int       // since the last line
}

// At most failuresLogged failures are logged in each failuresInterval.
const (
	failuresLogged   = 20
	failuresInterval = 10 * time.Second
)

// allow reports whether a failure at the given time is logged, and how many were
// skipped before it.
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
