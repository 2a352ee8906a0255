package list

import (
	"bufio"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/archive"
	"example.com/sfatui/sessions/store"
)

// Places holds the places that are searched for sessions.
type Places struct {
	// Folders may contain sessions. Missing folders are ignored.
	Folders []string
	// Opened is the file with the paths of sessions opened before, one per
	// line, the latest last; "" for none.
	Opened string
}

// mostOpened is the maximum number of paths in the file Opened.
const mostOpened = 500

// Usual returns the user's places: the folder of unnamed sessions, the working
// folder, and the paths opened before.
func Usual() Places {
	state, err := Folder()
	if err != nil { // no home: search the working folder only
		return Places{Folders: []string{"."}}
	}
	return Places{Folders: []string{state, "."}, Opened: filepath.Join(state, "opened")}
}

// All returns the sessions in these places, the newest first, with the data of
// their headers: see [Glance]. The number of a session is its index in
// the list, counted from 1.
func (p Places) All() ([]Item, error) {
	paths, err := p.paths()
	if err != nil {
		return nil, err
	}
	return Glances(paths...)
}

// Any reports whether there is a session in these places. It opens none.
func (p Places) Any() bool {
	paths, err := p.paths()
	return err == nil && len(paths) > 0
}

// paths returns the paths of the sessions without duplicates.
func (p Places) paths() ([]string, error) {
	var folders []string
	for _, folder := range p.Folders {
		switch info, err := os.Stat(folder); {
		case err == nil && info.IsDir():
			folders = append(folders, folder)
		case err != nil && !errors.Is(err, fs.ErrNotExist):
			return nil, err
		}
	}
	dirs, err := Candidates(folders...)
	if err != nil {
		return nil, err
	}
	return distinct(append(dirs, slices.DeleteFunc(p.opened(), func(path string) bool { return !IsSession(path) })...)), nil
}

// Around returns the folders of sessions, and of sessions opened before,
// without duplicates.
func (p Places) Around() []string {
	folders := slices.Clone(p.Folders)
	for _, path := range p.opened() {
		folders = append(folders, filepath.Dir(path))
	}
	return distinct(folders)
}

// distinct returns the paths without later ones that lead to the same place.
func distinct(paths []string) []string {
	seen := map[string]bool{}
	return slices.DeleteFunc(paths, func(path string) bool {
		whole, err := filepath.Abs(path)
		was := seen[whole]
		seen[whole] = err == nil
		return was
	})
}

// IsSession reports whether a path leads to a session, or has the name of one.
func IsSession(path string) bool {
	if path == "" || !store.Exists(path) {
		return false
	}
	return filepath.Ext(filepath.Clean(path)) == sessions.Ext || store.Exists(filepath.Join(path, store.HeaderName)) || archive.Is(path)
}

// opened returns the paths opened before.
func (p Places) opened() []string {
	if p.Opened == "" {
		return nil
	}
	f, err := os.Open(p.Opened)
	if err != nil {
		return nil
	}
	defer f.Close()
	var paths []string
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if path := lines.Text(); filepath.IsAbs(path) {
			paths = append(paths, path)
		}
	}
	return paths
}

// Remember records that the session at a path was opened, unless its folder is
// always searched. Errors are ignored: the session is then found by its path
// only.
func (p Places) Remember(path string) {
	path, err := filepath.Abs(path)
	if err != nil || p.Opened == "" || strings.ContainsAny(path, "\n\r") || !IsSession(path) {
		return
	}
	for _, folder := range p.Folders {
		if filepath.IsAbs(folder) && filepath.Dir(path) == filepath.Clean(folder) {
			return
		}
	}
	paths := slices.DeleteFunc(p.opened(), func(was string) bool { return was == path || !store.Exists(was) })
	paths = append(paths, path)
	paths = paths[max(len(paths)-mostOpened, 0):]
	if os.MkdirAll(filepath.Dir(p.Opened), 0o755) != nil {
		return
	}
	_ = store.Save(p.Opened, true, func(w io.Writer) error {
		_, err := io.WriteString(w, strings.Join(paths, "\n")+"\n")
		return err
	})
}
