package sessions

import (
	"slices"
	"strings"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/sessions/record"
)

// rename gives what an older engine recorded the words of this one: the points of plans,
// finished points and the points of notes. Keys and files stay as they are.
func (s *Session) rename() {
	engine := s.Header.Engine
	for _, p := range s.plans {
		for i := range p.entries {
			p.entries[i].Point.Rename(engine)
		}
	}
	for _, p := range s.points {
		p.result.Point.Rename(engine)
	}
	renameNotes(s.records, engine)
	s.fillRenamed()
}

// renameNotes renames the points of notes.
func renameNotes(records []record.Record, engine string) {
	for i := range records {
		records[i].Rename(engine)
	}
}

// fillRenamed writes what the sweep of an older engine left to a default whose words were
// renamed since: left out they would mean other parts now.
func (s *Session) fillRenamed() {
	for _, a := range part.Axes() {
		if len(a.Renamed) == 0 || s.Header.Spec.Text(a.Name) != "" || len(s.plans) == 0 {
			continue
		}
		words := ValuesOf(pointsOf(s.plans[0].entries), func(p part.Point) string { return a.Of(&p) })
		if slices.ContainsFunc(words, func(word string) bool { return a.Was(word, s.Header.Engine) }) {
			s.Header.Spec.Set(a.Name, strings.Join(words, ","))
		}
	}
}
