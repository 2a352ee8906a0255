package serve

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.com/sfatui/sessions"
	"example.com/sfatui/ui/uitest"
)

// The owner starts a sweep; another user watches it and changes nothing; the owner leaves, and
// the sweep continues; a late user sees all of it; at the end, no goroutine remains.
func TestWatchTogether(t *testing.T) { uitest.Bubble(t, testWatchTogether) }

func testWatchTogether(t *testing.T) {
	p, gate := newGated(t)
	owner := p.join(p.owner, "xterm-256color", 100, 30)
	owner.until("sfatui · home", "owner", "tiny.csv", "built in")
	owner.choose("tiny.csv")
	owner.until("○ not started")

	viewer := p.join(p.viewers[0], "xterm", 100, 30)
	viewer.until("viewer, 2 here", "no session yet", "built in")
	if text := viewer.Raw(); strings.Contains(text, "quick start") || strings.Contains(text, "W take") {
		t.Errorf("a viewer is offered to begin a sweep:\n%s", text)
	}
	owner.typeKeys("ss")
	owner.until("space pause")
	owner.typeKeys(" ")
	viewer.choose("tiny.csv-1.sfa")
	viewer.until("viewer, 2 watching", "‖ paused")
	owner.until("owner, 2 watching")
	for _, key := range []string{"s", "x", " ", "e"} {
		viewer.typeKeys("l")
		viewer.until("› log")
		viewer.typeKeys(key)
		viewer.until("only the owner (ada) may change this sweep")
		viewer.typeKeys("\x1b")
		viewer.until("1 test slowness")
	}
	owner.typeKeys(" ")
	viewer.until("● running")
	owner.typeKeys("\x1b") // the sweep continues
	owner.until("sfatui · home")
	gate.Open()
	viewer.until("12/12 fits", "✓ done", "viewer ")

	late := p.join(p.viewers[1], "xterm", 100, 30)
	late.choose("tiny.csv-1.sfa")
	late.until("12/12 fits", "✓ done", "★")
	s := p.session()
	if len(s.Done()) != 12 || len(s.Missing()) != 0 || len(s.Damage()) != 0 {
		t.Errorf("%d points, %d missing, damage %v", len(s.Done()), len(s.Missing()), s.Damage())
	}

	// The owner adds points to the session while others watch it.
	owner.choose("tiny.csv-1.sfa")
	owner.until("12/12 fits")
	owner.typeKeys("e")
	owner.until("+ 0 new")
	owner.typeKeys("\r\x15" + "1,3,7")
	owner.until("6 new fits")
	owner.typeKeys("\r")
	owner.until("s start")
	owner.typeKeys("s")
	for _, c := range []*client{owner, late, viewer} {
		c.until("18/18 fits", "✓ done")
		c.typeKeys("\x1b")
		c.until("sfatui · home")
		c.typeKeys("q")
		if status := c.status(); status != 0 {
			t.Errorf("leaving ends with %d", status)
		}
		if text := c.Raw(); strings.LastIndex(text, "\x1b[?1049l") < strings.LastIndex(text, "\x1b[?1049h") {
			t.Error("a terminal is left in the alternate screen")
		}
	}
	p.stop()
	if log := p.log.String(); strings.Contains(log, "fault") {
		t.Error(log)
	}
}

// When the server stops, the sweep can be resumed, and the clients get a message.
func TestStop(t *testing.T) { uitest.Bubble(t, testStop) }

func testStop(t *testing.T) {
	p, _ := newGated(t)
	owner := p.join(p.owner, "xterm", 80, 24)
	owner.choose("tiny.csv")
	owner.until("○ not started")
	owner.typeKeys("ss")
	owner.until("● running", "0/12 fits")
	p.expireList() // the shared list may be older than the session
	text := p.join(p.viewers[1], "dumb", 80, 24)
	text.until("sessions: 1", "q: quit:")
	p.stop()
	for _, c := range []*client{owner, text} {
		if status := c.status(); status != exitRefused {
			t.Errorf("exit status %d", status)
		}
		if text := c.Raw(); !strings.HasSuffix(text, "sfatui: the server is stopping. The sweep can be resumed: tiny.csv-1.sfa\r\n") {
			t.Errorf("the client received:\n%q", text[max(0, len(text)-500):])
		}
	}
	s := p.session()
	if len(s.Missing()) == 0 || len(s.Damage()) != 0 {
		t.Errorf("%d points are missing, damage %v", len(s.Missing()), s.Damage())
	}
}

