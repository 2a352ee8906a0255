package table

import (
	"fmt"
	"io"
	"slices"

	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/format/lex"
	"example.com/sfatui/datasets/message"
)

// Limits of a line of a transposed table. maxSuspectedFields also holds for the
// first lines of any table, which may turn out to be transposed.
const (
	maxTurned          = 10_000_000 // fields
	maxTurnedLine      = 1 << 30    // bytes
	maxSuspectedFields = 1_000_000
)

// layoutRows is the maximum number of rows from which the layout of a table is
// inferred.
const layoutRows = 200

// firstRows holds the first records of a table.
type firstRows struct {
	cells    [][]string
	places   []int
	headings [][]byte // comments before the records
	bytes    int      // approximate size of the records
	all      bool     // the file has no other records
}

// firstRows scans the first records of a text.
func (t *tableReader) firstRows(h *lex.Head) (*firstRows, error) {
	s := lex.ScanText(h.Text, t.in.scan.Delim)
	s.MaxLine = lex.MaxRecord
	s.End = t.in.scan.End
	s.MaxFields = maxSuspectedFields // a table that is too wide may be stored transposed
	s.TooLong = "this is not a table with samples in rows; if each row is a variable, read it with --transpose"
	if t.to != nil && t.to.Transpose {
		allowLong(t.to, s)
	}
	rows := &firstRows{}
	for len(rows.cells) < layoutRows {
		fields, err := s.Record()
		if err == io.EOF {
			rows.all = h.Whole
			break
		} else if err != nil {
			t.in.scan.Line = s.Line
			return nil, t.in.at("%w", message.Reason(err))
		}
		rows.add(fields, s.Line)
	}
	if n := len(rows.cells); !h.Whole && n > 1 && n < layoutRows {
		rows.cells = rows.cells[:n-1] // the head may end inside the last record
	}
	if len(rows.cells) == 0 {
		return nil, fmt.Errorf("%s is empty: a table needs rows", t.in.path)
	}
	rows.headings = s.Headings
	t.blocks = t.passage != nil || (s.Delim == ' ' || s.Delim == '\t') && 2*s.Gaps.Count <= len(rows.cells)
	t.removePreamble(rows)
	t.removeStart(rows)
	return rows, nil
}

// removeStart removes the two lines that Empatica's wristbands write before the
// rows: the time of the first row in seconds since 1970, and the rate. Both are
// the same in each column.
func (t *tableReader) removeStart(rows *firstRows) {
	if len(rows.cells) < 4 || t.skip > 0 || len(rows.headings) > 0 {
		return
	}
	start, rate := t.cells.rowNumbers(rows.cells[0]), t.cells.rowNumbers(rows.cells[1])
	if len(start) != len(rows.cells[0]) || len(rate) != len(start) || slices.Min(start) != slices.Max(start) || slices.Min(rate) != slices.Max(rate) {
		return
	}
	below := t.cells.columnNumbers(rows.cells[2:], 0)
	if format.EpochUnit(start[0]) != 1 || rate[0] <= 0 || rate[0] > 10_000 || len(below) != len(rows.cells)-2 || slices.Max(below) > start[0]/2 {
		return
	}
	t.skip, t.rate, t.start = 2, rate[0], start[0]
	rows.cells, rows.places = rows.cells[2:], rows.places[2:]
}

// removePreamble removes the records before the table, such as a title, from
// the first ones. A record of numbers belongs to the table.
func (t *tableReader) removePreamble(rows *firstRows) {
	counts := make([]int, len(rows.cells))
	for i, row := range rows.cells {
		counts[i] = filled(row)
	}
	n := lex.Preamble(counts)
	if n == 0 {
		n = t.cells.linesBeforeHeader(rows.cells)
	}
	if n == 0 && t.cells.isSize(rows) {
		n = 1
	} else if slices.ContainsFunc(rows.cells[:n], func(row []string) bool {
		return !allBlank(row) && !slices.ContainsFunc(row, func(cell string) bool { return t.cells.class(cell) == textCell })
	}) {
		return
	}
	t.skip = n
	rows.cells, rows.places = rows.cells[n:], rows.places[n:]
}

// filled returns the number of cells up to the last one that is not empty.
func filled(row []string) int {
	n := len(row)
	for n > 1 && row[n-1] == "" {
		n--
	}
	return n
}

// allowLong lets a scanner read lines as long as those of a transposed table,
// each of which is held in memory.
func allowLong(to *format.Sink, s *lex.Scanner) {
	s.MaxFields, s.MaxLine = maxTurned, maxTurnedLine
	if to.Store.Budget > 0 {
		s.MaxLine = int(max(lex.MaxRecord, min(to.Store.Budget, maxTurnedLine)))
	}
	s.TooLong = "raise --memory, or transpose the table with another program"
}

// add appends a copy of a record.
func (f *firstRows) add(fields [][]byte, place int) {
	row := make([]string, len(fields))
	for i, field := range fields {
		row[i] = lex.Text(field)
		f.bytes += len(field) + 1
	}
	f.cells = append(f.cells, row)
	f.places = append(f.places, place)
}

// count estimates the number of rows of a file of size bytes.
func (f *firstRows) count(size int64) int {
	n := len(f.cells)
	if f.all {
		return n
	}
	least := 2 * len(f.cells[0]) // bytes of a row
	return int(size) / max(least, 95*f.bytes/(100*n))
}
