package sessions

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"syscall"

	"example.com/sfatui/datasets/message"

	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/archive"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/store"
)

// Ext is the extension of a session's directory.
const Ext = ".sfa"

// Session is the content of a session's directory at the time it was opened. It does not
// change when the directory grows.
type Session struct {
	Dir    string
	Header Header
	// Queued, if set, reports whether tasks of the session wait or run in a batch system.
	// The journals do not record that.
	Queued func(context.Context) bool

	at      store.Dir
	entries []sweep.Entry // the union of the plans
	points  map[string]point
	records []record.Record
	// unrecorded holds records made for published plans and points without a journal line.
	unrecorded []record.Record

	plans      []planFile
	journals   []*journal
	strayFiles int
	// lostPoints is the number of points of plans that the header or a journal declares and
	// that are missing or replaced.
	lostPoints int
	damages    store.Damages
}

// Open reads a session. Damage is listed by [Session.Damage] and affects only the damaged
// files. An unreadable header is an error, a *[store.DamagedError]. If there is no session,
// the error is fs.ErrNotExist.
//
// A packed session (see package archive) is read in place and is read-only. The directory
// is opened once, so links planted later cannot lead reads or writes out of it.
func Open(dir string) (*Session, error) { return OpenAt(store.At(dir)) }

// OpenAt opens the session at a place, which may be confined to a folder. See [Open].
func OpenAt(at store.Place) (*Session, error) { return OpenWithProgress(at, nil) }

// Progress receives the number of files read so far and their total. The kind is "journal"
// or "point". Several goroutines call it at once.
type Progress func(kind string, read, of int)

// OpenWithProgress opens a session as [OpenAt] does and reports progress, because a sweep
// of a thousand tasks takes long to read over a network. progress may be nil.
func OpenWithProgress(at store.Place, progress Progress) (*Session, error) {
	dir, err := openDir(at)
	if err != nil {
		return nil, err
	}
	return read(dir, nil, progress)
}

// openDir opens the directory or the packed file of a session. Its error names the path and
// wraps fs.ErrNotExist if there is no session.
func openDir(at store.Place) (store.Dir, error) {
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
func (s *Session) Reopen() (*Session, error) { return read(s.at, s.points, nil) }

func read(at store.Dir, known map[string]point, progress Progress) (*Session, error) {
	h, err := readHeader(at)
	if err != nil {
		return nil, err
	}
	s := &Session{Dir: at.Path("."), Header: h, at: at}
	s.load(nil, known, progress)
	return s, nil
}

// OpenRoot opens the session's directory for files beside the record, such as job scripts.
// In a confined session no link can leave the folder.
func (s *Session) OpenRoot() (*os.Root, error) {
	return store.In(s.at.Folder(), s.Dir).OpenRoot()
}

// Records returns the records of all journals in the order of their times. The first is the
// session's creation; the last are made for published plans and points without a journal
// line. [record.Reduce] folds them into the session's state.
func (s *Session) Records() []record.Record {
	created := record.Plan{}
	if len(s.plans) > 0 {
		created = s.plans[0].data()
	}
	rs := make([]record.Record, 0, 1+len(s.records)+len(s.unrecorded))
	rs = append(rs, record.New(0, record.KindCreated, created, nil))
	rs = append(rs, s.records...)
	return append(rs, s.unrecorded...)
}

// State returns the state that the session's records add up to.
func (s *Session) State() record.State { return record.Fold(record.State{}, s.Records()) }

// Plan returns the union of the session's plans, in their order. The caller must not write
// to it.
func (s *Session) Plan() []sweep.Entry { return s.entries }

// Done returns the results of the finished points by key, including failed points.
func (s *Session) Done() map[string]*result.Result {
	done := make(map[string]*result.Result, len(s.points))
	for key, p := range s.points {
		done[key] = p.result
	}
	return done
}

// planned returns the set of keys of the planned points.
func (s *Session) planned() map[string]bool {
	out := make(map[string]bool, len(s.entries))
	for _, e := range s.entries {
		out[e.Key] = true
	}
	return out
}

// Missing returns the keys of the planned points without a result, in the order of the
// plans. A resume computes these points.
func (s *Session) Missing() []string {
	var missing []string
	for _, e := range s.entries {
		if _, ok := s.points[e.Key]; !ok {
			missing = append(missing, e.Key)
		}
	}
	return missing
}

// Damage lists the session's damage in the order in which it was found.
func (s *Session) Damage() []store.Damage { return s.damages.All() }

// Pack writes the session as one file (see [archive.Write]), in a folder named after the
// data set and the creation time. The output depends only on the session's content.
func (s *Session) Pack(w io.Writer) error {
	if err := archive.Write(w, s.at, s.Header.folder(), s.Header.Created); err != nil {
		return s.Wrap(err)
	}
	return nil
}

// Wrap adds the session's path to an error.
func (s *Session) Wrap(err error) error {
	return fmt.Errorf("session %s: %w", message.Clean(strings.TrimSuffix(s.Dir, "/")), err)
}
