//go:build unix

package ui

import (
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"github.com/creack/pty"

	"example.com/sfatui/ui/uitest"
)

// startChild starts the workbench in its own process, on its own terminal.
func startChild(t *testing.T) (cmd *exec.Cmd, master *os.File, screen *uitest.Terminal) {
	t.Helper()
	cmd = exec.Command(os.Args[0], "-test.run=^TestFirstFrame$")
	cmd.Env = append(os.Environ(), "SFATUI_UI_CHILD="+tinyData(t), "TERM=xterm-256color")
	master, err := pty.StartWithSize(cmd, &pty.Winsize{Cols: 80, Rows: 24})
	if err != nil {
		needPTY(t, err)
	}
	screen = emulate(master, 80, 24)
	t.Cleanup(func() {
		if t.Failed() {
			_ = cmd.Process.Signal(syscall.SIGQUIT) // it may have ended; the stacks show what it waits for
			screen.Await(func(_, raw string) bool { return strings.Contains(raw, "\nrsp ") || strings.Contains(raw, "\nsp ") })
			t.Logf("all that came:\n%q", screen.Raw())
			_ = cmd.Process.Kill()
		}
		master.Close()
	})
	return cmd, master, screen
}

// childEnd returns the result of the process.
func childEnd(t *testing.T, cmd *exec.Cmd, screen *uitest.Terminal) error {
	t.Helper()
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	return uitest.Ended(t, screen, ended)
}

const (
	mainScreen      = "\x1b[?1049l"
	alternateScreen = "\x1b[?1049h"
)

// Ctrl+Z restores the terminal, and continuing draws the screen again. The child leads its
// session and has no shell to return to: the system does not stop it, and it must not wait
// forever.
func TestSuspend(t *testing.T) {
	cmd, master, screen := startChild(t)
	screen.Next(t, "ready")
	if _, err := io.WriteString(master, "\x1a"); err != nil {
		t.Fatal(err)
	}
	screen.Next(t, mainScreen)
	screen.Next(t, alternateScreen)
	screen.Next(t, "ready")
	if _, err := io.WriteString(master, "q"); err != nil {
		t.Fatal(err)
	}
	if err := childEnd(t, cmd, screen); err != nil {
		t.Errorf("the program ended with %v", err)
	}
}

// SIGQUIT ends the process with the stacks of its goroutines, after the terminal was restored.
func TestSIGQUIT(t *testing.T) {
	cmd, _, screen := startChild(t)
	screen.Next(t, "ready")
	if err := cmd.Process.Signal(syscall.SIGQUIT); err != nil {
		t.Fatal(err)
	}
	screen.Next(t, mainScreen)
	text := screen.Next(t, "SIGQUIT")
	if strings.Contains(text, alternateScreen) {
		t.Errorf("the terminal was not left alone: %q", text)
	}
	if err := childEnd(t, cmd, screen); err == nil {
		t.Error("the program ended well after SIGQUIT")
	}
}
