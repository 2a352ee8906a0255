package sessions

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"example.com/sfatui/datasets/message"
)

// The operations on the files in a session's directory are in this file.

// maxFile bounds a file that is read whole (header, point) in bytes: what is
// longer is damaged.
const maxFile = 64 << 20

// folder is a session's directory on a disk. Names in it are relative paths.
type folder struct {
	disk disk
	dir  string
}

// on is a directory of the operating system's disk.
func on(dir string) folder { return folder{system{}, filepath.Clean(dir)} }

func (d folder) path(name string) string { return filepath.Join(d.dir, name) }

// read reads a regular file of at most maxFile bytes. Its memory grows with
// what is there, not with what the file system says is there.
func (d folder) read(name string) ([]byte, error) {
	f, err := d.open(name, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return nil, err
	}
	if len(b) > maxFile {
		return nil, fmt.Errorf("longer than %d MiB", maxFile>>20)
	}
	return b, nil
}

// open opens a regular file for reading from offset. Links and pipes are
// refused: a session is plain files, and a pipe would block for ever.
func (d folder) open(name string, offset int64) (handle, error) {
	info, err := d.disk.Lstat(d.path(name))
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("not a regular file")
	}
	f, err := d.disk.Open(d.path(name))
	if err != nil {
		return nil, err
	}
	if _, err := f.Seek(offset, io.SeekStart); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// missing reports whether nothing has that name. An error of the disk says
// nothing about that.
func (d folder) missing(name string) bool {
	_, err := d.disk.Lstat(d.path(name))
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

// stems lists the names in a directory that end in ext, without it, in sorted
// order, and counts what a killed writer left under a temporary name.
func (d folder) stems(name, ext string) (names []string, leftovers int, err error) {
	entries, err := d.disk.ReadDir(d.path(name))
	for _, e := range entries {
		name := e.Name()
		if strings.HasPrefix(name, ".") {
			leftovers++
		} else if stem, ok := strings.CutSuffix(name, ext); ok && stem != "" {
			names = append(names, stem)
		}
	}
	return names, leftovers, err
}

// make builds a session's directory under a temporary name beside it, has fill
// put into it what it is born with, and renames it: a kill at any moment leaves
// either no session or a whole one.
func (d folder) make(fill func(temp folder) error) (err error) {
	if _, err := d.disk.Lstat(d.dir); err == nil {
		return fmt.Errorf("%s: %w; choose another name, or resume it", message.Clean(d.dir), fs.ErrExist)
	}
	temp := folder{d.disk, temporary(d.dir)}
	if err := d.disk.Mkdir(temp.dir); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			d.disk.RemoveAll(temp.dir)
		}
	}()
	for _, sub := range []string{planDir, journalDir, pointsDir} {
		if err := d.disk.Mkdir(temp.path(sub)); err != nil {
			return err
		}
	}
	if err := fill(temp); err != nil {
		return err
	}
	if err := d.disk.Rename(temp.dir, d.dir); err != nil {
		return err
	}
	return syncDir(d.disk, filepath.Dir(d.dir))
}

// publish gives data a name, for good: a temporary file is written and forced
// to disk, then linked to the name, so that nobody ever sees a part of it.
// Where the name is taken it returns fs.ErrExist and changes nothing.
func (d folder) publish(name string, data []byte) error {
	temp, err := d.writeTemp(name, contents(data))
	if err != nil {
		return err
	}
	return d.link(temp, name)
}

// contents writes data.
func contents(data []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	}
}

// publishSum is publish of what write writes, under the SHA-256 of its bytes, with
// ext behind it, in dir. The same bytes again are no error. Errors of write are
// returned as they are.
func (d folder) publishSum(dir, ext string, write func(io.Writer) error) (sum string, err error) {
	h := sha256.New()
	temp, err := d.writeTemp(filepath.Join(dir, "new"+ext), func(w io.Writer) error { return write(io.MultiWriter(w, h)) })
	if err != nil {
		return "", err
	}
	sum = hex.EncodeToString(h.Sum(nil))
	if err = d.link(temp, filepath.Join(dir, sum+ext)); errors.Is(err, fs.ErrExist) {
		err = nil
	}
	return sum, err
}

// link gives a temporary file beside it a name for good.
func (d folder) link(temp, name string) error {
	err := d.disk.Link(temp, d.path(name))
	if errors.Is(err, syscall.EPERM) || errors.Is(err, errors.ErrUnsupported) {
		err = fmt.Errorf("%w; this file system has no hard links: keep the session on another", err)
	}
	if rmErr := d.disk.Remove(temp); err == nil {
		err = rmErr
	}
	// Also where the name was taken: its publisher may have been killed just
	// before this.
	if syncErr := syncDir(d.disk, filepath.Dir(temp)); err == nil {
		err = syncErr
	}
	return err
}

// replace is publish over what stands there.
func (d folder) replace(name string, data []byte) error {
	temp, err := d.writeTemp(name, contents(data))
	if err != nil {
		return err
	}
	if err := d.disk.Rename(temp, d.path(name)); err != nil {
		d.disk.Remove(temp)
		return err
	}
	return syncDir(d.disk, filepath.Dir(temp))
}

// writeTemp makes a new hidden file beside what name stands for of what write
// writes, on disk when it returns. That of a writer that was killed is never read, nor
// removed by others: nothing tells them that its writer does not live, on
// whatever host.
func (d folder) writeTemp(name string, write func(io.Writer) error) (temp string, err error) {
	temp = temporary(d.path(name))
	f, err := d.disk.Create(temp, 0)
	if err != nil {
		return "", err
	}
	err = write(f)
	if err == nil {
		err = f.Sync()
	}
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		d.disk.Remove(temp)
		return "", err
	}
	return temp, nil
}

// createJournal makes a new journal that only this writer ever writes.
func (d folder) createJournal(name string) (handle, error) {
	f, err := d.disk.Create(d.path(name), os.O_APPEND)
	if err != nil {
		return nil, err
	}
	if err := syncDir(d.disk, filepath.Dir(d.path(name))); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// temporary is a hidden name beside path.
func temporary(path string) string {
	return filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+"."+randomHex(4))
}

// syncDir forces the names in a directory to disk, where the file system can.
func syncDir(on disk, dir string) error {
	f, err := on.Open(dir)
	if err != nil {
		return err
	}
	defer f.Close()
	err = f.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) {
		return nil
	}
	return err
}

// exists reports whether there is anything at path.
func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// randomHex is n random bytes as text.
func randomHex(n int) string {
	b := make([]byte, n)
	rand.Read(b) // never fails (Go 1.24)
	return hex.EncodeToString(b)
}
