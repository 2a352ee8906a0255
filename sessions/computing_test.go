package sessions

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/sessiontest"
)

// A process of another host counts until it was not heard for 90 s, and is silent
// after 30; one of this host counts while it lives.
func TestComputing(t *testing.T) {
	s := newSession(t, 3)
	begin(t, s, s.Plan()[:1], "")
	rewritten(t, s, `"host":"`+hostName()+`"`, `"host":"node\u00077"`)
	s = reopen(t, s)
	heard := s.Header.Created.Add(time.Duration(s.State().Last) * time.Millisecond)
	for after, want := range map[time.Duration]string{0: "heard", 29 * time.Second: "heard", 31 * time.Second: "silent", 91 * time.Second: "lost", -time.Hour: "heard"} {
		got := "lost"
		if by := s.Computing(s.State(), heard.Add(after)); len(by) == 1 && by[0].Host == "node7" && by[0].Silent {
			got = "silent"
		} else if len(by) == 1 && by[0].Host == "node7" {
			got = "heard"
		}
		if got != want {
			t.Errorf("%v after it was heard it is %s, want %s", after, got, want)
		}
	}
	var busy *BusyError
	if err := s.Free(heard); !errors.As(err, &busy) || !strings.Contains(err.Error(), "node7") || !strings.Contains(err.Error(), "--force") {
		t.Errorf("while another host computes: %v", err)
	}
	if err := s.Free(heard.Add(2 * time.Minute)); err != nil {
		t.Errorf("after the other host was lost: %v", err)
	}

	here := newSession(t, 3)
	w, err := here.Writer(time.Now)
	must(t, err)
	must(t, w.Handle(event(sweep.Started)))
	here = reopen(t, here)
	if by := here.Computing(here.State(), time.Now()); len(by) != 1 || by[0].Host != "" || by[0].PID != os.Getpid() {
		t.Errorf("while this process computes: %+v", by)
	}
	if err := here.Free(time.Now()); err != nil {
		t.Errorf("a process is in its own way: %v", err)
	}
	must(t, w.Close())
	if err := reopen(t, here).Free(time.Now()); err != nil {
		t.Errorf("after it closed its journal: %v", err)
	}
	dead := newSession(t, 3)
	begin(t, dead, nil, "")
	_, file := onlyJournal(t, dead)
	pid, _, _ := strings.Cut(strings.SplitAfter(string(file), `"pid":`)[1], ",")
	rewritten(t, dead, `"pid":`+pid, `"pid":4194304`) // above what Linux gives
	if err := reopen(t, dead).Free(born); err != nil {
		t.Errorf("of a dead process of this host: %v", err)
	}
}

// Clocks of hosts step back and forth: nothing is lost, and the replay does not depend on the
// order in which journals are listed.
func TestClocksStep(t *testing.T) {
	s := newSession(t, 4)
	for i, step := range []time.Duration{0, 5 * time.Minute, -5 * time.Minute, 1000 * time.Hour} {
		now := born
		w, err := reopen(t, s).Writer(func() time.Time { now = now.Add(step / 4); return now })
		must(t, err)
		must(t, w.Handle(event(sweep.Started)))
		must(t, w.Handle(pointDone(s.Plan()[i])))
		must(t, w.Handle(sweep.Event{Kind: sweep.Ended, Reason: "done"}))
		must(t, w.Close())
	}
	s = reopen(t, s)
	st := s.State()
	if status, _ := s.Standing(st, born); len(st.Results) != 4 || len(s.Damage()) != 0 || st.Progress() != 1 || status != record.Done {
		t.Errorf("%d points, %s, damage %v", len(st.Results), status, s.Damage())
	}
	want := fmt.Sprint(s.Records())
	for range 20 {
		rand.Shuffle(len(s.records), func(i, j int) { s.records[i], s.records[j] = s.records[j], s.records[i] })
		record.Sort(s.records)
		if fmt.Sprint(s.Records()) != want {
			t.Fatal("the replay depends on the order in which journals are listed")
		}
	}
}

