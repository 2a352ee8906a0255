package confine

import (
	"context"
	"errors"
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

// Disk opens files: any, or those of one folder.
type Disk struct{ root *os.Root } // nil for any

func DiskOf(ctx context.Context) Disk {
	root, _ := ctx.Value(confinement{}).(*os.Root)
	return Disk{root}
}

// within is a path below the folder.
func (d Disk) within(path string) (string, error) {
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

// Open opens a file to read it.
func (d Disk) Open(path string) (*os.File, error) {
	if d.root == nil {
		return os.Open(path)
	}
	path, err := d.within(path)
	if err != nil {
		return nil, err
	}
	return d.root.Open(path)
}

// Stat describes a file, or what a link leads to.
func (d Disk) Stat(path string) (fs.FileInfo, error) {
	if d.root == nil {
		return os.Stat(path)
	}
	path, err := d.within(path)
	if err != nil {
		return nil, err
	}
	return d.root.Stat(path)
}

// ReadDir lists a directory by the names of its entries.
func (d Disk) ReadDir(path string) ([]fs.DirEntry, error) {
	if d.root == nil {
		return os.ReadDir(path)
	}
	path, err := d.within(path)
	if err != nil {
		return nil, err
	}
	return fs.ReadDir(d.root.FS(), filepath.ToSlash(path))
}

// Regular reports whether there is a file to read.
func (d Disk) Regular(path string) bool {
	info, err := d.Stat(path)
	return err == nil && info.Mode().IsRegular()
}
