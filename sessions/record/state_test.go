package record

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/sessiontest"
)

// rec returns a record as a journal would contain it.
func rec(writer string, t int64, kind string, data any, r *result.Result) Record {
	out := New(t, kind, data, r)
	out.Writer = writer
	return out
}

func started(writer string, t int64) Record {
	return rec(writer, t, string(sweep.Started), Event{Total: 4}, nil)
}

func ended(writer string, t int64, reason string) Record {
	return rec(writer, t, string(sweep.Ended), Event{Reason: reason}, nil)
}

func arrived(writer string, t int64, e sweep.Entry) Record {
	return rec(writer, t, string(sweep.PointDone), Point{Key: e.Key, Cost: part.Float(e.Cost)}, sessiontest.Result(e, 1))
}

func fold(s State, rs ...Record) State {
	for _, r := range rs {
		s = Reduce(s, r)
	}
	return s
}

// history returns the records of a session with every event.
func history(n int) []Record {
	plan := sessiontest.Plan(n)
	rs := []Record{
		rec("", 0, KindCreated, Plan{Plan: "0001", Points: n, Cost: 2 * part.Float(n)}, nil),
		rec("a", 10, KindOpened, Opened{Host: "h"}, nil),
		rec("a", 11, KindCommand+"start", struct{}{}, nil),
		started("a", 12),
		rec("a", 15, string(sweep.StageDone), Event{Stage: "subset"}, nil),
	}
	for i, e := range plan {
		t := int64(20 + 10*i)
		rs = append(rs, arrived("a", t, e))
		switch i % 5 {
		case 1:
			rs = append(rs, rec("a", t+1, string(sweep.Paused), Event{}, nil), rec("a", t+5, string(sweep.Continued), Event{}, nil))
		case 2:
			rs = append(rs, rec("b", t+2, KindConflict, Conflict{Key: e.Key}, sessiontest.Result(e, 1)))
		case 3:
			rs = append(rs, rec("a", t+2, "of.later", []int{1}, nil), Record{T: t + 3, Kind: string(sweep.PointDone), Data: []byte(`{"key":7}`), Writer: "a"})
		}
	}
	end := int64(20 + 10*n)
	return append(rs, ended("a", end, "done"), rec("a", end+1, KindClosed, struct{}{}, nil))
}

// show returns everything that a state reports.
func show(t testing.TB, s State) string {
	t.Helper()
	b, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	left, ok := s.Remaining()
	return fmt.Sprintf("%s %v %v %v %v %v", b, s.Progress(), s.Elapsed(), left, ok, s.Ended())
}

// Folding records onto a snapshot, in any order and from any number of
// goroutines, does not change the snapshot, and the results are equal.
func TestReduceIsAFold(t *testing.T) {
	rs := history(30)
	var snapshots []State
	var shown []string
	s := State{}
	for _, r := range rs {
		snapshots, shown = append(snapshots, s), append(shown, show(t, s))
		s = Reduce(s, r)
	}
	whole := show(t, s)
	var wg sync.WaitGroup
	for i := range snapshots {
		for range 2 {
			wg.Go(func() {
				if got := show(t, fold(snapshots[i], rs[i:]...)); got != whole {
					t.Errorf("from record %d on: %s, not %s", i, got, whole)
				}
			})
		}
	}
	wg.Wait()
	other := sessiontest.Plan(60)[50:]
	for i, snapshot := range snapshots {
		branch := fold(snapshot, arrived("c", 9999, other[0]), arrived("c", 9999, other[1]))
		if n := len(snapshot.Results); branch.Results[n].Key != other[0].Key || branch.Results[n+1].Key != other[1].Key {
			t.Fatalf("a branch from record %d has other points", i)
		}
		if _, ok := snapshot.Result(other[0].Key); ok {
			t.Fatalf("snapshot %d contains a point of its branch", i)
		}
		if got := show(t, snapshot); got != shown[i] {
			t.Fatalf("snapshot %d was %s and became %s", i, shown[i], got)
		}
	}
	if got, ok := s.Result(sessiontest.Plan(30)[4].Key); !ok || got != s.Results[4] {
		t.Error("a point is not found by its key")
	}
	if _, ok := (State{}).Result("x"); ok {
		t.Error("an empty state has a point")
	}
}

