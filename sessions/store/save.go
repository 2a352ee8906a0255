package store

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"syscall"

	"example.com/sfatui/datasets/message"
)

// Save makes a file of what write writes, see [Place.Save].
func Save(path string, over bool, write func(io.Writer) error) error {
	return At(path).Save(over, write)
}

// SaveBytes makes a file of data, see [Place.Save].
func SaveBytes(path string, over bool, data []byte) error { return Save(path, over, contents(data)) }

// Save makes a file of what write writes, whole or not at all: it is written
// under a temporary name beside it, forced to disk and renamed. A file that
// exists is kept, with fs.ErrExist, unless over is set. Errors of write are
// returned as they are; where the disk is full, the error says what to do.
func (p Place) Save(over bool, write func(io.Writer) error) error {
	err := p.save(over, write)
	if IsFull(err) {
		return fmt.Errorf("%s was not saved: %w; free space there, or name a file elsewhere", message.Clean(p.path), err)
	}
	return err
}

// IsFull says that an error is of a disk that is full, or of a quota that is used up.
func IsFull(err error) bool { return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) }

func (p Place) save(over bool, write func(io.Writer) error) error {
	in, err := p.beside()
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: %w; create the directory %s first", message.Clean(p.path), fs.ErrNotExist, message.Clean(filepath.Dir(p.path)))
	}
	if err != nil {
		return err
	}
	defer in.Close()
	if err := mayWrite(in.disk, p, over); err != nil {
		return err
	}
	temp, began := Temporary(p.name), false
	err = in.write(temp, func(w io.Writer) error {
		began = true
		b := bufio.NewWriterSize(w, 64<<10)
		if err := write(b); err != nil {
			return err
		}
		return b.Flush()
	})
	if !began && (errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS)) {
		return fmt.Errorf("%s was not saved, as nothing can be written in %s: %w; name a file elsewhere", message.Clean(p.path), message.Clean(filepath.Dir(p.path)), withoutPath(err))
	}
	if err != nil {
		return err
	}
	defer in.disk.Remove(temp)
	if err := in.give(temp, p, over); err != nil {
		return err
	}
	return in.Sync(filepath.Dir(p.name))
}

// withoutPath is an error without the name of a temporary file.
func withoutPath(err error) error {
	if at, ok := errors.AsType[*fs.PathError](err); ok {
		return at.Err
	}
	return err
}

// beside is the directory that a place is in.
func (p Place) beside() (Dir, error) {
	if p.parent != nil {
		disk, err := p.parent.Sub(".")
		return Dir{disk: disk}, err
	}
	disk, err := OpenDisk(filepath.Dir(p.path))
	return Dir{disk: disk}, err
}

// give gives a file that is whole its name. The name may have been taken since
// the first look; a link sees that, where the file system has links.
func (d Dir) give(temp string, p Place, over bool) error {
	if !over {
		err := d.disk.Link(temp, p.name)
		if err == nil || d.linked(temp) {
			return nil
		}
		if errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	if err := mayWrite(d.disk, p, over); err != nil {
		return err
	}
	return rename(d.disk, temp, p.name)
}

// MayWrite says why [Save] would not write a file, for those who have much to
// compute before.
func MayWrite(path string, over bool) error {
	p := At(path)
	in, err := p.beside()
	if err != nil {
		return nil // what else is wrong shows when it is written
	}
	defer in.Close()
	return mayWrite(in.disk, p, over)
}

func mayWrite(disk Disk, p Place, over bool) error {
	info, err := disk.Lstat(p.name)
	switch {
	case err != nil:
		return nil
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is there and not a regular file: %w; name another one", message.Clean(p.path), fs.ErrExist)
	case !over:
		return fmt.Errorf("%s: %w; name another one, or write over it with --force", message.Clean(p.path), fs.ErrExist)
	}
	return nil
}
