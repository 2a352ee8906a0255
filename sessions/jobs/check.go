package jobs

import (
	"errors"
	"io/fs"
	"path"

	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/store"
)

// Damage verifies the files of a session's submissions: each program against
// the SHA-256 in its name, and each batch script against the checksum recorded
// at submission. A packed session has no submissions.
func Damage(at store.Place) []store.Damage {
	root, err := at.OpenRoot()
	if err != nil {
		return nil
	}
	defer root.Close()
	var ds store.Damages
	entries, err := fs.ReadDir(root.FS(), binaries)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		ds.Failed(binaries, 0, err, lostProgram)
	}
	for _, e := range entries {
		if name := path.Join(binaries, e.Name()); record.IsKey(e.Name()) {
			compare(&ds, name, lostProgram, e.Name(), func() (string, error) { return digestOf(root, name) })
		}
	}
	for _, sub := range submissions(root) {
		name := stem(sub.Number) + ".sh"
		if _, err := root.Stat(name); sub.ID == "" && errors.Is(err, fs.ErrNotExist) {
			continue // submit was killed before it wrote the script
		}
		if sub.ScriptSum != "" {
			compare(&ds, name, lostScript, sub.ScriptSum, func() (string, error) { return digestOf(root, name) })
		}
	}
	return ds.All()
}

const (
	lostProgram = "the program of tasks that wait; submit the session again to rewrite it"
	lostScript  = "trust in the batch script; submit the session again"
)

// compare adds damage if the file's digest differs from want.
func compare(ds *store.Damages, name, lost, want string, digest func() (string, error)) {
	switch got, err := digest(); {
	case err != nil:
		ds.Failed(name, 0, err, lost)
	case got != want:
		ds.Add(name, 0, "not the bytes whose SHA-256 was recorded", lost)
	}
}
