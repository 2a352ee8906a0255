package journal

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/record"
)

// contender is one of several processes that start to compute a session.
type contender struct {
	claim
	done bool
	err  error
}

// step performs the next step of the claim, if any.
func (c *contender) step() {
	if c.done || c.err != nil {
		return
	}
	if c.done, c.err = c.claim.step(); c.err != nil {
		c.w.Close()
	}
}

// contenders returns processes that read the session before any of them announced itself.
// Their IDs are in the given order.
func contenders(t *testing.T, s *Contents, order []int) []*contender {
	t.Helper()
	out := make([]*contender, len(order))
	for i, rank := range order {
		s := reopen(t, s)
		at := time.Now().Add(time.Duration(rank) * time.Minute)
		w, err := s.Writer(func() time.Time { return at })
		must(t, err)
		w.process = fmt.Sprint("process ", i) // writers of one process ignore each other
		out[i] = &contender{claim: claim{w: w}}
	}
	return out
}

// runSchedule performs the steps of a schedule, then all remaining steps in turn.
func runSchedule(t *testing.T, cs []*contender, schedule []int) {
	t.Helper()
	for _, i := range schedule {
		cs[i].step()
	}
	for range 6 {
		for _, c := range cs {
			c.step()
		}
	}
	working := 0
	for i, c := range cs {
		var busy *BusyError
		switch {
		case c.done:
			working++
		case !errors.As(c.err, &busy):
			t.Errorf("schedule %v: process %d ended with %v, waiting %v", schedule, i, c.err, c.waiting)
		}
		c.w.Close()
		must(t, os.Remove(c.w.c.files.Path(journalPath(c.w.id))))
	}
	if working != 1 {
		t.Errorf("schedule %v: %d processes compute", schedule, working)
	}
}

// notOfThisPID makes freeOf attribute this process's writers to a live process, the parent
// of the test.
func notOfThisPID(t *testing.T) {
	processID = os.Getppid
	t.Cleanup(func() { processID = os.Getpid })
}

// TestTwoBegin verifies that one of two processes computes, for each order of
// their steps and of their IDs.
func TestTwoBegin(t *testing.T) {
	notOfThisPID(t)
	s := newSession(t, 3)
	for _, order := range [][]int{{0, 1}, {1, 0}} {
		// Four steps of each: announce, look once or twice, work.
		for _, schedule := range interleavings(4, 4) {
			runSchedule(t, contenders(t, s, order), schedule)
		}
	}
}

// interleavings returns all orders of the given numbers of steps of process 0 and process
// 1.
func interleavings(zeros, ones int) [][]int {
	if zeros == 0 || ones == 0 {
		return [][]int{append(make([]int, zeros), slices.Repeat([]int{1}, ones)...)}
	}
	var out [][]int
	for _, rest := range interleavings(zeros-1, ones) {
		out = append(out, append([]int{0}, rest...))
	}
	for _, rest := range interleavings(zeros, ones-1) {
		out = append(out, append([]int{1}, rest...))
	}
	return out
}

// TestFourBegin verifies that one of four processes computes, in random
// schedules.
func TestFourBegin(t *testing.T) {
	notOfThisPID(t)
	s := newSession(t, 3)
	random := rand.New(rand.NewPCG(1, 2))
	for range 40 {
		schedule := make([]int, 16)
		for i := range schedule {
			schedule[i] = random.IntN(4)
		}
		runSchedule(t, contenders(t, s, random.Perm(4)), schedule)
	}
}

// TestClaimIgnoresDeadWriters verifies that neither a writer killed after its announcement
// nor one that records notes blocks a claim.
func TestClaimIgnoresDeadWriters(t *testing.T) {
	s := newSession(t, 3)
	cs := contenders(t, s, []int{0, 1})
	processID = func() int { return deadPID(t) }
	t.Cleanup(func() { processID = os.Getpid })
	cs[0].step()
	processID = os.Getpid
	notes, err := s.Writer(time.Now)
	must(t, err)
	notes.process = "notes"
	must(t, notes.Note(s.Plan()[0].Point, "a word"))
	for range 5 {
		cs[1].step()
	}
	if !cs[1].done {
		t.Errorf("it ended with %v, waiting %v", cs[1].err, cs[1].waiting)
	}
	must(t, notes.Close())
}

// deadPID returns the PID of a process that has ended.
func deadPID(t *testing.T) int {
	t.Helper()
	cmd := exec.Command("/bin/true")
	must(t, cmd.Run())
	return cmd.Process.Pid
}

