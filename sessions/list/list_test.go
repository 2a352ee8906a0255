package list_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/journal"
	"example.com/sfatui/sessions/jsonl"
	"example.com/sfatui/sessions/list"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/sessiontest"
	"example.com/sfatui/sessions/sessiontest/recorded"
	"example.com/sfatui/sessions/store"
)

// sessionsIn makes sessions in one folder, each a minute older than the one before.
func sessionsIn(t *testing.T, makers map[string]func(*testing.T, *sessions.Session)) string {
	t.Helper()
	folder := t.TempDir()
	names := make([]string, 0, len(makers))
	for name := range makers {
		names = append(names, name)
	}
	slices.Sort(names)
	for i, name := range names {
		h := recorded.Header()
		h.Created = h.Created.Add(-time.Duration(i) * time.Minute)
		s, err := sessions.Create(filepath.Join(folder, name), h, sessiontest.Keyed(sessiontest.Plan(4), h.Engine, h.KernelPath, h.Data.Hash))
		must(t, err)
		makers[name](t, s)
	}
	return folder
}

// begin records the start and the given points of a session, and returns the open writer.
func begin(t testing.TB, s *sessions.Session, entries []sweep.Entry, end string) *journal.Writer {
	t.Helper()
	w, err := s.Writer(sessiontest.Clock(s.Header.Created, 10*time.Millisecond))
	must(t, err)
	t.Cleanup(func() { w.Close() })
	sessiontest.Begin(t, w, entries, end)
	return w
}

// states makes sessions in all states.
var states = map[string]func(t *testing.T, s *sessions.Session){
	"a-done": func(t *testing.T, s *sessions.Session) { must(t, begin(t, s, s.Plan(), "done").Close()) }, // recognized by its header, not its name
	"b-running.sfa": func(t *testing.T, s *sessions.Session) {
		w, err := s.Writer(time.Now)
		must(t, err)
		t.Cleanup(func() { w.Close() })
		must(t, w.Handle(sweep.Event{Kind: sweep.Started}))
		must(t, w.Handle(sessiontest.Done(s.Plan()[0])))
		must(t, w.Handle(sessiontest.Done(s.Plan()[1])))
	},
	"c-cancelled.sfa": func(t *testing.T, s *sessions.Session) { must(t, begin(t, s, s.Plan()[:1], "cancelled").Close()) },
	"d-closed.sfa":    func(t *testing.T, s *sessions.Session) { must(t, begin(t, s, nil, "").Close()) },
	"e-ready.sfa":     func(*testing.T, *sessions.Session) {},
	"f-elsewhere.sfa": func(t *testing.T, s *sessions.Session) {
		begin(t, s, s.Plan()[:1], "")
		sessiontest.RewriteJournal(t, s.Dir, `"host":"`+journal.HostName()+`"`, `"host":"else\u0007where"`)
		sessiontest.RewriteJournal(t, s.Dir, `,"heartbeat":10`, ``) // as written before heartbeats existed
	},
	"g-killed.sfa": func(t *testing.T, s *sessions.Session) {
		begin(t, s, s.Plan()[:1], "")
		_, file := sessiontest.OnlyJournal(t, s.Dir)
		pid, _, _ := strings.Cut(strings.SplitAfter(string(file), `"pid":`)[1], ",")
		sessiontest.RewriteJournal(t, s.Dir, `"pid":`+pid, `"pid":4194304`) // above what Linux gives
	},
	"h-header.sfa": func(t *testing.T, s *sessions.Session) {
		must(t, os.WriteFile(filepath.Join(s.Dir, store.HeaderName), []byte("{"), 0o644))
	},
	"i-point.sfa": func(t *testing.T, s *sessions.Session) {
		must(t, begin(t, s, s.Plan()[:2], "done").Close())
		must(t, os.WriteFile(filepath.Join(s.Dir, journal.PointPath(s.Plan()[0].Key)), []byte("{}\n"), 0o644))
	},
	".hidden.sfa": func(*testing.T, *sessions.Session) {},
	"j-empty.sfa": func(t *testing.T, s *sessions.Session) { must(t, os.Remove(filepath.Join(s.Dir, store.HeaderName))) },
}

// listed returns the sessions in folders with all their fields.
func listed(folders ...string) ([]list.Item, error) {
	items, err := list.Glances(folders...)
	if err != nil {
		return nil, err
	}
	return items, list.Fill(context.Background(), items, nil, func(int) {})
}

