package compute

import (
	"strings"

	"example.com/sfatui/sessions/record"
)

// history holds the rounds that drivers took of a sweep, so that the next one goes on
// where they were, and a budget is that of the session.
type history struct {
	rounds []pastRound
	begun  *pastRound // whose plan is not there yet
}

// pastRound is a round and the state over which it was taken.
type pastRound struct {
	record.Round
	over   record.State
	writer string
}

// take takes up a record of the session, which is in the given state before it. A round
// counts with its plan: its writer may have been killed before that was published.
func (h *history) take(before record.State, r record.Record) {
	if h.begun != nil && r.Writer != h.begun.writer && strings.HasPrefix(r.Kind, record.KindCommand) {
		h.begun = nil
	}
	switch r.Kind {
	case record.KindCommand + "auto":
		h.begun = nil
		if d, ok := record.DataOf[record.Round](r); ok && d.Points > 0 {
			h.begun = &pastRound{d, before, r.Writer}
		}
	case record.KindPlanned:
		if d, ok := record.DataOf[record.Plan](r); ok && h.begun != nil && d.Points == h.begun.Points {
			h.rounds = append(h.rounds, *h.begun)
			h.begun = nil
		}
	}
}
