package main

import (
	"bufio"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
)

// builtBinary returns the path of the program as users have it.
func builtBinary(t testing.TB) string {
	t.Helper()
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("the program cannot be built here: ", err)
	}
	path := filepath.Join(t.TempDir(), "sfatui")
	if out, err := exec.Command("go", "build", "-buildvcs=false", "-o", path, ".").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return path
}

// programItself returns the path of the program: with CI as it is built, otherwise this test
// binary under another name, which takes no time to build.
func programItself(t *testing.T) string {
	t.Helper()
	if os.Getenv("CI") != "" {
		return builtBinary(t)
	}
	path, err := exec.LookPath("sfatui")
	noError(t, err)
	return path
}

// waves writes a table of two slow inputs in segments.
func waves(t *testing.T, path string) {
	t.Helper()
	var b strings.Builder
	b.WriteString("a,b,trial\n")
	for i := range 240 {
		fmt.Fprintf(&b, "%.6f,%.6f,%d\n", math.Sin(0.1*float64(i)), math.Cos(0.37*float64(i)), i/20)
	}
	if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// disturbed runs a command until it has printed some points, waits for a moment
// and kills it. It reports whether the command ended before. What the command
// prints after that fills a pipe of some 30 points, so that a sweep of more does
// not end while this process waits for a processor.
func disturbed(t *testing.T, points int, moment time.Duration, name string, args ...string) (ended bool) {
	t.Helper()
	cmd := exec.Command(name, args...)
	out, err := cmd.StdoutPipe()
	noError(t, err)
	noError(t, cmd.Start())
	kill := func() { cmd.Process.Kill() }
	defer kill()
	late := time.AfterFunc(patience, kill)
	lines := bufio.NewReader(out)
	for range points {
		if _, err = lines.ReadString('\n'); err != nil {
			break
		}
	}
	if !late.Stop() {
		t.Fatalf("%d points: not within %s", points, patience)
	}
	<-time.After(moment)
	kill()
	return cmd.Wait() == nil
}

// published returns the files of a session's points by name.
func published(t *testing.T, dir string) map[string]fs.FileInfo {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(dir, "points"))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]fs.FileInfo{}
	for _, e := range entries {
		if info, err := e.Info(); err == nil && !strings.HasPrefix(e.Name(), ".") {
			out[e.Name()] = info
		}
	}
	return out
}

// A sweep is killed at random moments: with CI one of 200 points, 20 times. No
// published point is lost, replaced or computed again, and the points equal
// those of an undisturbed sweep, byte for byte.
func TestKills(t *testing.T) {
	sfatui, kills, widths := programItself(t), 3, 5
	if os.Getenv("CI") != "" {
		kills, widths = killsOfCI, killedPoints/20
	}
	work := t.TempDir()
	data, whole, dir := filepath.Join(work, "waves.csv"), filepath.Join(work, "whole.sfa"), filepath.Join(work, "killed.sfa")
	waves(t, data)
	run := []string{"run", data, "--segment", "trial", "--sigma", fmt.Sprint("log:0.3:3:", widths), "--lambda", "log:1e-9:1e-1:10",
		"--m", "15", "--p", "2", "--folds", "2", "--json", "--out"}
	if out, err := exec.Command(sfatui, append(run, whole)...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	rng := rand.New(rand.NewPCG(20, 9))
	args, before := append(run, dir), map[string]fs.FileInfo{}
	for kill := 1; kill <= kills; kill++ {
		points, moment := rng.IntN(7), time.Duration(rng.IntN(6000))*time.Microsecond
		if points == 0 {
			moment *= 20 // while it starts
		}
		if disturbed(t, points, moment, sfatui, args...) {
			t.Fatalf("the sweep came to its end before kill %d", kill)
		}
		if _, err := os.Stat(dir); err != nil {
			continue // killed before the session was created
		}
		args = []string{"resume", dir, "--json"}
		now := published(t, dir)
		for name, was := range before {
			if is := now[name]; is == nil || !os.SameFile(is, was) || !is.ModTime().Equal(was.ModTime()) {
				t.Fatalf("kill %d: point %s is lost or was written again", kill, name)
			}
		}
		before = now
	}
	if out, err := exec.Command(sfatui, args...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	sameAsUndisturbed(t, whole, dir, 20*widths)
	t.Logf("%d points, %d kills", 20*widths, kills)
}

// The numbers that the test uses with CI, and that help sessions claims.
const killsOfCI, killedPoints = 20, 200

// sameAsUndisturbed compares a killed session with that many points with an
// undisturbed one.
func sameAsUndisturbed(t *testing.T, whole, dir string, points int) {
	t.Helper()
	names := slices.Sorted(maps.Keys(published(t, whole)))
	if got := slices.Sorted(maps.Keys(published(t, dir))); len(names) != points || !slices.Equal(got, names) {
		t.Fatalf("%d points, undisturbed %d", len(got), len(names))
	}
	for _, name := range names {
		want, err := os.ReadFile(filepath.Join(whole, "points", name))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(filepath.Join(dir, "points", name)); err != nil || string(got) != string(want) {
			t.Errorf("point %s is not that of an undisturbed sweep: %v", name, err)
		}
	}
	s, err := sessions.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	told := map[string]int{}
	for _, r := range s.Records() {
		if r.Kind == string(sweep.PointDone) {
			told[r.Result.Key]++
		}
	}
	for key, n := range told {
		if n != 1 {
			t.Errorf("point %s was computed %d times", key, n)
		}
	}
	rep, err := sessions.Check(dir)
	if err != nil || len(rep.Damage) != 0 || rep.Unjournaled != 0 || len(told) != points {
		t.Errorf("%d points reported, %v\n%v", len(told), err, rep)
	}
	t.Logf("%d writers, %d unfinished lines, %d temporary files", rep.Writers, rep.Truncated, rep.StrayFiles)
}
