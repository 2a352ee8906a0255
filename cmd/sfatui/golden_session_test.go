package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/sfatui/cmd/sfatui/cli"
)

// goldenSessions are what is pinned of sessions: three small ones and one of
// other arithmetic, all of engine 0.10.0, and the first version of the format.
//
//   - labels: a sweep of kernel widths with labels, groups and validation;
//   - target: a regression with training graphs, in a linear space;
//   - failed: some points failed; it was cancelled and resumed;
//   - other: two points like those of labels, by other kernels.
var goldenSessions = []string{"labels.sfa.tar", "target.sfa.tar", "failed.sfa.tar", "other.sfa.tar", "version1"}

// goldenCommands lists the command lines whose output is pinned: commands that
// read sessions, each exporter of text, and each type of view, on a session
// that has it.
var goldenCommands = []string{
	"ls .",
	"check version1",
	"replay failed.sfa.tar --batch",
	"diff labels.sfa.tar other.sfa.tar",

	"export labels.sfa.tar --format csv",
	"export failed.sfa.tar --format json",
	"export target.sfa.tar --format md",
	"export labels.sfa.tar --format html",
	"export failed.sfa.tar --format cast --size 80x24 --speed 0.1",

	"export target.sfa.tar --format svg --view fourier",
	"export target.sfa.tar --format svg --view map",
	"export labels.sfa.tar --format svg --view map-slowness",
	"export labels.sfa.tar --format svg --view spectrum",
	"export labels.sfa.tar --format svg --view confusion",
}

// solvedCommands lists the commands that solve points again, with the same
// output in any arithmetic. FIRST and LAST are replaced by the keys of the
// first and the last finished point of a session.
var solvedCommands = []string{
	"compare labels.sfa.tar FIRST LAST",
	"export labels.sfa.tar --format svg --view data",
	"export labels.sfa.tar --format svg --view features",
	"export target.sfa.tar --format svg --view traces",
	"export labels.sfa.tar --format svg --view scatter",
	"export failed.sfa.tar --format svg --view graph",
}

// TestGoldenSessions compares the output of commands on recorded sessions with
// the pinned texts.
func TestGoldenSessions(t *testing.T) {
	c := openCases(t, sharedCases, "sfatui ")
	copySessions(t)
	commands, whole := goldenCommands, os.Getenv("CI") != "" || *update
	if whole {
		commands = slices.Concat(commands, solvedCommands)
	}
	for _, line := range commands {
		if runtime.GOARCH != "amd64" && strings.Contains(line, " svg ") {
			continue // fused multiplications and additions round the last digit differently
		}
		args := strings.Fields(line)
		if i := slices.Index(args, "FIRST"); i > 0 {
			args[i], args[i+1] = firstAndLast(t, args[i-1])
		}
		t.Setenv("COLUMNS", "80")
		if line == "ls ." {
			t.Setenv("COLUMNS", "120") // wide enough for every line
		}
		text := strings.TrimSuffix(otherKernels.ReplaceAllString(spoken(t, args...), ""), "[stderr]\n")
		if line == "ls ." {
			text = undatedList(text)
		}
		c.hold(t, line, text)
	}
	c.end(t, whole && runtime.GOARCH == "amd64")
}

// otherKernels matches the note on a session of another arithmetic than that of the test.
var otherKernels = regexp.MustCompile(`note: the session was computed by engine [0-9.]+ with the arithmetic .*\n`)

// thisVersion matches the engine version and the arithmetic in a note.
var thisVersion = regexp.MustCompile(`this is [0-9.]+( with [a-z0-9-]+)?:`)

var (
	listedDate = regexp.MustCompile(`(yesterday|today [0-9:]{5}|[0-9]+ [A-Z][a-z]{2}( [0-9:]{5}| [0-9]{4})?) +`)
	gaps       = regexp.MustCompile(` {2,}`)
)

// undatedList returns a list of sessions without their dates, which are printed
// relative to today, and without the widths of columns.
func undatedList(text string) string {
	return gaps.ReplaceAllString(listedDate.ReplaceAllString(text, "begun  "), "  ")
}

// spoken returns the output of a command line on both streams, and its exit
// code unless that is zero.
func spoken(t *testing.T, args ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code := execute(t.Context(), args, &stdout, &stderr)
	out := stdout.String()
	if text := stderr.String(); text != "" {
		out += "[stderr]\n" + text
	}
	if code != cli.CodeDone {
		out += fmt.Sprintf("[exit code %d]\n", code)
	}
	return out
}

// copySessions creates a working directory that contains only the sessions, and
// sets the time zone to UTC.
func copySessions(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	old := filepath.Join("..", "..", "sessions", "testdata", "version1")
	if err := os.CopyFS(filepath.Join(dir, "version1"), os.DirFS(old)); err != nil {
		t.Fatal(err)
	}
	for _, s := range goldenSessions[:len(goldenSessions)-1] {
		data, err := os.ReadFile(filepath.Join("testdata", "golden", s))
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, s), data, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	local := time.Local
	time.Local = time.UTC
	t.Cleanup(func() { time.Local = local })
	t.Chdir(dir)
	t.Setenv("XDG_STATE_HOME", filepath.Join(dir, "state"))
}

// firstAndLast returns the keys of the first and the last finished point.
func firstAndLast(t *testing.T, session string) (first, last string) {
	t.Helper()
	keys := regexp.MustCompile(`(?m)^\{"key":"([0-9a-f]{64})"(.*)$`)
	var found []string
	for _, line := range keys.FindAllStringSubmatch(succeed(t, "export", session, "--format", "json"), -1) {
		if !strings.Contains(line[2], `"error":`) {
			found = append(found, line[1])
		}
	}
	return found[0], found[len(found)-1]
}
