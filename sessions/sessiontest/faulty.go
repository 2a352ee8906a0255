package sessiontest

import (
	"io/fs"
	"path/filepath"
	"slices"
	"sync"
	"syscall"
	"testing"

	"example.com/sfatui/sessions/store"
)

// Faulty is a disk whose calls fail when they are told to. It forces nothing
// to the real disk: no test here turns the power off.
type Faulty struct {
	store.Disk
	*faults
}

// faults tell which calls of a disk, and of the directories in it, fail.
type faults struct {
	err  error // EIO: one call fails. ENOSPC: all that need room, from then on
	From int   // the number of the call, from 1; 0 for none
	// folder begins the paths of files in errors.
	folder string

	mu    sync.Mutex
	Calls int
	Hit   int // calls that failed
}

// NewFaulty is a faulty disk, the folder that a session is in.
func NewFaulty(t testing.TB, folder string, err error, from int) *Faulty {
	t.Helper()
	d, openErr := store.OpenDisk(folder)
	if openErr != nil {
		t.Fatal(openErr)
	}
	return &Faulty{d, &faults{err: err, From: from, folder: folder}}
}

// Place is a session's directory in it.
func (d *Faulty) Place(dir string) store.Place { return store.On(d, filepath.Base(dir), dir) }

func (d *Faulty) Sub(name string) (store.Disk, error) {
	if err := d.fault("open", name); err != nil {
		return nil, err
	}
	sub, err := d.Disk.Sub(name)
	if err != nil {
		return nil, err
	}
	return &Faulty{sub, d.faults}, nil
}

// roomy are the calls that a full disk refuses.
var roomy = []string{"create", "write", "sync", "mkdir", "link", "rename"}

// fault is the error of the next call, nil for none.
func (d *faults) fault(op, path string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.Calls++
	fails := d.Calls == d.From
	if d.err == syscall.ENOSPC {
		fails = d.From > 0 && d.Calls >= d.From && slices.Contains(roomy, op)
	}
	if !fails {
		return nil
	}
	d.Hit++
	return &fs.PathError{Op: op, Path: filepath.Join(d.folder, path), Err: d.err}
}

func (d *Faulty) Open(path string) (store.File, error) {
	if err := d.fault("open", path); err != nil {
		return nil, err
	}
	f, err := d.Disk.Open(path)
	return &faultyFile{f, d, path}, err
}

func (d *Faulty) Create(path string, flag int) (store.File, error) {
	if err := d.fault("create", path); err != nil {
		return nil, err
	}
	f, err := d.Disk.Create(path, flag)
	return &faultyFile{f, d, path}, err
}

func (d *Faulty) Mkdir(path string) error {
	return unless(d.fault("mkdir", path), func() error { return d.Disk.Mkdir(path) })
}

func (d *Faulty) Link(old, new string) error {
	return unless(d.fault("link", new), func() error { return d.Disk.Link(old, new) })
}

func (d *Faulty) Rename(old, new string) error {
	return unless(d.fault("rename", new), func() error { return d.Disk.Rename(old, new) })
}

func (d *Faulty) Remove(path string) error {
	return unless(d.fault("remove", path), func() error { return d.Disk.Remove(path) })
}

func (d *Faulty) RemoveAll(path string) error {
	return unless(d.fault("remove", path), func() error { return d.Disk.RemoveAll(path) })
}

func (d *Faulty) Lstat(path string) (fs.FileInfo, error) {
	if err := d.fault("lstat", path); err != nil {
		return nil, err
	}
	return d.Disk.Lstat(path)
}

func (d *Faulty) ReadDir(path string) ([]fs.DirEntry, error) {
	if err := d.fault("readdir", path); err != nil {
		return nil, err
	}
	return d.Disk.ReadDir(path)
}

// unless does what a call does unless it fails.
func unless(err error, do func() error) error {
	if err != nil {
		return err
	}
	return do()
}

type faultyFile struct {
	store.File
	disk *Faulty
	path string
}

func (f *faultyFile) Read(b []byte) (int, error) {
	if err := f.disk.fault("read", f.path); err != nil {
		return 0, err
	}
	return f.File.Read(b)
}

// Write leaves half behind where it fails.
func (f *faultyFile) Write(b []byte) (int, error) {
	if err := f.disk.fault("write", f.path); err != nil {
		n, _ := f.File.Write(b[:len(b)/2])
		return n, err
	}
	return f.File.Write(b)
}

func (f *faultyFile) Seek(offset int64, whence int) (int64, error) {
	if err := f.disk.fault("seek", f.path); err != nil {
		return 0, err
	}
	return f.File.Seek(offset, whence)
}

func (f *faultyFile) Sync() error { return f.disk.fault("sync", f.path) }

// Close closes the file also where it fails, as the system does.
func (f *faultyFile) Close() error {
	err := f.disk.fault("close", f.path)
	if closeErr := f.File.Close(); err == nil {
		err = closeErr
	}
	return err
}
