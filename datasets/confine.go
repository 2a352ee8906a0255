package datasets

import (
	"context"
	"errors"
	"example.com/sfatui/datasets/message"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// confinement is the key of a context's folder.
type confinement struct{}

// ErrOutside is why a file was not opened: it lies outside of the folder that
// files are confined to.
var ErrOutside = errors.New("it lies outside of the folder that is served")

// Confine lets [Open] read no file outside of root under the context returned,
// nor what reads a file that belongs to a set opened under it. Paths are
// absolute ones below root.Name(), or relative to it; what leads out of it by
// "..", by a link or by another absolute path is refused.
func Confine(ctx context.Context, root *os.Root) context.Context {
	return context.WithValue(ctx, confinement{}, root)
}

// disk opens files: any, or those of one folder.
type disk struct{ root *os.Root } // nil for any

func diskOf(ctx context.Context) disk {
	root, _ := ctx.Value(confinement{}).(*os.Root)
	return disk{root}
}

// within is a path below the folder.
func (d disk) within(path string) (string, error) {
	if filepath.IsAbs(path) {
		rel, err := filepath.Rel(d.root.Name(), path)
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

// open opens a file to read it.
func (d disk) open(path string) (*os.File, error) {
	if d.root == nil {
		return os.Open(path)
	}
	path, err := d.within(path)
	if err != nil {
		return nil, err
	}
	return d.root.Open(path)
}

// stat describes a file, or what a link leads to.
func (d disk) stat(path string) (fs.FileInfo, error) {
	if d.root == nil {
		return os.Stat(path)
	}
	path, err := d.within(path)
	if err != nil {
		return nil, err
	}
	return d.root.Stat(path)
}

// readDir lists a directory by the names of its entries.
func (d disk) readDir(path string) ([]fs.DirEntry, error) {
	if d.root == nil {
		return os.ReadDir(path)
	}
	path, err := d.within(path)
	if err != nil {
		return nil, err
	}
	return fs.ReadDir(d.root.FS(), filepath.ToSlash(path))
}

// regular reports whether there is a file to read.
func (d disk) regular(path string) bool {
	info, err := d.stat(path)
	return err == nil && info.Mode().IsRegular()
}

// OpenFile opens a file that is read beside the set, such as one of edges,
// where the set's own files may be: anywhere, or under [Confine] in its folder.
func (s *Set) OpenFile(path string) (*os.File, error) {
	f, err := s.disk.open(path)
	if err != nil {
		return nil, fmt.Errorf("cannot open %s: %w", message.Clean(path), message.Reason(err))
	}
	return f, nil
}
