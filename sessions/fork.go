package sessions

import (
	"slices"
	"time"

	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/journal"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/store"
)

// forkedData is the data of the fork command, the first command of a fork.
type forkedData struct {
	Parent string `json:"parent"` // UUID
	Points int    `json:"points"` // number of points copied
}

// Fork makes a new session from this one at a place, which may be confined to a folder. It copies the sweep, the plans, the
// finished points, including failed ones, their kept arrays, and the user's notes and tags.
// The new session records this one as its parent. Points of another engine, arithmetic or
// set of measures would differ from those of this machine, so they are planned again
// instead of copied. Fork returns an error for a session with files that could not be read
// from the disk. A kill at any moment leaves no session or a complete one.
func (s *Session) Fork(to store.Place) (*Session, error) {
	if err := s.CheckFullyRead(); err != nil {
		return nil, err
	}
	h := s.Header
	h.Parent, h.UUID, h.Created = s.Header.UUID, "", time.Time{}
	h.Engine, h.KernelPath, h.Measures, h.Host, h.CPU, h.Go, h.GOMAXPROCS = "", "", nil, "", "", "", 0
	var plans [][]sweep.Entry
	for _, entries := range s.Entries(0) {
		plans = append(plans, rekeyed(entries, h.Data.Hash))
	}
	return makeSession(to, func(temp store.Dir) error {
		if err := h.publishWithPlans(temp, plans...); err != nil {
			return err
		}
		fork, err := read(temp, nil)
		if err != nil {
			return err
		}
		return carry(s, fork)
	})
}

// rekeyed returns the entries under the keys of this engine and machine, without
// duplicates, which a plan must not contain.
func rekeyed(entries []sweep.Entry, hash string) []sweep.Entry {
	out := make([]sweep.Entry, 0, len(entries))
	seen := make(map[string]bool, len(entries))
	for _, e := range entries {
		if e.Key = sweep.Key(e.Point, hash); !seen[e.Key] {
			seen[e.Key] = true
			out = append(out, e)
		}
	}
	return out
}

// carry copies the finished points that the fork plans, with their artifacts, notes and
// tags, and records them there.
func carry(s, fork *Session) error {
	var keys []string
	done := s.Done()
	for _, e := range fork.Plan() {
		if done[e.Key] != nil && slices.Equal(s.Header.Measures, fork.Header.Measures) {
			keys = append(keys, e.Key)
		}
	}
	if err := journal.CopyPoints(fork.Files(), s.Contents, keys); err != nil {
		return err
	}
	w, err := fork.Writer(time.Now)
	if err != nil {
		return err
	}
	w.Private = true
	err = w.Command("fork", forkedData{s.Header.UUID, len(keys)})
	for _, key := range keys {
		if err == nil {
			err = w.Carry(s.Contents, key)
		}
	}
	for _, n := range s.State().Notes {
		if err == nil {
			err = w.Note(n.Point, n.Text)
		}
	}
	if tags := s.State().Tags; err == nil && len(tags) > 0 {
		err = w.Record(record.KindTags, record.Tags{Add: tags})
	}
	if err == nil && len(keys) > 0 {
		err = s.Artifacts().carry(fork.Contents, w, keys)
	}
	if closeErr := w.Close(); err == nil {
		err = closeErr
	}
	return err
}
