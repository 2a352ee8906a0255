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
	return err
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
	t := &tableReader{in: recordSource{ctx: ctx, path: f.Shown()}, to: to, base: f.Base(), cells: cellClassifier{markers: to.Missing.Markers}, intern: map[string]string{}}
	text := h.Text
	h, t.passage = h.InPassage()
	t.in.scan, t.cells.comma = sniff(h.Reader(), h.Text, h.Whole)
	t.decimal.Comma = t.cells.comma
	t.in.rec = lines{t.in.scan}
	rows, err := t.firstRows(h)
	if err == nil && t.rate == 0 {
		t.rate, t.rateLine = lex.StatedRate(text, rows.places[0])
	}
	return t, rows, err
}

// sniff returns the scanner of r, and reports whether a comma may be the decimal sign. The
// delimiter comes from text, the start of the table or, if whole is set, all of it.
func sniff(r io.Reader, text []byte, whole bool) (scan *lex.Scanner, comma bool) {
	delim := lex.SniffDelimiter(text, whole)
	scan = lex.NewScanner(r, delim)
	scan.End = lex.SniffEnd(text, delim)
	return scan, delim != ','
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
	if err := t.to.Match(t.in.path, t.inputNames, message.Clean(t.to.Columns.Of[format.Target])); err != nil {
		return err
	}
	t.cut = t.to.NewCutter(src.File, t.in.unit(), t.Roles)
	t.cut.Gather = t.clock != nil
	t.expect = rows.count(src.Len())
	t.in.scan.Comment = t.checkNames
	from := len(t.to.Recordings)
	if err := t.readRows(); err != nil {
		return err
	}
	if t.in.grid != nil {
		t.to.Store.Drop(t.in.grid.room)
	}
	return t.tell(t.to.Recordings[from:])
}

// tableReader reads one table. The first rows determine the roles of the
// columns; all rows are added to recordings.
type tableReader struct {
	in    recordSource
	to    *format.Sink
	base  string // name of the segment of a table without a segment column
	cells cellClassifier
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
