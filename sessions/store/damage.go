package store

import (
	"errors"
	"fmt"
	"io/fs"

	"example.com/sfatui/datasets/message"
)

// Damage is a part of a session that differs from what was written.
type Damage struct {
	// File is relative to the session's directory.
	File string
	// Line counts from 1; 0 means the whole file.
	Line int
	// What is the fault in words.
	What string
	// Lost is the consequence in words.
	Lost string
}

// String returns the damage in one line.
func (d Damage) String() string {
	at := d.File
	if d.Line > 0 {
		at = fmt.Sprintf("%s:%d", d.File, d.Line)
	}
	return fmt.Sprintf("%s: %s (lost: %s)", at, d.What, d.Lost)
}

// DamagedError reports a session that is unusable because of damage.
type DamagedError struct {
	Dir    string
	Damage Damage
}

func (e *DamagedError) Error() string {
	return fmt.Sprintf("session %s is damaged: %s; restore it from a copy, see `sfatui check`",
		message.Clean(e.Dir), e.Damage)
}

// maxDamages is the maximum number of recorded damages per file. A file of
// newlines would otherwise take many times its size in memory.
const maxDamages = 100

// Damages collects damage, at most maxDamages per file and then their number.
type Damages struct {
	list  []Damage
	count map[string]int
	// Unread is the first error of the disk. The files that it affects may be
	// undamaged.
	Unread error
}

// IsDisk reports whether an error comes from the disk, rather than from a
// file's contents.
func IsDisk(err error) bool {
	var path *fs.PathError
	return errors.As(err, &path) && !errors.Is(err, fs.ErrNotExist)
}

// DiskError reports that the file system failed while a session was read or
// written: neither the request nor the data is at fault.
type DiskError struct{ Err error }

func (e *DiskError) Error() string { return e.Err.Error() }

// Unwrap returns the file system's error.
func (e *DiskError) Unwrap() error { return e.Err }

// Failed adds a file, or a line of it, that could not be read.
func (ds *Damages) Failed(file string, line int, err error, lost string) {
	if ds.Unread == nil && IsDisk(err) {
		ds.Unread = err
	}
	ds.Add(file, line, err.Error(), lost)
}

// Join adds the damage of other files.
func (ds *Damages) Join(more *Damages) {
	if ds.Unread == nil {
		ds.Unread = more.Unread
	}
	ds.list = append(ds.list, more.list...)
	for file, n := range more.count {
		if ds.count == nil {
			ds.count = map[string]int{}
		}
		ds.count[file] += n
	}
}

// Of returns the number of damages of a file.
func (ds *Damages) Of(file string) int { return ds.count[message.Clean(file)] }

// Add adds damage of a line of a file, or of the whole file if line is 0.
func (ds *Damages) Add(file string, line int, what, lost string) {
	if ds.count == nil {
		ds.count = map[string]int{}
	}
	file = message.Clean(file)
	ds.count[file]++
	if ds.count[file] <= maxDamages {
		ds.list = append(ds.list, Damage{file, line, message.Clean(what), lost})
	}
}

// All returns the damage in the order in which it was found.
func (ds *Damages) All() []Damage {
	var out []Damage
	seen := map[string]int{}
	for _, d := range ds.list {
		out = append(out, d)
		seen[d.File]++
		if more := ds.count[d.File] - maxDamages; seen[d.File] == maxDamages && more > 0 {
			out = append(out, Damage{d.File, 0, fmt.Sprintf("%d more damages like these", more), "what they hold"})
		}
	}
	return out
}
