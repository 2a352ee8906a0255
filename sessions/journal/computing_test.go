package journal

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

// TestComputing verifies that a process of another host counts for 90 s after its last
// record and is silent after 30 s, and that a process of this host counts while it is
// alive.
func TestComputing(t *testing.T) {
	s := newSession(t, 3)
	begin(t, s, s.Plan()[:1], "")
	sessiontest.RewriteJournal(t, s.Dir, `"host":"`+HostName()+`"`, `"host":"node\u00077"`)
	s = reopen(t, s)
	heard := s.origin.Created.Add(time.Duration(s.State().Last) * time.Millisecond)
	for after, want := range map[time.Duration]string{0: "heard", 29 * time.Second: "heard", 31 * time.Second: "silent", 91 * time.Second: "lost", -time.Hour: "heard"} {
		got := "lost"
		if by := s.Processes().Computing(s.State(), heard.Add(after)); len(by) == 1 && by[0].Host == "node7" && by[0].Silent {
			got = "silent"
		} else if len(by) == 1 && by[0].Host == "node7" {
			got = "heard"
		}
		if got != want {
			t.Errorf("%v after the heartbeat it is %s, want %s", after, got, want)
		}
	}
	var busy *BusyError
	if err := s.Processes().Free(s.State(), heard); !errors.As(err, &busy) || !strings.Contains(err.Error(), "node7") || !strings.Contains(err.Error(), "--force") {
		t.Errorf("while another host computes: %v", err)
	}
	if err := s.Processes().Free(s.State(), heard.Add(2*time.Minute)); err != nil {
		t.Errorf("after the other host was lost: %v", err)
	}

	here := newSession(t, 3)
	w, err := here.Writer(time.Now)
	must(t, err)
	must(t, w.Handle(event(sweep.Started)))
	here = reopen(t, here)
	if by := here.Processes().Computing(here.State(), time.Now()); len(by) != 1 || by[0].Host != "" || by[0].PID != os.Getpid() {
		t.Errorf("while this process computes: %+v", by)
	}
	if err := here.Processes().Free(here.State(), time.Now()); err != nil {
		t.Errorf("a process is in its own way: %v", err)
	}
	must(t, w.Close())
	again := reopen(t, here)
	if err := again.Processes().Free(again.State(), time.Now()); err != nil {
		t.Errorf("after it closed its journal: %v", err)
	}
	dead := newSession(t, 3)
	begin(t, dead, nil, "")
	_, file := sessiontest.OnlyJournal(t, dead.Dir)
	pid, _, _ := strings.Cut(strings.SplitAfter(string(file), `"pid":`)[1], ",")
	sessiontest.RewriteJournal(t, dead.Dir, `"pid":`+pid, `"pid":4194304`) // above the largest PID of Linux
	if err := dead.Processes().Free(reopen(t, dead).State(), born); err != nil {
		t.Errorf("of a dead process of this host: %v", err)
	}
}

