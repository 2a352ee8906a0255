package table

import (
	"context"
	"io"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/format/lex"
	"example.com/sfatui/datasets/message"
)

// CSV reads text tables.
var CSV = format.Format{Name: "a table", Kind: data.Table, Family: "tables", Shown: ".csv .tsv .txt .dat", Columns: true, Manifest: true, Streams: true, Read: readTable,
	Extensions: []string{".csv", ".tsv", ".tab", ".txt", ".dat", ".data", ".asc"}, Looks: looksLikeTable, Inputs: inputsOf, Extent: extent}

// readTable reads a table and appends its segments to the sink.
func readTable(ctx context.Context, src *format.Source, to *format.Sink) error {
	t, rows, err := newReader(ctx, src, to)
	if err != nil {
		return err
	}
	if t.isUCR(src.File, rows) {
		if to.Survey != nil {
			return nil // its rows are series, not columns
		}
		err = t.readUCR(src.File)
	} else {
		err = t.readSamples(src, rows)
	}
	if err != nil {
		return err
	}
	return nil
}

// newReader starts to read a table and returns its first rows.
func newReader(ctx context.Context, src *format.Source, to *format.Sink) (*tableReader, *firstRows, error) {
	h, err := lex.ReadHead(src.Reader(), lex.MaxRecord)
	if err != nil {
		return nil, nil, src.Fail(err)
	}
	return begin(ctx, h, src.File, to)
}

// begin reads the first rows of a file that starts with h.
func begin(ctx context.Context, h *lex.Head, f format.File, to *format.Sink) (*tableReader, *firstRows, error) {
	t := &tableReader{ctx: ctx, to: to, path: f.Shown(), base: f.Base(), intern: map[string]string{}}
	text := h.Text
	h, t.passage = h.InPassage()
	t.sniff(h.Reader(), h.Text, h.Whole)
	t.rec = lines{t.scan}
	rows, err := t.firstRows(h)
	if err == nil && t.rate == 0 {
		t.rate, t.rateLine = lex.StatedRate(text, rows.places[0])
	}
	return t, rows, err
}

// sniff creates the scanner of r. The delimiter and the decimal sign come from
// text, the start of the table or, if whole is set, all of it.
func (t *tableReader) sniff(r io.Reader, text []byte, whole bool) {
	delim := lex.SniffDelimiter(text, whole)
	t.scan, t.decimal = lex.NewScanner(r, delim), lex.Decimal{Comma: delim != ','}
	t.scan.End = lex.SniffEnd(text, delim)
}

// inputsOf returns the inputs of a table from its first rows; nil for a table
// of series or one that may be transposed.
func inputsOf(ctx context.Context, src *format.Source, to *format.Sink) ([]string, error) {
	t, rows, err := newReader(ctx, src, &format.Sink{Raw: &data.Raw{}, Columns: to.Columns, Missing: to.Missing, Transpose: to.Transpose})
	if err != nil || to.Transpose || t.isUCR(src.File, rows) {
		return nil, err
	}
	err = t.assignRoles(rows)
	return t.inputNames, err
}

// readSamples reads a table whose rows are samples.
func (t *tableReader) readSamples(src *format.Source, rows *firstRows) error {
	rows, err := t.transpose(src, rows)
	if err != nil {
		return err
	}
	if t.to.Survey != nil {
		return t.survey(rows)
	}
	if err := t.assignRoles(rows); err != nil {
		return err
	}
	if err := t.to.Match(t.path, t.inputNames, message.Clean(t.to.Columns.Of[format.Target])); err != nil {
		return err
	}
	t.cut = t.to.NewCutter(src.File, t.unit(), t.Roles)
	t.cut.Gather = t.clock != nil
	t.expect = rows.count(src.Len())
	t.scan.Comment = t.checkNames
	from := len(t.to.Recordings)
	if err := t.readRows(); err != nil {
		return err
	}
	if t.grid != nil {
		t.to.Store.Drop(t.grid.room)
	}
	return t.tell(t.to.Recordings[from:])
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

// tell adds notes on the lines that were left out and on the clock.
func (t *tableReader) tell(recordings []*data.Recording) error {
	to := t.to
	t.notePassage()
	comments := t.scan.Comments
	if t.headed {
		comments.Count--
	}
	for _, l := range []struct {
		lex.Lines
		what string
	}{{comments, "comment"}, {t.scan.Rules, "ruled line"}, {t.again, "repeated header"}, {t.blank, "empty row"}} {
		if l.Count > 0 {
			to.Note("%s: left out: %s (the first is %s %d)", t.base, message.Counted(l.Count, l.what), t.unit(), l.First)
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
		to.NoteMissing(t.base, t.missing, t.unit())
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
