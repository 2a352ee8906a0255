package sessions

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"syscall"

	"example.com/sfatui/datasets/message"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/jsonl"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/store"
)

// Session is a session's directory as it was when it was opened. It does not
// change as the directory grows.
type Session struct {
	Dir    string
	Header Header

	at      store.Dir
	entries []sweep.Entry // the union of the plans
	points  map[string]point
	records []record.Record
	// lost are the records that tell of what was published without a line in
	// any journal.
	lost []record.Record

	plans     []planFile
	journals  []*journal
	leftovers int
	// lostPoints counts the points of plans that are told of and not there.
	lostPoints int
	damages    store.Damages
}

// Create makes the directory of a new session, with its first plan, and opens
// it. It refuses a directory that exists. A kill at any moment leaves either no
// session or a whole one. What the machine knows (UUID, Created, Engine,
// KernelPath, Host, CPU, Go, GOMAXPROCS) may be left out of the header.
func Create(dir string, h Header, plan []sweep.Entry) (*Session, error) {
	return CreateAt(store.At(dir), h, plan)
}

// CreateAt is [Create] for a place that may be beneath a folder.
func CreateAt(at store.Place, h Header, plan []sweep.Entry) (*Session, error) {
	return makeSession(at, func(temp store.Dir) error { return h.found(temp, plan) })
}

// makeSession makes a session's directory and opens it.
func makeSession(at store.Place, fill func(temp store.Dir) error) (*Session, error) {
	dir, err := at.Make(func(temp store.Dir) error {
		for _, sub := range []string{store.PlanDir, store.JournalDir, store.PointsDir} {
			if err := temp.Mkdir(sub); err != nil {
				return err
			}
		}
		return fill(temp)
	})
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("%w; create the directory %s first", err, filepath.Dir(at.Path()))
	}
	if err != nil {
		return nil, (&Session{Dir: at.Path()}).Wrap(err)
	}
	return read(dir)
}

// found publishes the header and the plans of a new session.
func (h Header) found(in store.Dir, plans ...[]sweep.Entry) error {
	h.Plans = nil
	for i, plan := range plans {
		file, err := encodePlan(plan)
		if err == nil {
			err = in.Publish(planPath(i+1), file)
		}
		if err != nil {
			return err
		}
		p := planFile{name: strings.TrimSuffix(planName(i+1), store.PlanExt), entries: plan, sum: hashOf(file)}
		h.Plans = append(h.Plans, p.data())
	}
	file, err := jsonl.Encode("", h.complete())
	if err != nil {
		return err
	}
	return in.Publish(store.HeaderName, file)
}

// Open reads a session. What is damaged is listed by [Session.Damage] and
// costs nothing else; only a header that cannot be read is fatal, with a
// *[DamagedError]. Where there is no session the error is fs.ErrNotExist.
//
// The directory is opened once: whatever links are planted in it or in its place
// afterwards, no file outside of it is read or written.
func Open(dir string) (*Session, error) { return OpenAt(store.At(dir)) }

// OpenAt is [Open] for a place that may be beneath a folder.
func OpenAt(at store.Place) (*Session, error) {
	dir, err := openDir(at)
	if err != nil {
		return nil, err
	}
	return read(dir)
}

