package sessions_test

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/sandbox"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/journal"
	"example.com/sfatui/sessions/list"
	"example.com/sfatui/sessions/sessiontest"
	"example.com/sfatui/sessions/store"
)

// opened returns a session of three points, one of them done, in a folder that no link may
// escape.
func opened(t *testing.T, served string) *sessions.Session {
	t.Helper()
	if err := os.Mkdir(served, 0o755); err != nil {
		t.Fatal(err)
	}
	root, err := os.OpenRoot(served)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	s, err := sessions.CreateAt(store.In(root, filepath.Join(served, "x.sfa")), sessions.Header{Name: "x", Data: sessions.Data{Hash: "data"}}, sessiontest.Plan(3))
	if err != nil {
		t.Fatal(err)
	}
	publish(t, s, s.Plan()[0])
	if s, err = s.Reopen(); err != nil {
		t.Fatal(err)
	}
	return s
}

func publish(t *testing.T, s *sessions.Session, e sweep.Entry) {
	t.Helper()
	w, err := s.Writer(time.Now)
	if err == nil {
		err = w.Handle(sweep.Event{Kind: sweep.PointDone, Result: sessiontest.Result(e, 1)})
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
}

// writeAll calls every method that writes into a session or beside it.
func writeAll(s *sessions.Session) {
	if w, err := s.Writer(time.Now); err == nil {
		w.Command("start", nil)
		w.AddPlan(sessiontest.Plan(5))
		w.Handle(sweep.Event{Kind: sweep.PointDone, Result: sessiontest.Result(s.Plan()[1], 1)})
		w.Close()
	}
	s.Annotate(func(w *journal.Writer) error { return w.Note(s.Plan()[0].Point, "a note") })
	s.Artifacts().Keep(sessions.ModelArrays, s.Finished()[0], func(w io.Writer) error {
		_, err := io.WriteString(w, "arrays")
		return err
	})
}

// filesIn returns the paths of all files and folders in dir.
func filesIn(t *testing.T, dir string) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		out = append(out, path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestPlantedLinks verifies that links planted in an opened session lead no read or write
// out of it.
func TestPlantedLinks(t *testing.T) {
	for _, planted := range []string{"points", "journal", "plan", "artifacts", "."} {
		t.Run(planted, func(t *testing.T) {
			dir := t.TempDir()
			s := opened(t, filepath.Join(dir, "served"))
			// The folder outside holds a session with one more point.
			other := opened(t, filepath.Join(dir, "other"))
			publish(t, other, other.Plan()[2])
			outside := filepath.Join(other.Dir, planted)
			if err := os.MkdirAll(outside, 0o755); err != nil {
				t.Fatal(err)
			}
			before := filesIn(t, other.Dir)

			place := filepath.Join(s.Dir, planted)
			if err := os.Rename(place, filepath.Join(dir, "aside")); err != nil && planted != "artifacts" {
				t.Fatal(err)
			}
			if err := os.Symlink(outside, place); err != nil {
				t.Fatal(err)
			}
			writeAll(s)
			if after := filesIn(t, other.Dir); !slices.Equal(before, after) {
				t.Errorf("outside were\n%q\nand are\n%q", before, after)
			}
			if again, err := s.Reopen(); err == nil && again.Done()[s.Plan()[2].Key] != nil {
				t.Error("a point was read from outside")
			}
			if planted == "artifacts" {
				return
			}
			root, err := os.OpenRoot(filepath.Join(dir, "served"))
			if err != nil {
				t.Fatal(err)
			}
			defer root.Close()
			at := store.In(root, s.Dir)
			if again, err := sessions.OpenAt(at); err == nil && (len(again.Damage()) == 0 || again.Done()[s.Plan()[2].Key] != nil) {
				t.Errorf("%d points are read through the link, and no damage", len(again.Done()))
			}
			if item := list.ItemAt(at); item.Err == nil && item.Damages == 0 {
				t.Errorf("the list has %+v", item)
			}
			if _, err := s.Fork(store.In(root, filepath.Join(dir, "served", "..", "fork.sfa"))); err == nil {
				t.Error("a fork was made outside")
			}
		})
	}
}

// TestLinkedFiles verifies that a link in place of a file is not read as part of a session.
func TestLinkedFiles(t *testing.T) {
	dir := t.TempDir()
	s := opened(t, filepath.Join(dir, "served"))
	key := s.Plan()[0].Key
	point := filepath.Join(s.Dir, "points", key+".json")
	for _, aside := range []string{filepath.Join(dir, "aside.json"), filepath.Join(s.Dir, "aside.json")} {
		if err := os.Rename(point, aside); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(aside, point); err != nil {
			t.Fatal(err)
		}
		again, err := s.Reopen()
		if err != nil {
			t.Fatal(err)
		}
		if len(again.Done()) != 0 || len(again.Damage()) == 0 {
			t.Errorf("%d points and damage %v", len(again.Done()), again.Damage())
		}
		if err := os.Remove(point); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(aside, point); err != nil {
			t.Fatal(err)
		}
	}
}

// TestDataOutside verifies that a session confined to a folder does not read data outside
// of it, while the same session without a folder does.
func TestDataOutside(t *testing.T) {
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	top := t.TempDir()
	served, path := filepath.Join(top, "served"), filepath.Join(top, "waves.csv")
	must(os.Mkdir(served, 0o755))
	must(os.WriteFile(path, []byte(sessiontest.Waves()), 0o644))
	options := datasets.Options{Paths: []string{path}, Label: "state", Segment: "trial", Group: "who"}
	set, err := datasets.Open(t.Context(), options, nil)
	must(err)
	h := sessions.Header{Name: "x", Data: sessions.Data{Options: options, Hash: set.Hash()}}
	root, err := os.OpenRoot(served)
	must(err)
	defer root.Close()
	dir := filepath.Join(served, "x.sfa")
	s, err := sessions.CreateAt(store.In(root, dir), h, sessiontest.Plan(3))
	must(err)
	if _, err := s.OpenData(t.Context()); !errors.Is(err, sandbox.ErrOutside) {
		t.Errorf("data outside of the folder: %v", err)
	}
	s, err = sessions.Open(dir)
	must(err)
	_, err = s.OpenData(t.Context())
	must(err)
}
