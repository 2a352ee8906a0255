package ui

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/uitest"
)

// emulated is an emulated terminal.
type emulated struct {
	*uitest.Terminal
	t    *testing.T
	keys io.Writer
	// wire connects a program with it, until release.
	wire func(*Config) (release func())
}

// newTerminal returns a terminal in memory, for programs on a simulated clock.
func newTerminal(t *testing.T, w, h int) *emulated {
	term, keys := uitest.NewTerminal(w, h), uitest.NewKeyboard()
	return &emulated{term, t, keys, func(c *Config) (release func()) {
		sizes := make(chan layout.Size, 1)
		sizes <- layout.Size{W: w, H: h}
		c.Out, c.Sizes = term, sizes
		c.In, release = keys.Lease()
		return release
	}}
}

// newPTY returns a terminal on a pty.
func newPTY(t *testing.T, w, h int) *emulated {
	t.Helper()
	master, slave, err := pty.Open()
	if err != nil {
		needPTY(t, err)
	}
	if err := pty.Setsize(master, &pty.Winsize{Cols: uint16(w), Rows: uint16(h)}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		slave.Close()
		master.Close()
	})
	return &emulated{emulate(master, w, h), t, master, func(c *Config) func() {
		c.In, c.Out = slave, slave
		return func() {}
	}}
}

// needPTY skips a test if there is no pty, unless all tests are mandatory.
func needPTY(t *testing.T, err error) {
	t.Helper()
	if os.Getenv("CI") != "" {
		t.Fatal("no pty, which CI has to have: ", err)
	}
	t.Skip("no pty: ", err)
}

// emulate shows the output of a pty on an emulated terminal.
func emulate(master *os.File, w, h int) *uitest.Terminal {
	term := uitest.NewTerminal(w, h)
	go term.DiscardAnswers()
	go func() { _, _ = io.Copy(term, master) }() // until it is closed
	return term
}

// until waits until the screen shows all of the texts.
func (term *emulated) until(texts ...string) {
	term.t.Helper()
	term.Until(term.t, texts...)
}

// waitForResult waits for the end of a program on the terminal and returns its result.
func waitForResult[T any](term *emulated, end <-chan T) T {
	term.t.Helper()
	return uitest.Ended(term.t, term.Terminal, end)
}

func (term *emulated) typeKeys(text string) {
	if _, err := io.WriteString(term.keys, text); err != nil {
		term.t.Fatal(err)
	}
}