func TestList(t *testing.T) {
	folder := sessionsIn(t, states)
	must(t, os.Mkdir(filepath.Join(folder, "notes"), 0o755))
	must(t, os.WriteFile(filepath.Join(folder, "file.sfa"), nil, 0o644))
	items, err := listed(folder, folder)
	must(t, err)
	byName := map[string]list.Item{}
	var order []string
	for _, it := range items {
		byName[filepath.Base(it.Dir)] = it
		if it.Err == nil {
			order = append(order, filepath.Base(it.Dir)[:1])
		}
	}
	if len(items) != 10 || strings.Join(order, "") != "abcdefgi" {
		t.Errorf("%d sessions, in the order %v", len(items), order)
	}
	for name, want := range map[string]struct {
		status  record.Status
		host    string
		points  int
		failed  int
		Damages int
	}{
		"a-done": {record.Done, "", 4, 1, 0}, "b-running.sfa": {record.Running, "", 2, 0, 0}, "c-cancelled.sfa": {record.Cancelled, "", 1, 0, 0},
		"d-closed.sfa": {record.Interrupted, "", 0, 0, 0}, "e-ready.sfa": {record.Ready, "", 0, 0, 0}, "f-elsewhere.sfa": {record.Running, "elsewhere", 1, 0, 0},
		"g-killed.sfa": {record.Interrupted, "", 1, 0, 0}, "i-point.sfa": {record.Interrupted, "", 1, 0, 1},
	} {
		it := byName[name]
		if it.Err != nil || it.Status != want.status || it.Host != want.host || it.Planned != 4 || it.Points != want.points || it.Failed != want.failed || it.Damages != want.Damages {
			t.Errorf("%s is %+v", name, it)
		}
	}
	for _, name := range []string{"h-header.sfa", "j-empty.sfa"} {
		if byName[name].Err == nil {
			t.Errorf("%s is %+v", name, byName[name])
		}
	}
	var damaged *store.DamagedError
	if !errors.As(byName["h-header.sfa"].Err, &damaged) {
		t.Errorf("a damaged header is %v", byName["h-header.sfa"].Err)
	}
	if it := byName["b-running.sfa"]; it.Updated.Sub(it.Created) <= 0 {
		t.Errorf("last update at %v", it.Updated)
	}
}

func TestFillEndsWithItsContext(t *testing.T) {
	items, err := list.Glances(sessionsIn(t, map[string]func(*testing.T, *sessions.Session){"a.sfa": states["e-ready.sfa"], "b.sfa": states["e-ready.sfa"]}))
	must(t, err)
	ctx, stop := context.WithCancel(t.Context())
	told := 0
	if err := list.Fill(ctx, items, nil, func(int) { told++; stop() }); !errors.Is(err, context.Canceled) || told != 1 {
		t.Errorf("%d sessions listed: %v", told, err)
	}
}

func TestListOfASession(t *testing.T) {
	s := recorded.Swept(t, nil)
	items, err := listed(s.Dir)
	must(t, err)
	_, c := s.Choice()
	if len(items) != 1 || len(items[0].Stars) != 1 || items[0].Stars[0].Config != c.Row.Config || items[0].Stars[0].Label != "sigma=10 lambda=0.001" ||
		items[0].Objective != "accuracy" || items[0].Stars[0].Score != c.Score.String() {
		t.Errorf("the list is %+v", items)
	}
	if _, err := listed(filepath.Join(s.Dir, "nowhere")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a folder that is not there: %v", err)
	}
	if _, err := listed(filepath.Join(s.Dir, store.HeaderName)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file: %v", err)
	}
}

// TestListReportsDamageOfCheck verifies that points that Check rejects are damage in a list
// as well, even if their own checksums are right.
func TestListReportsDamageOfCheck(t *testing.T) {
	for name, spoil := range map[string]func(s *sessions.Session, path string, file []byte){
		"other bytes, rightly sealed": func(s *sessions.Session, path string, file []byte) {
			var r result.Result
			must(t, jsonl.Decode("", file, &r))
			r.Rank++
			file, err := jsonl.Encode("", r)
			must(t, err)
			must(t, os.WriteFile(path, file, 0o644))
		},
		"no result, rightly sealed": func(s *sessions.Session, path string, file []byte) {
			var fields map[string]any
			must(t, jsonl.Decode("", file, &fields))
			delete(fields, "c")
			fields["features"] = "many"
			file, err := jsonl.Encode("", fields)
			must(t, err)
			must(t, os.WriteFile(path, file, 0o644))
		},
		"deleted": func(s *sessions.Session, path string, file []byte) {},
	} {
		s := recorded.Empty(t, 3)
		must(t, begin(t, s, s.Plan(), "done").Close())
		path := s.Files().Path(journal.PointPath(s.Plan()[1].Key))
		file, err := os.ReadFile(path)
		must(t, err)
		must(t, os.Remove(path))
		spoil(s, path, file)
		report, err := sessions.Check(s.Dir)
		must(t, err)
		it := list.ItemAt(store.At(s.Dir))
		if len(report.Damage) == 0 || it.Damages != len(report.Damage) || it.Points != report.Points {
			t.Errorf("%s: the list has %d damages and %d points, Check reports %d and %d: %v", name, it.Damages, it.Points, len(report.Damage), report.Points, report.Damage)
		}
	}
}

// TestUnbornSessionsAreNotListed verifies that a session killed during its creation is not
// listed.
func TestUnbornSessionsAreNotListed(t *testing.T) {
	s := recorded.Empty(t, 2)
	must(t, os.Rename(s.Dir, store.Temporary(s.Dir)))
	if items, err := listed(filepath.Dir(s.Dir)); err != nil || len(items) != 0 {
		t.Errorf("unborn sessions are listed: %v, %v", items, err)
	}
}
