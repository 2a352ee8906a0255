package sessions

import (
	"bufio"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/sessiontest"
)

// TestTwoWriters verifies that two writers share the points of a session, and that a
// concurrent reader reports no damage and never fewer points than before.
func TestTwoWriters(t *testing.T) {
	s := newSession(t, 12)
	var wg, reader sync.WaitGroup
	written := make(chan struct{})
	reader.Go(func() {
		for points := 0; ; {
			s, err := Open(s.Dir)
			if err != nil {
				t.Error(err)
				return
			}
			if d := s.Damage(); len(d) != 0 || len(s.Done()) < points {
				t.Errorf("%d points after %d, damage %v", len(s.Done()), points, d)
			}
			points = len(s.Done())
			select {
			case <-written:
				return
			default:
			}
		}
	})
	for i := range 2 {
		w := newWriter(t, s)
		wg.Go(func() {
			w.Handle(event(sweep.Started))
			for j, e := range s.Plan() {
				if j%3 != i {
					w.Handle(sessiontest.Done(e))
				}
			}
			w.Handle(sweep.Event{Kind: sweep.Ended, Reason: "done"})
			w.Close()
		})
	}
	wg.Wait()
	close(written)
	reader.Wait()
	rep, err := Check(s.Dir)
	must(t, err)
	if rep.Points != 12 || rep.Writers != 2 || rep.Records != 2*(2+8+2) || len(rep.Damage) != 0 || rep.StrayFiles != 0 {
		t.Errorf("report is %+v", rep)
	}
	if st := reopen(t, s).State(); len(st.Results) != 12 || st.Progress() != 1 || st.Status != record.Done {
		t.Errorf("state is %+v", st)
	}
}

const childEnv = "SESSIONS_TEST_CHILD"

// TestKilledChild is the process that TestKill kills. On its own it does nothing.
func TestKilledChild(t *testing.T) {
	dir := os.Getenv(childEnv)
	if dir == "" {
		t.Skip("only run by TestKill")
	}
	s, err := Open(dir)
	must(t, err)
	missing := s.Missing()
	w, err := s.Writer(time.Now)
	must(t, err)
	must(t, w.Handle(sweep.Event{Kind: sweep.Started, Total: len(missing)}))
	for _, e := range s.Plan() {
		if slices.Contains(missing, e.Key) {
			must(t, w.Handle(sessiontest.Done(e)))
			fmt.Println("published", e.Key)
		}
	}
	must(t, w.Handle(sweep.Event{Kind: sweep.Ended, Reason: "done"}))
	must(t, w.Close())
}

// runAndKill starts a writer as a process, kills it a moment after it has reported stop
// points, and returns the reported keys. It reports whether the writer ended before the
// kill.
func runAndKill(t *testing.T, dir string, stop int, moment time.Duration) (keys []string, ended bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, os.Args[0], "-test.run=^TestKilledChild$")
	cmd.Env = append(os.Environ(), childEnv+"="+dir)
	out, err := cmd.StdoutPipe()
	must(t, err)
	must(t, cmd.Start())
	kill := time.AfterFunc(time.Hour, func() { cmd.Process.Signal(syscall.SIGKILL) })
	defer kill.Stop()
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if key, ok := strings.CutPrefix(lines.Text(), "published "); ok {
			keys = append(keys, key)
		}
		if len(keys) == stop {
			kill.Reset(moment)
		}
	}
	return keys, cmd.Wait() == nil
}

// TestKill verifies that kills of the writer lose no published point and cause none to be
// computed again, and that the final points are those of an uninterrupted sweep.
func TestKill(t *testing.T) {
	s := newSession(t, 40)
	rng := rand.New(rand.NewPCG(1, 2))
	published := map[string]bool{}
	for round, over := 0, false; !over; round++ {
		if round == 60 {
			t.Fatal("the sweep does not come to its end")
		}
		keys, ended := runAndKill(t, s.Dir, 3+rng.IntN(8), time.Duration(rng.IntN(2000))*time.Microsecond)
		over = ended
		for _, key := range keys {
			if published[key] {
				t.Fatalf("point %s was computed twice", key)
			}
			published[key] = true
		}
		s = reopen(t, s)
		done := s.Done()
		for key := range published {
			if done[key] == nil {
				t.Fatalf("round %d: point %s is lost", round, key)
			}
		}
		for key := range done {
			published[key] = true
		}
		if st := s.State(); len(s.Damage()) != 0 || len(st.Results) != len(done) {
			t.Fatalf("round %d: damage %v, %d of %d points", round, s.Damage(), len(st.Results), len(done))
		}
	}
	whole := newSession(t, 40)
	recordPoints(t, whole, whole.Plan(), "done")
	want := sessiontest.PointFiles(t, whole.Dir)
	got := sessiontest.PointFiles(t, s.Dir)
	maps.DeleteFunc(got, func(name, _ string) bool { return strings.HasPrefix(name, ".") })
	if !maps.Equal(got, want) {
		t.Error("points differ from those of an undisturbed sweep")
	}
}
