package sessions

import (
	"slices"

	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/store"
)

// Planned is a session as a task reads it: the header, the plans, and the keys of the
// published points. If each of a thousand tasks read all journals and points, most files
// would be read a thousand times.
type Planned struct {
	*Session // without records and points
	// Published holds the keys of the points whose files exist.
	Published map[string]bool
}

// OpenPlanned reads a session for a task. Damaged plans are an error, as for a resume.
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
	s.mergePlans()
	if err := s.PlanDamage(); err != nil {
		return nil, err
	}
	p := &Planned{Session: s}
	p.Published, err = s.Published()
	return p, err
}

// Published returns the keys of the points whose files exist now.
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

// Entries returns the entries of the first plans as written; of all plans if plans is 0 or
// exceeds their number.
func (s *Session) Entries(plans int) [][]sweep.Entry {
	var out [][]sweep.Entry
	for i, p := range s.plans {
		if plans == 0 || i < plans {
			out = append(out, p.entries)
		}
	}
	return out
}

// There returns the keys among the given ones whose points can be read now. Unlike
// [Writer.TakeUp] it records nothing.
func (s *Session) There(keys []string) []string {
	return slices.DeleteFunc(slices.Clone(keys), func(key string) bool {
		_, err := s.readPoint(key)
		return err != nil
	})
}

// Unreadable returns the number of missing points whose file exists and cannot be decoded.
// A task takes them for finished; a resume computes them. It does not count points that
// others have published since the session was read.
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
