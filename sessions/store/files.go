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

// MaxFile is the maximum size in bytes of a header or a point, which are read
// whole. A longer file counts as damaged.
const MaxFile = 64 << 20

// A Dir is an open directory of a session. Names are relative to it. It is
// opened once: no file outside of it is read or written, whatever links are
// created in it or in its place afterwards.
type Dir struct {
	disk Disk
	path string
	// root that no link may escape; nil for none
	folder *os.Root
	packed bool
}

// Packed returns the directory packed into the file at path, which is
// read-only.
func Packed(disk Disk, path string) Dir { return Dir{disk: disk, path: path, packed: true} }

// Opened reports whether the directory is open. It is not for a session made of
// its header alone.
func (d Dir) Opened() bool { return d.disk != nil }

// Packed reports whether the directory is packed into a file.
func (d Dir) Packed() bool { return d.packed }

// Folder returns the folder that no link may escape; nil for none.
func (d Dir) Folder() *os.Root { return d.folder }

// Path returns the path of a file, for messages.
func (d Dir) Path(name string) string { return filepath.Join(d.path, name) }

// Close releases the directory. The garbage collector releases a directory that
// is not closed.
func (d Dir) Close() error { return d.disk.Close() }

// Sub opens a subdirectory. To open many files, it is faster to open their
// directory first.
func (d Dir) Sub(name string) (Dir, error) {
	sub, err := d.disk.Sub(name)
	return Dir{sub, d.Path(name), d.folder, d.packed}, err
}

// Read reads a regular file of at most [MaxFile] bytes, with a buffer of the
// file's size.
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
	b.Grow(int(min(max(info.Size(), 0), MaxFile)) + bytes.MinRead) // avoid copies while the buffer grows
	if _, err := b.ReadFrom(io.LimitReader(f, MaxFile+1)); err != nil {
		return nil, err
	}
	if b.Len() > MaxFile {
		return nil, fmt.Errorf("longer than %d MiB", MaxFile>>20)
	}
	return b.Bytes(), nil
}

// Open opens a regular file for reading from offset. It refuses links and
// pipes: a session consists of regular files, and a pipe would block forever.
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
		err = errNotRegular // replaced between the two calls
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

// Itself returns the attributes of the directory.
func (d Dir) Itself() (fs.FileInfo, error) { return d.disk.Lstat(".") }

// Info returns the size of a file, and its modification time by the clock of
// its file system.
func (d Dir) Info(name string) (fs.FileInfo, error) { return d.disk.Lstat(name) }

// Now returns the time of the file system's clock, from a temporary file. If no
// file can be created, it returns here.
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

// Missing reports whether a name does not exist. It returns false after an
// error of the disk.
func (d Dir) Missing(name string) bool {
	_, err := d.disk.Lstat(name)
	return isMissing(err)
}

func isMissing(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

// Names returns the sorted names in a directory; "." for this one.
func (d Dir) Names(dir string) ([]string, error) {
	entries, err := d.disk.ReadDir(dir)
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name()
	}
	return names, err
}

// List returns the sorted names in a directory that end in ext, without it. It
// also counts the temporary files of killed writers.
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

// Mkdir creates a directory unless it exists. Call [Dir.Sync] on the parent to
// make the name durable.
func (d Dir) Mkdir(name string) error {
	err := d.taken(name, d.disk.Mkdir(name))
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	return err
}

// taken returns fs.ErrExist in place of an error that has no cause of its own, if the
// name exists. SFTP has one code for all failures, which sshfs takes for a lack of
// permission, and a cached listing may lack the name.
func (d Dir) taken(name string, err error) error {
	if !errors.Is(err, syscall.EPERM) {
		return err
	}
	f, openErr := d.disk.Open(name)
	if openErr != nil {
		return err
	}
	f.Close()
	return &fs.PathError{Op: "create", Path: filepath.Join(d.path, name), Err: fs.ErrExist}
}

// Sync flushes a file, or the names in a directory, to disk, if the file system
// supports it. Windows flushes only through a writer's handle, so that names
// are as durable there as its file system makes them.
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

