package table

import (
	"context"
	"errors"
	"fmt"
	"io"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/format/lex"
	"example.com/sfatui/datasets/message"
)

// CSV are tables of text.
var CSV = format.Format{Name: "a table", Kind: data.Table, Family: "tables", Shown: ".csv .tsv .txt .dat", Columns: true, Manifest: true, Read: readTable,
	Extensions: []string{".csv", ".tsv", ".tab", ".txt", ".dat", ".data", ".asc"}}

// records are the rows of a table, each cut into fields.
type records interface {
	// record is the next row, valid until the next call, or io.EOF.
	record() ([][]byte, error)
	// place is where in the file the last row is, and the sort of it: a line
	// or, in a table that is stored transposed, a column.
	place() (int, string)
}

// lines are the records of a text.
type lines struct{ *lex.Scanner }

func (l lines) record() ([][]byte, error) { return l.Record() }
func (l lines) place() (int, string)      { return l.Line, "line" }

// tableReader reads one table. Its first rows settle what the columns are, all
// rows fill recordings.
type tableReader struct {
	ctx  context.Context
	to   *format.Sink
	path string // for messages
	base string // names the segment of a table without a segment column
	rec  records
	scan *lex.Scanner // behind rec
	grid *grid        // as rec reads; nil unless the table was read whole

	layout
	format.Roles
	inputNames []string
	decimal    lex.Decimal
	cut        *format.Cutter
	clock      *format.Clock // nil without a time column

	trailing lex.Lines // rows with more empty fields than columns
	blank    lex.Lines // rows of nothing but empty fields
	missing  lex.Lines // rows in which a number is missing
	nolabel  int       // rows with an empty label
	intern   map[string]string
	expect   int // rows that the file seems to have
}

// readTable reads a table and appends its segments to m.
func readTable(ctx context.Context, src *format.Source, to *format.Sink) error {
	h, err := lex.ReadHead(src.Reader())
	if err != nil {
		return src.Fail(err)
	}
	delim := lex.SniffDelimiter(h.Text, h.Whole)
	t := &tableReader{
		ctx: ctx, to: to, path: src.Shown(), base: src.Base(),
		scan:    lex.NewScanner(h.Reader(), delim),
		decimal: lex.Decimal{Comma: delim != ','},
		intern:  map[string]string{},
	}
	t.rec = lines{t.scan}
	rows, err := t.firstRows(h)
	if err != nil {
		return err
	}
	if t.isUCR(src.File, rows) {
		err = t.readUCR(src.File)
	} else {
		err = t.readSamples(src, rows)
	}
	if err != nil {
		return err
	}
	return nil
}

// readSamples reads a table whose rows are samples.
func (t *tableReader) readSamples(src *format.Source, rows *firstRows) error {
	rows, err := t.turn(src, rows)
	if err != nil {
		return err
	}
	if err := t.settle(rows); err != nil {
		return err
	}
	if err := t.to.Match(t.path, t.inputNames, message.Clean(t.to.Columns.Of[format.Target])); err != nil {
		return err
	}
	t.cut = t.to.NewCutter(src.File, t.unit(), t.Roles)
	t.expect = rows.count(src.Len())
	from := len(t.to.Recordings)
	if err := t.readRows(); err != nil {
		return err
	}
	if t.grid != nil {
		t.to.Store.Drop(t.grid.room)
	}
	t.tell(t.to.Recordings[from:])
	return nil
}

// unit is what the rows are counted in.
func (t *tableReader) unit() string { _, unit := t.rec.place(); return unit }

// at puts the file and the place before an error's text.
func (t *tableReader) at(format string, args ...any) error {
	n, unit := t.rec.place()
	place := fmt.Sprintf("%s:%d", t.path, n)
	if unit != "line" {
		place = fmt.Sprintf("%s: %s %d", t.path, unit, n)
	}
	return fmt.Errorf("%s: %w", place, fmt.Errorf(format, args...))
}

