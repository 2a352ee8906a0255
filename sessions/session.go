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

// Ext ends the names of sessions' directories.
const Ext = ".sfa"

// Session is a session's directory as it was when it was opened. It does not
// change as the directory grows.
type Session struct {
	Dir    string
	Header Header
	// Queued, where it is set, reports whether tasks of the session wait or run in a
	// batch system, which its journals cannot tell.
	Queued func(context.Context) bool

	at      store.Dir
	entries []sweep.Entry // the union of the plans
	points  map[string]point
	records []record.Record
	// unrecorded are the records of what was published without a line in
	// any journal.
	unrecorded []record.Record

	plans     []planFile
	journals  []*journal
	leftovers int
	// lostPoints counts the points of plans that are told of and not there.
	lostPoints int
	damages    store.Damages
}

// Open reads a session. What is damaged is listed by [Session.Damage] and
// costs nothing else; only a header that cannot be read is fatal, with a
// *[store.DamagedError]. Where there is no session the error is fs.ErrNotExist.
//
// A packed session (see package archive) is read where it lies, and cannot be written
// to. The directory is opened once: whatever links are planted in it or in its place
// afterwards, no file outside of it is read or written.
func Open(dir string) (*Session, error) { return OpenAt(store.At(dir)) }

// OpenAt is [Open] for a place that may be beneath a folder.
func OpenAt(at store.Place) (*Session, error) { return OpenTelling(at, nil) }

// Telling is told of files of a kind, a journal or a point, how many of all are read. Several
// goroutines call it.
type Telling func(kind string, read, of int)

// OpenTelling is [OpenAt] that tells how far it is: a sweep of a thousand tasks takes a while
// to read over a network.
func OpenTelling(at store.Place, tell Telling) (*Session, error) {
	dir, err := openDir(at)
	if err != nil {
		return nil, err
	}
	return read(dir, nil, tell)
}

// openDir opens the directory of a session.
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

// Reopen reads the session as it is now, in the directory that it was opened in. Points
// whose files are the same bytes are not decoded again.
func (s *Session) Reopen() (*Session, error) { return read(s.at, s.points, nil) }

func read(at store.Dir, known map[string]point, tell Telling) (*Session, error) {
	h, err := readHeader(at)
	if err != nil {
		return nil, err
	}
	s := &Session{Dir: at.Path("."), Header: h, at: at}
	s.load(nil, known, tell)
	return s, nil
}

// OpenRoot opens the session's directory for what is kept in it beside the record, beneath
// the folder that no link may lead out of, where there is one.
func (s *Session) OpenRoot() (*os.Root, error) {
	return store.In(s.at.Folder(), s.Dir).OpenRoot()
}

// Records are the records of all journals in the order of their times, begun
// by the session's creation and ended by what was published but has no line in
// any journal. Folded by [record.Reduce] they give the session's state.
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

// State is the session as its records tell it.
func (s *Session) State() record.State { return record.Fold(record.State{}, s.Records()) }

// Plan is the union of the session's plans, in their order. It must not be
// written to.
func (s *Session) Plan() []sweep.Entry { return s.entries }

// Done are the finished points by key, failed ones too.
func (s *Session) Done() map[string]*result.Result {
	done := make(map[string]*result.Result, len(s.points))
	for key, p := range s.points {
		done[key] = p.result
	}
	return done
}

// planned holds the keys of the planned points.
func (s *Session) planned() map[string]bool {
	out := make(map[string]bool, len(s.entries))
	for _, e := range s.entries {
		out[e.Key] = true
	}
	return out
}

// Missing are the keys of the planned points that are not finished, in the
// order of the plans: what a resume computes.
func (s *Session) Missing() []string {
	var missing []string
	for _, e := range s.entries {
		if _, ok := s.points[e.Key]; !ok {
			missing = append(missing, e.Key)
		}
	}
	return missing
}

// Damage lists what is damaged, in the order in which it was found.
func (s *Session) Damage() []store.Damage { return s.damages.All() }

// Pack writes the files of the session as one (see [archive.Write]), in a folder
// named after data set and creation. The same session gives the same bytes.
func (s *Session) Pack(w io.Writer) error {
	if err := archive.Write(w, s.at, s.Header.folder(), s.Header.Created); err != nil {
		return s.Wrap(err)
	}
	return nil
}

// Wrap says which session an error is about.
func (s *Session) Wrap(err error) error {
	return fmt.Errorf("session %s: %w", message.Clean(strings.TrimSuffix(s.Dir, "/")), err)
}
