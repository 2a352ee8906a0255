package store_test

import (
	"errors"
	"io"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"example.com/sfatui/sessions/sessiontest"
	"example.com/sfatui/sessions/store"
)

// If no file can be written, the error names the requested file, not the
// temporary one, and a remedy.
func TestSaveWhereNothingCanBeWritten(t *testing.T) {
	for _, cause := range []error{syscall.EROFS, syscall.EACCES} {
		to := filepath.Join(t.TempDir(), "points.csv")
		d := sessiontest.NewFaulty(t, filepath.Dir(to), sessiontest.Fault{Name: "read-only", Err: cause, Calls: []string{"create"}, Lasts: true}, 1)
		err := d.Place(to).Save(false, func(io.Writer) error { return nil })
		if err == nil {
			t.Fatal("it was saved")
		}
		if text := err.Error(); !errors.Is(err, cause) || !strings.HasPrefix(text, to+" was not saved, as nothing can be written in "+filepath.Dir(to)) ||
			!strings.HasSuffix(text, "; name a file elsewhere") || strings.Contains(text, "/.points.csv") {
			t.Error(err)
		}
	}
	// A lack of permission during writing is not an error of the folder.
	to := filepath.Join(t.TempDir(), "points.csv")
	if err := store.Save(to, false, func(io.Writer) error { return syscall.EACCES }); err != syscall.EACCES {
		t.Error(err)
	}
}
