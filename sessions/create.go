package sessions

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/journal"
	"example.com/sfatui/sessions/jsonl"
	"example.com/sfatui/sessions/store"
)

// Create makes the directory of a new session with its first plan, and opens it. An
// existing directory is an error. A kill at any moment leaves no session or a complete one.
// Create fills in UUID, Created, Engine, KernelPath, Measures, Host, CPU, Go and GOMAXPROCS
// from this program and machine where the header leaves them zero.
func Create(dir string, h Header, plan []sweep.Entry) (*Session, error) {
	return CreateAt(store.At(dir), h, plan)
}

// CreateAt creates a session at a place, which may be confined to a folder. See [Create].
func CreateAt(at store.Place, h Header, plan []sweep.Entry) (*Session, error) {
	return makeSession(at, func(temp store.Dir) error { return h.publishWithPlans(temp, plan) })
}

// makeSession makes a session's directory with its subdirectories, calls fill to write the
// files, and opens the session.
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
		return nil, journal.Wrap(at.Path(), err)
	}
	return read(dir, nil)
}

// publishWithPlans publishes the plans of a new session and then its header, which lists
// them.
func (h Header) publishWithPlans(in store.Dir, plans ...[]sweep.Entry) error {
	h.Plans = nil
	for i, plan := range plans {
		p, err := journal.PublishPlan(in, i+1, plan)
		if err != nil {
			return err
		}
		h.Plans = append(h.Plans, p)
	}
	file, err := jsonl.Encode("", h.withDefaults())
	if err != nil {
		return err
	}
	return in.Publish(store.HeaderName, file)
}
