package store

import (
	"errors"
	"fmt"
	"io/fs"

	"example.com/sfatui/datasets/message"
)

// Damage is something in a session that is not as it was written.
type Damage struct {
	// File is relative to the session's directory.
	File string
	// Line counts from 1; 0 means the file as a whole.
	Line int
	// What is wrong, in words.
	What string
	// Lost is what it costs, in words.
	Lost string
}

// String gives the damage in a line.
func (d Damage) String() string {
	at := d.File
	if d.Line > 0 {
		at = fmt.Sprintf("%s:%d", d.File, d.Line)
	}
	return fmt.Sprintf("%s: %s (lost: %s)", at, d.What, d.Lost)
}

// DamagedError reports a session that cannot be used for its damage.
type DamagedError struct {
	Dir    string
	Damage Damage
}

func (e *DamagedError) Error() string {
	return fmt.Sprintf("session %s is damaged: %s; restore it from a copy, see `sfatui check`",
		message.Clean(e.Dir), e.Damage)
}

// maxDamages bounds what is kept of one file's damage, as a file of newlines
// would otherwise take many times its size in memory.
const maxDamages = 100

// Damages collects damage, at most maxDamages of a file and then their number.
type Damages struct {
	list  []Damage
	count map[string]int
	// Unread is the first error of the disk. What it hid may well be whole.
	Unread error
}

// IsDisk says that an error is of the disk, and not of what is on it.
func IsDisk(err error) bool {
	var path *fs.PathError
	return errors.As(err, &path) && !errors.Is(err, fs.ErrNotExist)
}

// DiskError says that the file system kept a session from being read or written:
// neither what was asked for nor the data is at fault.
type DiskError struct{ Err error }

func (e *DiskError) Error() string { return e.Err.Error() }

// Unwrap is what the file system said.
func (e *DiskError) Unwrap() error { return e.Err }

// Failed adds what could not be read.
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

// Of is the number of damages of a file.
func (ds *Damages) Of(file string) int { return ds.count[message.Clean(file)] }

// Add adds damage of a file, of a line of it or, where line is 0, of all of it.
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

// All lists the damage in the order in which it was found.
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
