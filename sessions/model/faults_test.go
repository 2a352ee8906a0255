package model

import (
	"errors"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"example.com/sfatui/sessions/sessiontest"
	"example.com/sfatui/sessions/store"
)

// If any read of a model's file fails, the error is of the disk and names the
// file, without calling the model damaged.
func TestEveryReadOfAModelFails(t *testing.T) {
	sessiontest.Promise(t, 850)
	stale := sessiontest.Fault{Name: "a stale file handle", Err: syscall.ESTALE, Lasts: true}
	for name := range modelled {
		_, path, _ := savedModel(t, name)
		f, size, err := store.OpenRegular(path)
		check(t, err)
		defer f.Close()
		for _, fault := range []sessiontest.Fault{sessiontest.IOError, stale} {
			sessiontest.EachCall(t, fault, func(what string, from int) bool {
				d := sessiontest.NewFaulty(t, filepath.Dir(path), fault, from)
				_, err := readFile(path, d.ReaderAt(filepath.Base(path), f), size)
				if d.Hit == 0 {
					check(t, err)
					return false
				}
				var disk *store.DiskError
				if !errors.Is(err, fault.Err) || !errors.As(err, &disk) || !strings.Contains(err.Error(), path) || strings.Contains(err.Error(), "is not a model") {
					t.Errorf("%s, %s: the error is %v", name, what, err)
				}
				return true
			})
		}
	}
}
