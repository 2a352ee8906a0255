package journal

import (
	"math"
	"reflect"
	"testing"

	"example.com/sfatui/sessions/sessiontest"
)

// TestPublishedButNotRecorded verifies that a kill between publishing and recording loses
// nothing, and that the next writer records the point.
func TestPublishedButNotRecorded(t *testing.T) {
	s := newSession(t, 3)
	recordPoints(t, s, s.Plan()[:1], "")
	file, err := encodePoint(*sessiontest.Result(s.Plan()[1], 3))
	must(t, err)
	must(t, publishPoint(s.files, s.origin.keys(), s.Plan()[1].Key, file))
	more, err := encodePlan(sessiontest.Plan(5)[3:])
	must(t, err)
	if _, err := publishPlan(s.files, more); err != nil {
		t.Fatal(err)
	}
	sessiontest.KillWriters(t, s.Dir, 2)
	check := func(s *Contents) {
		t.Helper()
		st := s.State()
		if len(st.Results) != 2 || st.Results[1].Key != s.Plan()[1].Key || st.Total != 5 || math.Abs(st.Progress()-3.0/9) > 1e-12 {
			t.Errorf("state is %+v", st)
		}
		if len(s.Missing()) != 3 || len(s.Damage()) != 0 {
			t.Errorf("missing %v, damage %v", s.Missing(), s.Damage())
		}
	}
	s = reopen(t, s)
	check(s)
	if len(s.unrecorded) != 2 {
		t.Fatalf("untold: %v", s.unrecorded)
	}
	recordPoints(t, s, nil, "")
	s = reopen(t, s)
	check(s)
	if len(s.unrecorded) != 0 {
		t.Errorf("the next writer left untold: %v", s.unrecorded)
	}
}

func TestAddPlan(t *testing.T) {
	s := newSession(t, 2)
	w := newWriter(t, s)
	must(t, w.AddPlan(sessiontest.Plan(4)))
	must(t, w.AddPlan(sessiontest.Plan(4)))
	must(t, w.AddPlan(sessiontest.Plan(5)))
	must(t, w.Handle(sessiontest.Done(sessiontest.Plan(5)[4])))
	s = reopen(t, s)
	if !reflect.DeepEqual(s.Plan(), sessiontest.Plan(5)) || len(s.plans) != 3 || len(s.Missing()) != 4 {
		t.Errorf("plans are %v", s.plans)
	}
	if st := s.State(); st.Total != 5 || st.Progress() != 2.0/9 {
		t.Errorf("total %d, progress %v", st.Total, st.Progress())
	}
}
