package store

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

// MaxFile bounds a file that is read whole (header, point) in bytes: what is
// longer is damaged.
const MaxFile = 64 << 20

// Dir is a session's directory on a disk. Names in it are relative paths.
type Dir struct {
	Disk Disk
	Name string
}

// At is a directory of the operating system's disk.
func At(dir string) Dir { return Dir{System{}, filepath.Clean(dir)} }

func (d Dir) Path(name string) string { return filepath.Join(d.Name, name) }

// Read reads a regular file of at most maxFile bytes. Its memory grows with
// what is there, not with what the file system says is there.
func (d Dir) Read(name string) ([]byte, error) {
	f, err := d.Open(name, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, MaxFile+1))
	if err != nil {
		return nil, err
	}
	if len(b) > MaxFile {
		return nil, fmt.Errorf("longer than %d MiB", MaxFile>>20)
	}
	return b, nil
}

// Open opens a regular file for reading from offset. Links and pipes are
// refused: a session is plain files, and a pipe would block for ever.
func (d Dir) Open(name string, offset int64) (File, error) {
	info, err := d.Disk.Lstat(d.Path(name))
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("not a regular file")
	}
	f, err := d.Disk.Open(d.Path(name))
	if err != nil {
		return nil, err
	}
	if _, err := f.Seek(offset, io.SeekStart); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// Missing reports whether nothing has that name. An error of the disk says
// nothing about that.
func (d Dir) Missing(name string) bool {
	_, err := d.Disk.Lstat(d.Path(name))
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

// List lists the names in a directory that end in ext, without it, in sorted
// order, and counts what a killed writer left under a temporary name.
func (d Dir) List(name, ext string) (names []string, leftovers int, err error) {
	entries, err := d.Disk.ReadDir(d.Path(name))
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

// Make builds a session's directory under a temporary name beside it, has fill
// put into it what it is born with, and renames it: a kill at any moment leaves
// either no session or a whole one.
func (d Dir) Make(fill func(temp Dir) error) (err error) {
	if _, err := d.Disk.Lstat(d.Name); err == nil {
		return fmt.Errorf("%s: %w; choose another name, or resume it", message.Clean(d.Name), fs.ErrExist)
	}
	temp := Dir{d.Disk, Temporary(d.Name)}
	if err := d.Disk.Mkdir(temp.Name); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			d.Disk.RemoveAll(temp.Name)
		}
	}()
	for _, sub := range []string{PlanDir, JournalDir, PointsDir} {
		if err := d.Disk.Mkdir(temp.Path(sub)); err != nil {
			return err
		}
	}
	if err := fill(temp); err != nil {
		return err
	}
	if err := d.Disk.Rename(temp.Name, d.Name); err != nil {
		return err
	}
	return SyncDir(d.Disk, filepath.Dir(d.Name))
}

// Publish gives data a name, for good: a temporary file is written and forced
// to disk, then linked to the name, so that nobody ever sees a part of it.
// Where the name is taken it returns fs.ErrExist and changes nothing.
func (d Dir) Publish(name string, data []byte) error {
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

// PublishHashed is publish of what write writes, under the SHA-256 of its bytes, with
// ext behind it, in dir. The same bytes again are no error. Errors of write are
// returned as they are.
func (d Dir) PublishHashed(dir, ext string, write func(io.Writer) error) (sum string, err error) {
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
func (d Dir) link(temp, name string) error {
	err := d.Disk.Link(temp, d.Path(name))
	if errors.Is(err, syscall.EPERM) || errors.Is(err, errors.ErrUnsupported) {
		err = fmt.Errorf("%w; this file system has no hard links: keep the session on another", err)
	}
	if rmErr := d.Disk.Remove(temp); err == nil {
		err = rmErr
	}
	// Also where the name was taken: its publisher may have been killed just
	// before this.
	if syncErr := SyncDir(d.Disk, filepath.Dir(temp)); err == nil {
		err = syncErr
	}
	return err
}

// Replace is publish over what stands there.
func (d Dir) Replace(name string, data []byte) error {
	temp, err := d.writeTemp(name, contents(data))
	if err != nil {
		return err
	}
	if err := d.Disk.Rename(temp, d.Path(name)); err != nil {
		d.Disk.Remove(temp)
		return err
	}
	return SyncDir(d.Disk, filepath.Dir(temp))
}

// writeTemp makes a new hidden file beside what name stands for of what write
// writes, on disk when it returns. That of a writer that was killed is never read, nor
// removed by others: nothing tells them that its writer does not live, on
// whatever host.
func (d Dir) writeTemp(name string, write func(io.Writer) error) (temp string, err error) {
	temp = Temporary(d.Path(name))
	f, err := d.Disk.Create(temp, 0)
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
		d.Disk.Remove(temp)
		return "", err
	}
	return temp, nil
}

// CreateAppend makes a new journal that only this writer ever writes.
func (d Dir) CreateAppend(name string) (File, error) {
	f, err := d.Disk.Create(d.Path(name), os.O_APPEND)
	if err != nil {
		return nil, err
	}
	if err := SyncDir(d.Disk, filepath.Dir(d.Path(name))); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// Temporary is a hidden name beside path.
func Temporary(path string) string {
	return filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+"."+RandomHex(4))
}

// SyncDir forces the names in a directory to disk, where the file system can.
func SyncDir(on Disk, dir string) error {
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

// Exists reports whether there is anything at path.
func Exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// RandomHex is n random bytes as text.
func RandomHex(n int) string {
	b := make([]byte, n)
	rand.Read(b) // never fails (Go 1.24)
	return hex.EncodeToString(b)
}
