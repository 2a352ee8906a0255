package sessions

import (
	"archive/tar"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/sessions/store"
)

// PackedExt ends the names of packed sessions.
const PackedExt = Ext + ".tar"

// packed are the files that belong to a session, by their folder, in the order
// in which they are packed: a journal may speak of plans and points, so in a
// session that grows meanwhile it must be read before them. It is the order of
// the names, too.
var packed = []struct {
	folder string
	file   *regexp.Regexp
}{
	{store.ArtifactDir, regexp.MustCompile(`^[0-9a-f]{64}\.npz$`)},
	{store.JournalDir, regexp.MustCompile(`^[0-9A-Za-z][0-9A-Za-z._-]{0,99}\.jsonl$`)},
	{store.PlanDir, regexp.MustCompile(`^[0-9]{4,9}\.jsonl$`)},
	{store.PointsDir, regexp.MustCompile(`^[0-9a-f]{64}\.json$`)},
	{".", regexp.MustCompile(`^session\.json$`)},
}

// ofSession says that a path relative to a session, with slashes, is that of
// one of its files.
func ofSession(name string) bool {
	folder, file := path.Dir(name), path.Base(name)
	for _, p := range packed {
		if p.folder == folder {
			return p.file.MatchString(file)
		}
	}
	return false
}

// Pack writes the files of a session as one (POSIX ustar), in a folder named
// after data set and creation. The same session gives the same bytes: names are
// sorted, times are that of the session's creation, owners are none. Files that
// are no session's, such as those of killed writers, are left out. Of a session
// that grows meanwhile it packs what is there.
func (s *Session) Pack(w io.Writer) error {
	t := tar.NewWriter(w)
	folder := folderName(s.Header)
	for _, p := range packed {
		names, err := s.at.Names(p.folder)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return s.Wrap(err)
		}
		for _, name := range names {
			if p.file.MatchString(name) {
				if err := s.packFile(t, folder, path.Join(p.folder, name)); err != nil {
					return err
				}
			}
		}
	}
	return t.Close()
}

// packFile writes one file, as long as it is now: a journal may grow.
func (s *Session) packFile(t *tar.Writer, folder, name string) error {
	f, err := s.at.Open(filepath.FromSlash(name), 0)
	if err != nil {
		return s.Wrap(fmt.Errorf("%s: %w", name, err))
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return s.Wrap(err)
	}
	err = t.WriteHeader(&tar.Header{
		Format: tar.FormatUSTAR, Typeflag: tar.TypeReg, Name: path.Join(folder, name), Size: info.Size(),
		Mode: 0o644, ModTime: s.Header.Created.Truncate(time.Second),
	})
	if err != nil {
		return s.Wrap(fmt.Errorf("%s: %w", name, err))
	}
	if _, err := io.CopyN(t, f, info.Size()); err != nil {
		return s.Wrap(fmt.Errorf("%s: %w", name, err))
	}
	return nil
}

var unpackable = regexp.MustCompile(`[^A-Za-z0-9_-]+`)

// folderName is the folder that a packed session has its files in.
func folderName(h Header) string {
	name := unpackable.ReplaceAllString(h.Name, "-")
	return name[:min(len(name), 60)] + h.Created.Format("-20060102-150405") + Ext
}

// IsPacked reports whether a file is an archive of the kind that Pack writes.
func IsPacked(file string) bool {
	f, _, err := store.OpenRegular(file)
	if err != nil {
		return false
	}
	defer f.Close()
	var block [512]byte
	_, err = io.ReadFull(f, block[:])
	return err == nil && string(block[257:262]) == "ustar"
}

// Unpack makes the directory of a session from a packed one. It refuses a
// directory that exists. A kill at any moment leaves either no session or a
// whole one. What it reads may come from a stranger: only regular files that
// belong to a session are made, within dir, and never more bytes than the file
// has. A file that is cut off or holds something else is a *[store.DamagedError], one
// that is no packed session fs.ErrNotExist.
func Unpack(file, dir string) (err error) {
	dir = filepath.Clean(dir)
	if store.Exists(dir) {
		return fmt.Errorf("%s: %w; name another directory", message.Clean(dir), fs.ErrExist)
	}
	f, size, err := store.OpenRegular(file)
	if err != nil {
		return err
	}
	defer f.Close()
	temp := store.Temporary(dir)
	if err := os.Mkdir(temp, 0o755); err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	root, err := os.OpenRoot(temp)
	if err != nil {
		return err
	}
	defer root.Close()
	for _, sub := range []string{store.PlanDir, store.JournalDir, store.PointsDir} {
		if err := root.Mkdir(sub, 0o755); err != nil {
			return err
		}
	}
	if err := unpack(f, size, root); err != nil {
		var bad *badArchive
		if errors.As(err, &bad) {
			return bad.of(file)
		}
		return err
	}
	return os.Rename(temp, dir)
}

// packedMark is the file that tells a directory that was unpacked for reading
// only.
const packedMark = ".packed"

// OpenPacked unpacks a session into a temporary directory for reading, which
// remove removes. No writer can be had there: what it wrote would be lost.
func OpenPacked(file string) (dir string, remove func(), err error) {
	temp, err := os.MkdirTemp("", "sfatui-")
	if err != nil {
		return "", nil, fmt.Errorf("%w; set TMPDIR to a directory with room for the session", err)
	}
	remove = func() { os.RemoveAll(temp) }
	dir = filepath.Join(temp, strings.TrimSuffix(filepath.Base(file), ".tar"))
	if err = Unpack(file, dir); err == nil {
		err = os.WriteFile(filepath.Join(dir, packedMark), nil, 0o644)
	}
	if err != nil {
		remove()
		return "", nil, err
	}
	return dir, remove, nil
}

// writable refuses a session that was unpacked for reading only, and one that
// the disk did not give in full: what it hid would be computed twice.
func (s *Session) writable() error {
	switch packed, err := s.at.Has(packedMark); {
	case packed:
		return s.Wrap(errors.New("it is packed, and can only be looked at: unpack it first with sfatui unpack"))
	case store.IsDisk(err):
		return s.Wrap(err)
	}
	if err := s.damages.Unread; err != nil {
		return s.Wrap(fmt.Errorf("it cannot be read in full: %w; put the disk right, or delete the file to have what it held computed again", err))
	}
	return nil
}