// Publish creates a file permanently: it writes and syncs a temporary file,
// then links it to the name, so that no reader sees a part of it. If the name
// is taken, it returns fs.ErrExist and changes nothing.
func (d Dir) Publish(name string, data []byte) error {
	temp, err := d.writeTemp(name, contents(data))
	if err != nil {
		return err
	}
	return d.link(temp, name)
}

// contents returns a function that writes data.
func contents(data []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	}
}

// PublishHashed publishes the output of write in dir under the SHA-256 of its
// bytes, with the extension ext. Publishing the same bytes again is no error.
// It returns errors of write unchanged.
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

// link links a temporary file to its permanent name and removes it. Over a
// network the reply may be lost: the repeated call then reports that the name
// is taken, by the file itself.
func (d Dir) link(temp, name string) error {
	err := d.disk.Link(temp, name)
	if err != nil && d.linked(temp) {
		err = nil
	}
	if err = d.taken(name, err); errors.Is(err, syscall.EPERM) || errors.Is(err, errors.ErrUnsupported) {
		err = fmt.Errorf("%w; this file system has no hard links: keep the session on another", err)
	}
	if rmErr := d.disk.Remove(temp); err == nil && !errors.Is(rmErr, fs.ErrNotExist) {
		err = rmErr
	}
	// Also if the name was taken: its publisher may have been killed just
	// before this.
	if syncErr := d.Sync(filepath.Dir(temp)); err == nil {
		err = syncErr
	}
	return err
}

// linked reports whether a temporary file has a second name, see link(2) on
// NFS.
func (d Dir) linked(temp string) bool {
	info, err := d.disk.Lstat(temp)
	return err == nil && Links(info) == 2
}

// rename renames a file. It succeeds if the reply is lost but the target is the
// renamed file.
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

// Replace publishes a file in place of an existing one.
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

// writeTemp writes and syncs a new hidden file next to name with the output of
// write. No reader opens such a file of a killed writer; [Dir.RemoveLeft]
// removes it.
func (d Dir) writeTemp(name string, write func(io.Writer) error) (temp string, err error) {
	temp = Temporary(name)
	if err := d.write(temp, write); err != nil {
		return "", err
	}
	return temp, nil
}

// write creates and syncs a file with the output of write, or leaves none.
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

// Create creates a file for writing, or returns fs.ErrExist if the name is
// taken.
func (d Dir) Create(name string) (File, error) { return d.disk.Create(name, 0) }

// CreateAppend creates a journal that only this writer writes to.
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

// Temporary returns a hidden name next to path, which ends in [Process] and a
// random number.
func Temporary(path string) string {
	return filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+"."+Process()+RandomHex(4))
}

// Process returns the random name of this process.
var Process = sync.OnceValue(func() string { return RandomHex(processBytes) })

const processBytes = 8

// processOf returns the process that created a temporary file, or "" if the
// name contains none.
func processOf(name string) string {
	at := strings.LastIndexByte(name, '.')
	if !strings.HasPrefix(name, ".") || at < 1 || len(name)-at-1 != 2*(processBytes+4) {
		return ""
	}
	return name[at+1:][:2*processBytes]
}

// RemoveLeft removes the temporary files of dead processes from a directory.
// Errors are ignored, as no reader opens such files.
func (d Dir) RemoveLeft(dir string, dead map[string]bool) {
	names, _ := d.Names(dir)
	for _, name := range names {
		if by := processOf(name); by != "" && dead[by] {
			d.disk.Remove(filepath.Join(dir, name))
		}
	}
}

// Exists reports whether anything exists at path.
func Exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// RandomHex returns n random bytes in hexadecimal.
func RandomHex(n int) string {
	b := make([]byte, n)
	rand.Read(b) // never fails (Go 1.24)
	return hex.EncodeToString(b)
}

// OpenRegular opens a regular file and returns its size. It follows links.
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

// ReadText reads a file of at most so many bytes, written by a person. It does
// not wait for a writer of a named pipe, and stops when ctx ends.
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
