package table

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/format/lex"
	"example.com/sfatui/datasets/message"
)

// A rowReader adds the rows of a table whose layout and roles are known to recordings, and
// counts what its notes report.
type rowReader struct {
	in     *recordSource
	to     *format.Sink
	base   string // name of the segment of a table without a segment column
	layout *layout
	format.Roles
	inputNames []string
	decimal    lex.Decimal
	cut        *format.Cutter
	clock      *format.Clock // nil without a time column
	intern     map[string]string
	expect     int // estimated number of rows in the file

	trailing lex.Lines // rows with more empty fields than columns
	blank    lex.Lines // rows of empty fields only
	again    lex.Lines // rows that repeat the header
	gaps     lex.Lines // rows after blank lines
	missing  lex.Lines // rows with missing values
	nolabel  int       // rows with an empty label
	rounded  []string  // columns with integers that lose digits
}

// readRows reads all rows.
func (rr *rowReader) readRows() error {
	skip := rr.layout.recordsBefore()
	for n := 1; ; n++ {
		fields, err := rr.in.record()
		if err == io.EOF {
			at, _ := rr.in.rec.place()
			rr.cut.Close(at)
			return nil
		} else if err != nil {
			return err
		}
		if skip > 0 {
			skip--
			continue
		}
		if fields, err = rr.columnsOf(fields); err != nil {
			return err
		}
		if fields == nil {
			continue
		}
		if again, err := rr.isHeaderAgain(fields); err != nil {
			return err
		} else if again {
			continue
		}
		rr.gap()
		if err := rr.row(fields); err != nil {
			return err
		}
		if n%1024 == 0 {
			if err := rr.cut.Settle(rr.in.ctx); err != nil {
				return err
			}
		}
		if err := rr.to.Hold(len(rr.Inputs), rr.in.path); err != nil {
			return err
		}
	}
}

// gap begins a segment at a row after blank lines, if these separate blocks and
// no column defines the segments.
func (rr *rowReader) gap() {
	at, _ := rr.in.rec.place()
	if rr.in.grid != nil || rr.cut.Cur == nil || rr.in.scan.Gaps.Last != at {
		return
	}
	rr.gaps.Add(at)
	if rr.layout.blocks && !rr.Roles.Cuts() {
		rr.cut.BreakOff(at - 1)
	}
}

// isHeaderAgain reports whether a row repeats the header, as in a file to which
// another one was appended. Such a row ends the segment. It returns an error for a row
// that has the same names in another order.
func (rr *rowReader) isHeaderAgain(fields [][]byte) (bool, error) {
	cell := fields[rr.Inputs[0]]
	if !rr.layout.header || len(cell) == 0 || cell[0] <= '9' { // so that most rows cost nothing
		return false, nil
	}
	names := format.CleanNames(fields)
	if !sameWords(names, rr.layout.names) {
		return false, nil
	}
	if !sameInOrder(names, rr.layout.names) {
		return false, rr.in.at("a line names the columns again, %s in place of %s: write the rows from here on into another file, and open both", message.List(names), message.List(rr.layout.names))
	}
	at, _ := rr.in.rec.place()
	rr.again.Add(at)
	rr.cut.BreakOff(at - 1)
	return true, nil
}

