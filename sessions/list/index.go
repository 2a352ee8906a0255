package list

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"example.com/sfatui/sessions/jsonl"
	"example.com/sfatui/sessions/store"
)

// Index caches summaries of sessions in a folder. Several processes may share
// one folder.
type Index struct {
	// open opens the folder, and creates it if necessary.
	open func() (store.Disk, error)
	// program identifies the program that makes summaries, because another
	// version may compute them differently.
	program string
	now     func() time.Time
	kept    atomic.Int64
}

var _ Kept = (*Index)(nil)

// UsualIndex returns the index in the user's cache folder.
func UsualIndex() *Index {
	return IndexIn(CacheFolder())
}

// CacheFolder returns the folder of the usual index, "" if the user has no
// cache folder.
func CacheFolder() string {
	cache, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(cache, "sfatui", "sessions")
}

// IndexIn returns an index in a folder, which is created with the first entry.
// With "" it caches nothing. A folder that others may write to is not used.
func IndexIn(folder string) *Index {
	return IndexOn(sync.OnceValues(func() (store.Disk, error) {
		if folder == "" {
			return nil, fs.ErrNotExist
		}
		if err := os.MkdirAll(folder, 0o700); err != nil {
			return nil, err
		}
		disk, err := store.OpenDisk(folder)
		if err != nil {
			return nil, err
		}
		info, err := disk.Lstat(".")
		if err == nil && !private(info) {
			err = fs.ErrPermission
		}
		return disk, err
	}), program(), time.Now)
}

// IndexOn returns an index on a disk, for the given program and clock.
func IndexOn(open func() (store.Disk, error), program string, now func() time.Time) *Index {
	return &Index{open: open, program: program, now: now}
}

// program returns an identifier of this program: a digest of its path and its
// file's attributes.
var program = sync.OnceValue(func() string {
	info, err := os.Stat("/proc/self/exe") // the running file, even after another has replaced it
	path, err2 := os.Executable()
	if err != nil && err2 == nil {
		info, err = os.Stat(path)
	}
	if err != nil || err2 != nil {
		return ""
	}
	h := sha256.New()
	describe(h, path, info)
	return hex.EncodeToString(h.Sum(nil))
})

// entry is the cached file of a session.
type entry struct {
	UUID    string
	Stamp   string
	Summary Summary
}

const (
	ext = ".json"
	// mostEntry is the maximum size in bytes of an entry, mostBytes that of all
	// entries; beyond it the oldest half is removed. A typical entry has 3 kB.
	mostEntry = 256 << 10
	mostBytes = 64 << 20
	// minAge is the time that a file must be unchanged before its times are
	// reliable: longer than the resolution of any file system's clock.
	minAge = 2 * time.Second
)

// Summary returns the cached summary of a session, or calls read. It caches the
// summary of an undamaged session whose files did not change during the read or
// just before it.
func (x *Index) Summary(in store.Dir, uuid string, read func() Summary) Summary {
	path, err := filepath.Abs(in.Path("."))
	disk, err2 := x.open()
	if err != nil || err2 != nil || x.program == "" {
		return read()
	}
	name, seed := nameOf(path), path+"\n"+x.program
	load := func() (entry, bool) { return load(disk, name, seed) }
	return current(in, uuid, x.now(), read, load, func(e entry) { x.writeEntry(disk, name, seed, e) })
}

// current returns the summary from load if the session has not changed since,
// else the summary from read, which it passes to keep.
func current(in store.Dir, uuid string, at time.Time, read func() Summary, load func() (entry, bool), keep func(entry)) Summary {
	s, err := stampOf(in)
	if err != nil {
		return read()
	}
	if e, ok := load(); ok && e.UUID == uuid && e.Stamp == s.sum {
		return e.Summary
	}
	u := read()
	if u.Damages > 0 || at.Sub(s.newest) < minAge {
		return u
	}
	if after, err := stampOf(in); err == nil && after.sum == s.sum {
		keep(entry{uuid, s.sum, u})
	}
	return u
}

// nameOf returns the file name of the entry of the session at a path.
func nameOf(path string) string {
	sum := sha256.Sum256([]byte(path))
	return hex.EncodeToString(sum[:16]) + ext
}

// load reads an entry; false if it is missing or damaged. Texts in it are
// cleaned, because anybody may have written them.
func load(disk store.Disk, name, seed string) (e entry, ok bool) {
	info, err := disk.Lstat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() > mostEntry {
		return e, false
	}
	f, err := disk.Open(name)
	if err != nil {
		return e, false
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, mostEntry+1))
	if err != nil || jsonl.Decode(seed, text, &e) != nil {
		return e, false
	}
	jsonl.CleanTexts(&e)
	return e, true
}

// writeEntry writes an entry atomically. It does not sync, because the checksum
// detects what a crash destroys. Errors are ignored: the summary is then read
// again.
func (x *Index) writeEntry(disk store.Disk, name, seed string, e entry) {
	text, err := jsonl.Encode(seed, e)
	if err != nil || len(text) > mostEntry {
		return
	}
	temp := store.Temporary(name)
	f, err := disk.Create(temp, 0)
	if err != nil {
		return
	}
	_, err = f.Write(text)
	if err = errors.Join(err, f.Close()); err == nil {
		err = disk.Rename(temp, name)
	}
	if err != nil {
		disk.Remove(temp)
	}
	if x.kept.Add(1)%1024 == 1 {
		x.prune(disk)
	}
}

// prune removes the oldest entries if there are too many, and old temporary
// files.
func (x *Index) prune(disk store.Disk) {
	entries, err := disk.ReadDir(".")
	if err != nil {
		return
	}
	var files []fs.FileInfo
	var bytes int64
	for _, e := range entries {
		info, err := disk.Lstat(e.Name())
		switch {
		case err != nil || !info.Mode().IsRegular():
		case strings.HasPrefix(e.Name(), ".") && x.now().Sub(info.ModTime()) > time.Hour:
			disk.Remove(e.Name())
		case strings.HasSuffix(e.Name(), ext):
			files, bytes = append(files, info), bytes+info.Size()
		}
	}
	if bytes <= mostBytes {
		return
	}
	slices.SortFunc(files, func(a, b fs.FileInfo) int { return a.ModTime().Compare(b.ModTime()) })
	for _, info := range files {
		if bytes -= info.Size(); bytes < mostBytes/2 {
			return
		}
		disk.Remove(info.Name())
	}
}