// An observer can fork a session, and compute the fork once no other sweep is computed; the
// original session is unchanged, and only the owner and the observer may change the fork.
func TestFork(t *testing.T) { uitest.Bubble(t, testFork) }

func testFork(t *testing.T) {
	p, gate := newGated(t)
	owner := p.join(p.owner, "xterm", 80, 24)
	owner.choose("tiny.csv")
	owner.until("○ not started")
	owner.typeKeys("ss")
	viewer, other := p.join(p.viewers[0], "xterm", 80, 24), p.join(p.viewers[1], "xterm", 80, 24)
	viewer.choose("tiny.csv-1.sfa")
	viewer.until("viewer, 2 watching", "● running")
	opened := p.session1(t)
	viewer.typeKeys("N")
	viewer.until("this session is yours", "owner ○ not started")
	viewer.typeKeys("s")
	viewer.until("tiny.csv-1.sfa is being computed here")
	gate.Pass(t, 4) // two trainings per fit
	if !owner.Await(func(_, _ string) bool { return len(p.session1(t).Done()) > len(opened.Done()) }) {
		t.Fatalf("no point came after the first %d", len(opened.Done()))
	}
	owner.typeKeys("x")
	owner.until("Cancel?")
	owner.typeKeys("y")
	owner.until("‖ stopped at")
	first := p.session1(t)
	now, err := sessionHost{p.server, p.server.c.Keys[2]}.Fork(opened)
	if err != nil || len(now.Done()) != len(first.Done()) || len(first.Done()) == len(opened.Done()) {
		t.Fatalf("a fork of %d points, of which %d were known, has %d: %v", len(first.Done()), len(opened.Done()), len(now.Done()), err)
	}
	viewer.typeKeys("s")
	viewer.until("● running")
	gate.Pass(t, 4)
	viewer.until("2/12 fits")
	other.choose("tiny.csv-2.sfa")
	other.until("viewer, 2 watching", "● running")
	other.typeKeys("x")
	other.until("only the owner (ada) may change this sweep")
	owner.typeKeys("\x1b")
	owner.choose("tiny.csv-2.sfa") // the owner may stop other users' computations
	owner.until("owner, 3 watching")
	owner.typeKeys("xy")
	viewer.until("‖ stopped at")
	fork, err := sessions.Open(filepath.Join(p.dir, "tiny.csv-2.sfa"))
	if err != nil {
		t.Fatal(err)
	}
	if fork.Header.Parent != first.Header.UUID || len(fork.Done()) == 0 || len(fork.Damage()) != 0 {
		t.Errorf("the fork of %s is of %q, with %d points and damage %v", first.Header.UUID, fork.Header.Parent, len(fork.Done()), fork.Damage())
	}
	if again := p.session1(t); len(again.Done()) != len(first.Done()) || len(again.Damage()) != 0 {
		t.Errorf("the session that was forked had %d points and has %d", len(first.Done()), len(again.Done()))
	}
}

// expireList makes the next client's list read the folder again.
func (p *testServer) expireList() {
	p.server.catalogue.mu.Lock()
	defer p.server.catalogue.mu.Unlock()
	p.server.catalogue.listedAt = time.Time{}
}

// session1 opens the first session in the folder.
func (p *testServer) session1(t *testing.T) *sessions.Session {
	t.Helper()
	s, err := sessions.Open(filepath.Join(p.dir, "tiny.csv-1.sfa"))
	if err != nil {
		t.Fatal(err)
	}
	return s
}
