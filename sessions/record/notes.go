package record

import (
	"slices"
	"strings"

	"example.com/sfatui/datasets/message"

	"example.com/sfatui/engine/part"
)

// KindNote is a note on a point: the user's own words about a choice of
// parameters. It is no part of the sweep, and may be written at any time.
const KindNote = "point.note"

// MaxNote bounds a note in bytes.
const MaxNote = 4096

// Note is the user's words about a choice of parameters, and the data of a note.
type Note struct {
	// Point is the choice: a point without its fold and draw. It may be one that
	// is not computed yet.
	Point part.Point `json:"point"`
	// Text is empty where an earlier note is taken away.
	Text string `json:"text"`
}

// Rename gives the point of a note the words of this engine, where one of the given version
// wrote the session.
func (r *Record) Rename(engine string) {
	if r.Kind != KindNote {
		return
	}
	d, ok := DataOf[Note](*r)
	was := d.Point
	if d.Point.Rename(engine); ok && d.Point != was {
		r.Data = New(r.T, r.Kind, d, nil).Data
	}
}

// noted takes up a note: the last one on a point counts.
func (s *State) noted(r Record) {
	d, ok := DataOf[Note](r)
	if !ok {
		return
	}
	n := Note{d.Point.Config(), CleanNote(d.Text)}
	// Earlier snapshots keep theirs.
	s.Notes = slices.DeleteFunc(slices.Clone(s.Notes), func(old Note) bool { return old.Point == n.Point })
	if n.Text != "" {
		s.Notes = append(s.Notes, n)
		s.log(r.T, Happening, "note on "+n.Point.Label()+": "+n.Text)
	}
}

// CleanNote is a note as it is kept: one line, of a bounded length.
func CleanNote(text string) string {
	text = strings.TrimSpace(message.Clean(text))
	if len(text) > MaxNote {
		text = strings.ToValidUTF8(text[:MaxNote], "")
	}
	return text
}
