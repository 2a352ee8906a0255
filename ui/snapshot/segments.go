package snapshot

import (
	"path/filepath"
	"slices"
	"strings"

	"example.com/sfatui/datasets/builtin"
	"example.com/sfatui/datasets/data"
	"example.com/sfatui/sessions"
	"example.com/sfatui/ui/clean"
)

// sounds are the ends of the names of files of sound, and series those of files of series.
var (
	sounds = []string{".wav", ".wave", ".flac"}
	series = []string{".ts", ".arff", ".tsv"}
)

// SegmentNoun is what the segments of data are called in the plural: speakers where that
// is the label, else as the column is called that cuts them, words of sound, series of
// files of series; "segments" where nothing tells.
func SegmentNoun(d sessions.Data) clean.Text {
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
		return clean.Of(plural(strings.ToLower(o.Segment)))
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

// SegmentsAre is what the segments of the data are called in the plural.
func (sc *Sweep) SegmentsAre() clean.Text {
	if sc.Segments == "" {
		return "segments"
	}
	return sc.Segments
}
