package store

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// Disk is a directory, and what a store asks of the file system beneath it.
// Names are relative to it. Sessions are on that of the operating system; tests
// put one under them that fails when it is told to.
type Disk interface {
	// Open opens a file or a directory for reading.
	Open(name string) (File, error)
	// Create makes a file for writing, that must not exist; flag may add
	// os.O_APPEND.
	Create(name string, flag int) (File, error)
	Mkdir(name string) error
	Link(old, new string) error
	Rename(old, new string) error
	Remove(name string) error
	RemoveAll(name string) error
	Lstat(name string) (fs.FileInfo, error)
	ReadDir(name string) ([]fs.DirEntry, error)
	// Sub opens a directory in it as a Disk of its own.
	Sub(name string) (Disk, error)
	Close() error
}

// File is an open file of a Disk.
type File interface {
	io.ReadWriteSeeker
	io.Closer
	Stat() (fs.FileInfo, error)
	Sync() error
}

// ErrEscapes reports a name that a symbolic link leads out of the session by.
var ErrEscapes = errors.New("a link leads out of the session's directory, whose files are not used then; put the files themselves in its place")

// root is a directory of the operating system, which no name leads out of,
// whatever links are planted in it while it is open.
type root struct{ *os.Root }

// OpenDisk opens a directory of the operating system. A path leads to it, also by
// links.
func OpenDisk(dir string) (Disk, error) {
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return nil, &fs.PathError{Op: "open", Path: dir, Err: syscall.ENOTDIR} // a pipe would block
	}
	r, err := os.OpenRoot(dir)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: dir, Err: cause(err)}
	}
	return root{r}, nil
}

func (r root) Open(name string) (File, error) {
	// A pipe that takes the place of a file must not block.
	return r.file(name)(r.Root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0))
}

func (r root) Create(name string, flag int) (File, error) {
	return r.file(name)(r.Root.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY|flag, 0o644))
}

func (r root) Mkdir(name string) error { return r.located("mkdir", name, r.Root.Mkdir(name, 0o755)) }

func (r root) Link(old, new string) error {
	return r.linked("link", old, new, r.Root.Link(old, new))
}

func (r root) Rename(old, new string) error {
	return r.linked("rename", old, new, r.Root.Rename(old, new))
}

func (r root) Remove(name string) error { return r.located("remove", name, r.Root.Remove(name)) }

func (r root) RemoveAll(name string) error {
	return r.located("unlinkat", name, r.Root.RemoveAll(name))
}

func (r root) Lstat(name string) (fs.FileInfo, error) {
	info, err := r.Root.Lstat(name)
	if err != nil {
		return nil, r.located("lstat", name, err)
	}
	return info, nil
}

func (r root) ReadDir(name string) ([]fs.DirEntry, error) {
	f, err := r.Root.Open(name)
	if err != nil {
		return nil, r.located("open", name, err)
	}
	defer f.Close()
	entries, err := f.ReadDir(-1)
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, err
}

func (r root) Sub(name string) (Disk, error) {
	sub, err := r.Root.OpenRoot(name)
	if err != nil {
		return nil, r.located("open", name, err)
	}
	return root{sub}, nil
}

// file keeps a file that is nil from hiding in an interface that is not.
func (r root) file(name string) func(*os.File, error) (File, error) {
	return func(f *os.File, err error) (File, error) {
		if err != nil {
			return nil, r.located("open", name, err)
		}
		return f, nil
	}
}

// located gives an error the whole path of the file.
func (r root) located(op, name string, err error) error {
	if err == nil {
		return nil
	}
	return &fs.PathError{Op: op, Path: filepath.Join(r.Name(), name), Err: cause(err)}
}

func (r root) linked(op, old, new string, err error) error {
	if err == nil {
		return nil
	}
	return &os.LinkError{Op: op, Old: filepath.Join(r.Name(), old), New: filepath.Join(r.Name(), new), Err: cause(err)}
}

// cause is what an error of package os is about.
func cause(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		err = path.Err
	case errors.As(err, &link):
		err = link.Err
	}
	switch err.Error() { // package os does not export these
	case "path escapes from parent":
		return ErrEscapes
	case "not a directory":
		return syscall.ENOTDIR
	}
	return err
}
