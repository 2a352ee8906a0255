package archive

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"example.com/sfatui/sessions/sessiontest"
	"example.com/sfatui/sessions/store"
)

// failing is a file whose reads fail after a number of them.
type failing struct {
	*os.File
	left *int // successful reads left
}

func (f failing) fault() error {
	if *f.left--; *f.left < 0 {
		return &fs.PathError{Op: "read", Path: f.Name(), Err: syscall.EIO}
	}
	return nil
}

func (f failing) Read(b []byte) (int, error) {
	if err := f.fault(); err != nil {
		return 0, err
	}
	return f.File.Read(b)
}

func (f failing) ReadAt(b []byte, at int64) (int, error) {
	if err := f.fault(); err != nil {
		return 0, err
	}
	return f.File.ReadAt(b, at)
}

// saved returns a packed session in a file, and its bytes.
func saved(t *testing.T) (path string, data []byte) {
	t.Helper()
	path, data = filepath.Join(t.TempDir(), "x.sfa.tar"), packedSession(t)
	check(t, os.WriteFile(path, data, 0o644))
	return path, data
}

// If any read of a packed session fails, unpacking it and reading it in place
// return that error, rather than that the file is damaged, and leave no partial
// session.
func TestEveryReadOfAnArchiveFails(t *testing.T) {
	path, data := saved(t)
	for from := 0; ; from++ {
		file := func() failing {
			f, err := os.Open(path)
			check(t, err)
			left := from
			return failing{f, &left}
		}
		told := func(what string, err error) {
			t.Helper()
			var damaged *store.DamagedError
			if !errors.Is(err, syscall.EIO) || errors.As(err, &damaged) {
				t.Errorf("read %d, %s: %v", from, what, err)
			}
		}
		outer := t.TempDir()
		in := file()
		if err := unpackTo(store.At(filepath.Join(outer, "x.sfa")), in, int64(len(data))); *in.left < 0 {
			told("unpacking", err)
			if left := tree(t, outer); len(left) != 0 {
				t.Errorf("read %d: %v stand there", from, slices.Sorted(maps.Keys(left)))
			}
		}
		place := file()
		d, err := opened(place, int64(len(data)))
		if err == nil {
			for name := range unpackedFiles(t, data) {
				if _, readErr := d.Read(name); err == nil {
					err = readErr
				}
			}
			check(t, d.Close())
		}
		if *place.left < 0 {
			told("in place", err)
		}
		if *in.left >= 0 && *place.left >= 0 {
			if from < 10 {
				t.Errorf("only %d reads were tried", from)
			}
			return
		}
	}
}

// unpackedFiles returns the files of a packed session.
func unpackedFiles(t *testing.T, data []byte) map[string]string {
	t.Helper()
	files, err := unpackedFrom(t, data)
	check(t, err)
	out := map[string]string{}
	for name, text := range files {
		out[strings.TrimPrefix(name, "in/out/")] = text
	}
	return out
}

// A session unpacked onto a failing disk is complete or absent.
func TestUnpackOnAFailingDisk(t *testing.T) {
	sessiontest.Promise(t, 200)
	path, data := saved(t)
	want := unpackedFiles(t, data)
	for _, fault := range append(sessiontest.LostReplies, sessiontest.Faults...) {
		sessiontest.EachCall(t, fault, func(name string, from int) bool {
			dir := filepath.Join(t.TempDir(), "x.sfa")
			d := sessiontest.NewFaulty(t, filepath.Dir(dir), fault, from)
			f, err := os.Open(path)
			check(t, err)
			defer f.Close()
			err = unpackTo(d.Place(dir), f, int64(len(data)))
			d.Lose()
			if err != nil && (!errors.Is(err, fault.Err) || !strings.Contains(err.Error(), filepath.Dir(dir)) || fault.Replies) {
				t.Errorf("%s: the error is %v", name, err)
			}
			there := store.Exists(dir)
			if there && !maps.Equal(tree(t, dir), want) || !there && err == nil {
				t.Errorf("%s: %v, and %d files of %d", name, err, len(tree(t, filepath.Dir(dir))), len(want))
			}
			return d.Hit > 0
		})
	}
}
