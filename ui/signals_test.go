//go:build unix

package ui

import (
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
)

// child is a process of its own, on a terminal of its own, in the workbench. Until reads
// up to the end of a text: what came with it is left for the next one.
func child(t *testing.T) (cmd *exec.Cmd, master *os.File, until func(text string) string) {
	t.Helper()
	cmd = exec.Command(os.Args[0], "-test.run=^TestFirstFrame$")
	cmd.Env = append(os.Environ(), "SFATUI_UI_CHILD="+tinyData(t), "TERM=xterm-256color")
	master, err := pty.StartWithSize(cmd, &pty.Winsize{Cols: 80, Rows: 24})
	if err != nil {
		t.Skip("no pty: ", err)
	}
	t.Cleanup(func() { master.Close() })
	late := time.AfterFunc(time.Minute, func() { _ = cmd.Process.Signal(syscall.SIGQUIT) }) // its stacks say what it waits for
	t.Cleanup(func() { late.Stop() })
	buf, seen := make([]byte, 4096), ""
	return cmd, master, func(text string) string {
		t.Helper()
		for {
			if at := strings.Index(seen, text); at >= 0 {
				before := seen[:at+len(text)]
				seen = seen[at+len(text):]
				return before
			}
			n, err := master.Read(buf)
			seen += string(buf[:n])
			if err != nil {
				t.Fatalf("%q never came: %v\n%q", text, err, seen)
			}
		}
	}
}

const (
	mainScreen      = "\x1b[?1049l"
	alternateScreen = "\x1b[?1049h"
)

// Ctrl+Z gives the terminal back, and going on draws the screen again. The child
// leads its session and so has no shell to go back to: the system does not stop
// it, and it must not wait for ever.
func TestSuspend(t *testing.T) {
	cmd, master, until := child(t)
	until("ready")
	if _, err := io.WriteString(master, "\x1a"); err != nil {
		t.Fatal(err)
	}
	until(mainScreen)
	until(alternateScreen)
	until("ready")
	if _, err := io.WriteString(master, "q"); err != nil {
		t.Fatal(err)
	}
	go io.Copy(io.Discard, master)
	if err := cmd.Wait(); err != nil {
		t.Errorf("the program ended with %v", err)
	}
}

// SIGQUIT ends the process as ever, with the stacks of its goroutines, after
// the terminal was restored.
func TestSIGQUIT(t *testing.T) {
	cmd, master, until := child(t)
	until("ready")
	if err := cmd.Process.Signal(syscall.SIGQUIT); err != nil {
		t.Fatal(err)
	}
	until(mainScreen)
	text := until("SIGQUIT")
	if strings.Contains(text, alternateScreen) {
		t.Errorf("the terminal was not left alone: %q", text)
	}
	go io.Copy(io.Discard, master)
	if err := cmd.Wait(); err == nil {
		t.Error("the program ended well after SIGQUIT")
	}
}
