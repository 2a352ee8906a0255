package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.com/sfatui/cmd/sfatui/cli"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"github.com/rogpeppe/go-internal/testscript"
)

// runHere runs a command line in this process, in a folder, and returns its exit code.
func runHere(ts *testscript.TestScript, folder string, args []string, stdout, stderr io.Writer) int {
	ts.Check(os.Chdir(folder))
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(-1)) // which --memory sets
	return execute(context.Background(), args, stdout, stderr)
}

// program runs a command line in this process: sfatui ARGS… It must succeed, or
// fail after !.
func program(ts *testscript.TestScript, neg bool, args []string) {
	if code := runHere(ts, ts.MkAbs("."), args, ts.Stdout(), ts.Stderr()); (code != cli.CodeDone) != neg {
		ts.Fatalf("exit code %d", code)
	}
}

// exits runs a command line in this process and requires an exit code and a
// text on stderr: exits CODE TEXT [full] ARGS… With full, results are written
// to a full device.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: exits CODE TEXT ARGS…")
	}
	out, stderr := ts.Stdout(), &strings.Builder{}
	command := args[2:]
	if command[0] == "full" {
		command = command[1:]
		f, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
		if err != nil {
			ts.Logf("no full device here: left out: %v", err)
			return
		}
		defer f.Close()
		out = f
	}
	code := runHere(ts, ts.Getenv("WORK"), command, out, io.MultiWriter(ts.Stderr(), stderr))
	if fmt.Sprint(code) != args[0] || !strings.Contains(stderr.String(), args[1]) {
		ts.Fatalf("exit code %d, want %s with %q on stderr:\n%s", code, args[0], args[1], stderr.String())
	}
}

// rows writes a table with a slow wave, a fast one and noise, in segments of
// two classes: rows FILE COUNT.
func rows(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: rows FILE COUNT")
	}
	count, err := strconv.Atoi(args[1])
	ts.Check(err)
	var b strings.Builder
	b.WriteString("a,b,c,state,trial,who\n")
	noise := uint32(1)
	for i := range count {
		noise = noise*1664525 + 1013904223
		trial := i / 30
		class := trial % 2
		angle := float64(i) * (0.1 + 0.1*float64(class))
		fmt.Fprintf(&b, "%.6f,%.6f,%.6f,%s,%d,s%d\n", math.Sin(angle), math.Cos(angle)+0.5*float64(class),
			float64(noise>>8)/(1<<24), []string{"low", "high"}[class], trial, trial/4)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(b.String()), 0o644))
}

// slice copies the first bytes of a file: slice FROM TO COUNT.
func slice(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: slice FROM TO COUNT")
	}
	data := ts.ReadFile(args[0])
	n, err := strconv.Atoi(args[2])
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(data[:n]), 0o644))
}

// appendByte damages the first file of a folder: append FOLDER.
func appendByte(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: append FOLDER")
	}
	files, err := os.ReadDir(ts.MkAbs(args[0]))
	ts.Check(err)
	path := filepath.Join(ts.MkAbs(args[0]), files[0].Name())
	data, err := os.ReadFile(path)
	ts.Check(err)
	ts.Check(os.WriteFile(path, append(data, 'x'), 0o644))
}

// keys sets a variable for each function space to the key of a point in it:
// keys SESSION SPACE…
func keys(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: keys SESSION SPACE…")
	}
	s, err := sessions.Open(ts.MkAbs(args[0]))
	ts.Check(err)
	for _, r := range s.State().Results {
		if slices.Contains(args[1:], space.Name.Of(r.Point)) {
			ts.Setenv(space.Name.Of(r.Point), r.Key)
		}
	}
}

// forge changes the slowness in the first point of a session, with correct
// checksums everywhere: forge SESSION.
func forge(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: forge SESSION")
	}
	old, err := sessions.Open(ts.MkAbs(args[0]))
	ts.Check(err)
	dir := old.Dir + ".forged"
	s, err := sessions.Create(dir, old.Header, old.Plan())
	ts.Check(err)
	w, err := s.Writer(time.Now)
	ts.Check(err)
	for i, r := range old.Finished() {
		if i == 0 {
			r.Slowness.Test[0] *= 1 + 1e-6
		}
		ts.Check(w.Handle(sweep.Event{Kind: sweep.PointDone, Result: r}))
	}
	ts.Check(w.Close())
	ts.Check(os.RemoveAll(old.Dir))
	ts.Check(os.Rename(dir, old.Dir))
}

// screenOf runs sfatui on a terminal, presses a key once a screen is shown,
// requires a text, quits, and requires an exit code: screen CODE TEXT KEY ARGS…
func screenOf(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 4 {
		ts.Fatalf("usage: screen CODE TEXT KEY ARGS…")
	}
	want := args[0]
	args = args[1:]
	path, err := exec.LookPath("sfatui")
	ts.Check(err)
	cmd := exec.Command(path, args[2:]...)
	cmd.Dir = ts.Getenv("WORK")
	cmd.Env = terminalEnv("TMPDIR="+ts.MkAbs("tmp"), "XDG_STATE_HOME="+ts.Getenv("XDG_STATE_HOME"), "XDG_CACHE_HOME="+ts.Getenv("XDG_CACHE_HOME"))
	ts.Check(os.MkdirAll(ts.MkAbs("tmp"), 0o755))
	s, err := newScreen(ts, cmd, 200, 50)
	if err != nil {
		ts.Logf("no terminal here: left out: %v", err)
		return
	}
	defer s.end()
	shows := func(text string) { s.until(func(shown string) bool { return strings.Contains(shown, text) }) }
	shows("keys")
	s.press(args[1])
	shows(args[0])
	s.press("q")
	if code := s.exitCode(); fmt.Sprint(code) != want {
		_, shown := s.now()
		ts.Fatalf("exit code %d, want %s\n%s", code, want, shown)
	}
	if left, _ := os.ReadDir(ts.MkAbs("tmp")); len(left) != 0 {
		ts.Fatalf("left behind: %v", left)
	}
}
