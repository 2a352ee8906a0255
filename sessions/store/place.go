package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"

	"example.com/sfatui/datasets/message"
)

// Place is where the directory of a session is, or shall be.
type Place struct {
	parent Disk     // nil for what a path of the operating system leads to
	folder *os.Root // that no link may lead out of; nil for none
	name   string
	path   string
}

// At is a place that a path leads to, also by links.
func At(path string) Place {
	path = filepath.Clean(path)
	return Place{name: filepath.Base(path), path: path}
}

// Beneath is a place in a folder that no link may lead out of. Name is relative
// to it.
func Beneath(folder *os.Root, name string) Place {
	p := On(root{folder}, name, filepath.Join(folder.Name(), name))
	p.folder = folder
	return p
}

// In is a place that a path leads to, in a folder that no link may lead out of.
// Where folder is nil it is [At].
func In(folder *os.Root, path string) Place {
	if folder == nil {
		return At(path)
	}
	name, err := filepath.Rel(folder.Name(), path)
	if err != nil {
		name = path // no name in the folder: it cannot be opened
	}
	return Beneath(folder, name)
}

// On is a place on a disk. Path is its name in messages.
func On(parent Disk, name, path string) Place {
	return Place{parent: parent, name: filepath.Clean(name), path: path}
}

// Absolute returns a path that holds from any directory.
func Absolute(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}

// IsElsewhere reports whether the directory that was recorded at a path from the root on is
// still there and is another one than here: then here is a copy of it. Where the path leads
// nowhere, or is "", the directory was moved, or it is not known.
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

// ExistsError says that what is at a path stands in the way of a new session.
func ExistsError(path string) error {
	remedy := "choose another name"
	if _, err := os.Stat(filepath.Join(path, HeaderName)); err == nil {
		remedy += ", or resume it"
	}
	return fmt.Errorf("%s: %w; %s", message.Clean(path), fs.ErrExist, remedy)
}

// Path is the path of the directory.
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

// OpenRoot opens the directory for files that are no part of the record.
func (p Place) OpenRoot() (*os.Root, error) {
	if p.folder != nil {
		return p.folder.OpenRoot(p.name)
	}
	return os.OpenRoot(p.path)
}

// Packed reports whether a file that may be a packed session is there, which is read
// from a path only.
func (p Place) Packed() bool {
	info, err := os.Stat(p.path)
	return p.parent == nil && err == nil && info.Mode().IsRegular()
}

// Exists reports whether anything is there.
func (p Place) Exists() bool {
	if p.parent != nil {
		_, err := p.parent.Lstat(p.name)
		return err == nil
	}
	return Exists(p.path)
}

// Make builds the directory under a temporary name beside its own, has fill put
// into it what it begins with, and renames it. A kill at any moment leaves either
// no directory or a whole one. It refuses one that exists with fs.ErrExist.
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

// fillNew has fill put files into a new directory, and tells which one it is.
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

// reopened opens a directory under its own name, if it is the one that was made.
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

// fillers bounds how many files are written at once: most of the time is waiting, and a
// disk forces several files down in the time of one.
const fillers = 16

// Fill writes files into a directory that nobody sees yet, see [Place.Make]: each is what
// read gives for its index. They are on disk when it returns.
func (d Dir) Fill(dir string, names []string, read func(int) ([]byte, error)) error {
	err := severalAtOnce(len(names), func(i int) error {
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

// Settle forces files, and the names in their directories, to disk.
func (d Dir) Settle(names []string) error {
	dirs := []string{"."}
	for _, name := range names {
		if dir := filepath.Dir(name); !slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
		}
	}
	all := slices.Concat(names, dirs)
	return severalAtOnce(len(all), func(i int) error { return d.Sync(all[i]) })
}

// severalAtOnce does something for 0 to n-1, and gives the first error, after which nothing
// more is begun.
func severalAtOnce(n int, do func(i int) error) error {
	var (
		next   atomic.Int64
		failed atomic.Bool
		errs   = make([]error, n)
		wg     sync.WaitGroup
	)
	for range min(fillers, n) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < n && !failed.Load(); i = int(next.Add(1)) - 1 {
				if errs[i] = do(i); errs[i] != nil {
					failed.Store(true)
				}
			}
		})
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
