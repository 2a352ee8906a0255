package serve

import (
	"io"
	"net"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"example.com/sfatui/ui/uitest"
	gossh "golang.org/x/crypto/ssh"
)

// Connections without a network, for tests on a simulated clock, on which minutes pass at once.

// stream is one direction of a connection, with a limited number of bytes on the way.
type stream struct {
	mu     sync.Mutex
	moved  *sync.Cond
	bytes  []byte
	room   int
	closed bool
}

func newStream(room int) *stream {
	s := &stream{room: room}
	s.moved = sync.NewCond(&s.mu)
	return s
}

func (s *stream) Read(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.bytes) == 0 && !s.closed {
		s.moved.Wait()
	}
	if len(s.bytes) == 0 {
		return 0, io.EOF
	}
	n := copy(p, s.bytes)
	s.bytes = s.bytes[n:]
	s.moved.Broadcast()
	return n, nil
}

func (s *stream) Write(p []byte) (done int, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for done < len(p) {
		for len(s.bytes) >= s.room && !s.closed {
			s.moved.Wait()
		}
		if s.closed {
			return done, io.ErrClosedPipe
		}
		n := min(len(p)-done, s.room-len(s.bytes))
		s.bytes = append(s.bytes, p[done:done+n]...)
		done += n
		s.moved.Broadcast()
	}
	return done, nil
}

func (s *stream) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	s.moved.Broadcast()
}

// pipeEnd is one end of a connection.
type pipeEnd struct{ in, out *stream }

func (e pipeEnd) Read(p []byte) (int, error)  { return e.in.Read(p) }
func (e pipeEnd) Write(p []byte) (int, error) { return e.out.Write(p) }
func (e pipeEnd) Close() error {
	e.in.close()
	e.out.close()
	return nil
}
func (pipeEnd) LocalAddr() net.Addr              { return bubbleAddr{} }
func (pipeEnd) RemoteAddr() net.Addr             { return bubbleAddr{} }
func (pipeEnd) SetDeadline(time.Time) error      { return os.ErrNoDeadline }
func (pipeEnd) SetReadDeadline(time.Time) error  { return os.ErrNoDeadline }
func (pipeEnd) SetWriteDeadline(time.Time) error { return os.ErrNoDeadline }

type bubbleAddr struct{}

func (bubbleAddr) Network() string { return "bubble" }
func (bubbleAddr) String() string  { return "bubble" }

// switchboard is a listener for such connections.
type switchboard struct {
	offers chan net.Conn
	done   chan struct{}
	once   sync.Once
}

func newSwitchboard() *switchboard {
	return &switchboard{offers: make(chan net.Conn), done: make(chan struct{})}
}

func (b *switchboard) Accept() (net.Conn, error) {
	select {
	case c := <-b.offers:
		return c, nil
	case <-b.done:
		return nil, net.ErrClosed
	}
}

func (b *switchboard) Close() error {
	b.once.Do(func() { close(b.done) })
	return nil
}

func (*switchboard) Addr() net.Addr { return bubbleAddr{} }

// dial connects; room is the largest number of bytes on the way to the client.
func (b *switchboard) dial(room int) (net.Conn, error) {
	up, down := newStream(1<<20), newStream(room)
	select {
	case b.offers <- pipeEnd{up, down}:
		return pipeEnd{down, up}, nil
	case <-b.done:
		return nil, net.ErrClosed
	}
}

// overPipes returns a server without a network.
func overPipes(t *testing.T, change func(*Config)) (*testServer, *switchboard) {
	b := newSwitchboard()
	p := newTestServer(t, b, change)
	p.dial = func() (net.Conn, error) { return b.dial(1 << 20) }
	return p, b
}

// newGated returns a server without a network whose sweeps wait for a gate: they run as long as a
// test needs.
func newGated(t *testing.T) (*testServer, *uitest.Gate) {
	gate := uitest.HoldFits(t)
	p, _ := overPipes(t, oneWorker)
	return p, gate
}

// oneWorker makes the order of fits deterministic, so that it is known which are finished after
// a number of trainings.
func oneWorker(c *Config) { c.Run.Workers = 1 }

// advanceClock advances the simulated clock.
func advanceClock(d time.Duration) { <-time.After(d) }

// A session without input ends, however much is drawn meanwhile; a key keeps it open.
func TestIdle(t *testing.T) {
	uitest.Bubble(t, func(t *testing.T) {
		p, _ := overPipes(t, func(c *Config) { c.Idle = 3 * time.Minute })
		begin := time.Now()
		idle, busy := p.join(p.viewers[0], "xterm", 80, 24), p.join(p.owner, "xterm", 80, 24)
		text := p.join(p.viewers[1], "dumb", 80, 24)
		for range 8 {
			advanceClock(time.Minute)
			busy.typeKeys("j")
			// Input other than keys does not count.
			if err := idle.session.WindowChange(24, 80); err == nil && time.Since(begin) < 3*time.Minute {
				p.write("more.csv", tinyData()+time.Now().String())
			}
		}
		for _, c := range []*client{idle, text} {
			if status := c.status(); status != exitRefused {
				t.Errorf("ended with status %d", status)
			}
			if !strings.HasSuffix(c.Raw(), "sfatui: no key was pressed for 3m0s: goodbye. Running sweeps continue.\r\n") {
				t.Errorf("told %q", c.Raw()[max(0, len(c.Raw())-200):])
			}
		}
		select {
		case err := <-busy.ended:
			t.Errorf("a session with input ended: %v", err)
		default:
		}
		for _, c := range []*client{idle, text, busy} {
			c.conn.Close()
		}
	})
}

