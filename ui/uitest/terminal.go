package uitest

import (
	"io"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/sfatui/datasets/testenv"

	"github.com/charmbracelet/x/vt"
)

// Patience is how long a test waits for a screen, or for a program to end, before it fails
// and prints the last screen.
var Patience = testenv.Patience()

// Terminal is an emulated terminal. What is written to it changes its screen, which tests
// wait for.
type Terminal struct {
	mu      sync.Mutex
	screen  *vt.Emulator
	raw     strings.Builder
	passed  int           // bytes of raw that Next has returned
	changed chan struct{} // closed when more came, and made anew
}

// NewTerminal makes a terminal of w×h cells.
func NewTerminal(w, h int) *Terminal {
	return &Terminal{screen: vt.NewEmulator(w, h), changed: make(chan struct{})}
}

// DiscardAnswers reads what the terminal answers to questions. A terminal whose answers
// nobody reads stops at the first question.
func (t *Terminal) DiscardAnswers() { _, _ = io.Copy(io.Discard, t.screen) }

func (t *Terminal) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.raw.Write(b)
	close(t.changed)
	t.changed = make(chan struct{})
	return t.screen.Write(b)
}

// String returns the text of the screen.
func (t *Terminal) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.screen.String()
}

// Raw returns all bytes that came.
func (t *Terminal) Raw() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.raw.String()
}

// Await waits until ok holds of the screen and of all that came, and reports whether it
// did within [Patience].
func (t *Terminal) Await(ok func(screen, raw string) bool) bool {
	late := time.NewTimer(Patience)
	defer late.Stop()
	for {
		t.mu.Lock()
		screen, raw, changed := t.screen.String(), t.raw.String(), t.changed
		t.mu.Unlock()
		if ok(screen, raw) {
			return true
		}
		select {
		case <-changed:
		case <-late.C:
			return false
		}
	}
}

// Until waits for the screen to show all of the texts.
func (t *Terminal) Until(tb testing.TB, texts ...string) {
	tb.Helper()
	missing := func(screen string) (out []string) {
		for _, text := range texts {
			if !strings.Contains(screen, text) {
				out = append(out, text)
			}
		}
		return out
	}
	if !t.Await(func(screen, _ string) bool { return missing(screen) == nil }) {
		screen := t.String()
		tb.Fatalf("in %v the screen never showed %q; it shows\n%s", Patience, missing(screen), screen)
	}
}

// Next waits for a text, control sequences included, in what came behind the end of the
// text before, and returns all up to its end.
func (t *Terminal) Next(tb testing.TB, text string) (before string) {
	tb.Helper()
	if !t.Await(func(_, raw string) bool {
		at := strings.Index(raw[t.passed:], text)
		if at < 0 {
			return false
		}
		before = raw[t.passed : t.passed+at+len(text)]
		return true
	}) {
		tb.Fatalf("in %v %q never came; the screen shows\n%s", Patience, text, t)
	}
	t.passed += len(before)
	return before
}

// Ended returns what a program that shows its screen on t ends with.
func Ended[T any](tb testing.TB, t *Terminal, end <-chan T) (v T) {
	tb.Helper()
	select {
	case v = <-end:
	case <-time.After(Patience):
		tb.Fatalf("in %v the program does not end; the screen shows\n%s", Patience, t)
	}
	return v
}

// Quiet waits until no more goroutines than before are left: a goroutine reports its end
// to nobody.
func Quiet(tb testing.TB, before int) {
	tb.Helper()
	often, late := time.NewTicker(time.Millisecond), time.After(Patience)
	defer often.Stop()
	for runtime.NumGoroutine() > before {
		select {
		case <-often.C:
		case <-late:
			buf := make([]byte, 1<<20)
			tb.Fatalf("%d goroutines, %d before:\n%s", runtime.NumGoroutine(), before, buf[:runtime.Stack(buf, true)])
		}
	}
}

// Keyboard is what is typed at a terminal, for one program after the other. What a program
// does not read is left for the next.
type Keyboard struct {
	typed chan []byte
	rest  []byte
}

// NewKeyboard makes a keyboard on which nothing was typed.
func NewKeyboard() *Keyboard { return &Keyboard{typed: make(chan []byte, 100)} }

func (k *Keyboard) Write(b []byte) (int, error) {
	k.typed <- slices.Clone(b)
	return len(b), nil
}

// Lease returns the input of one program; release ends it.
func (k *Keyboard) Lease() (input io.Reader, release func()) {
	done := make(chan struct{})
	return lease{k, done}, func() { close(done) }
}

type lease struct {
	k    *Keyboard
	done chan struct{}
}

func (l lease) Read(p []byte) (int, error) {
	if len(l.k.rest) == 0 {
		select {
		case l.k.rest = <-l.k.typed:
		case <-l.done:
			return 0, io.EOF
		}
	}
	n := copy(p, l.k.rest)
	l.k.rest = l.k.rest[n:]
	return n, nil
}
