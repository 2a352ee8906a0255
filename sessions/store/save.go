package store

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"example.com/sfatui/datasets/message"
)

// Save makes a file of what write writes, whole or not at all: it is written
// under a temporary name beside it, forced to disk and renamed. A file that
// exists is kept, with fs.ErrExist, unless over is set. Errors of write are
// returned as they are.
func Save(path string, over bool, write func(io.Writer) error) error {
	if err := MayWrite(path, over); err != nil {
		return err
	}
	temp := Temporary(path)
	f, err := os.OpenFile(temp, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: %w; create the directory %s first", message.Clean(path), fs.ErrNotExist, message.Clean(filepath.Dir(path)))
	}
	if err != nil {
		return err
	}
	defer os.Remove(temp)
	b := bufio.NewWriterSize(f, 64<<10)
	err = write(b)
	if err == nil {
		err = b.Flush()
	}
	if err == nil {
		err = f.Sync()
	}
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return err
	}
	if err := name(temp, path, over); err != nil {
		return err
	}
	dir, err := At(filepath.Dir(path)).Open()
	if err != nil {
		return err
	}
	defer dir.Close()
	return dir.Sync(".")
}

// name gives a file that is whole its name. The name may have been taken since
// the first look; a link sees that, where the file system has links.
func name(temp, path string, over bool) error {
	if !over {
		err := os.Link(temp, path)
		if err == nil || errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	if err := MayWrite(path, over); err != nil {
		return err
	}
	return os.Rename(temp, path)
}

// MayWrite says why [Save] would not write a file, for those who have much to
// compute before.
func MayWrite(path string, over bool) error {
	info, err := os.Lstat(path)
	switch {
	case err != nil:
		return nil // what else is wrong shows when it is written
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is there and not a regular file: %w; name another one", message.Clean(path), fs.ErrExist)
	case !over:
		return fmt.Errorf("%s: %w; name another one, or write over it with --force", message.Clean(path), fs.ErrExist)
	}
	return nil
}
