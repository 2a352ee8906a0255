package sessions

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/journal"
	"example.com/sfatui/sessions/sessiontest"
	"example.com/sfatui/sessions/store"
)

// TestJournalsAreGone verifies the damage if some or all journals of a session are missing.
func TestJournalsAreGone(t *testing.T) {
	s := newSession(t, 6)
	recordPoints(t, s, s.Plan()[:2], "")
	recordPoints(t, reopen(t, s), s.Plan()[2:4], "")
	must(t, reopen(t, s).Writable())
	paths, err := filepath.Glob(filepath.Join(s.Dir, store.JournalDir, "*"))
	must(t, err)
	for i, path := range paths {
		must(t, os.Remove(path))
		rep, err := Check(s.Dir)
		must(t, err)
		want := fmt.Sprintf("no journal lists %d published plans and points", 2*(i+1))
		if len(rep.Damage) != 1 || !strings.Contains(rep.Damage[0].What, want) || rep.Points != 4 {
			t.Errorf("without %d journals: %+v", i+1, rep)
		}
	}
	sessiontest.KillWriters(t, s.Dir, 4)
	if rep, err := Check(s.Dir); err != nil || len(rep.Damage) != 0 || rep.Unjournaled != 4 {
		t.Errorf("four writers were killed, and it is %+v, %v", rep, err)
	}
}

// TestPointsOfAnotherSession verifies that a point and a plan copied from another session
// are damage.
func TestPointsOfAnotherSession(t *testing.T) {
	s := newSession(t, 3)
	recordPoints(t, s, s.Plan()[:2], "")
	h := testHeader()
	h.Data.Hash = "other data"
	plan := sessiontest.Keyed(sessiontest.Plan(2), "", "", h.Data.Hash)
	other, err := Create(filepath.Join(t.TempDir(), "other.sfa"), h, plan)
	must(t, err)
	recordPoints(t, other, plan, "")
	key := plan[0].Key
	copyIn := func(from, to string) {
		t.Helper()
		b, err := os.ReadFile(filepath.Join(other.Dir, from))
		must(t, err)
		must(t, os.WriteFile(filepath.Join(s.Dir, to), b, 0o644))
	}
	copyIn(journal.PointPath(key), journal.PointPath(key))
	rep, err := Check(s.Dir)
	must(t, err)
	if rep.Points != 2 || rep.Unplanned != 0 || len(rep.Damage) != 1 || rep.Damage[0].File != journal.PointPath(key) || !strings.Contains(rep.Damage[0].What, "of another session") {
		t.Errorf("with its point: %+v", rep)
	}
	must(t, os.Remove(filepath.Join(s.Dir, journal.PointPath(key))))
	copyIn(filepath.Join(store.PlanDir, "0001.jsonl"), filepath.Join(store.PlanDir, "0002.jsonl"))
	sessiontest.KillWriters(t, s.Dir, 1)
	rep, err = Check(s.Dir)
	must(t, err)
	if rep.Planned != 3 || len(rep.Damage) == 0 || rep.Damage[0].File != filepath.Join(store.PlanDir, "0002.jsonl") || !strings.Contains(rep.Damage[0].What, "of another session") {
		t.Errorf("with its plan: %+v", rep)
	}
	must(t, os.Remove(filepath.Join(s.Dir, filepath.Join(store.PlanDir, "0002.jsonl"))))
	// Under the key of a point of this session, the file is replaced when that is computed.
	missing := s.Plan()[2]
	copyIn(journal.PointPath(key), journal.PointPath(missing.Key))
	recordPoints(t, reopen(t, s), []sweep.Entry{missing}, "")
	if s := reopen(t, s); len(s.Damage()) != 0 || len(s.Missing()) != 0 {
		t.Errorf("computed again: damage %v, missing %v", s.Damage(), s.Missing())
	}
}

func TestBitFlipsInAHeader(t *testing.T) {
	s := newSession(t, 1)
	file, err := os.ReadFile(filepath.Join(s.Dir, store.HeaderName))
	must(t, err)
	for at := range file {
		if _, err := decodeHeader(file[:at]); err == nil {
			t.Fatalf("a header cut at %d was not noticed", at)
		}
		for bit := range 8 {
			flipped := slices.Clone(file)
			flipped[at] ^= 1 << bit
			var newer *unsupportedError
			if _, err := decodeHeader(flipped); err == nil || errors.As(err, &newer) {
				t.Fatalf("byte %d bit %d of the header: %v", at, bit, err)
			}
		}
	}
}

func TestCheck(t *testing.T) {
	s := newSession(t, 6)
	recordPoints(t, s, s.Plan()[:5], "")
	rep, err := Check(s.Dir)
	must(t, err)
	if rep.Planned != 6 || rep.Points != 5 || rep.Failed != 1 || rep.Missing != 1 || rep.Writers != 1 || rep.Records != 10 || len(rep.Damage) != 0 {
		t.Errorf("report is %+v", rep)
	}
	if text := rep.String(); !strings.Contains(text, "finished: 5, of them failed: 1, to do: 1") || !strings.HasSuffix(text, "no damage: every checksum matches\n") {
		t.Errorf("report reads\n%s", text)
	}
	writer, file := sessiontest.OnlyJournal(t, s.Dir)
	must(t, os.WriteFile(filepath.Join(s.Dir, store.JournalDir, writer+store.JournalExt), append(file, `{"n":`...), 0o644))
	must(t, os.WriteFile(filepath.Join(s.Dir, store.PointsDir, ".left"), nil, 0o644))
	stray := sessiontest.Result(sessiontest.Plan(7)[6], 0)
	sessiontest.PublishUnrecorded(t, s.Dir, stray)
	must(t, os.WriteFile(filepath.Join(s.Dir, store.HeaderName), []byte("{}\n"), 0o644))
	rep, err = Check(s.Dir)
	must(t, err)
	if rep.Truncated != 1 || rep.StrayFiles != 1 || rep.Unplanned != 1 || len(rep.Damage) != 1 || rep.Damage[0].File != store.HeaderName {
		t.Errorf("report is %+v", rep)
	}
	if text := rep.String(); !strings.HasSuffix(text, "damaged: 1\n") || strings.Count(text, "\nnote ") != 3 {
		t.Errorf("report reads\n%s", text)
	}
	if _, err := Check(t.TempDir()); err == nil {
		t.Error("no session was checked")
	}
	var _ sweep.Sink = (*journal.Writer)(nil)
}
