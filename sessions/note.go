package sessions

import (
	"slices"
	"strings"
	"time"

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

// Note records a note on the point's choice of parameters.
func (w *Writer) Note(p part.Point, text string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.append(KindNote, noteData{p.Config(), noteText(text)}, nil)
}

// noteText is a note as it is kept: one line, of a bounded length.
func noteText(text string) string {
	text = strings.TrimSpace(message.Clean(text))
	if len(text) > maxNote {
		text = strings.ToValidUTF8(text[:maxNote], "")
	}
	return text
}

// Note records a note in a session that nothing is computed into by this
// program; another process may do so meanwhile. It returns what was recorded.
func (s *Session) Note(p part.Point, text string) (records []Record, err error) {
	fresh, err := Open(s.Dir) // times go on from what is there now
	if err != nil {
		return nil, err
	}
	w, err := fresh.Writer(time.Now)
	if err != nil {
		return nil, err
	}
	w.OnRecord = func(r Record) { records = append(records, r) }
	err = w.Note(p, text)
	if closeErr := w.Close(); err == nil {
		err = closeErr
	}
	return records, err
}

// Note records a note in the session that is being computed.
func (e *Execution) Note(p part.Point, text string) error { return e.writer.Note(p, text) }

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
