package archive

import (
	"archive/tar"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/sessions/store"
)

// badArchive is the reason why a packed session cannot be unpacked.
type badArchive struct {
	name       string // of the file in it, "" for the whole archive
	problem    string
	notSession bool // it is not a packed session
}

func (e *badArchive) Error() string { return e.name + ": " + e.problem }

// forFile returns the error for a file.
func (e *badArchive) forFile(file string) error {
	if e.notSession {
		return fmt.Errorf("%s is not a packed session, %s: %w", message.Clean(file), e.problem, fs.ErrNotExist)
	}
	name := cmp.Or(e.name, "the archive")
	return &store.DamagedError{Dir: file, Damage: store.Damage{File: message.Clean(name), What: message.Clean(e.problem), Lost: "the packed session; tar extracts its undamaged files"}}
}

// unpack creates and syncs the files of a packed session of size bytes in dir.
// Errors of the archive are of type *badArchive; others are of the disk.
func unpack(in io.Reader, size int64, dir store.Dir) error {
	r := &archiveReader{tar: tar.NewReader(in), left: size}
	var made []string
	for {
		name, err := r.next()
		if err == io.EOF {
			break
		}
		if err == nil {
			err = unpackFile(r, dir, name)
		}
		if err != nil {
			return err
		}
		made = append(made, name)
	}
	if dir.Missing(store.HeaderName) {
		return &badArchive{problem: "it has no " + store.HeaderName, notSession: len(made) == 0}
	}
	return dir.Settle(made)
}

func unpackFile(r *archiveReader, dir store.Dir, name string) error {
	if path.Dir(name) == store.ArtifactDir {
		if err := dir.Mkdir(store.ArtifactDir); err != nil {
			return err
		}
	}
	f, err := dir.Create(name)
	if errors.Is(err, fs.ErrExist) {
		return &badArchive{name: name, problem: "it occurs twice"}
	}
	if err != nil {
		return err
	}
	err = r.copy(f, name)
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	return err
}

// archiveReader reads the files of one session from an archive, and returns an
// error for entries that no packed session has.
type archiveReader struct {
	tar    *tar.Reader
	folder string // folder of the session
	found  bool   // a file of the session was found
	left   int64  // bytes that files may still have: together no more than the archive
	size   int64  // of the current file
}

// next advances to the next file of the session and returns its path in it. It
// skips other files, such as the user's notes. At the end of the archive it
// returns io.EOF.
func (r *archiveReader) next() (string, error) {
	for {
		h, err := r.tar.Next()
		if err == io.EOF {
			return "", err
		}
		if store.IsDisk(err) {
			return "", err // the archive may be undamaged
		}
		if err != nil {
			return "", &badArchive{problem: "it is cut off or not an archive: " + err.Error()}
		}
		if what := suspicion(h); what != "" {
			return "", &badArchive{name: h.Name, problem: what}
		}
		// An entry can claim holes, and so be far longer than its bytes: the
		// total size of all files limits that.
		if r.left -= h.Size; h.Size < 0 || r.left < 0 {
			return "", &badArchive{name: h.Name, problem: "the archive claims more bytes than it has"}
		}
		folder, name := inSession(path.Clean(h.Name))
		if h.Typeflag != tar.TypeReg || name == "" {
			continue
		}
		if r.found && folder != r.folder {
			return "", &badArchive{name: h.Name, problem: "the archive holds more than one session: unpack it with tar"}
		}
		r.folder, r.found, r.size = folder, true, h.Size
		return name, nil
	}
}

// suspicion returns what is suspicious about an entry, "" for nothing.
func suspicion(h *tar.Header) string {
	switch h.Typeflag {
	case tar.TypeReg, tar.TypeDir, tar.TypeXGlobalHeader:
	default:
		return "it is a link or a device"
	}
	if name := path.Clean(h.Name); path.IsAbs(h.Name) || strings.ContainsAny(h.Name, "\\\x00") || name == ".." || strings.HasPrefix(name, "../") {
		return "its name points outside the archive"
	}
	for record := range h.PAXRecords {
		if strings.HasPrefix(record, "GNU.sparse.") {
			return "it has holes"
		}
	}
	return ""
}

// inSession splits the path of a session's file into the folder of the session
// and the path in it, "" for other files.
func inSession(name string) (folder, rest string) {
	folder, rest = path.Dir(name), path.Base(name)
	if ofSession(rest) {
		return folder, rest
	}
	folder, rest = path.Dir(folder), path.Join(path.Base(folder), rest)
	if ofSession(rest) {
		return folder, rest
	}
	return "", ""
}

// copy writes the current file to w. It returns errors of w unchanged.
func (r *archiveReader) copy(w io.Writer, name string) error {
	out := &sink{w: w}
	n, err := io.Copy(out, r.tar)
	switch {
	case out.err != nil:
		return out.err
	case store.IsDisk(err):
		return err
	case err != nil:
		return &badArchive{name: name, problem: "it is cut off: " + err.Error()}
	case n != r.size:
		return &badArchive{name: name, problem: "it is cut off"}
	}
	return nil
}

// sink records errors of writing.
type sink struct {
	w   io.Writer
	err error
}

func (s *sink) Write(b []byte) (int, error) {
	n, err := s.w.Write(b)
	if err != nil {
		s.err = err
	}
	return n, err
}
