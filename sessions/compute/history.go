package compute

import (
	"strings"

	"example.com/sfatui/sessions/record"
)

// history holds the rounds of earlier drivers in a sweep, so that the next
// driver continues them within the session's budget.
type history struct {
	rounds []pastRound
	begun  *pastRound // a round whose plan is still missing
}

// pastRound is a round and the state in which it was decided.
type pastRound struct {
	record.Round
	decidedIn record.State
	writer    string
}

// addRecord adds a record of the session; before is the state before it. A
// round counts once its plan is recorded, because its writer may have been
// killed before that.
func (h *history) addRecord(before record.State, r record.Record) {
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