// openDir opens the directory of a session.
func openDir(at store.Place) (store.Dir, error) {
	dir, err := at.Open()
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

// Reopen reads the session as it is now, in the directory that it was opened in.
func (s *Session) Reopen() (*Session, error) { return read(s.at) }

// read reads the session in a directory.
func read(at store.Dir) (*Session, error) {
	h, err := readHeader(at)
	if err != nil {
		return nil, err
	}
	s := &Session{Dir: at.Path("."), Header: h, at: at}
	s.load(nil)
	return s, nil
}

// load reads journals, then plans, then points: each may speak only of what
// comes later in this order, so that nothing seems lost in a session that
// grows meanwhile.
func (s *Session) load(look func(*record.Record) bool) {
	s.readJournals(look)
	inPlans := s.readPlans()
	var inPoints int
	s.points, inPoints = readPoints(s.at, &s.damages)
	s.leftovers = inPlans + inPoints
	s.unite()
	s.resolve()
	s.findLost()
}

// readJournals reads the records of all writers.
func (s *Session) readJournals(look func(*record.Record) bool) {
	ids, err := writers(s.at)
	if err != nil {
		s.damages.Failed(store.JournalDir, 0, err, "the history")
	}
	for _, id := range ids {
		j := &journal{in: s.at, writer: id, look: look}
		rs, err := j.read(&s.damages)
		if err != nil {
			s.damages.Failed(j.rel(), j.number, err, "the rest of the journal")
		}
		s.journals = append(s.journals, j)
		s.records = append(s.records, rs...)
	}
	record.Sort(s.records)
}

// unite makes the union of the plans, and checks the points against it.
func (s *Session) unite() {
	seen := map[string]bool{}
	for _, p := range s.plans {
		for _, e := range p.entries {
			if seen[e.Key] {
				continue
			}
			seen[e.Key] = true
			s.entries = append(s.entries, e)
			if got, ok := s.points[e.Key]; ok && got.result.Point != e.Point {
				s.damages.Add(pointPath(e.Key), 0, "its parameters are not those of the plan", "trust in the point")
			}
		}
	}
}

// resolve gives the records of points their results, and the results their
// seconds.
func (s *Session) resolve() {
	for i := range s.records {
		r := &s.records[i]
		key := r.PointKey()
		if key == "" {
			continue
		}
		p, ok := s.points[key]
		if !ok {
			if s.at.Missing(pointPath(key)) {
				s.damages.Add(pointPath(key), 0, "missing, though a journal tells of it", "the point, until it is computed again")
			}
			continue
		}
		r.Result = p.result
		d, ok := record.DataOf[record.Point](*r)
		if !ok || r.Kind != string(sweep.PointDone) {
			continue
		}
		if d.SHA256 != p.sum {
			s.damages.Add(pointPath(key), 0, "not the bytes whose SHA-256 stands in a journal", "trust in the point")
		}
		if p.result.Seconds == 0 {
			p.result.Seconds = float64(d.Seconds)
		}
	}
}

// findLost makes the records of published plans and points that no journal
// tells of, as their writer was killed in between.
func (s *Session) findLost() {
	told := map[string]bool{}
	var last int64
	for _, r := range s.records {
		last = r.T
		if d, ok := record.DataOf[record.Plan](r); ok && r.Kind == record.KindPlanned {
			told[d.Plan] = true
		}
		if r.Result != nil {
			told[r.Result.Key] = true
		}
	}
	for i, p := range s.plans {
		if i > 0 && !told[p.name] {
			s.lost = append(s.lost, record.New(last, record.KindPlanned, p.data(), nil))
		}
	}
	for _, e := range s.entries {
		if p, ok := s.points[e.Key]; ok && !told[e.Key] {
			d := record.Point{Key: e.Key, SHA256: p.sum, Cost: part.Float(e.Cost)}
			s.lost = append(s.lost, record.New(last, string(sweep.PointDone), d, p.result))
		}
	}
}

// Records are the records of all journals in the order of their times, begun
// by the session's creation and ended by what was published but has no line in
// any journal. Folded by [Reduce] they give the session's state.
func (s *Session) Records() []record.Record {
	created := record.Plan{}
	if len(s.plans) > 0 {
		created = s.plans[0].data()
	}
	rs := make([]record.Record, 0, 1+len(s.records)+len(s.lost))
	rs = append(rs, record.New(0, record.KindCreated, created, nil))
	rs = append(rs, s.records...)
	return append(rs, s.lost...)
}

// State is the session as its records tell it.
func (s *Session) State() record.State {
	var st record.State
	for _, r := range s.Records() {
		st = record.Reduce(st, r)
	}
	return st
}

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

// Wrap says which session an error is about.
func (s *Session) Wrap(err error) error {
	return fmt.Errorf("session %s: %w", message.Clean(strings.TrimSuffix(s.Dir, "/")), err)
}
