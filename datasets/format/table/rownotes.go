package table

import (
	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/format/lex"
	"example.com/sfatui/datasets/message"
)

// tell adds notes on the lines that were left out and on the clock.
func (t *tableReader) tell(recordings []*data.Recording) error {
	to := t.to
	t.notePassage()
	comments := t.in.scan.Comments
	if t.headed {
		comments.Count--
	}
	for _, l := range []struct {
		lex.Lines
		what string
	}{{comments, "comment"}, {t.in.scan.Rules, "ruled line"}, {t.again, "repeated header"}, {t.blank, "empty row"}} {
		if l.Count > 0 {
			to.Note("%s: left out: %s (the first is %s %d)", t.base, message.Counted(l.Count, l.what), t.in.unit(), l.First)
		}
	}
	switch {
	case t.gaps.Count == 0 || t.Roles.Cuts():
	case t.passage != nil:
		to.Note("%s: other lines divide the rows into %d blocks, each a segment of its own (the second begins on line %d)", t.base, t.gaps.Count+1, t.gaps.First)
	case t.blocks:
		to.Note("%s: blank lines divide the rows into %d blocks, each a segment of its own (the second begins on line %d)", t.base, t.gaps.Count+1, t.gaps.First)
	default:
		to.Note("%s: blank lines are left out, and the rows continue after them (the first time on line %d)", t.base, t.gaps.First)
	}
	to.Found.Missing += t.missing.Count
	if t.missing.Count > 0 {
		to.NoteMissing(t.base, t.missing, t.in.unit())
	}
	if t.trailing.Count > 0 {
		to.Note("%s: empty fields at the ends of rows left out", t.base)
	}
	if g := t.decimal.Grouped; g != "" {
		to.Note("%s: numbers such as %s are read with separated thousands", t.base, message.Clean(g))
	}
	to.NoteRounded(t.base, t.rounded)
	if t.nolabel > 0 {
		to.Note("%s: %s without a label", t.base, message.Counted(t.nolabel, "row"))
	}
	if t.clock == nil {
		if t.rateLine > 0 {
			to.Note("%s: %.6g samples a second, as line %d states", t.base, t.rate, t.rateLine)
		}
		to.SetRate(t.base, t.rate)
		for _, r := range recordings {
			r.Rate = t.rate
		}
		return nil
	}
	t.cut.SortTimes(t.clock)
	return to.Tell(t.base, t.clock, recordings)
}

// notePassage notes the lines of a text that do not belong to the table within
// it.
func (t *tableReader) notePassage() {
	if t.passage == nil {
		return
	}
	left, other := t.passage.Outside, t.passage.Other
	t.to.Note("%s: text around the table left out: %s (the first is line %d)", t.base, message.Counted(left.Count, "line"), left.First)
	if other.Count > 0 {
		t.to.Note("%s: %s of numbers left out, because their number of fields differs from the table's (the first is line %d)", t.base, message.Counted(other.Count, "line"), other.First)
	}
}
