package sessions

import (
	"time"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/sessions/record"
)

// Note records a note on the point's choice of parameters.
func (w *Writer) Note(p part.Point, text string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.append(record.KindNote, record.Note{Point: p.Config(), Text: record.CleanNote(text)}, nil)
}

// Note records a note in a session that nothing is computed into by this
// program; another process may do so meanwhile. It returns what was recorded.
func (s *Session) Note(p part.Point, text string) (records []record.Record, err error) {
	fresh, err := s.Reopen() // times go on from what is there now
	if err != nil {
		return nil, err
	}
	w, err := fresh.Writer(time.Now)
	if err != nil {
		return nil, err
	}
	w.OnRecord = func(r record.Record) { records = append(records, r) }
	err = w.Note(p, text)
	if closeErr := w.Close(); err == nil {
		err = closeErr
	}
	return records, err
}
