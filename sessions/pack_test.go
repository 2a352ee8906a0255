package sessions

import (
	"archive/tar"
	"bytes"
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/archive"
	"example.com/sfatui/sessions/sessiontest"
	"example.com/sfatui/sessions/store"
)

// packedFile packs a session into a file and returns its path.
func packedFile(t testing.TB, s *Session) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "test.sfa.tar")
	must(t, store.Save(path, false, s.Pack))
	return path
}

func TestPackAndUnpack(t *testing.T) {
	s := newSession(t, 3)
	recordPoints(t, s, s.Plan()[:2], "cancelled")
	before := sessiontest.Tree(t, s.Dir)
	// Files that do not belong to a session are left out.
	for _, name := range []string{".x.1234", "notes.txt", "points/.y", "points/README", "journal/bad name.jsonl", "plan/1.jsonl"} {
		must(t, os.WriteFile(filepath.Join(s.Dir, name), []byte("x"), 0o644))
	}
	must(t, os.Mkdir(filepath.Join(s.Dir, "other"), 0o755))
	one, two := packedFile(t, s), packedFile(t, reopen(t, s))
	a, err := os.ReadFile(one)
	must(t, err)
	b, err := os.ReadFile(two)
	must(t, err)
	if !bytes.Equal(a, b) {
		t.Error("packing twice gives other bytes")
	}
	if !archive.Is(one) || archive.Is(filepath.Join(s.Dir, store.HeaderName)) || archive.Is(s.Dir) || archive.Is("nowhere") {
		t.Error("Is confuses packed sessions with other files")
	}
	checkEntries(t, a, s)
	dir := filepath.Join(t.TempDir(), "back.sfa")
	must(t, archive.Unpack(one, dir))
	if after := sessiontest.Tree(t, dir); !maps.Equal(before, after) {
		t.Errorf("unpacked are %q of %q", slices.Sorted(maps.Keys(after)), slices.Sorted(maps.Keys(before)))
	}
	back, err := Open(dir)
	must(t, err)
	if len(back.Damage()) != 0 || len(back.Missing()) != 1 {
		t.Errorf("damage %v, missing %v", back.Damage(), back.Missing())
	}
	must(t, newWriter(t, back).Command("resume", nil)) // an unpacked session is writable
	if err := archive.Unpack(one, dir); !errors.Is(err, fs.ErrExist) {
		t.Errorf("over a session: %v", err)
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(dir), ".*")); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}

// checkEntries requires sorted names in one folder, the session's time and no owner in an
// archive.
func checkEntries(t *testing.T, file []byte, s *Session) {
	t.Helper()
	r := tar.NewReader(bytes.NewReader(file))
	last := ""
	for {
		h, err := r.Next()
		if err == io.EOF {
			return
		}
		must(t, err)
		if h.Name <= last || !strings.HasPrefix(h.Name, "test-20260301-120000.sfa/") || !h.ModTime.Equal(s.Header.Created) ||
			h.Mode != 0o644 || h.Uid != 0 || h.Gid != 0 || h.Uname != "" || h.Gname != "" {
			t.Errorf("entry %+v", h)
		}
		last = h.Name
	}
}

// TestPackGrowingSession verifies that a session packed while it grows is intact: its
// journals record only points that it contains.
func TestPackGrowingSession(t *testing.T) {
	s := newSession(t, 40)
	w := newWriter(t, s)
	must(t, w.Handle(event(sweep.Started)))
	done := make(chan error, 1)
	written := make(chan struct{}) // receives after each eight points
	go func() {
		defer close(done)
		defer close(written)
		for i, e := range s.Plan() {
			if err := w.Handle(sessiontest.Done(e)); err != nil {
				done <- err
				return
			}
			if i%8 == 7 {
				written <- struct{}{}
			}
		}
	}()
	for range written {
		dir := filepath.Join(t.TempDir(), "x.sfa")
		must(t, archive.Unpack(packedFile(t, s), dir))
		back, err := Open(dir)
		must(t, err)
		if len(back.Damage()) != 0 {
			t.Errorf("damage %v", back.Damage())
		}
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
}

func TestOpenPacked(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	s := newSession(t, 3)
	recordPoints(t, s, s.Plan()[:2], "cancelled")
	file := packedFile(t, s)
	back, err := Open(file)
	must(t, err)
	if len(back.State().Results) != 2 || back.Dir != file {
		t.Errorf("opened %s with %+v", back.Dir, back.State())
	}
	if _, err := back.Writer(time.Now); err == nil || !strings.Contains(err.Error(), "sfatui unpack") {
		t.Errorf("a writer of a packed session: %v", err)
	}
	if _, err := archive.Open(filepath.Join(s.Dir, store.HeaderName)); err == nil {
		t.Error("a file that is no archive opens")
	}
	if left, _ := os.ReadDir(os.Getenv("TMPDIR")); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}
