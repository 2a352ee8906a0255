package main

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"example.com/sfatui/sessions"
	"github.com/rogpeppe/go-internal/testscript"
)

// exits runs sfatui and demands an exit code and a text on stderr:
// exits CODE TEXT [full] ARGS… With full, results go to a device that is full.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: exits CODE TEXT ARGS…")
	}
	path, err := exec.LookPath("sfatui")
	ts.Check(err)
	command := args[2:]
	full := command[0] == "full"
	if full {
		command = command[1:]
	}
	cmd := exec.Command(path, command...)
	if full {
		f, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
		if err != nil {
			ts.Logf("no full device here: left out: %v", err)
			return
		}
		defer f.Close()
		cmd.Stdout = f
	}
	cmd.Dir = ts.Getenv("WORK")
	cmd.Env = append(os.Environ(), "XDG_STATE_HOME="+ts.Getenv("XDG_STATE_HOME"))
	var stderr strings.Builder
	cmd.Stderr = &stderr
	err = cmd.Run()
	code := cmd.ProcessState.ExitCode()
	if fmt.Sprint(code) != args[0] || !strings.Contains(stderr.String(), args[1]) {
		ts.Fatalf("exit code %d (%v), want %s with %q on stderr:\n%s", code, err, args[0], args[1], stderr.String())
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

// slice keeps the first bytes of a file: slice FROM TO COUNT.
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
		if slices.Contains(args[1:], r.Point.Space) {
			ts.Setenv(r.Point.Space, r.Key)
		}
	}
}
