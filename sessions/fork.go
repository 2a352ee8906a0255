package sessions

import (
	"fmt"
	"slices"
	"time"

	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/store"
)

// forkedData is the data of the command that a fork begins with.
type forkedData struct {
	Parent string `json:"parent"` // UUID
	Points int    `json:"points"` // carried over
}

// Fork makes a new session in dir that starts from this one: with its sweep,
// its plans, its finished points, failed ones too, their kept arrays, and the
// user's notes. It records this session as its parent. Points made by another
// engine, by other arithmetic than this machine has, or with other measures, would not be
// those of an undisturbed sweep here: they are planned anew, and left to be computed. A session that
// the disk did not give in full is refused. A kill at any moment leaves either no session
// or a whole one.
func (s *Session) Fork(dir string) (*Session, error) { return s.ForkAt(store.At(dir)) }

// ForkAt is [Session.Fork] to a place that may be beneath a folder.
func (s *Session) ForkAt(to store.Place) (*Session, error) {
	if err := s.whole(); err != nil {
		return nil, err
	}
	h := s.Header
	h.Parent, h.UUID, h.Created = s.Header.UUID, "", time.Time{}
	h.Engine, h.KernelPath, h.Measures, h.Host, h.CPU, h.Go, h.GOMAXPROCS = "", "", nil, "", "", "", 0
	var plans [][]sweep.Entry
	for _, p := range s.plans {
		plans = append(plans, rekeyed(p.entries, h.Data.Hash))
	}
	return makeSession(to, func(temp store.Dir) error {
		if err := h.found(temp, plans...); err != nil {
			return err
		}
		fork, err := read(temp, nil, nil)
		if err != nil {
			return err
		}
		return s.carryTo(fork)
	})
}

// rekeyed are entries under the keys that this engine and machine give them, each once:
// a line that stands twice in a plan is a point to whoever resumes it.
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

// carryTo publishes those of the session's finished points that another one
// plans, and records them there.
func (s *Session) carryTo(fork *Session) error {
	var keys []string
	for _, e := range fork.entries {
		if _, ok := s.points[e.Key]; ok && slices.Equal(s.Header.Measures, fork.Header.Measures) {
			keys = append(keys, e.Key)
		}
	}
	if err := s.copyPoints(fork, keys); err != nil {
		return err
	}
	w, err := fork.Writer(time.Now)
	if err != nil {
		return err
	}
	w.private = true
	err = w.Command("fork", forkedData{s.Header.UUID, len(keys)})
	for _, key := range keys {
		if err == nil {
			err = w.carried(s.points[key])
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
		err = s.carryArtifacts(fork, w)
	}
	if closeErr := w.Close(); err == nil {
		err = closeErr
	}
	return err
}

// copyPoints puts the files of points into a session that nobody sees yet, so that they
// need not be published one by one. They are on disk when it returns.
func (s *Session) copyPoints(fork *Session, keys []string) error {
	names := make([]string, len(keys))
	for i, key := range keys {
		names[i] = pointPath(key)
	}
	return fork.at.Fill(store.PointsDir, names, func(i int) ([]byte, error) {
		file, err := s.at.Read(names[i])
		if err == nil && hashOf(file) != s.points[keys[i]].sum {
			err = fmt.Errorf("%s has changed since the session was opened: try again", names[i])
		}
		return file, err
	})
}
