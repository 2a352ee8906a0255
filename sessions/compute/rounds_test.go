package compute

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/testenv"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/choose/advise"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/journal"
	"example.com/sfatui/sessions/record"
)

// beginning returns the request for a session on the waves of waves, from one
// point each of σ and two of m, chosen by slowness, which can always decrease.
func beginning(t *testing.T, d *advise.Driver) Request {
	t.Helper()
	options, set := wavesData(t)
	spec := wavesSpec()
	spec.Objective = "slowness"
	spec.Set("sigma", "rel:0.5,1")
	spec.Set("m", "5,10")
	spec.Set("readout", "none")
	plan, err := sweep.NewPlan(set, set.Hash(), spec)
	check(t, err)
	return Request{Dir: filepath.Join(t.TempDir(), "driven.sfa"), Options: options, Set: set, Spec: spec, Plan: plan, Driver: d}
}

// The session reread at the end of a computation equals the one that anyone
// reads.
func TestFinishedIsWhatIsRead(t *testing.T) {
	e, err := Start(t.Context(), beginning(t, nil))
	check(t, err)
	check(t, e.Wait())
	got, err := e.Finished()
	check(t, err)
	want := reopened(t, e.Session())
	if n := len(want.Finished()); n == 0 || !reflect.DeepEqual(got.Finished(), want.Finished()) {
		t.Errorf("%d points: %+v, want %+v", n, got.Finished()[0], want.Finished()[0])
	}
}

// roundsOf counts the records of rounds, and those of a driver's end.
func roundsOf(rs []record.Record) (rounds, ends int) {
	for _, r := range rs {
		switch r.Kind {
		case record.KindCommand + "auto":
			rounds++
		case record.KindAutoEnded:
			ends++
		}
	}
	return rounds, ends
}

// A sweep that a driver extends is one journal that ends once: a follower sees
// every round, and the session reads back as it was shown.
func TestDrivenSweep(t *testing.T) {
	d := &advise.Driver{Budget: advise.Budget{Points: 24}}
	b := beginning(t, d)
	var live record.State
	b.OnRecord = func(r record.Record) { live = record.Reduce(live, r) }
	e, err := Start(t.Context(), b)
	check(t, err)
	followed := 0
	check(t, e.Session().Follow(t.Context(), time.Millisecond, func(r record.Record) error {
		if r.Result != nil {
			followed++
		}
		return nil
	}))
	check(t, e.Wait())
	s := reopened(t, e.Session())
	rounds, ends := roundsOf(s.Records())
	if rounds < 2 || rounds != d.Rounds() || ends != 1 || len(s.Plans()) != 1+rounds {
		t.Errorf("%d rounds and %d ends recorded, %d plans, the driver reports %d rounds", rounds, ends, len(s.Plans()), d.Rounds())
	}
	if n := len(s.Finished()); n != len(b.Plan.Entries)+d.Points() || n != followed || d.Points() > 24 {
		t.Errorf("%d points, %d followed, from %d with %d added", n, followed, len(b.Plan.Entries), d.Points())
	}
	st := s.State()
	if st.Status != record.Done || journal.Count(s.Files()) != 1 || len(s.Damage()) != 0 || st.Rounds != 0 {
		t.Errorf("%s, %d journals, damage %v, %d rounds going on", st.Status, journal.Count(s.Files()), s.Damage(), st.Rounds)
	}
	if got, want := st.Log[len(st.Log)-1].Text, live.Log[len(live.Log)-1].Text; got != want {
		t.Errorf("the log ends with %q, it was shown %q", got, want)
	}
	log := ""
	for _, l := range st.Log {
		log += l.Text + "\n"
	}
	for _, say := range []string{"auto, round 1: ", "auto, round 2: ", "auto ended after ", "validation slowness from "} {
		if !strings.Contains(log, say) {
			t.Errorf("the log does not say %q:\n%s", say, log)
		}
	}
	if e.SetDriver(d) {
		t.Error("a sweep that has ended takes a driver")
	}
}

// A driven sweep that is killed in a round can be resumed to the same points.
func TestDrivenSweepIsResumed(t *testing.T) {
	whole := beginning(t, &advise.Driver{Budget: advise.Budget{Points: 12}})
	e, err := Start(t.Context(), whole)
	check(t, err)
	check(t, e.Wait())
	want := pointsIn(t, e.Session())
	s := reopened(t, e.Session())
	// As if killed before the last two points of the last round.
	plans := s.Plans()
	last := plans[len(plans)-1]
	for _, p := range last[len(last)-2:] {
		check(t, os.Remove(filepath.Join(s.Dir, "points", sweep.Key(p, s.Header.Data.Hash)+".json")))
	}
	if e, err = Resume(t.Context(), s, nil, sweep.RunOptions{}, false, nil); err == nil {
		err = e.Wait()
	}
	check(t, err)
	got := pointsIn(t, s)
	if len(got) != len(want) {
		t.Fatalf("%d points, want %d", len(got), len(want))
	}
	for name, sum := range want {
		if got[name] != sum {
			t.Errorf("%s differs", name)
		}
	}
}

