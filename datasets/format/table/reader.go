package table

import (
	"context"
	"errors"
	"fmt"
	"io"

	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/format/lex"
	"example.com/sfatui/datasets/message"
)

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

func (l lines) place() (int, string) { return l.Line, "line" }

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

	trailing lex.Lines    // rows with more empty fields than columns
	blank    lex.Lines    // rows of nothing but empty fields
	blocks   bool         // blank lines part blocks of rows, as Gnuplot has them
	passage  *lex.Passage // nil unless the table stands within a text
	gaps     lex.Lines    // rows with blank lines before them
	missing  lex.Lines    // rows in which a number is missing
	nolabel  int          // rows with an empty label
	rounded  []string     // columns with whole numbers that lose digits
	intern   map[string]string
	expect   int // rows that the file seems to have
}

// layout is the form of a table.
type layout struct {
	skip    int      // records before the table: a title and the like
	header  bool     // the first record behind them names the columns
	second  []string // the record behind the header where it has units or more of the names, in the order of names; nil for none
	third   bool     // a record without numbers stands behind that one
	joined  bool     // the names are over both records
	headed  bool     // the comment before it does
	names   []string // of the columns, cleaned
	rate    float64  // of samples, where the lines before the table say so; else 0
	start   float64  // the time of the first row then, in seconds since 1970
	unnamed int      // fields before the first column: 1 with row numbers, else 0
	times   timeColumns
}

// heads is how many records stand before the first sample, in or before the table.
func (l *layout) heads() int {
	n := l.skip
	if l.header {
		n++
	}
	if l.second != nil {
		n++
	}
	if l.third {
		n++
	}
	return n
}

// timeColumns are the columns of a table that hold times.
type timeColumns struct {
	columns  []int   // that together tell the time of a row: one, or a date and a time of day
	texts    bool    // they are texts, not numbers
	unit     float64 // seconds of a number in the column; 0 if that is not known
	dayFirst bool
	daily    bool // they are times of day, without a date
	open     bool // other rows may show that the month or the day is first
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
