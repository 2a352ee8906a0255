package sessions

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"regexp"
	"syscall"

	"example.com/sfatui/datasets/message"

	"example.com/sfatui/sessions/archive"
	"example.com/sfatui/sessions/journal"
	"example.com/sfatui/sessions/store"
)

// Ext is the extension of a session's directory.
const Ext = ".sfa"

// Session is the content of a session's directory at the time it was opened. It does not
// change when the directory grows.
type Session struct {
	*journal.Contents
	Header Header
	// Queued, if set, reports whether tasks of the session wait or run in a batch system.
	// The journals do not record that.
	Queued func(context.Context) bool
}

// Open reads a session. Damage is listed by [journal.Contents.Damage] and affects only the damaged
// files. An unreadable header is an error, a *[store.DamagedError]. If there is no session,
// the error is fs.ErrNotExist.
//
// A packed session (see package archive) is read in place and is read-only. The directory
// is opened once, so links planted later cannot lead reads or writes out of it.
func Open(dir string) (*Session, error) { return OpenAt(store.At(dir)) }

// OpenAt opens the session at a place, which may be confined to a folder. See [Open].
func OpenAt(at store.Place) (*Session, error) { return OpenWithProgress(at, nil) }

// OpenWithProgress opens a session as [OpenAt] does and reports progress, because a sweep
// of a thousand tasks takes long to read over a network. progress may be nil.
func OpenWithProgress(at store.Place, progress journal.Progress) (*Session, error) {
	dir, err := OpenDir(at)
	if err != nil {
		return nil, err
	}
	return read(dir, progress)
}

// OpenDir opens the directory or the packed file of a session. Its error names the path and
// wraps fs.ErrNotExist if there is no session.
func OpenDir(at store.Place) (store.Dir, error) {
	dir, err := at.Open()
	if errors.Is(err, syscall.ENOTDIR) && at.Packed() && archive.Is(at.Path()) {
		return archive.Open(at.Path())
	}
	switch path := message.Clean(at.Path()); {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR) && !at.Exists():
		return dir, fmt.Errorf("there is no session at %s: %w", path, fs.ErrNotExist)
	case errors.Is(err, syscall.ENOTDIR):
		return dir, fmt.Errorf("%s is not a session, it has no %s: %w", path, store.HeaderName, fs.ErrNotExist)
	case err != nil:
		return dir, fmt.Errorf("session %s: %w", path, err)
	}
	return dir, nil
}

// Reopen reads the session again from the same open directory. Points whose files have not
// changed are not decoded again.
func (s *Session) Reopen() (*Session, error) { return s.ReopenAfter(nil) }

// ReopenAfter reads the session again as [Session.Reopen] does, after a writer has written to
// it. Points published by the writer are not decoded again.
func (s *Session) ReopenAfter(w *journal.Writer) (*Session, error) {
	h, err := ReadHeader(s.Files())
	if err != nil {
		return nil, err
	}
	return &Session{Contents: journal.Reread(s.Contents, h.Origin(), w), Header: h}, nil
}

func read(files store.Dir, progress journal.Progress) (*Session, error) {
	h, err := ReadHeader(files)
	if err != nil {
		return nil, err
	}
	return &Session{Contents: journal.Read(files, h.Origin(), progress), Header: h}, nil
}

// Pack writes the session as one file (see [archive.Write]), in a folder named after the
// data set and the creation time. The output depends only on the session's content.
func (s *Session) Pack(w io.Writer) error {
	if err := archive.Write(w, s.Files(), s.Header.folder(), s.Header.Created); err != nil {
		return s.Wrap(err)
	}
	return nil
}

// notForFolders matches characters that a packed session's folder name must not contain.
var notForFolders = regexp.MustCompile(`[^A-Za-z0-9_-]+`)

// folder returns the name of the folder that holds the files in a packed session.
func (h Header) folder() string {
	name := notForFolders.ReplaceAllString(h.Name, "-")
	return name[:min(len(name), 60)] + h.Created.Format("-20060102-150405") + Ext
}
