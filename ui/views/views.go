// Package views stores how a user looks at a session: the columns, filter, sort order and zoom
// of its sweep. Views lie in the user's own folder, never in the session, so that a published
// session and other users' screens are unaffected.
package views

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"sync"

	"example.com/sfatui/sessions/store"
	"example.com/sfatui/ui/page/overview"
	"example.com/sfatui/ui/sweepview"
)

// View is a way of looking at a sweep.
type View struct {
	Table sweepview.TableView `json:"table"`
	Zoom  overview.Zoom       `json:"zoom"`
}

// Book holds the views of a session: the last one and those with names.
type Book struct {
	Last  View            `json:"last"`
	Named map[string]View `json:"named,omitempty"`
}

// File is the file of a session's book. It is safe for concurrent use.
type File struct {
	path string
	mu   sync.Mutex
	done int // number of the latest book written
}

// Of returns the file of the session with a UUID in a folder.
func Of(folder, uuid string) *File {
	sum := sha256.Sum256([]byte(uuid))
	return &File{path: filepath.Join(folder, hex.EncodeToString(sum[:16])+".json")}
}

// mostBytes is the largest size of a file that is read.
const mostBytes = 1 << 20

// Read returns the book, empty if there is none or if it is damaged, since views are only a
// convenience.
func (f *File) Read() (b Book) {
	file, err := os.Open(f.path)
	if err != nil {
		return Book{}
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, mostBytes))
	if err != nil || json.Unmarshal(text, &b) != nil {
		return Book{}
	}
	return b
}

// Write writes the book with a number. A book with a lower number than the latest is dropped.
func (f *File) Write(n int, b Book) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if n <= f.done {
		return nil
	}
	text, err := json.Marshal(b)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(f.path), 0o700)
	}
	if err == nil {
		err = store.SaveBytes(f.path, true, text)
	}
	if err == nil {
		f.done = n
	}
	return err
}
