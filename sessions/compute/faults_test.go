package compute

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/export"
	"example.com/sfatui/sessions/journal"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/sessiontest"
	"example.com/sfatui/sessions/store"
)

// faulty is a small sweep on failing disks.
type faulty struct {
	t     *testing.T
	whole *sessions.Session // undisturbed
	set   *data.Set
	want  map[string]string
}

func newFaulty(t *testing.T) *faulty {
	whole, set := wavesWith(t, sweep.Spec{Split: split.Options{Folds: 2, Validation: 0.25, Seed: 1}}.With("space", "linear", "lambda", "0,1e-5", "p", "2", "readout", "lda"))
	return &faulty{t, whole, set, pointsIn(t, whole)}
}

// begun returns a session of the sweep on a disk, with nothing computed.
func (f *faulty) begun(at store.Place) (*sessions.Session, error) {
	h := f.whole.Header
	h.UUID = ""
	return sessions.CreateAt(at, h, f.whole.Plan())
}

// run computes the missing points of a session, and returns the keys of the
// points that were reported as saved.
func (f *faulty) run(s *sessions.Session) (safe []string, err error) {
	plan, err := sweep.PlanOf(f.set, s.Header.Data.Hash, f.whole.Points())
	if err != nil {
		return nil, err
	}
	e, err := execute(f.t.Context(), s, plan, task{command: "start", set: f.set, run: sweep.RunOptions{Workers: 1}}, func(r record.Record) {
		if r.Kind == string(sweep.PointDone) {
			safe = append(safe, r.PointKey())
		}
	})
	if err != nil {
		return nil, err
	}
	return safe, e.Wait()
}

// told requires that an error, if there is one, is that of the fault and
// contains the folder.
func (f *faulty) told(name string, err error, fault sessiontest.Fault, folder string) {
	f.t.Helper()
	if err != nil && (!errors.Is(err, fault.Err) || !strings.Contains(err.Error(), folder)) {
		f.t.Fatalf("%s: the error is %v", name, err)
	}
}

// finished requires that the points reported as saved exist, and that a resume
// completes the session with the points of an undisturbed sweep.
func (f *faulty) finished(name, dir string, safe []string) {
	f.t.Helper()
	s, err := sessions.Open(dir)
	if errors.Is(err, fs.ErrNotExist) && len(safe) == 0 {
		if store.Exists(dir) {
			f.t.Fatalf("%s: half a session stands there", name)
		}
		return
	}
	check(f.t, err)
	for _, key := range safe {
		if s.Done()[key] == nil {
			f.t.Fatalf("%s: point %s is lost", name, key)
		}
	}
	if len(s.Damage()) != 0 {
		f.t.Fatalf("%s: damage %v", name, s.Damage())
	}
	well := sessiontest.NewFaulty(f.t, filepath.Dir(dir), sessiontest.Fault{}, 0)
	s, err = sessions.OpenAt(well.Place(dir))
	check(f.t, err)
	_, err = f.run(s)
	check(f.t, err)
	got := pointsIn(f.t, s)
	maps.DeleteFunc(got, func(name, _ string) bool { return strings.HasPrefix(name, ".") })
	s = reopened(f.t, s)
	if !maps.Equal(got, f.want) || len(s.Damage()) != 0 || s.State().Status != record.Done {
		f.t.Fatalf("%s: %d points, damage %v, %v", name, len(got), s.Damage(), s.State().Status)
	}
}

// each tries a fault at each call of the disk that do makes, in a new folder
// each time.
func (f *faulty) each(do func(name, dir string, d *sessiontest.Faulty)) {
	for _, fault := range slices.Concat(sessiontest.LostReplies, sessiontest.Faults) {
		sessiontest.EachCall(f.t, fault, func(name string, from int) bool {
			dir := filepath.Join(f.t.TempDir(), "waves.sfa")
			d := sessiontest.NewFaulty(f.t, filepath.Dir(dir), fault, from)
			do(name, dir, d)
			return d.Hit > 0
		})
	}
}

// A sweep whose disk fails at any call ends with that error, loses no point
// that it reported as saved, and can be resumed to the points of an undisturbed
// one.
func TestSweepOnAFailingDisk(t *testing.T) {
	sessiontest.Promise(t, 430)
	f := newFaulty(t)
	f.each(func(name, dir string, d *sessiontest.Faulty) {
		var safe []string
		s, err := f.begun(d.Place(dir))
		if err == nil {
			safe, err = f.run(s)
		}
		d.Lose()
		f.told(name, err, d.Fault, filepath.Dir(dir))
		if d.Replies && err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		f.finished(name, dir, safe)
	})
}

