package list_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"

	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/journal"
	"example.com/sfatui/sessions/list"
	"example.com/sfatui/sessions/sessiontest"
	"example.com/sfatui/sessions/sessiontest/recorded"
	"example.com/sfatui/sessions/store"
)

// TestOutline verifies that an outline has the points, damage and results of its session,
// for intact and damaged sessions.
func TestOutline(t *testing.T) {
	for name, spoil := range map[string]func(s *sessions.Session, files []string) error{
		"whole":              func(*sessions.Session, []string) error { return nil },
		"a point is cut":     func(_ *sessions.Session, files []string) error { return os.Truncate(files[1], 100) },
		"a point is gone":    func(_ *sessions.Session, files []string) error { return os.Remove(files[2]) },
		"a point is another": func(_ *sessions.Session, files []string) error { return overwrite(files[3], files[0]) },
		"no journal":         func(s *sessions.Session, _ []string) error { return os.RemoveAll(s.Files().Path(store.JournalDir)) },
		"no plan": func(s *sessions.Session, _ []string) error {
			return os.Remove(s.Files().Path(filepath.Join(store.PlanDir, "0001.jsonl")))
		},
		"another engine":      func(s *sessions.Session, _ []string) error { return nil },
		"a point is empty":    func(_ *sessions.Session, files []string) error { return os.Truncate(files[0], 0) },
		"a point is a folder": func(_ *sessions.Session, files []string) error { os.Remove(files[0]); return os.Mkdir(files[0], 0o755) },
	} {
		s := recorded.Swept(t, func(h *sessions.Header) {
			if name != "another engine" {
				h.Engine = ""
			}
		})
		var files []string
		for _, e := range s.Plan() {
			files = append(files, s.Files().Path(journal.PointPath(e.Key)))
		}
		must(t, spoil(s, files))
		s, err := sessions.Open(s.Dir)
		must(t, err)
		o, err := list.OpenOutline(s.Dir)
		must(t, err)
		if !slices.Equal(o.Damage(), s.Damage()) {
			t.Errorf("%s: damage %v, want %v", name, o.Damage(), s.Damage())
		}
		finished := s.Finished()
		if len(o.Points) != len(finished) || len(finished) < 11 {
			t.Fatalf("%s: %d points, want %d", name, len(o.Points), len(finished))
		}
		for i, p := range o.Points {
			if want := (list.OutlinePoint{finished[i].Key, finished[i].Point, s.Sum(p.Key), finished[i].Seconds}); p != want {
				t.Errorf("%s: point %d is %+v, want %+v", name, i, p, want)
			}
			if r, err := o.Result(p); err != nil || r.Key != p.Key || r.Seconds != p.Seconds || !journal.Identical(r, finished[i]) {
				t.Errorf("%s: the result of point %d is %+v, %v", name, i, r, err)
			}
		}
		if got, want := len(o.Configs()), len(s.Rows()); got != want {
			t.Errorf("%s: %d configurations, want %d", name, got, want)
		}
		must(t, overwrite(s.Files().Path(journal.PointPath(o.Points[4].Key)), s.Files().Path(journal.PointPath(o.Points[5].Key))))
		if r, err := o.Result(o.Points[4]); err == nil {
			t.Errorf("%s: a point that has changed is read: %v", name, r)
		}
	}
}

// TestOutlineAndListReportFailedReads verifies that any failed read of an outline or a list
// item is reported or harmless.
func TestOutlineAndListReportFailedReads(t *testing.T) {
	sessiontest.Promise(t, 150)
	s := recorded.Swept(t, nil)
	want := list.ItemAt(store.At(s.Dir))
	tried := sessiontest.EachCall(t, sessiontest.IOError, func(name string, from int) bool {
		d := sessiontest.NewFaulty(t, filepath.Dir(s.Dir), sessiontest.IOError, from)
		o, err := list.OpenOutlineAt(d.Place(s.Dir))
		for i := 0; err == nil && i < len(o.Points); i++ {
			_, err = o.Result(o.Points[i])
		}
		if err != nil && !errors.Is(err, syscall.EIO) {
			t.Errorf("%s: the error is %v", name, err)
		}
		if err == nil && len(o.Damage()) == 0 && len(o.Points) != want.Points {
			t.Errorf("%s: %d points, and nothing was said", name, len(o.Points))
		}
		listed := sessiontest.NewFaulty(t, filepath.Dir(s.Dir), sessiontest.IOError, from)
		it := list.ItemAt(listed.Place(s.Dir))
		if it.Err != nil && !errors.Is(it.Err, syscall.EIO) {
			t.Errorf("%s: the session is listed with %v", name, it.Err)
		}
		if it.Err == nil && it.Damages == 0 && (it.Points != want.Points || it.Planned != want.Planned || it.Status != want.Status) {
			t.Errorf("%s: %d points of %d are listed, and nothing was said", name, it.Points, it.Planned)
		}
		return d.Hit+listed.Hit > 0
	})
	if tried == 0 {
		t.Error("nothing is tried")
	}
}

// overwrite copies the bytes of one file into another.
func overwrite(to, from string) error {
	file, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, file, 0o644)
}
