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

// Save writes a file with the output of write, see [Place.Save].
func Save(path string, over bool, write func(io.Writer) error) error {
	return At(path).Save(over, write)
}

// SaveBytes writes a file with data, see [Place.Save].
func SaveBytes(path string, over bool, data []byte) error { return Save(path, over, contents(data)) }

// Save writes a file with the output of write atomically: it writes and syncs a
// temporary file next to it and renames that. An existing file is kept, with
// fs.ErrExist, unless over is set. Errors of write are returned unchanged. If
// the disk is full, the error contains the remedy.
func (p Place) Save(over bool, write func(io.Writer) error) error {
	err := p.save(over, write)
	if IsFull(err) {
		return fmt.Errorf("%s was not saved: %w; free space there, or name a file elsewhere", message.Clean(p.path), err)
	}
	return err
}

// IsFull reports whether an error means a full disk or an exhausted quota.
func IsFull(err error) bool { return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) }

func (p Place) save(over bool, write func(io.Writer) error) error {
	in, err := p.openParent()
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: %w; create the directory %s first", message.Clean(p.path), fs.ErrNotExist, message.Clean(filepath.Dir(p.path)))
	}
	if err != nil {
		return err
	}
	defer in.Close()
	if err := checkTarget(in.disk, p, over); err != nil {
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
	if err := in.renameTemp(temp, p, over); err != nil {
		return err
	}
	return in.Sync(filepath.Dir(p.name))
}

// withoutPath returns an error without the name of a temporary file.
func withoutPath(err error) error {
	if at, ok := errors.AsType[*fs.PathError](err); ok {
		return at.Err
	}
	return err
}

// openParent opens the directory that contains a place.
func (p Place) openParent() (Dir, error) {
	if p.parent != nil {
		disk, err := p.parent.Sub(".")
		return Dir{disk: disk}, err
	}
	disk, err := OpenDisk(filepath.Dir(p.path))
	return Dir{disk: disk}, err
}

// renameTemp renames a complete temporary file to its final name. The name may
// have been taken since the first check; a link detects that, if the file
// system supports links.
func (d Dir) renameTemp(temp string, p Place, over bool) error {
	if !over {
		err := d.disk.Link(temp, p.name)
		if err == nil || d.linked(temp) {
			return nil
		}
		if errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	if err := checkTarget(d.disk, p, over); err != nil {
		return err
	}
	return rename(d.disk, temp, p.name)
}

// MayWrite returns the error with which [Save] would refuse to write a file.
// Call it before a long computation.
func MayWrite(path string, over bool) error {
	p := At(path)
	in, err := p.openParent()
	if err != nil {
		return nil // other errors appear when the file is written
	}
	defer in.Close()
	return checkTarget(in.disk, p, over)
}

func checkTarget(disk Disk, p Place, over bool) error {
	info, err := disk.Lstat(p.name)
	switch {
	case err != nil:
		return nil
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s exists and is not a regular file: %w; name another one", message.Clean(p.path), fs.ErrExist)
	case !over:
		return fmt.Errorf("%s: %w; name another one, or write over it with --force", message.Clean(p.path), fs.ErrExist)
	}
	return nil
}