// The same holds for resuming a partly computed sweep.
func TestResumeOnAFailingDisk(t *testing.T) {
	sessiontest.Promise(t, 300)
	f := newFaulty(t)
	half := filepath.Join(t.TempDir(), "half.sfa")
	s, err := f.begun(store.At(half))
	check(t, err)
	for name := range f.want {
		check(t, os.WriteFile(filepath.Join(half, store.PointsDir, name), []byte(f.want[name]), 0o644))
		break
	}
	// Its writer was killed before it recorded the point.
	check(t, os.WriteFile(filepath.Join(half, store.JournalDir, "killed"+store.JournalExt), nil, 0o644))
	f.each(func(name, dir string, d *sessiontest.Faulty) {
		check(t, os.CopyFS(dir, os.DirFS(half)))
		var safe []string
		s, err = sessions.OpenAt(d.Place(dir))
		if err == nil {
			safe, err = f.run(s)
		}
		d.Lose()
		f.told(name, err, d.Fault, filepath.Dir(dir))
		f.finished(name, dir, safe)
	})
}

// On a file system whose listings are a minute old, a task computes points that
// others have published: that only costs time.
func TestLateListings(t *testing.T) {
	f := newFaulty(t)
	dir := filepath.Join(t.TempDir(), "waves.sfa")
	first, err := f.begun(store.At(dir))
	check(t, err)
	d := sessiontest.NewFaulty(t, filepath.Dir(dir), sessiontest.Fault{}, 0)
	late, err := sessions.OpenAt(d.Place(dir))
	check(t, err)
	d.Late = true
	_, err = f.run(first)
	check(t, err)
	if late, err = late.Reopen(); err != nil || len(late.Done()) != 0 {
		t.Fatalf("%d points are listed, %v", len(late.Done()), err)
	}
	_, err = f.run(late)
	check(t, err)
	f.finished("late listings", dir, nil)
	s := reopened(t, late)
	if st := s.State(); len(st.Conflicts) != 0 || len(st.Results) != len(f.want) || len(s.Plan()) != len(f.want) {
		t.Errorf("%d conflicts, %d points of %d", len(st.Conflicts), len(st.Results), len(s.Plan()))
	}
}

// A fork of a session on a failing disk is complete or absent, and does not
// change the session.
func TestForkOnAFailingDisk(t *testing.T) {
	sessiontest.Promise(t, 510)
	f := newFaulty(t)
	f.each(func(name, dir string, d *sessiontest.Faulty) {
		check(t, os.CopyFS(dir, os.DirFS(f.whole.Dir)))
		to := filepath.Join(filepath.Dir(dir), "fork.sfa")
		s, err := sessions.OpenAt(d.Place(dir))
		if err == nil {
			_, err = s.Fork(d.Place(to))
		}
		d.Lose()
		f.told(name, err, d.Fault, filepath.Dir(dir))
		if !maps.Equal(pointsIn(t, reopened(t, s0(dir))), f.want) {
			t.Fatalf("%s: the session has changed", name)
		}
		if err == nil && len(reopened(t, s0(to)).Missing()) > 0 {
			t.Fatalf("%s: points are missing, and nothing was said", name)
		}
		f.finished(name, to, nil)
	})
}

// s0 returns a session with only its directory, for opening.
func s0(dir string) *sessions.Session {
	return &sessions.Session{Contents: &journal.Contents{Dir: dir}}
}

// A packed session and every export from and to a failing disk are complete or
// absent. Read errors are reported.
func TestSavedOnAFailingDisk(t *testing.T) {
	sessiontest.Promise(t, 880)
	f := newFaulty(t)
	writers := map[string]func(context.Context, io.Writer, *sessions.Session) error{
		"sfa.tar": func(_ context.Context, w io.Writer, s *sessions.Session) error { return s.Pack(w) },
	}
	for _, e := range export.All() {
		if !e.Binary && e.Content == "" {
			writers[e.Extension] = func(ctx context.Context, w io.Writer, s *sessions.Session) error {
				return e.Write(ctx, w, s, export.Options{Data: f.set})
			}
		}
	}
	if len(writers) < 5 {
		t.Errorf("there are only %d formats", len(writers))
	}
	for _, extension := range slices.Sorted(maps.Keys(writers)) {
		t.Run(extension, func(t *testing.T) {
			f := &faulty{t, f.whole, f.set, f.want}
			write := writers[extension]
			var want bytes.Buffer
			check(t, write(t.Context(), &want, f.whole))
			f.each(func(name, dir string, d *sessiontest.Faulty) {
				check(t, os.CopyFS(dir, os.DirFS(f.whole.Dir)))
				to := filepath.Join(filepath.Dir(dir), "saved."+extension)
				s, err := sessions.OpenAt(d.Place(dir))
				if err == nil {
					err = d.Place(to).Save(false, func(w io.Writer) error { return write(t.Context(), w, s) })
				}
				d.Lose()
				if s == nil || len(s.Damage()) == 0 { // otherwise the damage is reported
					f.told(name, err, d.Fault, filepath.Dir(dir))
				}
				got, readErr := os.ReadFile(to)
				if readErr == nil && !bytes.Equal(got, want.Bytes()) && len(s.Damage()) == 0 {
					t.Fatalf("%s: %d bytes of %d, and the error %v", name, len(got), want.Len(), err)
				}
				if err == nil && readErr != nil {
					t.Fatalf("%s: nothing was said, and %v", name, readErr)
				}
				if store.IsFull(err) && d.Lasts && !strings.Contains(err.Error(), "free space there, or name a file elsewhere") {
					t.Fatalf("%s: no remedy: %v", name, err)
				}
			})
		})
	}
}
