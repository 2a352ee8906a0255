package sessiontest

import (
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"example.com/sfatui/datasets/testenv"
	"example.com/sfatui/sessions/store"
)

// Fault is a way in which a disk fails.
type Fault struct {
	Name string
	// Err is the error of failing calls.
	Err error
	// Calls lists the operations that can fail; nil for all.
	Calls []string
	// Lasts reports that all calls from the first failing one on fail.
	Lasts bool
	// Replies reports that failing calls take effect: a server executed them,
	// its reply was lost, and the repeated call found them done.
	Replies bool
}

// Faults lists the faults that tests inject at every call of a disk.
var Faults = []Fault{
	{Name: "a full disk", Err: syscall.ENOSPC, Lasts: true, Calls: []string{"create", "write", "sync", "mkdir", "link", "rename"}},
	IOError,
	{Name: "a disk that became read-only", Err: syscall.EROFS, Lasts: true, Calls: []string{"create", "write", "mkdir", "link", "rename", "remove"}},
	PowerCut,
	{Name: "a quota that is used up", Err: syscall.EDQUOT, Calls: []string{"create", "write", "sync", "close"}},
}

// IOError is a single failing call.
var IOError = Fault{Name: "an I/O error", Err: syscall.EIO}

// EachCall calls try with the number of each call that can fail, until try
// reports that none is left, and returns the number of tries. Without CI it
// skips most of them.
func EachCall(t testing.TB, fault Fault, try func(name string, from int) bool) int {
	t.Helper()
	for from, tried := 1, 0; ; tried++ {
		if !try(fmt.Sprintf("%s at call %d", fault.Name, from), from) {
			t.Logf("%s: %d of %d calls tried", fault.Name, tried, from-1)
			tally.Lock()
			defer tally.Unlock()
			tally.of[testOf(t)] += tried
			return tried
		}
		if from++; !testenv.Full() {
			from += from
		}
	}
}

// tally counts the faults that [EachCall] tried, by the name of the test.
var tally = struct {
	sync.Mutex
	of map[string]int
}{of: map[string]int{}}

func testOf(t testing.TB) string {
	name, _, _ := strings.Cut(t.Name(), "/")
	return name
}

// Promise fails a test that tries fewer faults than the help topic sessions
// states, when all are tried: with CI.
func Promise(t testing.TB, faults int) {
	t.Cleanup(func() {
		tally.Lock()
		defer tally.Unlock()
		tried := tally.of[testOf(t)]
		t.Logf("%d faults were tried", tried)
		if testenv.Full() && tried < faults {
			t.Errorf("%d faults were tried, %d are told of", tried, faults)
		}
	})
}

// PowerCut stops a machine: all later calls fail, and [Faulty.Lose] removes
// what was not synced.
var PowerCut = Fault{Name: "a power cut", Err: syscall.EIO, Lasts: true}

// LostReplies lists faults that must have no visible effect.
var LostReplies = []Fault{
	{Name: "a lost reply of link", Err: syscall.EEXIST, Calls: []string{"link"}, Replies: true},
	{Name: "a lost reply of link that is an I/O error", Err: syscall.EIO, Calls: []string{"link"}, Replies: true},
	{Name: "a lost reply of rename", Err: syscall.ENOENT, Calls: []string{"rename"}, Replies: true},
	{Name: "a lost reply of remove", Err: syscall.ENOENT, Calls: []string{"remove"}, Replies: true},
}

// Faulty is a disk with injected faults. It does not sync to the real disk, but
// records what a crash would lose.
type Faulty struct {
	store.Disk
	*faults
	path string // of the directory
}

// faults selects the failing calls of a disk and of its directories.
type faults struct {
	Fault
	From int // number of the failing call, from 1, among those that can fail; 0 for none
	// Late reports that every directory is listed as at its first listing, like
	// a stale cache of a network file system.
	Late bool

	mu     sync.Mutex
	Calls  int
	Hit    int // number of failed calls
	listed map[string][]fs.DirEntry
	// The unsynced state: the synced length of each file, and functions that
	// undo the names in each directory, to be called from the last.
	synced map[string]int64
	names  map[string][]func()
}

// NewFaulty returns a faulty disk on a folder.
func NewFaulty(t testing.TB, folder string, fault Fault, from int) *Faulty {
	t.Helper()
	d, err := store.OpenDisk(folder)
	if err != nil {
		t.Fatal(err)
	}
	return &Faulty{d, &faults{Fault: fault, From: from, listed: map[string][]fs.DirEntry{}, synced: map[string]int64{}, names: map[string][]func(){}}, folder}
}

// Place returns the place of a session's directory, or of a file, on the disk.
func (d *Faulty) Place(path string) store.Place { return store.On(d, filepath.Base(path), path) }

// Lose removes what was not synced: names, and the ends of files.
func (d *Faulty) Lose() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, undo := range d.names {
		for _, f := range slices.Backward(undo) {
			f()
		}
	}
	for path, size := range d.synced {
		os.Truncate(path, size) // if it still exists
	}
}

func (d *Faulty) at(name string) string { return filepath.Join(d.path, name) }

