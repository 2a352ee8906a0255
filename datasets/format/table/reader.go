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

// records iterates over the rows of a table, divided into fields.
type records interface {
	// record returns the next row, valid until the next call, or io.EOF.
	record() ([][]byte, error)
	// place returns the position of the last row in the file and its unit:
	// "line" or, in a transposed table, "column".
	place() (int, string)
}

// lines reads the records of a text.
type lines struct{ *lex.Scanner }

func (l lines) record() ([][]byte, error) { return l.Record() }

func (l lines) place() (int, string) { return l.Line, "line" }

// tableReader reads one table. The first rows determine the roles of the
// columns; all rows are added to recordings.
type tableReader struct {
	ctx  context.Context
	to   *format.Sink
	path string // for messages
	base string // name of the segment of a table without a segment column
	rec  records
	scan *lex.Scanner // scanner behind rec
	grid *grid        // table that rec reads; nil unless it was read whole

	layout
	format.Roles
	inputNames []string
	decimal    lex.Decimal
	cut        *format.Cutter
	clock      *format.Clock // nil without a time column

	trailing lex.Lines    // rows with more empty fields than columns
	blank    lex.Lines    // rows of empty fields only
	again    lex.Lines    // rows that repeat the header
	blocks   bool         // blank lines separate blocks of rows, as in Gnuplot
	passage  *lex.Passage // nil unless the table is embedded in a text
	gaps     lex.Lines    // rows after blank lines
	missing  lex.Lines    // rows with missing values
	nolabel  int          // rows with an empty label
	rounded  []string     // columns with integers that lose digits
	intern   map[string]string
	expect   int // estimated number of rows in the file
}

// layout is the form of a table.
type layout struct {
	skip        int      // records before the table, such as a title
	header      bool     // the first record after them names the columns
	second      []string // record after the header with units or further parts of the names, in the order of names; nil for none
	extraRecord bool     // one more record without numbers follows
	countRecord bool     // the record after the header counts the rows of each column
	settings    int      // first of the columns that hold a setting below the header and nothing else; 0 for none
	joined      bool     // the names are split over both records
	headed      bool     // a comment before the table names the columns
	names       []string // of the columns, cleaned
	rate        float64  // samples per second, from the lines before the table; else 0
	rateLine    int      // line that states the rate; 0 for none
	start       float64  // time of the first row in seconds since 1970, with rate
	unnamed     int      // fields before the first column: row numbers or notes
	times       timeColumns
}

// recordsBefore returns the number of records before the first sample.
func (l *layout) recordsBefore() int {
	n := l.skip
	if l.header {
		n++
	}
	if l.second != nil || l.countRecord {
		n++
	}
	if l.extraRecord {
		n++
	}
	return n
}

// timeColumns holds the columns of a table that form the time of a row.
type timeColumns struct {
	columns  []int   // one column, or a date and a time of day
	texts    bool    // texts, not numbers
	unit     float64 // unit of a number in seconds; 0 if unknown
	dayFirst bool
	daily    bool // times of day without a date
	open     bool // later rows may decide whether the month or the day is first
}

// unit returns the unit in which rows are counted.
func (t *tableReader) unit() string { _, unit := t.rec.place(); return unit }

// at formats an error with the file and the place before it.
func (t *tableReader) at(format string, args ...any) error {
	n, unit := t.rec.place()
	place := fmt.Sprintf("%s:%d", t.path, n)
	if unit != "line" {
		place = fmt.Sprintf("%s: %s %d", t.path, unit, n)
	}
	return fmt.Errorf("%s: %w", place, fmt.Errorf(format, args...))
}

// record returns the next row; its error contains the file and the line.
func (t *tableReader) record() ([][]byte, error) {
	fields, err := t.rec.record()
	if err == nil || err == io.EOF || errors.Is(err, t.ctx.Err()) {
		return fields, err
	}
	return nil, t.at("%w", message.Reason(err))
}
