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
	"example.com/sfatui/engine/sweep"
)

// ArithmeticError reports that this program or machine would compute points that differ
// from those of a session.
type ArithmeticError struct{ err error }

func (e *ArithmeticError) Error() string { return e.err.Error() }

// SameArithmetic returns an *[ArithmeticError] if this program cannot extend the session
// consistently: another engine version or kernel path changes the last digits, and other
// measures change the results under the same keys.
func (s *Session) SameArithmetic() error {
	h := s.Header
	if h.Engine != sweep.Version {
		return &ArithmeticError{s.Wrap(fmt.Errorf("it was computed by engine %s and this is %s, whose numbers differ: sfatui fork begins a new session with its sweep, or continue with the program that computed it", h.Engine, sweep.Version))}
	}
	if here := sweep.KernelPath(); h.KernelPath != here {
		path, _, _ := strings.Cut(h.KernelPath, "-")
		return &ArithmeticError{s.Wrap(fmt.Errorf("it was made with the arithmetic %s and this is %s, whose last digits differ: set SFATUI_KERNELS=%s where the processor has it, or begin a new session with sfatui fork", h.KernelPath, here, path))}
	}
	if diff := h.OtherMeasures(); diff != "" {
		return &ArithmeticError{s.Wrap(fmt.Errorf("its points have other measures than this sfatui computes: %s; sfatui fork begins a new session with its sweep, or continue with the program that computed it", diff))}
	}
	return nil
}

// TakenHere returns the IDs of the measures that both the session's points record and this
// program takes.
func (h *Header) TakenHere() []string {
	return slices.DeleteFunc(measure.TakenIDs(), func(id string) bool { return !slices.Contains(h.Measures, id) })
}

// OtherMeasures returns a text on the differences between the measures of the session's
// points and those of this program, or "" if there are none.
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

// OpenData opens the session's data again. It returns an error if the data's hash has
// changed. A confined session reads no file outside of its folder. Without a memory limit
// in the options, the limit is the available memory.
func (s *Session) OpenData(ctx context.Context) (*data.Set, error) {
	o := s.Header.Data.Options
	o.Root = s.Files().Folder()
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
		return nil, s.Wrap(fmt.Errorf("the data %q has changed since the session was created; restore the files that session.json lists, or start a new session", set.Name))
	}
	return set, nil
}

// Move replaces the leading directory from with to in absolute paths of the data's files,
// because the machines that compute may mount them elsewhere than the machine that planned.
// It reports whether it changed a path.
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

// The extensions of sound files and of files of time series.
var (
	soundExts  = []string{".wav", ".wave", ".flac"}
	seriesExts = []string{".ts", ".arff", ".tsv"}
)

// SegmentNoun returns the plural noun for the data's segments: "speakers" if that is the
// label, else the plural of the column that defines segments, "words" for sound, "series"
// for files of time series, and "segments" otherwise. It consists of letters only.
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
	case spoken && o.Segment == "" || d.Classes > 0 && all(soundExts):
		return "words"
	case o.Unit == "segment" || d.Segments > 1 && o.Segment == "" && all(seriesExts):
		return "series"
	}
	return "segments"
}

// plainNoun reports whether a column's name can serve as a noun: 2 to 12 ASCII letters.
func plainNoun(name string) bool {
	return len(name) > 1 && len(name) <= 12 && !strings.ContainsFunc(name, func(r rune) bool { return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') })
}

// plural returns the plural of an English noun, formed by its ending.
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

// InWords returns a measure's name with the data's own noun for segments: "words right"
// instead of "segments right".
func (d *Data) InWords(name string) string {
	return strings.Replace(name, "segments", d.SegmentNoun(), 1)
}
