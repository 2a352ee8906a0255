package store

import (
	"io"
	"io/fs"
	"os"
)

// Disk is all that the store asks of a file system. Sessions are on that of the
// operating system; tests put one under them that fails when it is told to.
type Disk interface {
	// Open opens a file or a directory for reading.
	Open(path string) (File, error)
	// Create makes a file for writing, that must not exist; flag may add
	// os.O_APPEND.
	Create(path string, flag int) (File, error)
	Mkdir(path string) error
	Link(old, new string) error
	Rename(old, new string) error
	Remove(path string) error
	RemoveAll(path string) error
	Lstat(path string) (fs.FileInfo, error)
	ReadDir(path string) ([]fs.DirEntry, error)
}

// File is an open file of a disk.
type File interface {
	io.ReadWriteSeeker
	io.Closer
	Stat() (fs.FileInfo, error)
	Sync() error
}

// System is the operating system's disk.
type System struct{}

func (System) Open(path string) (File, error) { return opened(os.Open(path)) }

func (System) Create(path string, flag int) (File, error) {
	return opened(os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY|flag, 0o644))
}

func (System) Mkdir(path string) error                    { return os.Mkdir(path, 0o755) }
func (System) Link(old, new string) error                 { return os.Link(old, new) }
func (System) Rename(old, new string) error               { return os.Rename(old, new) }
func (System) Remove(path string) error                   { return os.Remove(path) }
func (System) RemoveAll(path string) error                { return os.RemoveAll(path) }
func (System) Lstat(path string) (fs.FileInfo, error)     { return os.Lstat(path) }
func (System) ReadDir(path string) ([]fs.DirEntry, error) { return os.ReadDir(path) }

// opened keeps a file that is nil from hiding in an interface that is not.
func opened(f *os.File, err error) (File, error) {
	if err != nil {
		return nil, err
	}
	return f, nil
}