// record is the next row; its error has the file and the line.
func (t *tableReader) record() ([][]byte, error) {
	fields, err := t.rec.record()
	if err == nil || err == io.EOF || errors.Is(err, t.ctx.Err()) {
		return fields, err
	}
	return nil, t.at("%w", message.Reason(err))
}

// readRows reads all rows.
func (t *tableReader) readRows() error {
	skip := t.header
	for n := 1; ; n++ {
		fields, err := t.record()
		if err == io.EOF {
			at, _ := t.rec.place()
			t.cut.Close(at)
			return nil
		} else if err != nil {
			return err
		}
		if skip {
			skip = false
			continue
		}
		if fields, err = t.columnsOf(fields); err != nil {
			return err
		}
		if fields == nil {
			continue
		}
		if err := t.row(fields); err != nil {
			return err
		}
		if n%1024 == 0 {
			if err := t.cut.Settle(t.ctx); err != nil {
				return err
			}
		}
		if err := t.to.Hold(len(t.Inputs), t.path); err != nil {
			return err
		}
	}
}

// columnsOf are a row's fields without row number and without empty fields at
// the end that belong to no column; nil for a row of empty fields.
func (t *tableReader) columnsOf(fields [][]byte) ([][]byte, error) {
	width := len(t.names) + t.unnamed
	if len(fields) > 1 && allEmpty(fields) {
		at, _ := t.rec.place()
		t.blank.Add(at)
		return nil, nil
	}
	if len(fields) > width && allEmpty(fields[width:]) {
		at, _ := t.rec.place()
		t.trailing.Add(at)
		fields = fields[:width]
	}
	if len(fields) != width {
		return nil, t.ragged(len(fields))
	}
	return fields[t.unnamed:], nil
}

// allEmpty reports whether all fields are empty.
func allEmpty(fields [][]byte) bool {
	for _, f := range fields {
		if len(f) > 0 {
			return false
		}
	}
	return true
}

// ragged is the error of a row with too few or too many fields.
func (t *tableReader) ragged(n int) error {
	names := "the header has " + message.Counted(len(t.names), "name")
	switch {
	case !t.header:
		names = "the first row has " + message.Counted(len(t.names), "field")
	case t.unnamed > 0:
		names = fmt.Sprintf("%d (a row number and the header's %d)", len(t.names)+1, len(t.names))
	}
	remedy := "complete the row"
	if n > len(t.names)+t.unnamed {
		remedy = "put text that holds the delimiter in double quotes"
	}
	if t.scan.Delim == ',' && n == 2*len(t.names) {
		remedy = "if these are numbers with a decimal comma, divide the columns by semicolons or tabs instead; else " + remedy
	}
	return t.at("%s, but %s (delimiter: %s): %s", message.Counted(n, "field"), names, lex.DelimiterNames[t.scan.Delim], remedy)
}

// tell notes what was left out of the rows, and what the time column shows.
func (t *tableReader) tell(recordings []*data.Recording) {
	to := t.to
	comments := t.scan.Comments
	if t.headed {
		comments.Count--
	}
	for _, l := range []struct {
		lex.Lines
		what string
	}{{comments, "comment"}, {t.blank, "empty row"}} {
		if l.Count > 0 {
			to.Note("%s: left out: %s (the first is %s %d)", t.base, message.Counted(l.Count, l.what), t.unit(), l.First)
		}
	}
	to.Found.Missing += t.missing.Count
	if t.missing.Count > 0 {
		to.NoteMissing(t.base, t.missing, t.unit())
	}
	if t.trailing.Count > 0 {
		to.Note("%s: empty fields at the ends of rows left out", t.base)
	}
	if t.nolabel > 0 {
		to.Note("%s: %s without a label", t.base, message.Counted(t.nolabel, "row"))
	}
	if t.clock == nil {
		to.SetRate(t.base, 0)
		return
	}
	to.Tell(t.base, t.clock, recordings)
}