// tinyData returns the path of a file with the table.
func tinyData(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "tiny.csv")
	if err := os.WriteFile(path, []byte(tinyTable()), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// tinyTable returns a CSV of two noisy sensors whose state changes slowly.
func tinyTable() string {
	var b strings.Builder
	b.WriteString("trial,state,u,v\n")
	for i := range 240 {
		trial := i / 20
		x := float64(i)
		fmt.Fprintf(&b, "t%d,%s,%.4f,%.4f\n", trial, []string{"low", "high"}[trial%2],
			math.Sin(x/9)+float64(trial%2), math.Cos(x*1.7)+0.3*math.Sin(x*x))
	}
	return b.String()
}

func tinyConfig(t *testing.T) Config {
	dir := t.TempDir()
	made := 0
	c := Config{Environ: []string{"TERM=xterm-256color"},
		Data: datasets.Options{Paths: []string{tinyData(t)}, Segment: "trial", Label: "state"},
		Spec: sweep.Spec{}.With("sigma", "1,3", "lambda", "0,1e-3", "m", "20", "p", "4", "readout", "lda"),
		Run:  sweep.RunOptions{Workers: 2},
		Dir: func(name string) (string, error) {
			made++
			return filepath.Join(dir, fmt.Sprintf("%s-%d.sfa", name, made)), nil
		}}
	c.Spec.Split = split.Options{Folds: 3, Validation: 0.3}
	return c
}

// programResult is the result of a program.
type programResult struct {
	last string
	err  error
}

// start runs a program on the terminal in a goroutine.
func (term *emulated) start(c Config, program func(Config) (string, error)) <-chan programResult {
	ended := make(chan programResult, 1)
	release := term.wire(&c)
	go func() {
		last, err := program(c)
		release()
		ended <- programResult{last, err}
	}()
	return ended
}

// One run of everything: start, wait, sort, edit, start again, quit; then open the session,
// replay it and follow it.
func TestProgram(t *testing.T) {
	term := newPTY(t, 100, 30)
	c := tinyConfig(t)
	ended := term.start(c, func(c Config) (string, error) { return Workbench(t.Context(), c) })
	term.until("tiny.csv", "12 fits: 4 points × 3 folds", "ready", "s start")
	term.typeKeys("s")
	term.until("12/12 fits", "✓ done", "★")
	term.typeKeys("o")
	term.until("sorted by")
	term.typeKeys("e")
	term.until("points + 0 new")
	term.typeKeys("\r\x15" + "1,2,3")
	term.until("2 new · 6 new fits")
	term.typeKeys("\r")
	term.until("start")
	term.typeKeys("s")
	term.until("18/18 fits", "✓ done")
	term.typeKeys("q")
	got := waitForResult(term, ended)
	if got.err != nil || filepath.Base(got.last) != "tiny.csv-1.sfa" {
		t.Fatalf("the workbench ended with %q, %v", got.last, got.err)
	}
	s, err := sessions.Open(got.last)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(s.Done()); n != 18 || len(s.Missing()) != 0 || len(s.Damage()) != 0 {
		t.Errorf("the session has %d points, misses %d, damage %v", n, len(s.Missing()), s.Damage())
	}

	checkViews(t, term, c, s)
	term.checkRestored()
}

// checkViews opens a session of 18 points, replays it and follows it.
func checkViews(t *testing.T, term *emulated, c Config, s *sessions.Session) {
	t.Helper()
	ended := term.start(c, func(c Config) (string, error) { return Open(t.Context(), c, s) })
	term.until("18/18 fits")
	term.typeKeys("e")
	term.until("points + 0 new") // the data has been read again
	term.typeKeys("\x1bq")
	if got := waitForResult(term, ended); got.err != nil || got.last != "" {
		t.Errorf("looking ended with %q, %v", got.last, got.err)
	}
	ended = term.start(c, func(c Config) (string, error) { return "", Replay(t.Context(), c, s, math.Inf(1)) })
	term.until("‖ max", "18/18 fits")
	term.typeKeys("0q")
	if got := waitForResult(term, ended); got.err != nil {
		t.Errorf("the replay ended with %v", got.err)
	}
	ended = term.start(c, func(c Config) (string, error) { return "", Follow(t.Context(), c, s, 50*time.Millisecond) })
	term.until("18/18 fits", "✓ done")
	term.typeKeys("q")
	if got := waitForResult(term, ended); got.err != nil {
		t.Errorf("following ended with %v", got.err)
	}
}

// checkRestored checks that the terminal is restored: the main screen, with a cursor.
func (term *emulated) checkRestored() {
	term.t.Helper()
	if !term.Await(func(_, raw string) bool {
		return strings.LastIndex(raw, "\x1b[?1049l") > strings.LastIndex(raw, "\x1b[?1049h") &&
			strings.LastIndex(raw, "\x1b[?25h") > strings.LastIndex(raw, "\x1b[?25l")
	}) {
		term.t.Error("the terminal is left in the alternate screen or without a cursor")
	}
}

// An invalid sweep is corrected in the editor, and then starts.
func TestProgramMendsTheSweep(t *testing.T) { uitest.Bubble(t, testProgramMendsTheSweep) }

func testProgramMendsTheSweep(t *testing.T) {
	term := newTerminal(t, 80, 24)
	c := tinyConfig(t)
	c.AutoStart = true
	c.Spec.Set("sigma", "0")
	workbench := func(c Config) (string, error) { return Workbench(t.Context(), c) }
	ended := term.start(c, workbench)
	term.until("the sweep is not valid", "must be above 0")
	term.typeKeys("e\r\x152")
	term.until("2 points · 6 fits")
	term.typeKeys("\r\x1b")
	term.until("ready", "6 fits: 2 points")
	term.typeKeys("s")
	term.until("6/6 fits", "✓ done")
	term.typeKeys("q")
	if err := waitForResult(term, ended).err; err != nil {
		t.Errorf("ended with %v", err)
	}

	c.Data.Label = "nothing"
	ended = term.start(c, workbench)
	term.until("the data cannot be opened", "nothing")
	term.typeKeys("q")
	var usage *message.UsageError
	if err := waitForResult(term, ended).err; !errors.As(err, &usage) {
		t.Errorf("ended with %v, want a usage error", err)
	}
}

// When the process is asked to stop, the sweep is cancelled, no goroutine remains, and the
// session can be resumed.
func TestProgramStops(t *testing.T) {
	term := newPTY(t, 80, 24)
	c := tinyConfig(t)
	c.AutoStart = true
	c.Spec.Set("sigma", "log:0.5:50:200")
	c.Spec.Set("m", "100")
	c.Spec.Set("readout", "lda,perceptron,logistic")
	interrupted := make(chan os.Signal, 1)
	signal.Notify(interrupted, os.Interrupt) // starts the goroutine that distributes signals, which is never stopped
	signal.Stop(interrupted)
	before := runtime.NumGoroutine()
	ctx, cancel := context.WithCancel(t.Context())
	ended := term.start(c, func(c Config) (string, error) { return Workbench(ctx, c) })
	term.until("running")
	cancel()
	got := waitForResult(term, ended)
	if !errors.Is(got.err, context.Canceled) {
		t.Errorf("ended with %v", got.err)
	}
	term.checkRestored()
	s, err := sessions.Open(got.last)
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Missing()) == 0 || len(s.Damage()) != 0 {
		t.Errorf("the session misses %d points, damage %v", len(s.Missing()), s.Damage())
	}
	uitest.Quiet(t, before)
}

// A terminal that answers no query gets its first frame at once, because it is asked nothing
// before; by default, Bubble Tea would ask for the background and wait for five seconds.
func TestFirstFrame(t *testing.T) {
	if os.Getenv("SFATUI_UI_CHILD") != "" {
		c := Config{Data: datasets.Options{Paths: []string{os.Getenv("SFATUI_UI_CHILD")}, Segment: "trial", Label: "state"},
			Dir: func(string) (string, error) { return "", errors.New("nothing is started") }}
		if _, err := Workbench(t.Context(), c); err != nil {
			t.Fatal(err)
		}
		return
	}
	cmd, master, screen := startChild(t)
	seen := screen.Next(t, "sfatui")
	for _, query := range []string{"\x1b]11;?", "\x1b[6n"} {
		if strings.Contains(seen, query) {
			t.Errorf("the terminal was asked %q before the first frame", query)
		}
	}
	if _, err := io.WriteString(master, "q"); err != nil {
		t.Fatal(err)
	}
	if err := childEnd(t, cmd, screen); err != nil {
		t.Errorf("the program ended with %v", err)
	}
}
