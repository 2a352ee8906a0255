package sandbox

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// ErrOutside reports that a file lies outside the folder to which files are
// confined.
var ErrOutside = errors.New("it is outside the served folder")

// Disk opens files: any, or those of a folder. Paths are then absolute ones below
// Root.Name(), or relative to it; what leads out of it by "..", by a link or by
// another absolute path is refused.
type Disk struct{ Root *os.Root } // nil for any

// within returns a path below the folder.
func (d Disk) within(path string) (string, error) {
	if filepath.IsAbs(path) {
		rel, err := filepath.Rel(d.Root.Name(), path)
		if err != nil {
			return "", &fs.PathError{Op: "open", Path: path, Err: ErrOutside}
		}
		path = rel
	}
	if path = filepath.Clean(path); !filepath.IsLocal(path) {
		return "", &fs.PathError{Op: "open", Path: path, Err: ErrOutside}
	}
	return path, nil
}

// Open opens a regular file or a directory for reading. It does not block on a
// named pipe, and returns an error for other files.
func (d Disk) Open(path string) (*os.File, error) {
	f, err := d.open(path, os.O_RDONLY|syscall.O_NONBLOCK)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		err = &fs.PathError{Op: "open", Path: path, Err: errors.New("it is not a regular file: copy it to a file first")}
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

func (d Disk) open(path string, flags int) (*os.File, error) {
	if d.Root == nil {
		return os.OpenFile(path, flags, 0)
	}
	path, err := d.within(path)
	if err != nil {
		return nil, err
	}
	return d.Root.OpenFile(path, flags, 0)
}

// Stat returns the attributes of a file, following links.
func (d Disk) Stat(path string) (fs.FileInfo, error) {
	if d.Root == nil {
		return os.Stat(path)
	}
	path, err := d.within(path)
	if err != nil {
		return nil, err
	}
	return d.Root.Stat(path)
}

// ReadDir returns the sorted entries of a directory.
func (d Disk) ReadDir(path string) ([]fs.DirEntry, error) {
	if d.Root == nil {
		return os.ReadDir(path)
	}
	path, err := d.within(path)
	if err != nil {
		return nil, err
	}
	return fs.ReadDir(d.Root.FS(), filepath.ToSlash(path))
}

// Regular reports whether a path is a regular file.
func (d Disk) Regular(path string) bool {
	info, err := d.Stat(path)
	return err == nil && info.Mode().IsRegular()
}
