package archive

import (
	"archive/tar"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/sessions/store"
)

// Open opens a packed session in place, without unpacking it. It returns the
// same errors as [Unpack]. The directory is read-only.
func Open(file string) (store.Dir, error) {
	f, size, err := store.OpenRegular(file)
	if err != nil {
		return store.Dir{}, err
	}
	return opened(f, size)
}

// source is the file of a packed session.
type source interface {
	io.ReadSeekCloser
	io.ReaderAt
	Name() string
}

// opened works like [Open] for an open file.
func opened(f source, size int64) (store.Dir, error) {
	files, err := index(f, size)
	if err != nil {
		f.Close()
		var bad *badArchive
		if errors.As(err, &bad) {
			err = bad.forFile(f.Name())
		}
		return store.Dir{}, err
	}
	return store.Packed(disk{f, ".", files}, f.Name()), nil
}

// extent is the position of a file in the archive.
type extent struct{ start, size int64 }

// index returns the positions of the session's files, by their paths in it.
func index(f io.ReadSeeker, size int64) (map[string]extent, error) {
	r := &archiveReader{tar: tar.NewReader(f), left: size}
	files := map[string]extent{}
	for {
		name, err := r.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		start, err := f.Seek(0, io.SeekCurrent) // the reader is at the file's first byte
		if err != nil {
			return nil, err
		}
		if start+r.size > size {
			return nil, &badArchive{name: name, problem: "it is cut off"}
		}
		if _, twice := files[name]; twice {
			return nil, &badArchive{name: name, problem: "it occurs twice"}
		}
		files[name] = extent{start, r.size}
	}
	if _, ok := files[store.HeaderName]; !ok {
		return nil, &badArchive{problem: "it has no " + store.HeaderName, notSession: len(files) == 0}
	}
	return files, nil
}

// disk is a packed session, or one of its folders, for reading.
type disk struct {
	in     source
	folder string
	files  map[string]extent // by path in the session
}

var _ store.Disk = disk{}

// errPacked is the error of all operations that would write.
var errPacked = errors.New("a packed session can only be read")

// at returns the path of a name within the session.
func (d disk) at(name string) string { return path.Join(d.folder, filepath.ToSlash(name)) }

// isFolder reports whether a path is a folder of sessions, even if it contains
// no file.
func isFolder(at string) bool {
	return slices.ContainsFunc(packed, func(k kind) bool { return k.folder == at })
}

func (d disk) Open(name string) (store.File, error) {
	e, ok := d.files[d.at(name)]
	if !ok {
		return nil, d.missing("open", name)
	}
	return &member{io.NewSectionReader(d.in, e.start, e.size), memberInfo{path.Base(d.at(name)), e.size, 0o444}}, nil
}

func (d disk) Lstat(name string) (fs.FileInfo, error) {
	at := d.at(name)
	if isFolder(at) {
		return memberInfo{path.Base(at), 0, fs.ModeDir | 0o555}, nil
	}
	e, ok := d.files[at]
	if !ok {
		return nil, d.missing("lstat", name)
	}
	return memberInfo{path.Base(at), e.size, 0o444}, nil
}

func (d disk) ReadDir(name string) ([]fs.DirEntry, error) {
	at := d.at(name)
	if !isFolder(at) {
		return nil, d.missing("open", name)
	}
	var entries []fs.DirEntry
	for name, e := range d.files {
		if path.Dir(name) == at {
			entries = append(entries, fs.FileInfoToDirEntry(memberInfo{path.Base(name), e.size, 0o444}))
		}
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, nil
}

func (d disk) Sub(name string) (store.Disk, error) {
	if !isFolder(d.at(name)) {
		return nil, d.missing("open", name)
	}
	return disk{d.in, d.at(name), d.files}, nil
}

// Close closes the archive, if d is the session's top folder.
func (d disk) Close() error {
	if d.folder != "." {
		return nil
	}
	return d.in.Close()
}

func (d disk) missing(op, name string) error {
	return &fs.PathError{Op: op, Path: fmt.Sprintf("%s in %s", message.Clean(d.at(name)), d.in.Name()), Err: fs.ErrNotExist}
}

func (d disk) Create(string, int) (store.File, error) { return nil, errPacked }
func (d disk) Mkdir(string) error                     { return errPacked }
func (d disk) Link(string, string) error              { return errPacked }
func (d disk) Rename(string, string) error            { return errPacked }
func (d disk) Remove(string) error                    { return errPacked }
func (d disk) RemoveAll(string) error                 { return errPacked }

// member is an open file of a packed session.
type member struct {
	*io.SectionReader
	info memberInfo
}

func (m *member) Stat() (fs.FileInfo, error) { return m.info, nil }
func (m *member) Write([]byte) (int, error)  { return 0, errPacked }
func (m *member) Sync() error                { return nil }
func (m *member) Close() error               { return nil }

// memberInfo holds the attributes of a file of a packed session.
type memberInfo struct {
	name string
	size int64
	mode fs.FileMode
}

func (i memberInfo) Name() string       { return i.name }
func (i memberInfo) Size() int64        { return i.size }
func (i memberInfo) Mode() fs.FileMode  { return i.mode }
func (i memberInfo) ModTime() time.Time { return time.Time{} }
func (i memberInfo) IsDir() bool        { return i.mode.IsDir() }
func (i memberInfo) Sys() any           { return nil }
