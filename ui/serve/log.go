package serve

import (
	"errors"
	"fmt"
	"net"
	"runtime/debug"
	"sync"
	"time"

	"example.com/sfatui/datasets/message"
)

// logf writes a line of the log.
func (s *Server) logf(format string, args ...any) {
	s.logging.Lock()
	defer s.logging.Unlock()
	fmt.Fprintf(s.c.Log, "%s %s\n", time.Now().Format("2006-01-02 15:04:05"), message.Clean(fmt.Sprintf(format, args...)))
}

var errFault = errors.New("a fault of the program: the server's log has more")

// safely does something in which a panic must not end the server: there are
// others on it. It reports whether it went well.
func (s *Server) safely(what string, do func()) (ok bool) {
	defer func() {
		if v := recover(); v != nil {
			s.logf("a fault of the program, %s: %v", what, v)
			s.logging.Lock()
			defer s.logging.Unlock()
			fmt.Fprintf(s.c.Log, "%s\n", debug.Stack())
		}
	}()
	do()
	return true
}

// failures bounds what the log says of connections that did not come in: whoever
// has no key could fill the disk with them.
type failureLimit struct {
	mu      sync.Mutex
	since   time.Time
	logged  int
	skipped int
}

// failuresTold lines of failures are written in failuresWithin.
const (
	failuresLogged   = 20
	failuresInterval = 10 * time.Second
)

// note says whether a failure at a time is told, and how many were not since the
// last that was.
func (f *failureLimit) allow(now time.Time) (tell bool, skipped int) {
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

// failed tells the log of a connection that did not come in.
func (s *Server) logFailure(conn net.Conn, err error) {
	tell, skipped := s.failureLimit.allow(time.Now())
	if skipped > 0 {
		s.logf("%d more connections were not let in", skipped)
	}
	if tell {
		s.logf("%v: not let in: %v", conn.RemoteAddr(), err)
	}
}