// columnsOf returns a row's fields without the row number and without surplus
// empty fields at the end; nil for a row of empty fields.
func (rr *rowReader) columnsOf(fields [][]byte) ([][]byte, error) {
	width := len(rr.layout.names) + rr.layout.unnamed
	if len(fields) > 1 && allEmpty(fields) {
		at, _ := rr.in.rec.place()
		rr.blank.Add(at)
		return nil, nil
	}
	if len(fields) > width && allEmpty(fields[width:]) {
		at, _ := rr.in.rec.place()
		rr.trailing.Add(at)
		fields = fields[:width]
	}
	if len(fields) != width {
		return nil, rr.ragged(len(fields))
	}
	return fields[rr.layout.unnamed:], nil
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

// ragged returns the error of a row with too few or too many fields.
func (rr *rowReader) ragged(n int) error {
	names := "the header has " + message.Counted(len(rr.layout.names), "name")
	switch {
	case !rr.layout.header:
		names = "the first row has " + message.Counted(len(rr.layout.names), "field")
	case rr.layout.unnamed > 0:
		names = fmt.Sprintf("%d (a row number and the header's %d)", len(rr.layout.names)+1, len(rr.layout.names))
	}
	remedy := "complete the row"
	if n > len(rr.layout.names)+rr.layout.unnamed {
		remedy = "put text that holds the delimiter in double quotes"
		if rr.layout.header {
			remedy = "name each column in the header, or " + remedy
		}
	}
	if rr.layout.header && len(rr.layout.names) == 1 && n > 2 {
		remedy = "if lines of one word name the blocks of rows below them, turn these words into columns, with awk 'NF==1{n++;w=$1;next} NF{$1=$1;print n,w,$0}' OLD > NEW, and read NEW with --segment x1 --label x2"
	}
	if n < len(rr.layout.names) && lex.DelimiterNames[rr.in.scan.Delim] == "space" {
		remedy = "complete the row, or put blanks between columns that run together"
	}
	if rr.in.scan.Delim == ',' && n == 2*len(rr.layout.names) {
		remedy = "if these are numbers with a decimal comma, divide the columns by semicolons or tabs instead; else " + remedy
	}
	return rr.in.at("%s, but %s (delimiter: %s): %s", message.Counted(n, "field"), names, lex.DelimiterNames[rr.in.scan.Delim], remedy)
}

// row appends one row to its segment.
func (rr *rowReader) row(fields [][]byte) error {
	at, _ := rr.in.rec.place()
	segment, err := rr.cut.SegmentText(func(column int) string { return rr.textOf(fields, column) })
	if err != nil {
		return rr.in.at("%w", err)
	}
	if err := rr.cut.Place(at, format.Marks{Segment: segment, Group: rr.textOf(fields, rr.Of[format.Group]), Cut: rr.textOf(fields, rr.Of[format.CutBy]), Side: rr.textOf(fields, rr.Of[format.SplitColumn])}); err != nil {
		return rr.in.at("%w", err)
	}
	r := rr.cut.Cur
	if r.Rows == 0 && !rr.Roles.Cuts() && rr.expect > 0 {
		x, err := rr.to.Store.Floats(rr.expect * len(rr.Inputs))
		if err != nil {
			return err
		}
		r.X, r.Placed, rr.expect = x[:0], true, 0 // pieces after a gap grow row by row
	}
	if r.Placed {
		var err error
		if r.X, err = rr.to.Store.Grow(r.X, len(rr.Inputs)); err != nil {
			return err
		}
	}
	r.Rows++
	for i, c := range rr.Inputs {
		x, err := rr.number(fields[c])
		if err != nil && rr.to.Missing.Fill > 0 && err != lex.ErrText && err != lex.ErrMixed {
			if rr.missing.Last != at {
				rr.missing.Add(at)
			}
			x, err = math.NaN(), nil
		}
		if err != nil && rr.to.Missing.Split && err != lex.ErrText && err != lex.ErrMixed {
			r.Rows--
			r.X = r.X[:len(r.X)-i]
			rr.missing.Add(at)
			rr.cut.Interrupt(at)
			return nil
		}
		if err != nil {
			name := rr.inputNames[i : i+1]
			return &format.CellError{Columns: name, Err: rr.badCell(name[0], fields[c], err, missingInput, "drop the column with --drop "+message.Quote(name))}
		}
		if math.Abs(x) >= lex.Exact {
			rr.checkDigits(rr.inputNames[i], fields[c], x)
		}
		r.X = append(r.X, x)
	}
	if err := rr.numbers(r, fields); err != nil {
		return err
	}
	if rr.clock != nil {
		rr.addTime(fields)
	}
	if rr.Of[format.Label] >= 0 {
		label := rr.textOf(fields, rr.Of[format.Label])
		if label == "" {
			rr.nolabel++
		}
		r.Labels = append(r.Labels, label)
	}
	return nil
}

// checkDigits records a column in which an integer loses digits.
func (rr *rowReader) checkDigits(name string, cell []byte, x float64) {
	if lex.Rounded(cell, x) && !slices.Contains(rr.rounded, name) {
		rr.rounded = append(rr.rounded, name)
	}
}

// number parses a cell as a finite number.
func (rr *rowReader) number(cell []byte) (float64, error) {
	return rr.to.Missing.Markers.Parse(&rr.decimal, cell)
}

// numbers appends the target and the importances of a row.
func (rr *rowReader) numbers(r *data.Recording, fields [][]byte) error {
	for i, to := range [...]*[]float64{&r.Target, &r.Importance, &r.TransitionImportance} {
		role, what := format.Target+format.Role(i), "an importance"
		if role == format.Target {
			what = "a target"
		}
		c := rr.Of[role]
		if c < 0 {
			continue
		}
		y, err := rr.number(fields[c])
		if err != nil {
			return rr.badCell(rr.layout.names[c], fields[c], err, "", "delete the line: "+what+" must be a number in every row, and --missing applies to inputs only")
		}
		if err := role.CheckNumber(rr.layout.names[c], y); err != nil {
			return rr.in.at("%w", err)
		}
		*to = append(*to, y)
	}
	return nil
}

// textOf returns the cleaned text of a row's field, sharing equal texts; "" if
// the column is -1.
func (rr *rowReader) textOf(fields [][]byte, column int) string {
	if column < 0 {
		return ""
	}
	cell := fields[column]
	if s, ok := rr.intern[string(cell)]; ok {
		return s
	}
	s := message.Clean(lex.Text(cell))
	rr.intern[string(cell)] = s
	return s
}

// missingInput is the remedy for rows that lack an input.
const missingInput = "leave the row out (--missing split), fill short gaps (--missing interpolate:3), "

// badCell returns the error of a cell that is not a number. For a missing
// value, the remedies in missing come before remedy.
func (rr *rowReader) badCell(column string, cell []byte, why error, missing, remedy string) error {
	word := message.Shorten(message.Clean(strings.ReplaceAll(lex.Text(cell[:min(len(cell), 1024)]), "\n", " ")), 40)
	text := fmt.Sprintf("%q", word)
	remedies := "the cell, " + missing + "or " + remedy
	switch why {
	case lex.ErrEmpty:
		return rr.in.at("column %s is empty: fill %s", column, remedies)
	case lex.ErrMissing:
		return rr.in.at("column %s: %s stands for a missing number: fill %s", column, text, remedies)
	case lex.ErrInfinite:
		return rr.in.at("column %s: %s is not finite: correct %s", column, text, remedies)
	case lex.ErrMixed:
		return rr.in.at("column %s: %s has a different decimal sign from the rows before (%q): use one sign in the whole file", column, text, rr.decimal.Sign)
	}
	hint := ""
	if missing != "" {
		hint = "; if it stands for a missing number, say so with --missing-value " + message.Quote([]string{word}) + " and --missing split"
	}
	if strings.ContainsRune(text, ',') && !rr.decimal.Comma {
		hint = "; a decimal comma requires a delimiter other than the comma"
	}
	last := "delete the line, or " + remedy
	if missing == "" {
		last = "or " + remedy
	}
	return rr.in.at("column %s: %s is not a number: correct the cell, %s%s", column, text, last, hint)
}

// addTime adds the time of a row to the clock.
func (rr *rowReader) addTime(fields [][]byte) {
	times := &rr.layout.times
	rr.clock.Add(rr.timeOf(fields, times.dayFirst))
	if times.open {
		rr.clock.AddOther(rr.timeOf(fields, !times.dayFirst))
	}
}

// timeOf returns the time of a row in seconds; NaN if it cannot be read.
func (rr *rowReader) timeOf(fields [][]byte, dayFirst bool) float64 {
	times, seconds := &rr.layout.times, 0.0
	for i, c := range times.columns {
		if !times.texts {
			x, err := rr.decimal.Parse(fields[c])
			if err != nil {
				return math.NaN()
			}
			if times.unit > 0 {
				x *= times.unit
			}
			seconds += x
			continue
		}
		form := lex.DateTime
		if i > 0 {
			form = lex.ClockOnly
		}
		seconds += textTime(fields[c], form, dayFirst)
	}
	return seconds
}

// textTime returns the time of a cell in seconds; NaN if it cannot be read.
func textTime(cell []byte, form lex.TimeForm, dayFirst bool) float64 {
	s := lex.TimeOf(cell, form, dayFirst)
	if !math.IsNaN(s) {
		return s
	}
	for _, read := range []func([]byte) (float64, bool){lex.CompactDate, lex.CompactClock} {
		if s, ok := read(cell); ok {
			return s
		}
	}
	return math.NaN()
}
