package sessions

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/sfatui/sessions/store"
)

func TestSave(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.txt")
	text := func(s string) func(io.Writer) error {
		return func(w io.Writer) error { _, err := io.WriteString(w, s); return err }
	}
	holds := func(want string, names int) {
		t.Helper()
		got, err := os.ReadFile(path)
		entries, _ := os.ReadDir(dir)
		if string(got) != want || err != nil || len(entries) != names {
			t.Errorf("the file is %q, %v, among %v", got, err, entries)
		}
	}
	must(t, store.Save(path, false, text("one")))
	holds("one", 1)
	if err := store.Save(path, false, text("two")); !errors.Is(err, fs.ErrExist) || !strings.Contains(err.Error(), "--force") {
		t.Errorf("over a file: %v", err)
	}
	holds("one", 1)
	broken := errors.New("broken")
	if err := store.Save(path, true, func(w io.Writer) error { return errors.Join(text("half")(w), broken) }); !errors.Is(err, broken) {
		t.Errorf("broken off: %v", err)
	}
	holds("one", 1)
	must(t, store.Save(path, true, text("two")))
	holds("two", 1)
	// Somebody makes the file while it is written.
	late := filepath.Join(dir, "late.txt")
	err := store.Save(late, false, func(io.Writer) error { return os.WriteFile(late, []byte("theirs"), 0o644) })
	if got, _ := os.ReadFile(late); !errors.Is(err, fs.ErrExist) || string(got) != "theirs" {
		t.Errorf("made meanwhile: %v, %q", err, got)
	}
	if err := store.Save(dir, true, text("x")); !errors.Is(err, fs.ErrExist) {
		t.Errorf("over a directory: %v", err)
	}
	if err := store.Save(filepath.Join(dir, "no", "a"), false, text("x")); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "create the directory") {
		t.Errorf("into nowhere: %v", err)
	}
}
