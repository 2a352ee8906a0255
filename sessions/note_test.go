package sessions

import (
	"context"
	"slices"
	"testing"
	"time"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/sessions/journal"
	"example.com/sfatui/sessions/record"
)

// TestNotes verifies that notes can be added to an ended session, which stays ended for
// followers.
func TestNotes(t *testing.T) {
	s := newSession(t, 3)
	recordPoints(t, s, s.Plan(), "done")
	before := reopen(t, s).State()
	p, q := s.Plan()[0].Point, s.Plan()[1].Point
	q.Fold, q.Draw = 2, 1 // a note applies to all folds and draws
	for _, n := range []struct {
		p    part.Point
		text string
	}{{p, "first"}, {q, " looks \x1b[31mred "}, {p, "second"}} {
		if _, err := s.Annotate(func(w *journal.Writer) error { return w.Note(n.p, n.text) }); err != nil {
			t.Fatal(err)
		}
	}
	opened := reopen(t, s)
	st := opened.State()
	want := []record.Note{{Point: q.Config(), Text: "looks red"}, {Point: p.Config(), Text: "second"}}
	if !slices.Equal(st.Notes, want) {
		t.Errorf("notes %+v, want %+v", st.Notes, want)
	}
	if st.Status != record.Done || !st.Ended() || st.Total != before.Total || len(st.Results) != len(before.Results) || st.Elapsed() != before.Elapsed() {
		t.Errorf("the sweep is %v, ended %v, %d of %d", st.Status, st.Ended(), len(st.Results), st.Total)
	}
	if len(opened.Damage()) != 0 {
		t.Errorf("damage: %v", opened.Damage())
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	if err := s.Follow(ctx, time.Millisecond, func(record.Record) error { return nil }); err != nil {
		t.Errorf("following a session that has ended and has notes: %v", err)
	}
	if _, err := s.Annotate(func(w *journal.Writer) error { return w.Note(p, "") }); err != nil {
		t.Fatal(err)
	}
	if st := reopen(t, s).State(); len(st.Notes) != 1 {
		t.Errorf("an empty note leaves %+v", st.Notes)
	}
}
