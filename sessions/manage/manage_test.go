package manage_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.com/sfatui/datasets/testenv"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/manage"
	"example.com/sfatui/sessions/sessiontest"
	"example.com/sfatui/sessions/sessiontest/recorded"
)

func TestMain(m *testing.M) {
	testenv.MemoryDisk()
	testenv.CollectRarely()
	m.Run()
}

// anywhere moves the sessions of any folder.
var anywhere manage.Manager

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// made creates a session of two points at a path.
func made(t *testing.T, path string) *sessions.Session {
	t.Helper()
	s, err := sessions.Create(path, sessions.Header{Name: "words", Data: sessions.Data{Name: "words", Hash: "data"}}, sessiontest.Plan(2))
	must(t, err)
	return s
}

// Undo restores a removed session byte for byte; of two with the same name it
// restores the last removed first.
func TestRemoveAndUndo(t *testing.T) {
	t.Setenv("PATH", t.TempDir()) // no Slurm
	dir := t.TempDir()
	path := filepath.Join(dir, "a.sfa")
	first := made(t, path).Header.UUID
	one, err := anywhere.Remove(t.Context(), path, noon)
	must(t, err)
	second := made(t, path).Header.UUID
	two, err := anywhere.Remove(t.Context(), path, noon)
	must(t, err)
	if one.From != path || one.Path == two.Path {
		t.Errorf("removed are %+v and %+v", one, two)
	}
	all, err := anywhere.In(dir)
	must(t, err)
	if len(all) != 2 || all[0].Path != two.Path || all[1].Path != one.Path {
		t.Errorf("in the trash are %+v", all)
	}
	must(t, anywhere.Undo(all[0]))
	if s, err := sessions.Open(path); err != nil || s.Header.UUID != second {
		t.Errorf("back is %v, %v, want the second", s, err)
	}
	if err := anywhere.Undo(all[1]); !errors.Is(err, fs.ErrExist) {
		t.Errorf("over another one: %v", err)
	}
	must(t, anywhere.Delete(t.Context(), path, noon))
	must(t, anywhere.Undo(all[1]))
	if s, err := sessions.Open(path); err != nil || s.Header.UUID != first {
		t.Errorf("back is %v, %v, want the first", s, err)
	}
	if n, err := manage.Empty(dir); n != 0 || err != nil {
		t.Errorf("emptied of %d, %v", n, err)
	}
}

// Anything other than an own session that is not in use stays in place.
func TestRefused(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	made(t, in("real.sfa"))
	must(t, os.Symlink(in("real.sfa"), in("link.sfa")))
	must(t, os.Mkdir(in("folder.sfa"), 0o755))
	must(t, os.WriteFile(in("folder.sfa/thesis.tex"), []byte("years"), 0o644))
	must(t, os.WriteFile(in("file.sfa.tar"), []byte("no archive"), 0o644))
	must(t, os.Mkdir(in("other.sfa"), 0o755))
	must(t, os.WriteFile(in("other.sfa/session.json"), []byte("{}\n"), 0o644))
	busy := made(t, in("busy.sfa"))
	recorded.ComputedBy(t, busy, os.Getppid(), nil)
	for name, part := range map[string]string{
		"link.sfa": "is a link", "folder.sfa": "not a session", "file.sfa.tar": "", "none.sfa": "no such file", "other.sfa": "damaged", "busy.sfa": "being computed",
	} {
		_, err := anywhere.Remove(t.Context(), in(name), noon)
		if err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("rm %s: %v, want %q", name, err, part)
		}
		if _, err := anywhere.Move(t.Context(), in(name), in("elsewhere")); err == nil {
			t.Errorf("mv %s is done", name)
		}
		if _, err := os.Lstat(in(name)); err != nil && name != "none.sfa" {
			t.Errorf("%s is gone", name)
		}
	}
	if _, err := os.Lstat(in(manage.Trash)); err == nil {
		t.Error("there is a trash")
	}
	// A trash that is a link is refused.
	must(t, os.Symlink(t.TempDir(), in(manage.Trash)))
	if _, err := anywhere.Remove(t.Context(), in("real.sfa"), noon); err == nil || !strings.Contains(err.Error(), "not a folder") {
		t.Errorf("into a trash that is a link: %v", err)
	}
}

func TestMove(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	made(t, in("a.sfa"))
	made(t, in("taken.sfa"))
	must(t, os.Mkdir(in("folder"), 0o755))
	for _, step := range []struct{ from, to, want string }{
		{"a.sfa", "b", "b.sfa"}, {"b.sfa", "taken", ""}, {"b.sfa", ".hidden", ""}, {"b.sfa", "folder", "folder/b.sfa"},
		{"folder/b.sfa", "folder/c.sfa", "folder/c.sfa"}, {"folder/c.sfa", "no folder/c.sfa", ""}, {"folder/c.sfa", "a.sfa", "a.sfa"},
	} {
		got, err := anywhere.Move(t.Context(), in(step.from), in(step.to))
		if step.want == "" {
			if _, statErr := os.Stat(in(step.from)); err == nil || statErr != nil {
				t.Errorf("%s to %s: %q, %v", step.from, step.to, got, err)
			}
			continue
		}
		if _, openErr := sessions.Open(in(step.want)); err != nil || got != in(step.want) || openErr != nil {
			t.Errorf("%s to %s: %q, %v, %v", step.from, step.to, got, err, openErr)
		}
	}
}

// A plain name keeps a session in its folder and its extension. A path, a taken name and the
// name of a folder are refused.
func TestRename(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	made(t, in("a.sfa"))
	made(t, in("taken.sfa"))
	must(t, os.Mkdir(in("folder.sfa"), 0o755))
	for _, bad := range []string{"", "..", "x/y", "../a", "taken", "folder", ".hidden", "a\x00b"} {
		if got, err := anywhere.Rename(t.Context(), in("a.sfa"), bad); err == nil {
			t.Errorf("renamed to %q: %s", bad, got)
		}
	}
	for _, good := range []string{"b", "c.sfa", " d "} {
		from := in("a.sfa")
		to, err := anywhere.Rename(t.Context(), from, good)
		must(t, err)
		if want := in(strings.TrimSuffix(strings.TrimSpace(good), ".sfa") + ".sfa"); to != want {
			t.Errorf("renamed to %q: %s, want %s", good, to, want)
		}
		must(t, os.Rename(to, from))
	}
	root, err := os.OpenRoot(t.TempDir())
	must(t, err)
	defer root.Close()
	if _, err := (manage.Manager{Root: root}).Rename(t.Context(), in("a.sfa"), "b"); err == nil {
		t.Error("a session outside of the folder is renamed")
	}
}

// Words are added to the tags, and removed with a minus.
func TestTag(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.sfa")
	made(t, path)
	for _, step := range []struct{ words, want string }{{"draft +figure-2", "draft figure-2"}, {"-draft new", "figure-2 new"}, {"", "figure-2 new"}} {
		s, err := sessions.Open(path)
		must(t, err)
		got, err := manage.Tag(s, strings.Fields(step.words))
		must(t, err)
		if strings.Join(got, " ") != step.want {
			t.Errorf("%q leaves %q, want %q", step.words, got, step.want)
		}
	}
	s, err := sessions.Open(path)
	must(t, err)
	if _, err := manage.Tag(s, []string{"two\nlines"}); err == nil {
		t.Error("a tag of two lines is taken")
	}
}