// TestClocksStep verifies that steps of the hosts' clocks lose no record, and that the
// replay does not depend on the order in which journals are listed.
func TestClocksStep(t *testing.T) {
	s := newSession(t, 4)
	for i, step := range []time.Duration{0, 5 * time.Minute, -5 * time.Minute, 1000 * time.Hour} {
		now := born
		w, err := reopen(t, s).Writer(func() time.Time { now = now.Add(step / 4); return now })
		must(t, err)
		must(t, w.Handle(event(sweep.Started)))
		must(t, w.Handle(sessiontest.Done(s.Plan()[i])))
		must(t, w.Handle(sweep.Event{Kind: sweep.Ended, Reason: "done"}))
		must(t, w.Close())
	}
	s = reopen(t, s)
	st := s.State()
	if status, _ := Standing(st.Status, s.IsComplete(), s.Processes().Computing(st, born)); len(st.Results) != 4 || len(s.Damage()) != 0 || st.Progress() != 1 || status != record.Done {
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

// TestClockAhead verifies that a process whose clock is ahead expires by the modification
// time of its journal.
func TestClockAhead(t *testing.T) {
	s := newSession(t, 3)
	w, err := s.Writer(sessiontest.Clock(born.Add(1000*time.Hour), time.Second))
	must(t, err)
	must(t, w.Handle(event(sweep.Started)))
	sessiontest.RewriteJournal(t, s.Dir, `"host":"`+HostName()+`"`, `"host":"node\u00077"`)
	s = reopen(t, s)
	now := born.Add(time.Hour)
	must(t, os.Chtimes(s.files.Path(s.journals[0].rel()), now, now))
	for after, lives := range map[time.Duration]bool{time.Second: true, time.Minute: true, 2 * time.Minute: false} {
		if by := s.Processes().Computing(s.State(), now.Add(after)); (len(by) == 1) != lives {
			t.Errorf("%v after its journal was written: %+v", after, by)
		}
	}
}

// TestClockSkew verifies that live and dead processes are recognized if a clock is behind,
// ahead or stepped.
func TestClockSkew(t *testing.T) {
	const day = 24 * time.Hour
	now := time.Now()
	for name, c := range map[string]struct {
		recorded, written time.Duration // before now, by the clocks of the writer and the file system
		disk              time.Duration // how far the file system's clock is behind
		heard             bool
	}{
		"all well":                                   {time.Second, time.Second, 0, true},
		"its clock was set back by an hour":          {time.Hour, 9 * time.Second, 0, true},
		"its clock was set forward by a day":         {-day, 9 * time.Second, 0, true},
		"ours was set forward by a day":              {day + time.Second, time.Second, 0, true},
		"it is ten minutes behind":                   {10 * time.Minute, time.Second, 0, true},
		"it and the file system are ten minutes off": {10 * time.Minute, 10*time.Minute + time.Second, 10 * time.Minute, true},
		"dead, on a file system that is behind":      {10 * time.Minute, 13 * time.Minute, 10 * time.Minute, false},
		"dead, its clock behind":                     {time.Hour, 2 * time.Minute, 0, false},
		"dead, its clock ahead":                      {-day, 2 * time.Minute, 0, false},
		"dead for a year, and copied just now":       {365 * day, time.Second, 0, false},
	} {
		s := newSession(t, 3)
		s.origin.Created = now.Add(-c.recorded)
		must(t, os.WriteFile(s.files.Path(journalPath("w")), nil, 0o600))
		written := now.Add(-c.written)
		must(t, os.Chtimes(s.files.Path(journalPath("w")), written, written))
		opened := record.Opened{Host: "node7", PID: os.Getpid(), Heartbeat: record.Heartbeat.Seconds(), Task: &record.Task{I: 1, N: 2}}
		by := s.Processes().computing([]record.Writing{{Opened: opened, Writer: "w"}}, clocks{now, now.Add(-c.disk)})
		if (len(by) == 1) != c.heard {
			t.Errorf("%s: %+v", name, by)
		}
		if c.disk > 0 {
			continue // a follower creates no file to read the disk's clock
		}
		st := record.Fold(record.State{}, []record.Record{{N: 1, Kind: record.KindOpened, Writer: "w", Data: []byte(jsonOf(t, opened))}})
		if lost := s.Processes().TasksLost(st, now); lost == c.heard {
			t.Errorf("%s: who follows takes the tasks for lost: %t", name, lost)
		}
	}
	// A live process of this host seems to have started after its last record, because the
	// clock was set forward by a day.
	s := newSession(t, 3)
	w, err := s.Writer(sessiontest.Clock(now.Add(-day), time.Millisecond))
	must(t, err)
	must(t, w.Handle(event(sweep.Started)))
	s = reopen(t, s)
	if by := s.Processes().Computing(s.State(), now); len(by) != 1 {
		t.Error("the clock was set forward, and a process that lives counts as dead")
	}
	must(t, w.Close())
}

// TestClockOfAWriterSteps verifies that elapsed time is recorded if a writer's clock steps,
// or starts behind that of an earlier writer.
func TestClockOfAWriterSteps(t *testing.T) {
	s := newSession(t, 3)
	must(t, begin(t, s, s.Plan()[:1], "").Close())
	s = reopen(t, s)
	last := s.State().Last
	now := born.Add(-time.Hour)
	w, err := s.Writer(func() time.Time { return now })
	must(t, err)
	must(t, w.Handle(event(sweep.Started)))
	now = now.Add(90 * time.Second)
	must(t, w.Handle(sessiontest.Done(s.Plan()[1])))
	now = now.Add(-time.Hour)
	must(t, w.Handle(sessiontest.Done(s.Plan()[2])))
	must(t, w.Close())
	st := reopen(t, s).State()
	if st.Last < last+90000 || st.Last > last+90100 || len(st.Results) != 3 {
		t.Errorf("%d points, last at %d ms after %d", len(st.Results), st.Last, last)
	}
}

// TestTimeOfTheDisk verifies that reading the disk's clock leaves no file behind.
func TestTimeOfTheDisk(t *testing.T) {
	s := newSession(t, 1)
	before := sessiontest.Tree(t, s.Dir)
	if at := s.files.Now(born); time.Since(at).Abs() > time.Hour {
		t.Errorf("it is %v", at)
	}
	if after := sessiontest.Tree(t, s.Dir); len(after) != len(before) {
		t.Errorf("%d files, of %d", len(after), len(before))
	}
}

// TestHeartbeat verifies that an idle writer records a heartbeat every ten seconds until it
// closes.
func TestHeartbeat(t *testing.T) {
	s := newSession(t, 2)
	synctest.Test(t, func(t *testing.T) {
		w, err := s.Writer(time.Now)
		must(t, err)
		must(t, w.Handle(event(sweep.Started)))
		<-time.After(35 * time.Second)
		must(t, w.Handle(sessiontest.Done(s.Plan()[0])))
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
		t.Errorf("%d heartbeats in 35 s and 9 s, want 3", beats)
	}
}

// TestTakeUp verifies that a writer records another writer's points once.
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
	must(t, mine.Handle(sessiontest.Done(s.Plan()[2])))
	must(t, mine.Handle(sweep.Event{Kind: sweep.Ended, Reason: "done"}))
	must(t, mine.Close())
	s = reopen(t, s)
	if st := s.State(); len(st.Results) != 3 || !st.Complete() || len(st.Conflicts) != 0 || len(s.Damage()) != 0 {
		t.Errorf("%d points, conflicts %v, damage %v", len(st.Results), st.Conflicts, s.Damage())
	}
}
