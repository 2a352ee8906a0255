package sessions

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/jsonl"
	"example.com/sfatui/sessions/store"
)

func begin(t *testing.T, s *Session, entries []sweep.Entry, end string) *Writer {
	t.Helper()
	w := newWriter(t, s)
	must(t, w.Handle(event(sweep.Started)))
	for _, e := range entries {
		must(t, w.Handle(pointDone(e)))
	}
	if end != "" {
		must(t, w.Handle(sweep.Event{Kind: sweep.Ended, Reason: end}))
	}
	return w
}

// rewritten replaces a text in the single journal of a session and updates the checksums.
func rewritten(t *testing.T, s *Session, old, new string) {
	t.Helper()
	writer, file := onlyJournal(t, s)
	var out []byte
	for line := range strings.Lines(string(file)) {
		body, _, _ := strings.Cut(line, sumField)
		out = append(out, jsonl.AppendSum(writer, []byte(strings.Replace(body, old, new, 1)+"}"))...)
	}
	must(t, os.WriteFile(filepath.Join(s.Dir, store.JournalDir, writer+store.JournalExt), out, 0o644))
}
