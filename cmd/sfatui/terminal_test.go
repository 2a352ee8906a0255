package main

import (
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"
)

// screen is a terminal that answers no query, with the program in it.
type screen struct {
	t       failer
	cmd     *exec.Cmd
	master  *os.File
	end     func() // ends the program
	changed chan struct{}

	mu    sync.Mutex
	shown *vt.Emulator
	bytes int
	ended bool
}

// newScreen starts a command in a terminal of w×h cells.
func newScreen(t failer, cmd *exec.Cmd, w, h int) (*screen, error) {
	master, err := pty.StartWithSize(cmd, &pty.Winsize{Cols: uint16(w), Rows: uint16(h)})
	if err != nil {
		return nil, err
	}
	s := &screen{t: t, cmd: cmd, master: master, shown: vt.NewEmulator(w, h), changed: make(chan struct{}, 1)}
	go io.Copy(io.Discard, s.shown) // discards what an emulator would answer
	go s.read()
	s.end = sync.OnceFunc(func() {
		cmd.Process.Kill()
		cmd.Wait()
		master.Close()
	})
	return s, nil
}

// onScreen starts the program in a terminal of w×h cells, without the variables
// of the terminal in which the tests run.
func onScreen(b testing.TB, path string, w, h int, args ...string) *screen {
	b.Helper()
	cmd := exec.Command(path, args...)
	cmd.Env = terminalEnv("XDG_STATE_HOME="+b.TempDir(), "XDG_CONFIG_HOME="+b.TempDir(), "XDG_CACHE_HOME="+b.TempDir())
	s, err := newScreen(b, cmd, w, h)
	if err != nil {
		b.Skip("no pty: ", err)
	}
	b.Cleanup(s.end)
	return s
}

// terminalEnv returns the environment of a program in a terminal of the tests.
func terminalEnv(more ...string) []string {
	var env []string
	for _, pair := range os.Environ() {
		name, _, _ := strings.Cut(pair, "=")
		if !strings.HasPrefix(name, "SSH_") && !slices.Contains([]string{"TMUX", "COLORTERM", "CLICOLOR", "CLICOLOR_FORCE"}, name) {
			env = append(env, pair)
		}
	}
	return append(append(env, "TERM=xterm-256color"), more...)
}

// read passes the program's output to the emulator.
func (s *screen) read() {
	buf := make([]byte, 1<<16)
	for {
		n, err := s.master.Read(buf)
		s.mu.Lock()
		s.shown.Write(buf[:n])
		s.bytes += n
		s.ended = err != nil
		s.mu.Unlock()
		leave(s.changed)
		if err != nil {
			return
		}
	}
}

// now reports whether the program has ended, and returns what is shown.
func (s *screen) now() (ended bool, shown string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ended, s.shown.String()
}

// until waits for a screen that satisfies ok.
func (s *screen) until(ok func(shown string) bool) { s.within(patience, ok) }

// within works like [screen.until] with its own limit.
func (s *screen) within(limit time.Duration, ok func(shown string) bool) {
	waitFor(s.t, "the screen", limit, 0, s.changed, func() (bool, string) {
		ended, shown := s.now()
		wished := ok(shown)
		if ended && !wished {
			s.t.Fatalf("the program has ended with this screen:\n%s", shown)
		}
		return wished, shown
	})
}

// atRest returns the screen once it has not changed for two seconds.
func (s *screen) atRest() string {
	for {
		select {
		case <-s.changed:
		case <-time.After(2 * time.Second):
			if _, shown := s.now(); strings.TrimSpace(shown) != "" {
				return shown
			}
		}
	}
}

// press types keys.
func (s *screen) press(keys string) {
	if _, err := io.WriteString(s.master, keys); err != nil {
		_, shown := s.now()
		s.t.Fatalf("%v\n%s", err, shown)
	}
}

// exitCode waits for the end of the program.
func (s *screen) exitCode() int {
	waitFor(s.t, "the end of the program", patience, 0, s.changed, s.now)
	s.cmd.Wait()
	return s.cmd.ProcessState.ExitCode()
}
