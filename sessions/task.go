package sessions

import (
	"slices"

	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/store"
)

// Planned is what a task reads of a session: the header, the plans, and the names of the
// points. A thousand tasks that read all journals and points would read most of them a
// thousand times, and retell what others are just writing.
type Planned struct {
	*Session // without records and points
	// Published are the keys of the points whose files are there.
	Published map[string]bool
}

// OpenPlanned reads what a task needs of a session. Plans that are damaged are an error,
// as they are to a resume.
func OpenPlanned(dir string) (*Planned, error) {
	at, err := openDir(store.At(dir))
	if err != nil {
		return nil, err
	}
	h, err := readHeader(at)
	if err != nil {
		return nil, err
	}
	s := &Session{Dir: at.Path("."), Header: h, at: at}
	s.readPlans()
	s.unite()
	if err := s.PlanDamage(); err != nil {
		return nil, err
	}
	p := &Planned{Session: s}
	p.Published, err = s.Published()
	return p, err
}

// Published are the keys of the points whose files are there now.
func (s *Session) Published() (map[string]bool, error) {
	if !s.at.Opened() {
		return nil, nil
	}
	keys, _, err := s.at.List(store.PointsDir, store.PointExt)
	if err != nil {
		return nil, &store.DiskError{Err: s.Wrap(err)}
	}
	out := make(map[string]bool, len(keys))
	for _, key := range keys {
		out[key] = record.IsKey(key)
	}
	return out, nil
}

// Entries are the points of the first plans, as they were written; of all plans where
// plans is 0 or more than there are.
func (s *Session) Entries(plans int) [][]sweep.Entry {
	var out [][]sweep.Entry
	for i, p := range s.plans {
		if plans == 0 || i < plans {
			out = append(out, p.entries)
		}
	}
	return out
}

// There are those of some points that are published now and whole. Unlike [Writer.TakeUp]
// it records nothing.
func (s *Session) There(keys []string) []string {
	return slices.DeleteFunc(slices.Clone(keys), func(key string) bool {
		_, err := s.readPoint(key)
		return err != nil
	})
}

// Unreadable is how many of the points that are missing have a file, which cannot be read:
// a task takes them for finished, a resume computes them. Those that others have published
// since the session was read can be.
func (s *Session) Unreadable() int {
	n := 0
	for _, key := range s.Missing() {
		if s.at.Missing(pointPath(key)) {
			continue
		}
		file, err := s.at.Read(pointPath(key))
		if err == nil {
			_, err = decodePoint(s.Header.keys(), key, file)
		}
		if err != nil {
			n++
		}
	}
	return n
}