// The sweep and the other clients never wait for a client that reads nothing, however long it
// stays. A simulated clock would stand still once its program waits for the lock of its renderer,
// which is writing, and with the clock every other screen.
func TestDeafClientHoldsNobodyUp(t *testing.T) {
	p, b := overPipes(t, func(c *Config) { c.Stall = time.Hour })
	owner := p.join(p.owner, "xterm", 80, 24)
	owner.choose("tiny.csv")
	owner.until("○ not started")
	deaf := p.joinUnread(t, b)
	defer deaf.Close()
	owner.typeKeys("ss")
	owner.until("12/12 fits", "✓ done")
	p.join(p.viewers[0], "xterm", 80, 24).choose("tiny.csv-1.sfa")
	if n := p.server.limits.count(); n != 3 {
		t.Errorf("%d sessions count, not those of three", n)
	}
}

// A client that reads nothing is disconnected after a while, and its place is free.
func TestDeafClientIsDropped(t *testing.T) { uitest.Bubble(t, testDeafClientIsDropped) }

func testDeafClientIsDropped(t *testing.T) {
	p, b := overPipes(t, func(c *Config) { c.Stall = 200 * time.Millisecond })
	deaf := p.joinUnread(t, b)
	other := p.join(p.owner, "xterm", 80, 24)
	other.until("owner", "tiny.csv")
	if !other.Await(func(screen, _ string) bool { return !strings.Contains(screen, "2 here") }) {
		t.Fatalf("a client that takes nothing stays:\n%s", p.log)
	}
	if !strings.Contains(p.log.String(), "cyd: the client stopped reading") {
		t.Errorf("the log:\n%s", p.log)
	}
	deaf.Close()
}

// A line that is typed while the table of a session is printed is for the next prompt.
func TestLineAfterFollowing(t *testing.T) { uitest.Bubble(t, testLineAfterFollowing) }

func testLineAfterFollowing(t *testing.T) {
	p, _ := overPipes(t, nil)
	owner := p.join(p.owner, "xterm", 80, 24)
	owner.choose("tiny.csv")
	owner.until("○ not started")
	owner.typeKeys("ss")
	owner.until("✓ done")
	lines, taken := make(chan string), false
	printed := writerFunc(func(b []byte) {
		if !strings.Contains(string(b), "best on") {
			return
		}
		synctest.Wait()
		select {
		case lines <- "q":
			taken = true
		default:
		}
	})
	sess := &session{server: p.server, ctx: t.Context(), output: &output{to: printed, stall: time.Hour}}
	if err := sess.followText(p.session().Dir, lines); err != nil || taken {
		t.Errorf("the line was taken %v, %v", taken, err)
	}
}

// writerFunc is a writer that calls a function.
type writerFunc func([]byte)

func (f writerFunc) Write(b []byte) (int, error) {
	f(b)
	return len(b), nil
}

// A client that requests nothing, and does not close what it opened, keeps no place.
func TestSilentClientMakesRoom(t *testing.T) {
	uitest.Bubble(t, func(t *testing.T) {
		p, b := overPipes(t, nil)
		ears, c := p.connectStalling(t, b, 1<<20)
		if _, _, err := c.OpenChannel("session", nil); err != nil {
			t.Fatal(err)
		}
		defer ears.Close()
		synctest.Wait() // the client waits for the server's next message, the last that it reads
		close(ears.stop)
		if _, _, err := c.SendRequest("anything", true, nil); err != nil {
			t.Fatal(err)
		}
		advanceClock(requestTimeout + requestTimeout/2)
		if n := p.server.limits.count(); n != 1 {
			t.Fatalf("%d sessions while it may still close its own", n)
		}
		advanceClock(requestTimeout)
		if n := p.server.limits.count(); n != 0 {
			t.Errorf("%d sessions after a client fell silent", n)
		}
	})
}

// connectStalling connects a client over a connection that can stop reading.
func (p *testServer) connectStalling(t *testing.T, b *switchboard, room int) (*stallingConn, *gossh.Client) {
	t.Helper()
	conn, err := b.dial(room)
	if err != nil {
		t.Fatal(err)
	}
	ears := &stallingConn{Conn: conn, stop: make(chan struct{}), gone: make(chan struct{})}
	c, chans, reqs, err := gossh.NewClientConn(ears, "server", &gossh.ClientConfig{
		User: "anyone", Auth: []gossh.AuthMethod{gossh.PublicKeys(p.viewers[1])}, HostKeyCallback: gossh.InsecureIgnoreHostKey()})
	if err != nil {
		t.Fatal(err)
	}
	return ears, gossh.NewClient(c, chans, reqs)
}

// joinUnread connects a client that opens a screen and then reads nothing from its connection.
func (p *testServer) joinUnread(t *testing.T, b *switchboard) *stallingConn {
	t.Helper()
	ears, c := p.connectStalling(t, b, 256)
	s, err := c.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.RequestPty("xterm", 60, 200, nil); err != nil {
		t.Fatal(err)
	}
	if err := s.Shell(); err != nil {
		t.Fatal(err)
	}
	close(ears.stop)
	_ = s.WindowChange(50, 150) // redraws the whole screen
	return ears
}

// stallingConn is a connection that reads nothing after stop is closed, until it is closed itself.
type stallingConn struct {
	net.Conn
	stop, gone chan struct{}
	once       sync.Once
}

func (s *stallingConn) Read(p []byte) (int, error) {
	select {
	case <-s.stop:
		<-s.gone
		return 0, io.EOF
	default:
		return s.Conn.Read(p)
	}
}

func (s *stallingConn) Close() error {
	s.once.Do(func() { close(s.gone) })
	return s.Conn.Close()
}