// TestBudgetIsOfTheSession checks that a job that is repeatedly killed and
// requeued ends with the points of an undisturbed run, because its budget is
// that of the session.
func TestBudgetIsOfTheSession(t *testing.T) {
	const budget = 24
	auto := func() *advise.Driver { return &advise.Driver{Budget: advise.Budget{Points: budget}} }
	whole := beginning(t, auto())
	e, err := Start(t.Context(), whole)
	check(t, err)
	check(t, e.Wait())
	want := pointsIn(t, e.Session())
	lives := []int{7, 3} // points after which each process is killed
	if !testenv.Full() {
		lives = lives[:1]
	}
	for _, kills := range lives {
		killed, after := whole, func() (*death, func(record.Record)) {
			d := &death{left: kills, came: make(chan struct{})}
			return d, d.record
		}
		d, onRecord := after()
		killed.Dir, killed.Driver, killed.OnRecord = filepath.Join(t.TempDir(), "killed.sfa"), auto(), onRecord
		e, err := Start(t.Context(), killed)
		check(t, err)
		s := e.Session()
		for tries := 0; e != nil; tries++ {
			if tries > 40 {
				t.Fatal("a budget that never ends")
			}
			check(t, d.end(e))
			s = reopened(t, s)
			d, onRecord = after()
			if len(s.Missing()) > 0 {
				e, err = Resume(t.Context(), s, nil, sweep.RunOptions{Workers: 1}, false, onRecord)
				check(t, err)
				e.SetDriver(auto())
				continue
			}
			e, err = Auto(t.Context(), s, whole.Set, auto(), sweep.RunOptions{Workers: 1}, onRecord)
			var nothing *NothingToAdd
			if !errors.As(err, &nothing) {
				check(t, err)
			}
		}
		got := pointsIn(t, s)
		if len(got) != len(want) {
			t.Errorf("killed after each %d points: %d points, undisturbed %d", kills, len(got), len(want))
		}
		for name, sum := range want {
			if got[name] != sum {
				t.Errorf("killed after each %d points: %s is missing or differs", kills, name)
			}
		}
	}
}

// death ends an execution after so many points, unless it has ended before.
type death struct {
	left int
	came chan struct{}
}

func (d *death) record(r record.Record) {
	if r.Kind == string(sweep.PointDone) {
		if d.left--; d.left == 0 {
			close(d.came)
		}
	}
}

func (d *death) end(e *Execution) error {
	select {
	case <-d.came:
		e.Cancel()
	case <-e.Done():
	}
	if err := e.Wait(); !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// A driver can be set and removed while a sweep runs; cancelling also ends it.
func TestDriverWhileRunning(t *testing.T) {
	b := beginning(t, nil)
	var e *Execution
	begun := make(chan struct{})
	b.OnRecord = func(r record.Record) {
		if r.Kind == string(sweep.PointDone) {
			<-begun
		}
	}
	e, err := Start(t.Context(), b)
	check(t, err)
	if !e.SetDriver(&advise.Driver{}) || !e.SetDriver(nil) {
		t.Error("a running sweep takes no driver")
	}
	close(begun)
	check(t, e.Wait())
	if rounds, _ := roundsOf(reopened(t, e.Session()).Records()); rounds != 0 {
		t.Errorf("%d rounds after the driver was taken away", rounds)
	}

	b = beginning(t, &advise.Driver{})
	e = nil
	begun = make(chan struct{})
	b.OnRecord = func(r record.Record) {
		if r.Kind == record.KindCommand+"auto" {
			<-begun
			go e.Cancel() // within a record's callback it would wait for itself
		}
	}
	e, err = Start(t.Context(), b)
	check(t, err)
	close(begun)
	if err := e.Wait(); err != nil && !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	st := reopened(t, e.Session()).State()
	if rounds, _ := roundsOf(reopened(t, e.Session()).Records()); rounds > 3 || st.Status != record.Cancelled && st.Status != record.Done {
		t.Errorf("%d rounds and %s after a cancellation in the first", rounds, st.Status)
	}
}

// A driver and a piece of advice extend a finished session; if there is nothing to add,
// nothing is written.
func TestAutoAndAdvice(t *testing.T) {
	b := beginning(t, nil)
	e, err := Start(t.Context(), b)
	check(t, err)
	check(t, e.Wait())
	s := reopened(t, e.Session())
	before := len(s.Records())
	_, err = Auto(t.Context(), s, b.Set, &advise.Driver{Budget: advise.Budget{Points: 1}}, sweep.RunOptions{}, nil)
	var nothing *NothingToAdd
	if !errors.As(err, &nothing) || len(reopened(t, s).Records()) != before {
		t.Errorf("without a budget: %v, %d records more", err, len(reopened(t, s).Records())-before)
	}
	d := &advise.Driver{Budget: advise.Budget{Points: 12}}
	e, err = Auto(t.Context(), s, b.Set, d, sweep.RunOptions{}, nil)
	check(t, err)
	check(t, e.Wait())
	s = reopened(t, s)
	if rounds, ends := roundsOf(s.Records()); rounds != d.Rounds() || ends != 1 || len(s.Missing()) != 0 {
		t.Errorf("%d rounds, %d ends, %d points missing", rounds, ends, len(s.Missing()))
	}
	list := advise.Consider(advise.Sweep{Rows: choose.Summarize(s.State().Results), By: s.By(), Width: widthOf(b.Set)})
	i := slices.IndexFunc(list, func(a advise.Advice) bool { return a.Points != nil })
	if i < 0 {
		t.Skip("there is nothing left to heed")
	}
	points := len(s.Plan())
	e, err = TakeAdvice(t.Context(), s, b.Set, list[i], sweep.RunOptions{}, nil)
	check(t, err)
	check(t, e.Wait())
	s = reopened(t, s)
	if n := len(s.Plan()) - points; n != len(list[i].Points) || len(s.Missing()) != 0 {
		t.Errorf("%d points more, the advice has %d; %d missing", n, len(list[i].Points), len(s.Missing()))
	}
	if log := s.State().Log; !slices.ContainsFunc(log, func(l record.LogLine) bool { return l.Text == "advice taken: "+list[i].Sentence() }) {
		t.Errorf("the log does not contain %q", list[i].Sentence())
	}
}

func widthOf(set *data.Set) func(part.Point) float64 {
	r := rounds{set: set}
	return r.width
}
