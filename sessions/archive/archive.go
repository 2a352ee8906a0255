package archive

import (
	"archive/tar"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"time"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/sessions/store"
)

// Ext is the extension of packed sessions.
const Ext = ".sfa.tar"

// Write writes the files of a session as one archive (POSIX ustar), in a folder
// of the given name, with a time to the second. Names are sorted, and owners
// are empty. Other files, such as temporary files of killed writers, are left
// out. Of a growing session it writes the present files.
func Write(w io.Writer, dir store.Dir, folder string, at time.Time) error {
	t := tar.NewWriter(w)
	for _, p := range packed {
		names, err := dir.Names(p.folder)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		for _, name := range names {
			if !p.file.MatchString(name) {
				continue
			}
			name = path.Join(p.folder, name)
			if err := writeFile(t, dir, folder, name, at); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
	}
	return t.Close()
}

// writeFile writes one file up to its present length, because a journal may
// grow.
func writeFile(t *tar.Writer, dir store.Dir, folder, name string, at time.Time) error {
	f, err := dir.Open(filepath.FromSlash(name), 0)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	err = t.WriteHeader(&tar.Header{
		Format: tar.FormatUSTAR, Typeflag: tar.TypeReg, Name: path.Join(folder, name), Size: info.Size(),
		Mode: 0o644, ModTime: at.Truncate(time.Second),
	})
	if err != nil {
		return err
	}
	_, err = io.CopyN(t, f, info.Size())
	return err
}

// Is reports whether a file is an archive of the type that [Write] writes.
func Is(file string) bool {
	f, _, err := store.OpenRegular(file)
	if err != nil {
		return false
	}
	defer f.Close()
	var block [512]byte
	_, err = io.ReadFull(f, block[:])
	return err == nil && string(block[257:262]) == "ustar"
}

// Unpack unpacks a packed session into a new directory. It returns an error if
// the directory exists. A kill at any moment leaves either no session or a
// complete one. The file may come from a stranger: Unpack creates only regular
// files of a session, within dir, with no more bytes in total than the archive
// has. It returns a *[store.DamagedError] for a file that is cut off or has
// other contents, and fs.ErrNotExist for one that is not a packed session.
func Unpack(file, dir string) error {
	dir = filepath.Clean(dir)
	if store.Exists(dir) {
		return fmt.Errorf("%s: %w; name another directory", message.Clean(dir), fs.ErrExist)
	}
	f, size, err := store.OpenRegular(file)
	if err != nil {
		return err
	}
	defer f.Close()
	return unpackTo(store.At(dir), f, size)
}

// unpackTo works like [Unpack] for a place that does not exist.
func unpackTo(at store.Place, f source, size int64) error {
	made, err := at.Make(func(temp store.Dir) error {
		for _, sub := range []string{store.PlanDir, store.JournalDir, store.PointsDir} {
			if err := temp.Mkdir(sub); err != nil {
				return err
			}
		}
		return unpack(f, size, temp)
	})
	if err != nil {
		var bad *badArchive
		if errors.As(err, &bad) {
			return bad.forFile(f.Name())
		}
		return err
	}
	return made.Close()
}
