package sessions

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/builtin"
	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
)

// ArithmeticError says that this machine would compute other points than a session's.
type ArithmeticError struct{ err error }

func (e *ArithmeticError) Error() string { return e.err.Error() }

// SameArithmetic refuses to add points that would not be those of an
// undisturbed sweep: another engine or other kernels of the processor give
// other last digits, and other measures other results under the same keys. Its error is an
// *[ArithmeticError].
func (s *Session) SameArithmetic() error {
	h := s.Header
	if h.Engine != sweep.Version {
		return &ArithmeticError{s.Wrap(fmt.Errorf("it was made by engine %s and this is %s, whose numbers differ: sfatui fork begins a new session with its sweep, or go on with the program that made it", h.Engine, sweep.Version))}
	}
	if here := sweep.KernelPath(); h.KernelPath != here {
		path, _, _ := strings.Cut(h.KernelPath, "-")
		return &ArithmeticError{s.Wrap(fmt.Errorf("it was made with the arithmetic %s and this is %s, whose last digits differ: set SFATUI_KERNELS=%s where the processor has it, or begin a new session with sfatui fork", h.KernelPath, here, path))}
	}
	if diff := h.OtherMeasures(); diff != "" {
		return &ArithmeticError{s.Wrap(fmt.Errorf("its points have other measures than this sfatui takes: %s; sfatui fork begins a new session with its sweep, or go on with the program that made it", diff))}
	}
	return nil
}

// TakenHere returns the IDs of the measures that the session's points record and this
// program takes, too.
func (h *Header) TakenHere() []string {
	return slices.DeleteFunc(measure.TakenIDs(), func(id string) bool { return !slices.Contains(h.Measures, id) })
}

// OtherMeasures returns in words how the measures of the session's points differ from those
// that this program takes; "" where they agree.
func (h *Header) OtherMeasures() string {
	var out []string
	here := measure.TakenIDs()
	for _, side := range []struct {
		text      string
		has, lack []string
	}{{"they lack", here, h.Measures}, {"only they have", h.Measures, here}} {
		only := slices.DeleteFunc(slices.Clone(side.has), func(id string) bool { return slices.Contains(side.lack, id) })
		if len(only) > 0 {
			out = append(out, side.text+" "+strings.Join(only, ", "))
		}
	}
	return strings.Join(out, ", ")
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

// sounds are the ends of the names of files of sound, and series those of files of series.
var (
	sounds = []string{".wav", ".wave", ".flac"}
	series = []string{".ts", ".arff", ".tsv"}
)

// SegmentNoun is what the segments of the data are called in the plural: speakers where
// that is the label, else as the column is called that cuts them, words of sound, series
// of files of series; "segments" where nothing tells. It is made of letters alone.
func (d *Data) SegmentNoun() string {
	o := d.Options
	all := func(ends []string) bool {
		return len(d.Sources) > 1 && !slices.ContainsFunc(d.Sources, func(s data.Source) bool {
			name := strings.ToLower(s.Path)
			for _, packed := range []string{".gz", ".zst"} {
				name = strings.TrimSuffix(name, packed)
			}
			return !slices.Contains(ends, filepath.Ext(name))
		})
	}
	spoken := len(o.Paths) == 0 && d.Name == builtin.Default || len(o.Paths) == 1 && o.Paths[0] == builtin.Default
	switch {
	case strings.EqualFold(o.Label, "speaker"):
		return "speakers"
	case plainNoun(o.Segment):
		return plural(strings.ToLower(o.Segment))
	case spoken && o.Segment == "" || d.Classes > 0 && all(sounds):
		return "words"
	case o.Unit == "segment" || d.Segments > 1 && o.Segment == "" && all(series):
		return "series"
	}
	return "segments"
}

// plainNoun reports whether a column's name can stand as a word: short, of letters.
func plainNoun(name string) bool {
	return len(name) > 1 && len(name) <= 12 && !strings.ContainsFunc(name, func(r rune) bool { return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') })
}

// plural is the plural of an English noun, by its end.
func plural(noun string) string {
	switch {
	case noun == "series":
		return noun
	case strings.HasSuffix(noun, "s") || strings.HasSuffix(noun, "x") || strings.HasSuffix(noun, "ch"):
		return noun + "es"
	case strings.HasSuffix(noun, "y") && !strings.ContainsAny(noun[len(noun)-2:len(noun)-1], "aeiou"):
		return noun[:len(noun)-1] + "ies"
	}
	return noun + "s"
}

// InWords is a name of a measure with the segments called what they are: words right in
// place of segments right.
func (d *Data) InWords(name string) string {
	return strings.Replace(name, "segments", d.SegmentNoun(), 1)
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