// A process whose clock is far ahead does not live for ever: the file system tells when
// its journal was written.
func TestClockAhead(t *testing.T) {
	s := newSession(t, 3)
	w, err := s.Writer(sessiontest.Clock(born.Add(1000*time.Hour), time.Second))
	must(t, err)
	must(t, w.Handle(event(sweep.Started)))
	rewritten(t, s, `"host":"`+hostName()+`"`, `"host":"node\u00077"`)
	s = reopen(t, s)
	now := born.Add(time.Hour)
	must(t, os.Chtimes(s.at.Path(s.journals[0].rel()), now, now))
	for after, lives := range map[time.Duration]bool{time.Second: true, time.Minute: true, 2 * time.Minute: false} {
		if by := s.Computing(s.State(), now.Add(after)); (len(by) == 1) != lives {
			t.Errorf("%v after its journal was written: %+v", after, by)
		}
	}
}

// A writer is heard every ten seconds while nothing happens, and not after its end.
func TestHeartbeat(t *testing.T) {
	s := newSession(t, 2)
	synctest.Test(t, func(t *testing.T) {
		w, err := s.Writer(time.Now)
		must(t, err)
		must(t, w.Handle(event(sweep.Started)))
		<-time.After(35 * time.Second)
		must(t, w.Handle(pointDone(s.Plan()[0])))
		<-time.After(9 * time.Second)
		must(t, w.Close())
		<-time.After(time.Minute)
	})
	beats := 0
	for _, r := range reopen(t, s).Records() {
		if r.Kind == record.KindAlive {
			beats++
		}
	}
	if beats != 3 {
		t.Errorf("heard %d times in 35 s and 9 s, want 3", beats)
	}
}

// The plan decides what is done: a fork of a finished session, and one whose writer
// died after its last point, have nothing left, and following them ends.
func TestThePlanDecides(t *testing.T) {
	whole := newSession(t, 3)
	must(t, begin(t, whole, whole.Plan(), "done").Close())
	fork, err := reopen(t, whole).Fork(t.TempDir() + "/fork.sfa")
	must(t, err)
	died := newSession(t, 3)
	begin(t, died, died.Plan(), "") // by a clock of before this process: dead
	for name, s := range map[string]*Session{"a fork": fork, "without an end": died} {
		s = reopen(t, s)
		if status, host := s.Standing(s.State(), time.Now()); status != record.Done || host != "" {
			t.Errorf("%s is %s on %q", name, status, host)
		}
		must(t, s.Follow(t.Context(), often, func(record.Record) error { return nil }))
	}
	part := newSession(t, 3)
	must(t, begin(t, part, part.Plan()[:2], "done").Close())
	if status, _ := reopen(t, part).Standing(reopen(t, part).State(), time.Now()); status != record.Interrupted {
		t.Errorf("with a point missing it is %s", status)
	}
}

// What another writer publishes meanwhile is taken up once, as it published it.
func TestTakeUp(t *testing.T) {
	s := newSession(t, 3)
	mine, err := s.Writer(time.Now)
	must(t, err)
	must(t, mine.Handle(event(sweep.Started)))
	must(t, begin(t, reopen(t, s), s.Plan()[:2], "").Close())
	var keys []string
	for _, e := range s.Plan() {
		keys = append(keys, e.Key)
	}
	if got := mine.TakeUp(keys); !slices.Equal(got, keys[:2]) {
		t.Errorf("took up %v of %v", got, keys)
	}
	must(t, mine.Handle(pointDone(s.Plan()[2])))
	must(t, mine.Handle(sweep.Event{Kind: sweep.Ended, Reason: "done"}))
	must(t, mine.Close())
	s = reopen(t, s)
	if st := s.State(); len(st.Results) != 3 || !st.Complete() || len(st.Conflicts) != 0 || len(s.Damage()) != 0 {
		t.Errorf("%d points, conflicts %v, damage %v", len(st.Results), st.Conflicts, s.Damage())
	}
}
