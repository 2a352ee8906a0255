package sessions

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
)

// ArithmeticError says that this machine would compute other points than a session's.
type ArithmeticError struct{ err error }

func (e *ArithmeticError) Error() string { return e.err.Error() }

// SameArithmetic refuses to add points that would not be those of an
// undisturbed sweep: another engine, or other kernels of the processor, give
// other last digits. Its error is an *[ArithmeticError].
func (s *Session) SameArithmetic() error {
	h := s.Header
	if h.Engine != sweep.Version {
		return &ArithmeticError{s.Wrap(fmt.Errorf("it was made by engine %s and this is %s, whose numbers differ: sfatui fork begins a new session with its sweep, or go on with the program that made it", h.Engine, sweep.Version))}
	}
	if here := sweep.KernelPath(); h.KernelPath != here {
		path, _, _ := strings.Cut(h.KernelPath, "-")
		return &ArithmeticError{s.Wrap(fmt.Errorf("it was made with the arithmetic %s and this is %s, whose last digits differ: set SFATUI_KERNELS=%s where the processor has it, or begin a new session with sfatui fork", h.KernelPath, here, path))}
	}
	return nil
}

// OpenData opens the data of the session again, and refuses other data than the
// session was made with. A session beneath a folder reads nothing outside of it. Where
// no memory is set, it is what is available.
func (s *Session) OpenData(ctx context.Context) (*data.Set, error) {
	o := s.Header.Data.Options
	o.Root = s.at.Folder()
	if o.Memory == 0 {
		o.Memory = sweep.AvailableMemory()
	}
	set, err := datasets.Open(ctx, o, nil)
	if err != nil {
		return nil, err
	}
	hash, err := set.HashContext(ctx)
	if err != nil {
		return nil, err
	}
	if hash != s.Header.Data.Hash {
		return nil, s.Wrap(fmt.Errorf("the data %q is not what it was when the session was made; bring back the files that session.json lists, or start a new session", set.Name))
	}
	return set, nil
}

// Move has the files of the data that are in a directory, or are it, be in another one:
// the machines that compute may see them elsewhere than the one that planned. It reports
// whether there are any.
func (d *Data) Move(from, to string) bool {
	moved := false
	for _, paths := range []*[]string{&d.Options.Paths, &d.Options.TestPaths} {
		*paths = slices.Clone(*paths)
		for i, path := range *paths {
			if rest, err := filepath.Rel(from, path); err == nil && filepath.IsAbs(path) && filepath.IsLocal(rest) {
				(*paths)[i], moved = filepath.Join(to, rest), true
			}
		}
	}
	return moved
}

func pointsOf(entries []sweep.Entry) []part.Point {
	out := make([]part.Point, len(entries))
	for i, e := range entries {
		out[i] = e.Point
	}
	return out
}

// Objective is what the best point of the session is best at.
func (s *Session) Objective() string {
	return sweep.Objective(s.Header.Spec.Objective, pointsOf(s.entries))
}
