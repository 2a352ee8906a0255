package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"example.com/sfatui/cmd/sfatui/exit"
)

// goldenSessions are what is pinned of sessions: three small ones and one of
// other arithmetic, packed by engine 0.5.0, and the first version's.
//
//   - labels: a sweep of kernel widths with labels, groups and validation;
//   - target: a regression with training graphs, in a linear space;
//   - failed: some points failed; it was cancelled and resumed;
//   - other: two points like those of labels, by other kernels.
var goldenSessions = []string{"labels.sfa.tar", "target.sfa.tar", "failed.sfa.tar", "other.sfa.tar", "version1"}

// sweepViews, pointViews and solvedViews are the plots of a session: of its
// configurations, of what is recorded of a point, and of what is solved again.
var (
	sweepViews  = []string{"slowness", "train-slowness", "variance", "validation", "segments", "samples", "rmse", "fourier"}
	pointViews  = []string{"spectrum", "confusion"}
	solvedViews = []string{"features", "traces", "scatter", "graph"}
)

// TestGoldenSessions holds what the program prints of recorded sessions against
// files: short texts whole, long ones by their hash.
func TestGoldenSessions(t *testing.T) {
	texts, hashes := goldenPath(t, "sessions.txt"), goldenPath(t, "exports.txt")
	copySessions(t)
	var b strings.Builder
	tell := func(args ...string) {
		fmt.Fprintf(&b, "== %s ==\n%s", strings.Join(args, " "), spoken(t, args...))
	}
	t.Setenv("COLUMNS", "120") // nothing is cut
	fmt.Fprintf(&b, "== ls . ==\n%s", undatedList(spoken(t, "ls", ".")))
	t.Setenv("COLUMNS", "80")
	tell("ls", ".", "--json")
	for _, s := range goldenSessions {
		tell("check", s)
		tell("replay", s, "--batch")
	}
	for _, pair := range [][2]string{{"labels.sfa.tar", "other.sfa.tar"}, {"target.sfa.tar", "failed.sfa.tar"}} {
		tell("diff", pair[0], pair[1])
		tell("diff", pair[0], pair[1], "--json")
	}
	for _, s := range goldenSessions {
		if first, last := firstAndLast(t, s); first != last {
			tell("compare", s, first, last, "--angles=false")
		}
	}
	compareGolden(t, texts, b.String())

	b.Reset()
	for _, s := range goldenSessions {
		for _, args := range exportsOf(s) {
			fmt.Fprintf(&b, "%s: %x\n", strings.Join(args, " "), sha256.Sum256([]byte(spoken(t, args...))))
		}
	}
	compareGolden(t, hashes, b.String())
}

var (
	listedDate = regexp.MustCompile(`(yesterday|today [0-9:]{5}|[0-9]+ [A-Z][a-z]{2}( [0-9:]{5}| [0-9]{4})?) +`)
	gaps       = regexp.MustCompile(` {2,}`)
)

// undatedList is a list of sessions without the days on which they were begun, which are
// told from today, and without the widths of columns.
func undatedList(text string) string {
	return gaps.ReplaceAllString(listedDate.ReplaceAllString(text, "begun  "), "  ")
}

// exportsOf are the command lines that write a session as text, and need no data.
func exportsOf(s string) [][]string {
	var out [][]string
	export := func(args ...string) { out = append(out, append([]string{"export", s}, args...)) }
	for _, format := range []string{"csv", "json", "md", "html"} {
		export("--format", format)
	}
	for _, size := range []string{"80x24", "120x40", "200x50"} {
		export("--format", "cast", "--size", size, "--speed", "0.1")
	}
	for _, view := range sweepViews {
		export("--format", "svg", "--view", view)
		export("--format", "svg", "--view", "map-"+view)
	}
	export("--format", "svg", "--view", "map")
	export("--format", "svg", "--view", "slowness", "--axis", "lambda", "--series", "none")
	for _, view := range pointViews {
		export("--format", "svg", "--view", view)
	}
	return append(out, []string{"pack", s, "-o", filepath.Base(s) + ".again"})
}

// TestGoldenSolutions holds what is solved again of recorded points against the
// hashes of the arithmetic that runs.
func TestGoldenSolutions(t *testing.T) {
	path := goldenPath(t, "solved-"+arithmetic(t)+".txt")
	if _, err := os.Stat(path); err != nil && !*update {
		t.Skipf("no solutions are pinned for the arithmetic that runs here: %v", err)
	}
	copySessions(t)
	var b strings.Builder
	tell := func(args ...string) {
		fmt.Fprintf(&b, "%s: %x\n", strings.Join(args, " "), sha256.Sum256([]byte(spoken(t, args...))))
	}
	for _, s := range []string{"labels.sfa.tar", "target.sfa.tar", "failed.sfa.tar"} {
		tell("replay", s, "--verify", "--sample", "4")
		tell("export", s, "--format", "npz")
		tell("export", s, "--format", "npz", "--model")
		tell("export", s, "--format", "svg", "--view", "data")
		for _, view := range solvedViews {
			tell("export", s, "--format", "svg", "--view", view)
		}
		first, last := firstAndLast(t, s)
		tell("compare", s, first, last)
	}
	compareGolden(t, path, b.String())
}

// spoken is all that a command line says: on both streams, and its exit code
// unless all went well.
func spoken(t *testing.T, args ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code := execute(t.Context(), args, &stdout, &stderr)
	out := stdout.String()
	if text := stderr.String(); text != "" {
		out += "-- stderr --\n" + text
	}
	if code != exit.CodeDone {
		out += fmt.Sprintf("-- exit code %d --\n", code)
	}
	return out
}

// goldenPath is a golden file's, however the working directory changes.
func goldenPath(t *testing.T, name string) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join("testdata", "golden", name))
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// copySessions makes a working directory that holds the sessions alone, in a
// place where it is the same time everywhere.
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

// firstAndLast are the keys of the first and the last finished point.
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
