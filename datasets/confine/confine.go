package confine

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// ErrOutside is why a file was not opened: it lies outside of the folder that
// files are confined to.
var ErrOutside = errors.New("it lies outside of the folder that is served")

// Disk opens files: any, or those of a folder. Paths are then absolute ones below
// Root.Name(), or relative to it; what leads out of it by "..", by a link or by
// another absolute path is refused.
type Disk struct{ Root *os.Root } // nil for any

// within is a path below the folder.
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

// Open opens a file to read it, or a directory. It does not wait for who writes to a
// named pipe: what is neither is refused.
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

// Stat describes a file, or what a link leads to.
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

// ReadDir lists a directory by the names of its entries.
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

// Regular reports whether there is a file to read.
func (d Disk) Regular(path string) bool {
	info, err := d.Stat(path)
	return err == nil && info.Mode().IsRegular()
}
