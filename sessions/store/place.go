package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"example.com/sfatui/datasets/message"
)

// A Place is the location of a session's directory, which need not exist.
type Place struct {
	parent Disk     // nil for a path of the operating system
	folder *os.Root // root that no link may escape; nil for none
	name   string
	path   string
}

// At returns the place of a path. It follows links.
func At(path string) Place {
	path = filepath.Clean(path)
	return Place{name: filepath.Base(path), path: path}
}

// Beneath returns a place in a folder that no link may escape. name is relative
// to it.
func Beneath(folder *os.Root, name string) Place {
	p := On(root{folder}, name, filepath.Join(folder.Name(), name))
	p.folder = folder
	return p
}

// In returns the place of a path in a folder that no link may escape, or [At]
// if folder is nil.
func In(folder *os.Root, path string) Place {
	if folder == nil {
		return At(path)
	}
	name, err := filepath.Rel(folder.Name(), path)
	if err != nil {
		name = path // not in the folder: it cannot be opened
	}
	return Beneath(folder, name)
}

// On returns a place on a disk; path is its name in messages.
func On(parent Disk, name, path string) Place {
	return Place{parent: parent, name: filepath.Clean(name), path: path}
}

// Absolute returns a path that is valid from any directory.
func Absolute(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}

// IsElsewhere reports whether another directory than here exists at the
// recorded absolute path, so that here is a copy of it. It returns false if the
// path is "" or does not exist, as after a move.
func IsElsewhere(path string, here func() (fs.FileInfo, error)) bool {
	if !filepath.IsAbs(path) {
		return false
	}
	there, err := os.Stat(path)
	if err != nil {
		return false
	}
	info, err := here()
	return err == nil && !os.SameFile(there, info)
}

// ExistsError returns the error that a new session cannot be created because
// its path is taken.
func ExistsError(path string) error {
	remedy := "choose another name"
	if _, err := os.Stat(filepath.Join(path, HeaderName)); err == nil {
		remedy += ", or resume it"
	}
	return fmt.Errorf("%s: %w; %s", message.Clean(path), fs.ErrExist, remedy)
}

// Path returns the path of the directory.
func (p Place) Path() string { return p.path }

// Open opens the directory.
func (p Place) Open() (Dir, error) {
	if p.parent != nil {
		disk, err := p.parent.Sub(p.name)
		return Dir{disk: disk, path: p.path, folder: p.folder}, err
	}
	disk, err := OpenDisk(p.path)
	return Dir{disk: disk, path: p.path, folder: p.folder}, err
}

// OpenRoot opens the directory for files that are not part of the record.
func (p Place) OpenRoot() (*os.Root, error) {
	if p.folder != nil {
		return p.folder.OpenRoot(p.name)
	}
	return os.OpenRoot(p.path)
}

// OpenRoot opens the directory for files beside the record, such as job scripts. In a
// confined directory no link can leave the folder.
func (d Dir) OpenRoot() (*os.Root, error) { return In(d.folder, d.Path(".")).OpenRoot() }

// Packed reports whether a regular file is there, which may be a packed
// session. Packed sessions are read only from a path.
func (p Place) Packed() bool {
	info, err := os.Stat(p.path)
	return p.parent == nil && err == nil && info.Mode().IsRegular()
}

// Exists reports whether anything exists there.
func (p Place) Exists() bool {
	if p.parent != nil {
		_, err := p.parent.Lstat(p.name)
		return err == nil
	}
	return Exists(p.path)
}

// Changed returns the time of the last change of the directory or file itself, zero if it is
// unknown. It follows no link out of the folder that the place is confined to.
func (p Place) Changed() time.Time {
	stat := func() (fs.FileInfo, error) { return os.Stat(p.path) }
	if p.parent != nil {
		stat = func() (fs.FileInfo, error) { return p.parent.Lstat(p.name) }
	}
	if info, err := stat(); err == nil {
		return info.ModTime()
	}
	return time.Time{}
}

// Make creates the directory under a temporary name, calls fill to add the
// first files, and renames it. A kill at any moment leaves either no directory
// or a complete one. It returns fs.ErrExist if the directory exists.
func (p Place) Make(fill func(Dir) error) (made Dir, err error) {
	if p.Exists() {
		return Dir{}, ExistsError(p.path)
	}
	parent := p.parent
	if parent == nil {
		if parent, err = OpenDisk(filepath.Dir(p.path)); err != nil {
			return Dir{}, err
		}
		defer parent.Close()
	}
	temp := Temporary(p.name)
	if err := parent.Mkdir(temp); err != nil {
		return Dir{}, err
	}
	defer func() {
		if err != nil {
			parent.RemoveAll(temp)
		}
	}()
	filled, err := fillNew(parent, temp, filepath.Join(filepath.Dir(p.path), filepath.Base(temp)), fill)
	if err != nil {
		return Dir{}, err
	}
	if err := rename(parent, temp, p.name); err != nil {
		return Dir{}, err
	}
	if err := (Dir{disk: parent}).Sync(filepath.Dir(p.name)); err != nil {
		return Dir{}, err
	}
	return reopened(parent, p, filled)
}

// fillNew calls fill with a new directory, and returns the directory's
// identity.
func fillNew(parent Disk, name, path string, fill func(Dir) error) (fs.FileInfo, error) {
	disk, err := parent.Sub(name)
	if err != nil {
		return nil, err
	}
	defer disk.Close()
	if err := fill(Dir{disk: disk, path: path}); err != nil {
		return nil, err
	}
	return disk.Lstat(".")
}

// reopened opens a directory under its final name, if it is the one that was
// made.
func reopened(parent Disk, p Place, made fs.FileInfo) (Dir, error) {
	disk, err := parent.Sub(p.name)
	if err != nil {
		return Dir{}, err
	}
	is, err := disk.Lstat(".")
	if err == nil && !os.SameFile(made, is) {
		err = errors.New("another directory took its place")
	}
	if err != nil {
		disk.Close()
		return Dir{}, fmt.Errorf("%s: %w", message.Clean(p.path), err)
	}
	return Dir{disk: disk, path: p.path, folder: p.folder}, nil
}

// maxWriters is the maximum number of files written at once. Most of the time
// is spent waiting, and a disk syncs several files in the time of one.
const maxWriters = 16

// Fill writes and syncs files in a directory that is not yet visible, see
// [Place.Make]. read returns the contents of the file with the given index.
func (d Dir) Fill(dir string, names []string, read func(int) ([]byte, error)) error {
	err := Concurrently(maxWriters, len(names), func(i int) error {
		data, err := read(i)
		if err != nil {
			return err
		}
		return d.write(names[i], contents(data))
	})
	if err != nil {
		return err
	}
	return d.Sync(dir)
}

// Settle syncs files and the names in their directories.
func (d Dir) Settle(names []string) error {
	dirs := []string{"."}
	for _, name := range names {
		if dir := filepath.Dir(name); !slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
		}
	}
	all := slices.Concat(names, dirs)
	return Concurrently(maxWriters, len(all), func(i int) error { return d.Sync(all[i]) })
}