func TestStatus(t *testing.T) {
	open := rec("a", 1, KindOpened, Opened{}, nil)
	pause, cont := rec("a", 30, string(sweep.Paused), Event{}, nil), rec("a", 40, string(sweep.Continued), Event{}, nil)
	closed := rec("a", 60, KindClosed, struct{}{}, nil)
	tests := []struct {
		rs     []Record
		want   Status
		reason string
		ended  bool
	}{
		{nil, Ready, "", false},
		{[]Record{open}, Ready, "", false},
		{[]Record{open, started("a", 2)}, Running, "", false},
		{[]Record{open, started("a", 2), pause}, Paused, "", false},
		{[]Record{open, started("a", 2), pause, cont}, Running, "", false},
		{[]Record{open, started("a", 2), closed}, Interrupted, "", false},
		{[]Record{open, started("a", 2), pause, closed}, Interrupted, "", false},
		{[]Record{open, started("a", 2), ended("a", 50, "done"), closed}, Done, "done", true},
		{[]Record{open, started("a", 2), ended("a", 50, "cancelled"), closed}, Cancelled, "cancelled", true},
		{[]Record{open, started("a", 2), ended("a", 50, "failed: disk full")}, Failed, "failed: disk full", true},
		{[]Record{started("a", 2), ended("a", 50, "cancelled"), started("b", 70)}, Running, "", false},
		{[]Record{started("a", 2), started("b", 70), ended("b", 90, "done")}, Done, "done", true},
	}
	for i, tt := range tests {
		if st := fold(State{}, tt.rs...); st.Status != tt.want || st.Reason != tt.reason || st.Ended() != tt.ended {
			t.Errorf("%d: %s %q %v, want %s %q %v", i, st.Status, st.Reason, st.Ended(), tt.want, tt.reason, tt.ended)
		}
	}
}

// The estimate depends only on the running time.
func TestRemaining(t *testing.T) {
	plan := sessiontest.Plan(4) // costs 1, 2, 3, 1
	created := rec("", 0, KindCreated, Plan{Plan: "0001", Points: 4, Cost: 7}, nil)
	st := fold(State{}, created, started("a", 1000))
	if _, ok := st.Remaining(); ok {
		t.Error("an estimate without a point")
	}
	st = fold(st, arrived("a", 2000, plan[0]),
		rec("a", 2500, string(sweep.Paused), Event{}, nil), rec("a", 9000, string(sweep.Continued), Event{}, nil),
		arrived("a", 9500, plan[1]))
	if left, ok := st.Remaining(); !ok || left != 2666*time.Millisecond || st.Elapsed() != 2*time.Second {
		t.Errorf("%v left after %v", left, st.Elapsed())
	}
	// a is killed; b continues an hour later, concurrently with c.
	st = fold(st, rec("b", 3600_000, KindOpened, Opened{}, nil), started("b", 3601_000), started("c", 3601_500),
		arrived("c", 3603_000, plan[2]), arrived("b", 3604_000, plan[2]))
	if left, ok := st.Remaining(); !ok || left != 833*time.Millisecond || st.Elapsed() != 5*time.Second {
		t.Errorf("%v left after %v", left, st.Elapsed())
	}
	st = fold(st, arrived("b", 3605_000, plan[3]), ended("b", 3605_000, "done"))
	if _, ok := st.Remaining(); ok || st.Progress() != 1 || st.Failed != 1 {
		t.Errorf("at the end: %+v", st)
	}
}

func TestBusyTime(t *testing.T) {
	var b busyTime
	for _, s := range []span{{0, 10}, {20, 30}, {40, 50}, {25, 27}, {5, 22}, {50, 60}, {70, 70}, {35, 36}} {
		b = b.union(s.from, s.to)
	}
	if want := []span{{0, 30}, {35, 36}, {40, 60}}; !slices.Equal(b.spans, want) || b.sum() != 51 {
		t.Errorf("spans are %v", b.spans)
	}
	b = busyTime{}
	for i := range int64(1000) {
		b = b.union(10*i, 10*i+3)
	}
	if len(b.spans) != maxSpans || b.sum() != 3000 {
		t.Errorf("%d spans of %d", len(b.spans), b.sum())
	}
}

