package store

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"time"
)

// MaxFile bounds a file that is read whole, a header or a point, in bytes. A
// longer file is damaged.
const MaxFile = 64 << 20

// Dir is an open directory of a session. Names are relative to it. It is opened
// once: no file outside of it is read or written, whatever links are planted in it,
// or in its place, afterwards.
type Dir struct {
	disk Disk
	path string
	// folder is the one that no link may lead out of; nil for none.
	folder *os.Root
	packed bool
}

// Packed is a directory that is packed into the file at path: it can only be read.
func Packed(disk Disk, path string) Dir { return Dir{disk: disk, path: path, packed: true} }

// Opened reports whether the directory was opened, which that of a session made of its
// header alone is not.
func (d Dir) Opened() bool { return d.disk != nil }

// Packed reports whether the directory is packed into a file.
func (d Dir) Packed() bool { return d.packed }

// Folder is the folder that no link may lead out of; nil for none.
func (d Dir) Folder() *os.Root { return d.folder }

// Path is where a file is, for messages.
func (d Dir) Path(name string) string { return filepath.Join(d.path, name) }

// Close releases the directory. One that is not closed is released when it is
// garbage.
func (d Dir) Close() error { return d.disk.Close() }

// Sub opens a directory in it. To open many files it is faster to open their
// directory first.
func (d Dir) Sub(name string) (Dir, error) {
	sub, err := d.disk.Sub(name)
	return Dir{sub, d.Path(name), d.folder, d.packed}, err
}

// Read reads a regular file of at most [MaxFile] bytes, and takes as much memory as it is
// long.
func (d Dir) Read(name string) ([]byte, error) {
	f, err := d.Open(name, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	b.Grow(int(min(max(info.Size(), 0), MaxFile)) + bytes.MinRead) // no copy is made as it grows
	if _, err := b.ReadFrom(io.LimitReader(f, MaxFile+1)); err != nil {
		return nil, err
	}
	if b.Len() > MaxFile {
		return nil, fmt.Errorf("longer than %d MiB", MaxFile>>20)
	}
	return b.Bytes(), nil
}

// Open opens a regular file for reading from offset. Links and pipes are
// refused: a session is plain files, and a pipe would block for ever.
func (d Dir) Open(name string, offset int64) (File, error) {
	info, err := d.disk.Lstat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errNotRegular
	}
	f, err := d.disk.Open(name)
	if err != nil {
		return nil, err
	}
	opened, err := f.Stat()
	if err == nil && !d.packed && !os.SameFile(info, opened) {
		err = errNotRegular // it was replaced between the two calls
	}
	if err == nil && offset > 0 {
		_, err = f.Seek(offset, io.SeekStart)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

var errNotRegular = errors.New("not a regular file")

// Itself describes the directory.
func (d Dir) Itself() (fs.FileInfo, error) { return d.disk.Lstat(".") }

// Info is the size of a file, and when it was changed by the clock of its file system.
func (d Dir) Info(name string) (fs.FileInfo, error) { return d.disk.Lstat(name) }

// Now is the time by the clock of the file system, which tells when files were changed, where
// a file can be made in the directory, else what it is here.
func (d Dir) Now(here time.Time) time.Time {
	name := Temporary("clock")
	f, err := d.disk.Create(name, 0)
	if err != nil {
		return here
	}
	defer d.disk.Remove(name)
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return here
	}
	return info.ModTime()
}

// Missing reports whether nothing has that name. An error of the disk says
// nothing about that.
func (d Dir) Missing(name string) bool {
	_, err := d.disk.Lstat(name)
	return missing(err)
}

func missing(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

// Names lists the names in a directory, "." for this one, in sorted order.
func (d Dir) Names(dir string) ([]string, error) {
	entries, err := d.disk.ReadDir(dir)
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name()
	}
	return names, err
}

// List lists the names in a directory that end in ext, without it, in sorted
// order, and counts what killed writers left under temporary names.
func (d Dir) List(dir, ext string) (stems []string, leftovers int, err error) {
	names, err := d.Names(dir)
	for _, name := range names {
		if strings.HasPrefix(name, ".") {
			leftovers++
		} else if stem, ok := strings.CutSuffix(name, ext); ok && stem != "" {
			stems = append(stems, stem)
		}
	}
	return stems, leftovers, err
}

// Mkdir makes a directory, unless it is there. [Dir.Sync] of the directory that it
// is in forces its name to disk.
func (d Dir) Mkdir(name string) error {
	err := d.disk.Mkdir(name)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	return err
}

// Sync forces a file, or the names in a directory, to disk, where the file system can.
// Windows can by the handle of a writer only: there names are as safe as its file system.
func (d Dir) Sync(name string) error {
	f, err := d.disk.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	err = f.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) ||
		runtime.GOOS == "windows" && errors.Is(err, fs.ErrPermission) {
		return nil
	}
	return err
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

// link gives a temporary file beside it a name for good. Over a network the reply may be
// lost: then the call is sent again and says that the name is taken, by the file itself.
func (d Dir) link(temp, name string) error {
	err := d.disk.Link(temp, name)
	if err != nil && d.linked(temp) {
		err = nil
	}
	if errors.Is(err, syscall.EPERM) || errors.Is(err, errors.ErrUnsupported) {
		err = fmt.Errorf("%w; this file system has no hard links: keep the session on another", err)
	}
	if rmErr := d.disk.Remove(temp); err == nil && !errors.Is(rmErr, fs.ErrNotExist) {
		err = rmErr
	}
	// Also where the name was taken: its publisher may have been killed just
	// before this.
	if syncErr := d.Sync(filepath.Dir(temp)); err == nil {
		err = syncErr
	}
	return err
}

// linked reports whether a temporary file has a second name, see link(2) on NFS.
func (d Dir) linked(temp string) bool {
	info, err := d.disk.Lstat(temp)
	return err == nil && Links(info) == 2
}

// rename renames, also where the reply is lost: what now has the name is what had the
// other one.
func rename(disk Disk, from, to string) error {
	before, err := disk.Lstat(from)
	if err != nil {
		return err
	}
	err = disk.Rename(from, to)
	if err != nil {
		if after, lookErr := disk.Lstat(to); lookErr == nil && os.SameFile(before, after) {
			return nil
		}
	}
	return err
}

// Replace is publish over what stands there.
func (d Dir) Replace(name string, data []byte) error {
	temp, err := d.writeTemp(name, contents(data))
	if err != nil {
		return err
	}
	if err := rename(d.disk, temp, name); err != nil {
		d.disk.Remove(temp)
		return err
	}
	return d.Sync(filepath.Dir(temp))
}

// writeTemp makes a new hidden file beside what name stands for of what write
// writes, on disk when it returns. That of a writer that was killed is never read; see
// [Dir.RemoveLeft].
func (d Dir) writeTemp(name string, write func(io.Writer) error) (temp string, err error) {
	temp = Temporary(name)
	if err := d.write(temp, write); err != nil {
		return "", err
	}
	return temp, nil
}

// write makes a new file of what write writes, on disk when it returns, or none.
func (d Dir) write(name string, write func(io.Writer) error) error {
	f, err := d.disk.Create(name, 0)
	if err != nil {
		return err
	}
	err = write(f)
	if err == nil {
		err = f.Sync()
	}
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		d.disk.Remove(name)
	}
	return err
}