// fault returns the error of the next call, nil for none.
func (d *Faulty) fault(op, name string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.Fault.Calls != nil && !slices.Contains(d.Fault.Calls, op) {
		return nil
	}
	d.Calls++
	if d.From == 0 || d.Calls != d.From && !(d.Lasts && d.Calls > d.From) {
		return nil
	}
	d.Hit++
	return &fs.PathError{Op: op, Path: d.at(name), Err: d.Err}
}

// recordUndo records how to undo a name, until its directory is synced.
func (d *Faulty) recordUndo(name string, undo func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	dir := filepath.Dir(d.at(name))
	d.names[dir] = append(d.names[dir], undo)
}

// do executes a call unless it fails.
func (d *Faulty) do(op, name string, call func() error) error {
	fault := d.fault(op, name)
	if fault != nil && !d.Replies {
		return fault
	}
	if err := call(); err != nil {
		return err
	}
	return fault
}

func (d *Faulty) Sub(name string) (store.Disk, error) {
	if err := d.fault("open", name); err != nil {
		return nil, err
	}
	sub, err := d.Disk.Sub(name)
	if err != nil {
		return nil, err
	}
	return &Faulty{sub, d.faults, d.at(name)}, nil
}

func (d *Faulty) Open(name string) (store.File, error) {
	if err := d.fault("open", name); err != nil {
		return nil, err
	}
	f, err := d.Disk.Open(name)
	return &faultyFile{f, d, name}, err
}

func (d *Faulty) Create(name string, flag int) (store.File, error) {
	if err := d.fault("create", name); err != nil {
		return nil, err
	}
	f, err := d.Disk.Create(name, flag)
	if err == nil {
		d.mu.Lock()
		d.synced[d.at(name)] = 0
		d.mu.Unlock()
		d.recordUndo(name, func() { os.Remove(d.at(name)) })
	}
	return &faultyFile{f, d, name}, err
}

func (d *Faulty) Mkdir(name string) error {
	return d.do("mkdir", name, func() error {
		err := d.Disk.Mkdir(name)
		if err == nil {
			d.recordUndo(name, func() { os.RemoveAll(d.at(name)) })
		}
		return err
	})
}

func (d *Faulty) Link(old, new string) error {
	return d.do("link", new, func() error {
		err := d.Disk.Link(old, new)
		if err == nil {
			d.mu.Lock()
			d.synced[d.at(new)] = d.synced[d.at(old)]
			d.mu.Unlock()
			d.recordUndo(new, func() { os.Remove(d.at(new)) })
		}
		return err
	})
}

func (d *Faulty) Rename(old, new string) error {
	return d.do("rename", new, func() error {
		err := d.Disk.Rename(old, new)
		if err == nil {
			d.moved(d.at(old), d.at(new))
			d.recordUndo(new, func() { os.Rename(d.at(new), d.at(old)) })
		}
		return err
	})
}

// moved transfers the recorded lengths of a file, or of all in a directory, to
// its new name.
func (d *Faulty) moved(old, new string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for path, size := range maps.Clone(d.synced) {
		if rest, ok := strings.CutPrefix(path, old); ok && (rest == "" || rest[0] == filepath.Separator) {
			delete(d.synced, path)
			d.synced[new+rest] = size
		}
	}
}

func (d *Faulty) Remove(name string) error {
	return d.do("remove", name, func() error { return d.Disk.Remove(name) })
}

func (d *Faulty) RemoveAll(name string) error {
	return d.do("remove", name, func() error { return d.Disk.RemoveAll(name) })
}

func (d *Faulty) Lstat(name string) (fs.FileInfo, error) {
	if err := d.fault("lstat", name); err != nil {
		return nil, err
	}
	return d.Disk.Lstat(name)
}

func (d *Faulty) ReadDir(name string) ([]fs.DirEntry, error) {
	if err := d.fault("readdir", name); err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if listed, ok := d.listed[d.at(name)]; ok && d.Late {
		return slices.Clone(listed), nil
	}
	entries, err := d.Disk.ReadDir(name)
	d.listed[d.at(name)] = slices.Clone(entries)
	return entries, err
}

// ReaderAt returns a file on the disk for reading at any offset.
func (d *Faulty) ReaderAt(name string, file io.ReaderAt) io.ReaderAt {
	return faultyReaderAt{file, d, name}
}

type faultyReaderAt struct {
	io.ReaderAt
	disk *Faulty
	path string
}

// ReadAt returns half of the requested bytes if it fails.
func (f faultyReaderAt) ReadAt(b []byte, at int64) (int, error) {
	if err := f.disk.fault("read", f.path); err != nil {
		n, _ := f.ReaderAt.ReadAt(b[:len(b)/2], at)
		return n, err
	}
	return f.ReaderAt.ReadAt(b, at)
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

// Write writes half of the bytes if it fails.
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

// Sync records the synced length or names.
func (f *faultyFile) Sync() error {
	if err := f.disk.fault("sync", f.path); err != nil {
		return err
	}
	info, err := f.File.Stat()
	if err != nil {
		return err
	}
	d := f.disk
	d.mu.Lock()
	defer d.mu.Unlock()
	if path := d.at(f.path); info.IsDir() {
		delete(d.names, path)
	} else {
		d.synced[path] = info.Size()
	}
	return nil
}

// Close closes the file even if it fails, as the system does.
func (f *faultyFile) Close() error {
	err := f.disk.fault("close", f.path)
	if closeErr := f.File.Close(); err == nil {
		err = closeErr
	}
	return err
}
