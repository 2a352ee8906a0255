package sessions

import (
	"slices"
	"strings"

	"example.com/sfatui/datasets/message"

	"example.com/sfatui/engine/part"
)

// KindNote is a note on a point: the user's own words about a choice of
// parameters. It is no part of the sweep, and may be written at any time.
const KindNote = "point.note"

// maxNote bounds a note in bytes.
const maxNote = 4096

// noteData is the data of a note. The point is without its fold and draw, and
// may be one that is not computed yet. An empty text takes the note away.
type noteData struct {
	Point part.Point `json:"point"`
	Text  string     `json:"text"`
}

// Note is the user's words about a choice of parameters.
type Note struct {
	// Point is the choice: a point without its fold and draw.
	Point part.Point
	Text  string
}

// noted takes up a note: the last one on a point counts.
func (s *State) noted(r Record) {
	d, ok := dataOf[noteData](r)
	if !ok {
		return
	}
	n := Note{d.Point.Config(), noteText(d.Text)}
	// Earlier snapshots keep theirs.
	s.Notes = slices.DeleteFunc(slices.Clone(s.Notes), func(old Note) bool { return old.Point == n.Point })
	if n.Text != "" {
		s.Notes = append(s.Notes, n)
		s.log(r.T, "note on "+n.Point.Label()+": "+n.Text)
	}
}

// noteText is a note as it is kept: one line, of a bounded length.
func noteText(text string) string {
	text = strings.TrimSpace(message.Clean(text))
	if len(text) > maxNote {
		text = strings.ToValidUTF8(text[:maxNote], "")
	}
	return text
}
