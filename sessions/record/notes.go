package record

import (
	"slices"
	"strings"

	"example.com/sfatui/datasets/message"

	"example.com/sfatui/engine/part"
)

// KindNote records a note on a point: the user's words about a choice of
// parameters. It is not part of the sweep, and may be written at any time.
const KindNote = "point.note"

// MaxNote is the maximum length of a note in bytes.
const MaxNote = 4096

// A Note holds the user's words about a choice of parameters. It is the data of
// [KindNote].
type Note struct {
	// Point is the choice of parameters: a point without its fold and draw. It
	// need not be computed yet.
	Point part.Point `json:"point"`
	// Text is empty if an earlier note is removed.
	Text string `json:"text"`
}

// noted adds a note, which replaces an earlier one on the point.
func (s *State) noted(r Record) {
	d, ok := DataOf[Note](r)
	if !ok {
		return
	}
	n := Note{d.Point.Config(), CleanNote(d.Text)}
	// clone: earlier snapshots keep theirs
	s.Notes = slices.DeleteFunc(slices.Clone(s.Notes), func(old Note) bool { return old.Point == n.Point })
	if n.Text != "" {
		s.Notes = append(s.Notes, n)
		s.log(r.T, Happening, "note on "+message.Exponents(n.Point.Label())+": "+n.Text)
	}
}

// CleanNote returns a note in one line, cleaned and cut to [MaxNote] bytes.
func CleanNote(text string) string {
	text = strings.TrimSpace(message.Clean(text))
	if len(text) > MaxNote {
		text = strings.ToValidUTF8(text[:MaxNote], "")
	}
	return text
}
