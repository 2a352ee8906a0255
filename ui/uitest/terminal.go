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

// Patience is the time that a test waits for a screen, or for a program to end, before it fails and
// prints the last screen.
var Patience = testenv.Patience()

// Terminal is an emulated terminal. Tests wait for changes of its screen.
type Terminal struct {
	mu      sync.Mutex
	screen  *vt.Emulator
	raw     strings.Builder
	passed  int           // number of bytes of raw that Next has returned
	changed chan struct{} // closed and replaced at each write
}

// NewTerminal returns a terminal of w×h cells.
func NewTerminal(w, h int) *Terminal {
	return &Terminal{screen: vt.NewEmulator(w, h), changed: make(chan struct{})}
}

// DiscardAnswers reads the terminal's answers to queries. Without a reader, the terminal blocks
// at the first query.
func (t *Terminal) DiscardAnswers() { _, _ = io.Copy(io.Discard, t.screen) }

// Write updates the screen.
func (t *Terminal) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.raw.Write(b)
	close(t.changed)
	t.changed = make(chan struct{})
	return t.screen.Write(b)
}

// Resize changes the size of the terminal.
func (t *Terminal) Resize(w, h int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.screen.Resize(w, h)
}

// String returns the text of the screen.
func (t *Terminal) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.screen.String()
}

// Raw returns all bytes written so far.
func (t *Terminal) Raw() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.raw.String()
}

// Await waits until ok holds for the screen and the bytes so far, and reports whether it did
// within [Patience].
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

// Until waits until the screen shows all of the texts.
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

// Next waits for a text, including control sequences, in the output after the previous one, and
// returns everything up to its end.
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

// Ended returns the result of a program that shows its screen on t.
func Ended[T any](tb testing.TB, t *Terminal, end <-chan T) (v T) {
	tb.Helper()
	select {
	case v = <-end:
	case <-time.After(Patience):
		tb.Fatalf("in %v the program does not end; the screen shows\n%s", Patience, t)
	}
	return v
}

// Quiet waits until there are no more goroutines than before, because goroutines do not report
// their end.
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

// Keyboard is the input of a terminal, for one program after the other. Input that a program
// does not read is left for the next.
type Keyboard struct {
	mu      sync.Mutex
	changed *sync.Cond
	typed   [][]byte // as written: an escape of its own is a key
}

// NewKeyboard returns a keyboard without input.
func NewKeyboard() *Keyboard {
	k := &Keyboard{}
	k.changed = sync.NewCond(&k.mu)
	return k
}

// Write types text.
func (k *Keyboard) Write(b []byte) (int, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.typed = append(k.typed, slices.Clone(b))
	k.changed.Broadcast()
	return len(b), nil
}

// Lease returns the input of one program; release ends it.
func (k *Keyboard) Lease() (input io.Reader, release func()) {
	l := &lease{k: k}
	return l, l.release
}

// lease is the input of one program.
type lease struct {
	k        *Keyboard
	released bool
}

func (l *lease) release() {
	l.k.mu.Lock()
	defer l.k.mu.Unlock()
	l.released = true
	l.k.changed.Broadcast()
}

// Read reads typed text, or io.EOF after the release, even if there is text: the goroutine that
// reads for a program may still run when the next has begun.
func (l *lease) Read(p []byte) (int, error) {
	k := l.k
	k.mu.Lock()
	defer k.mu.Unlock()
	for len(k.typed) == 0 && !l.released {
		k.changed.Wait()
	}
	if l.released {
		return 0, io.EOF
	}
	n := copy(p, k.typed[0])
	if k.typed[0] = k.typed[0][n:]; len(k.typed[0]) == 0 {
		k.typed = k.typed[1:]
	}
	return n, nil
}
