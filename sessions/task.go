package sessions

import (
	"example.com/sfatui/sessions/journal"
	"example.com/sfatui/sessions/store"
)

// Planned is a session as a task reads it: the header, the plans, and the keys of the
// published points. If each of a thousand tasks read all journals and points, most files
// would be read a thousand times.
type Planned struct {
	Session *Session // without records and points
	// Published holds the keys of the points whose files exist.
	Published map[string]bool
}

// OpenPlanned reads a session for a task. Damaged plans are an error, as for a resume.
func OpenPlanned(dir string) (*Planned, error) {
	at, err := OpenDir(store.At(dir))
	if err != nil {
		return nil, err
	}
	h, err := ReadHeader(at)
	if err != nil {
		return nil, err
	}
	s := &Session{Contents: journal.ReadPlans(at, h.Origin()), Header: h}
	if err := s.PlanDamage(); err != nil {
		return nil, err
	}
	p := &Planned{Session: s}
	p.Published, err = s.PointFiles().Published()
	return p, err
}