// Create makes a new file for writing. A name that is taken is fs.ErrExist.
func (d Dir) Create(name string) (File, error) { return d.disk.Create(name, 0) }

// CreateAppend makes a new journal that only this writer ever writes.
func (d Dir) CreateAppend(name string) (File, error) {
	f, err := d.disk.Create(name, os.O_APPEND)
	if err != nil {
		return nil, err
	}
	if err := d.Sync(filepath.Dir(name)); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// Temporary returns a hidden name beside path, which ends in [Process] and more.
func Temporary(path string) string {
	return filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+"."+Process()+RandomHex(4))
}

// Process returns the name that this process has drawn for itself.
var Process = sync.OnceValue(func() string { return RandomHex(processBytes) })

const processBytes = 8

// processOf returns the process that made a file of a temporary name, "" for none that is
// known.
func processOf(name string) string {
	at := strings.LastIndexByte(name, '.')
	if !strings.HasPrefix(name, ".") || at < 1 || len(name)-at-1 != 2*(processBytes+4) {
		return ""
	}
	return name[at+1:][:2*processBytes]
}

// RemoveLeft removes from a directory the temporary files of processes that are known to be
// dead. What cannot be removed stays: nobody reads it.
func (d Dir) RemoveLeft(dir string, dead map[string]bool) {
	names, _ := d.Names(dir)
	for _, name := range names {
		if by := processOf(name); by != "" && dead[by] {
			d.disk.Remove(filepath.Join(dir, name))
		}
	}
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

// OpenRegular opens a regular file, and gives its size. A path leads to it, also by
// links.
func OpenRegular(file string) (*os.File, int64, error) {
	info, err := os.Stat(file)
	if err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "open", Path: file, Err: errors.New("not a regular file")}
	}
	if err != nil {
		return nil, 0, err
	}
	f, err := os.Open(file)
	return f, info.Size(), err
}

// ReadText reads a file that a person writes, of so many bytes at most. It does not wait
// for who begins to write to a named pipe, and leaves a pipe that does not end when ctx
// does.
func ReadText(ctx context.Context, path string, most int64) ([]byte, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	defer context.AfterFunc(ctx, func() { f.Close() })()
	text, err := io.ReadAll(io.LimitReader(f, most+1))
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, err
	case int64(len(text)) > most:
		return nil, &fs.PathError{Op: "read", Path: path, Err: fmt.Errorf("it is longer than %d bytes", most)}
	}
	if info, err := f.Stat(); err == nil && len(text) == 0 && info.Mode()&fs.ModeNamedPipe != 0 {
		return nil, &fs.PathError{Op: "read", Path: path, Err: errors.New("nobody writes to this pipe: give a file")}
	}
	return text, nil
}