// Numbers that no writer writes are harmless.
func TestReduceIsWary(t *testing.T) {
	e := sessiontest.Plan(1)[0]
	lost := arrived("a", 1, e)
	lost.Result = nil
	negative := rec("a", 2, KindPlanned, Plan{Plan: "0002", Points: -5}, nil)
	nan := rec("a", 3, string(sweep.PointDone), []byte(nil), sessiontest.Result(e, 1))
	nan.Data = []byte(`{"key":"` + e.Key + `","cost":"NaN"}`)
	plan := rec("a", 4, KindPlanned, Plan{Plan: "0003", Points: 2, Cost: 4}, nil)
	st := fold(State{}, lost, negative, nan, plan, plan)
	if len(st.Results) != 1 || st.Total != 2 || st.Progress() != 0 || st.Last != 4 {
		t.Errorf("state is %+v", st)
	}
	for i := range int64(3 * maxLog) {
		st = fold(st, rec("a", i, string(sweep.StageDone), Event{Stage: fmt.Sprint(i)}, nil))
	}
	last := len(st.Log) - 1
	if last != maxLog || st.Log[0].Text != "2 points more" || st.Log[1].Text != "400" || st.Log[last].Text != "599" || st.Stage != "599" {
		t.Errorf("%d lines of log, %v to %v: the stages push out one another alone", len(st.Log), st.Log[:2], st.Log[last])
	}
}

// A note does not change an earlier snapshot, and an invalid one changes
// nothing.
func TestNotesAreFolded(t *testing.T) {
	p := sessiontest.Plan(1)[0].Point
	one := fold(State{}, rec("a", 1, KindNote, Note{p, "one"}, nil))
	two := fold(one, rec("a", 2, KindNote, Note{p, "two"}, nil), rec("a", 3, KindNote, []int{1}, nil))
	if one.Notes[0].Text != "one" || len(two.Notes) != 1 || two.Notes[0].Text != "two" {
		t.Errorf("%+v, then %+v", one.Notes, two.Notes)
	}
	long := fold(State{}, rec("a", 1, KindNote, Note{p, strings.Repeat("σ", MaxNote)}, nil))
	if n := len(long.Notes[0].Text); n > MaxNote {
		t.Errorf("a note of %d bytes", n)
	}
}

// BenchmarkReduce folds 10 000 points with a snapshot of each.
func BenchmarkReduce(b *testing.B) {
	rs := history(10000)
	snapshots := make([]State, len(rs))
	for b.Loop() {
		var st State
		for i, r := range rs {
			st = Reduce(st, r)
			snapshots[i] = st
		}
	}
}

// Folding many records at once results in the same state as one by one, and
// does not change the initial state.
func TestFold(t *testing.T) {
	rs := history(7)
	for i := range rs {
		before := fold(State{}, rs[:i]...)
		was := slices.Clone(before.writers)
		got := Fold(before, rs[i:])
		if want := fold(State{}, rs...); !reflect.DeepEqual(got, want) {
			t.Errorf("after %d records %+v, want %+v", i, got, want)
		}
		if !slices.Equal(before.writers, was) {
			t.Errorf("after %d records the state has changed", i)
		}
	}
}

// Records folded one by one or many at once result in the same state, and
// earlier states do not change.
func TestFoldIsReduce(t *testing.T) {
	var records []Record
	for i := range 700 {
		w := string(rune('a' + i%7))
		n := uint64(1 + i/7)
		switch {
		case i < 7:
			records = append(records, Record{N: n, T: int64(i), Kind: KindOpened, Writer: w, Data: []byte(`{"host":"h","pid":1,"task":{"i":1,"n":7}}`)})
		case i < 14:
			records = append(records, Record{N: n, T: int64(i), Kind: string(sweep.Started), Writer: w, Data: []byte(`{"total":3}`)})
		case i%50 == 0:
			records = append(records, Record{N: n, T: int64(i), Kind: string(sweep.StageDone), Writer: w, Data: []byte(`[1]`)}) // of another program
		case i%90 == 0:
			records = append(records, Record{N: n, T: int64(i), Kind: KindCommand + "pause", Writer: w, Data: []byte(`{}`)})
		default:
			records = append(records, Record{N: n, T: int64(i), Kind: string(sweep.StageDone), Writer: w, Data: fmt.Appendf(nil, `{"stage":"stage %d"}`, i)})
		}
	}
	one := State{}
	for cut, r := range records {
		before := fmt.Sprintf("%+v", one)
		next := Reduce(one, r)
		if fmt.Sprintf("%+v", one) != before {
			t.Fatalf("record %d changed the state of before", cut)
		}
		one = next
		if cut%33 != 0 && cut != len(records)-1 {
			continue
		}
		for _, from := range []int{0, cut / 2} {
			first := Fold(State{}, records[:from])
			kept := fmt.Sprintf("%+v", first.Log)
			many := Fold(first, records[from:cut+1])
			if !reflect.DeepEqual(many, one) {
				t.Fatalf("%d records from %d: %+v, not %+v", cut+1, from, many, one)
			}
			if fmt.Sprintf("%+v", first.Log) != kept {
				t.Fatalf("%d records from %d changed the log of before", cut+1, from)
			}
		}
	}
}
