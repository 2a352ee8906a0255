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
		err = t.samples.readUCR(src.File)
	} else {
		err = t.readSamples(src, rows)
	}
	return err
}

// A tableReader reads one table. The first rows determine its layout and the roles of the
// columns, by which samples reads all rows.
type tableReader struct {
	in    recordSource
	to    *format.Sink
	base  string // name of the segment of a table without a segment column
	cells cellClassifier
	layout
	samples rowReader
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
	t := &tableReader{in: recordSource{ctx: ctx, path: f.Shown()}, to: to, base: f.Base(), cells: cellClassifier{markers: to.Missing.Markers}}
	text := h.Text
	h, t.passage = h.InPassage()
	t.cells.comma = t.in.scanLines(h.Reader(), h.Text, h.Whole)
	t.samples = rowReader{in: &t.in, to: to, base: t.base, layout: &t.layout, decimal: lex.Decimal{Comma: t.cells.comma}, intern: map[string]string{}}
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

// scanLines sets the records to the lines that the scanner of [sniff] reads.
func (rs *recordSource) scanLines(r io.Reader, text []byte, whole bool) (comma bool) {
	rs.scan, comma = sniff(r, text, whole)
	rs.rec = lines{rs.scan}
	return comma
}

// inputsOf returns the inputs of a table from its first rows; nil for a table
// of series or one that may be transposed.
func inputsOf(ctx context.Context, src *format.Source, to *format.Sink) ([]string, error) {
	t, rows, err := newReader(ctx, src, &format.Sink{Raw: &data.Raw{}, Columns: to.Columns, Missing: to.Missing, Transpose: to.Transpose})
	if err != nil || to.Transpose || t.isUCR(src.File, rows) {
		return nil, err
	}
	err = t.assignRoles(rows)
	return t.samples.inputNames, err
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
	rr := &t.samples
	if err := t.to.Match(t.in.path, rr.inputNames, message.Clean(t.to.Columns.Of[format.Target])); err != nil {
		return err
	}
	rr.cut = t.to.NewCutter(src.File, t.in.unit(), rr.Roles)
	rr.cut.Gather = rr.clock != nil
	rr.expect = rows.count(src.Len())
	t.in.scan.Comment = rr.checkNames
	from := len(t.to.Recordings)
	if err := rr.readRows(); err != nil {
		return err
	}
	if t.in.grid != nil {
		t.to.Store.Drop(t.in.grid.room)
	}
	return rr.addNotes(t.to.Recordings[from:])
}
