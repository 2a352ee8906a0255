package sessions

import (
	"io"
	"io/fs"
	"os"
)

// disk is all that the store asks of a file system. Sessions are on that of the
// operating system; tests put one under them that fails when it is told to.
type disk interface {
	// Open opens a file or a directory for reading.
	Open(path string) (handle, error)
	// Create makes a file for writing, that must not exist; flag may add
	// os.O_APPEND.
	Create(path string, flag int) (handle, error)
	Mkdir(path string) error
	Link(old, new string) error
	Rename(old, new string) error
	Remove(path string) error
	RemoveAll(path string) error
	Lstat(path string) (fs.FileInfo, error)
	ReadDir(path string) ([]fs.DirEntry, error)
}

// handle is an open file of a disk.
type handle interface {
	io.ReadWriteSeeker
	io.Closer
	Stat() (fs.FileInfo, error)
	Sync() error
}

// system is the operating system's disk.
type system struct{}

func (system) Open(path string) (handle, error) { return opened(os.Open(path)) }

func (system) Create(path string, flag int) (handle, error) {
	return opened(os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY|flag, 0o644))
}

func (system) Mkdir(path string) error                    { return os.Mkdir(path, 0o755) }
func (system) Link(old, new string) error                 { return os.Link(old, new) }
func (system) Rename(old, new string) error               { return os.Rename(old, new) }
func (system) Remove(path string) error                   { return os.Remove(path) }
func (system) RemoveAll(path string) error                { return os.RemoveAll(path) }
func (system) Lstat(path string) (fs.FileInfo, error)     { return os.Lstat(path) }
func (system) ReadDir(path string) ([]fs.DirEntry, error) { return os.ReadDir(path) }

// opened keeps a file that is nil from hiding in an interface that is not.
func opened(f *os.File, err error) (handle, error) {
	if err != nil {
		return nil, err
	}
	return f, nil
}