// TestOneNameTwoMachines verifies that the heartbeat decides whether a process is alive
// if it has this machine's name and another PID namespace or boot.
func TestOneNameTwoMachines(t *testing.T) {
	for what, change := range map[string]func(*record.Opened){
		"another namespace": func(o *record.Opened) { o.PIDs = "pid:[1]" },
		"another boot":      func(o *record.Opened) { o.Boot = "6f5c1d4e" },
	} {
		o := record.Opened{Host: HostName(), PID: deadPID(t), Boot: bootID(), PIDs: pidNamespace(), Heartbeat: 10}
		if o.Boot == "" || o.PIDs == "" {
			t.Skip("this system names neither boots nor namespaces")
		}
		created := time.Now().Add(-time.Hour).Truncate(time.Millisecond)
		at := func(o record.Opened, quiet time.Duration) []Computing {
			now := created.Add(30 * time.Minute)
			w := record.Writing{Opened: o, Writer: "x", Since: 1000, Latest: (30*time.Minute - quiet).Milliseconds()}
			return Processes{files: newSession(t, 3).files, created: created}.computing([]record.Writing{w}, clocks{now, now})
		}
		if got := at(o, 0); len(got) != 0 {
			t.Errorf("%s: a dead process of this one computes: %+v", what, got)
		}
		change(&o)
		if got := at(o, time.Second); len(got) != 1 || got[0].Host != HostName() {
			t.Errorf("%s: heartbeat a second ago, but %+v", what, got)
		}
		o.PID = os.Getpid()
		if got := at(o, 2*record.LostAfter); len(got) != 0 {
			t.Errorf("%s: with the PID of a running process and an old heartbeat: %+v", what, got)
		}
	}
}

// TestTemporaryFilesOfTheDead verifies that a writer removes the temporary files of dead
// writers and keeps those of live and unknown ones.
func TestTemporaryFilesOfTheDead(t *testing.T) {
	s := newSession(t, 3)
	left := func(process string) string {
		name := filepath.Join("points", ".x.json."+process+"01234567")
		must(t, os.WriteFile(filepath.Join(s.Dir, name), []byte("half a"), 0o600))
		return name
	}
	write := func(pid int, process string) *Writer {
		s := reopen(t, s)
		w, err := s.Writer(time.Now)
		must(t, err)
		processID = func() int { return pid }
		defer func() { processID = os.Getpid }()
		w.process = process
		must(t, w.Handle(sweep.Event{Kind: sweep.Started}))
		return w
	}
	dead, living, unknown := strings.Repeat("d", 16), strings.Repeat("a", 16), strings.Repeat("0", 16)
	write(deadPID(t), dead) // never closed
	write(os.Getppid(), living)
	gone, stay := left(dead), []string{left(living), left(unknown), filepath.Join("points", ".short.1234")}
	must(t, os.WriteFile(filepath.Join(s.Dir, stay[2]), nil, 0o600))
	w, err := reopen(t, s).Writer(time.Now)
	must(t, err)
	must(t, w.Note(s.Plan()[0].Point, "a word"))
	must(t, w.Close())
	if _, err := os.Stat(filepath.Join(s.Dir, gone)); err == nil {
		t.Error("what the dead one left is still there")
	}
	for _, name := range stay {
		if _, err := os.Stat(filepath.Join(s.Dir, name)); err != nil {
			t.Errorf("%s is gone", name)
		}
	}
}

// TestCopyOfARunningSession verifies that the copy of a running session does not count as
// computed, and that a renamed one does.
func TestCopyOfARunningSession(t *testing.T) {
	notOfThisPID(t)
	dir := t.TempDir()
	s := newSessionAt(t, filepath.Join(dir, "a.sfa"), 3)
	w, err := s.Writer(time.Now)
	must(t, err)
	must(t, w.Handle(sweep.Event{Kind: sweep.Started}))
	must(t, os.CopyFS(filepath.Join(dir, "b.sfa"), os.DirFS(s.Dir)))
	free := func(name string) error {
		s := openAt(t, filepath.Join(dir, name), s.origin)
		return s.Processes().Free(s.State(), time.Now())
	}
	if err := free("b.sfa"); err != nil {
		t.Errorf("the copy: %v", err)
	}
	var busy *BusyError
	if err := free("a.sfa"); !errors.As(err, &busy) {
		t.Errorf("the session: %v", err)
	}
	must(t, os.RemoveAll(filepath.Join(dir, "b.sfa")))
	must(t, os.Rename(s.Dir, filepath.Join(dir, "c.sfa")))
	if err := free("c.sfa"); !errors.As(err, &busy) {
		t.Errorf("moved: %v", err)
	}
}

// TestClaimReadsAgain verifies that a claimed session contains the points that another
// process computed since the session was read.
func TestClaimReadsAgain(t *testing.T) {
	s := newSession(t, 3)
	w, err := s.Writer(time.Now)
	must(t, err)
	recordPoints(t, reopen(t, s), s.Plan()[:2], "done")
	grown, err := w.Claim(t.Context(), false)
	must(t, err)
	if !grown {
		t.Error("the session has not grown")
	}
	now := reopen(t, s)
	if len(s.Missing()) != 3 || len(now.Missing()) != 1 {
		t.Errorf("missing are %d, then %d points, want 3 and 1", len(s.Missing()), len(now.Missing()))
	}
	live := now.State()
	w.Watch(func(r record.Record) { live = record.Reduce(live, r) })
	must(t, w.Command("resume", nil))
	must(t, w.Close())
	if got, want := fmt.Sprint(live.Log), fmt.Sprint(reopen(t, s).State().Log); got != want {
		t.Errorf("the live log is\n%s\nthe replayed one\n%s", got, want)
	}
}
