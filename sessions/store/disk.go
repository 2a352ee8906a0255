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

// A Disk is a directory with the file operations that a store needs. Names are
// relative to it. Sessions use the operating system's; tests insert one that
// injects faults.
type Disk interface {
	// Open opens a file or a directory for reading.
	Open(name string) (File, error)
	// Create creates a new file for writing; flag may add os.O_APPEND.
	Create(name string, flag int) (File, error)
	Mkdir(name string) error
	Link(old, new string) error
	Rename(old, new string) error
	Remove(name string) error
	RemoveAll(name string) error
	Lstat(name string) (fs.FileInfo, error)
	ReadDir(name string) ([]fs.DirEntry, error)
	// Sub opens a subdirectory as a Disk.
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

// ErrEscapes reports a name that a symbolic link resolves to a path outside the
// session.
var ErrEscapes = errors.New("a link points outside the session's directory and is not followed; replace it by the files themselves")

// root is a directory of the operating system. No name resolves to a path
// outside it, even through links that are created while it is open.
type root struct{ *os.Root }

// OpenDisk opens a directory of the operating system. It follows links in dir.
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
	// A pipe in place of a file must not block.
	return r.file(name)(r.Root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0))
}

func (r root) Create(name string, flag int) (File, error) {
	return r.file(name)(r.Root.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY|flag, 0o644))
}

func (r root) Mkdir(name string) error { return r.withPath("mkdir", name, r.Root.Mkdir(name, 0o755)) }

func (r root) Link(old, new string) error {
	return r.linked("link", old, new, r.Root.Link(old, new))
}

func (r root) Rename(old, new string) error {
	return r.linked("rename", old, new, r.Root.Rename(old, new))
}

func (r root) Remove(name string) error { return r.withPath("remove", name, r.Root.Remove(name)) }

func (r root) RemoveAll(name string) error {
	return r.withPath("unlinkat", name, r.Root.RemoveAll(name))
}

func (r root) Lstat(name string) (fs.FileInfo, error) {
	info, err := r.Root.Lstat(name)
	if err != nil {
		return nil, r.withPath("lstat", name, err)
	}
	return info, nil
}

func (r root) ReadDir(name string) ([]fs.DirEntry, error) {
	f, err := r.Root.Open(name)
	if err != nil {
		return nil, r.withPath("open", name, err)
	}
	defer f.Close()
	entries, err := f.ReadDir(-1)
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, err
}

func (r root) Sub(name string) (Disk, error) {
	sub, err := r.Root.OpenRoot(name)
	if err != nil {
		return nil, r.withPath("open", name, err)
	}
	return root{sub}, nil
}

// file converts an error and a nil *os.File into a nil File.
func (r root) file(name string) func(*os.File, error) (File, error) {
	return func(f *os.File, err error) (File, error) {
		if err != nil {
			return nil, r.withPath("open", name, err)
		}
		return f, nil
	}
}

// withPath returns an error with the full path of the file.
func (r root) withPath(op, name string, err error) error {
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

// cause returns the underlying error of an error of package os.
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
