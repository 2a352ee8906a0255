package table

import (
	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/format/lex"
	"example.com/sfatui/datasets/message"
)

// addNotes adds notes on the lines that were left out and on the clock.
func (rr *rowReader) addNotes(recordings []*data.Recording) error {
	to := rr.to
	rr.notePassage()
	comments := rr.in.scan.Comments
	if rr.layout.headed {
		comments.Count--
	}
	for _, l := range []struct {
		lex.Lines
		what string
	}{{comments, "comment"}, {rr.in.scan.Rules, "ruled line"}, {rr.again, "repeated header"}, {rr.blank, "empty row"}} {
		if l.Count > 0 {
			to.Note("%s: left out: %s (the first is %s %d)", rr.base, message.Counted(l.Count, l.what), rr.in.unit(), l.First)
		}
	}
	switch {
	case rr.gaps.Count == 0 || rr.Roles.Cuts():
	case rr.layout.passage != nil:
		to.Note("%s: other lines divide the rows into %d blocks, each a segment of its own (the second begins on line %d)", rr.base, rr.gaps.Count+1, rr.gaps.First)
	case rr.layout.blocks:
		to.Note("%s: blank lines divide the rows into %d blocks, each a segment of its own (the second begins on line %d)", rr.base, rr.gaps.Count+1, rr.gaps.First)
	default:
		to.Note("%s: blank lines are left out, and the rows continue after them (the first time on line %d)", rr.base, rr.gaps.First)
	}
	to.Found.Missing += rr.missing.Count
	if rr.missing.Count > 0 {
		to.NoteMissing(rr.base, rr.missing, rr.in.unit())
	}
	if rr.trailing.Count > 0 {
		to.Note("%s: empty fields at the ends of rows left out", rr.base)
	}
	if g := rr.decimal.Grouped; g != "" {
		to.Note("%s: numbers such as %s are read with separated thousands", rr.base, message.Clean(g))
	}
	to.NoteRounded(rr.base, rr.rounded)
	if rr.nolabel > 0 {
		to.Note("%s: %s without a label", rr.base, message.Counted(rr.nolabel, "row"))
	}
	if rr.clock == nil {
		if rr.layout.rateLine > 0 {
			to.Note("%s: %s, as line %d states", rr.base, message.Sampling(rr.layout.rate), rr.layout.rateLine)
		}
		to.SetRate(rr.base, rr.layout.rate)
		for _, r := range recordings {
			r.Rate = rr.layout.rate
		}
		return nil
	}
	rr.cut.SortTimes(rr.clock)
	return to.Tell(rr.base, rr.clock, recordings)
}

// notePassage notes the lines of a text that do not belong to the table within
// it.
func (rr *rowReader) notePassage() {
	if rr.layout.passage == nil {
		return
	}
	left, other := rr.layout.passage.Outside, rr.layout.passage.Other
	rr.to.Note("%s: text around the table left out: %s (the first is line %d)", rr.base, message.Counted(left.Count, "line"), left.First)
	if other.Count > 0 {
		rr.to.Note("%s: %s of numbers left out, because their number of fields differs from the table's (the first is line %d)", rr.base, message.Counted(other.Count, "line"), other.First)
	}
}
