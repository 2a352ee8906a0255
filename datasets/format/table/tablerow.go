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

// readRows reads all rows.
func (t *tableReader) readRows() error {
	skip := t.recordsBefore()
	for n := 1; ; n++ {
		fields, err := t.in.record()
		if err == io.EOF {
			at, _ := t.in.rec.place()
			t.cut.Close(at)
			return nil
		} else if err != nil {
			return err
		}
		if skip > 0 {
			skip--
			continue
		}
		if fields, err = t.columnsOf(fields); err != nil {
			return err
		}
		if fields == nil {
			continue
		}
		if again, err := t.isHeaderAgain(fields); err != nil {
			return err
		} else if again {
			continue
		}
		t.gap()
		if err := t.row(fields); err != nil {
			return err
		}
		if n%1024 == 0 {
			if err := t.cut.Settle(t.in.ctx); err != nil {
				return err
			}
		}
		if err := t.to.Hold(len(t.Inputs), t.in.path); err != nil {
			return err
		}
	}
}

// gap begins a segment at a row after blank lines, if these separate blocks and
// no column defines the segments.
func (t *tableReader) gap() {
	at, _ := t.in.rec.place()
	if t.in.grid != nil || t.cut.Cur == nil || t.in.scan.Gaps.Last != at {
		return
	}
	t.gaps.Add(at)
	if t.blocks && !t.Roles.Cuts() {
		t.cut.BreakOff(at - 1)
	}
}

// isHeaderAgain reports whether a row repeats the header, as in a file to which
// another one was appended. Such a row ends the segment. It returns an error for a row
// that has the same names in another order.
func (t *tableReader) isHeaderAgain(fields [][]byte) (bool, error) {
	cell := fields[t.Inputs[0]]
	if !t.header || len(cell) == 0 || cell[0] <= '9' { // so that most rows cost nothing
		return false, nil
	}
	names := format.CleanNames(fields)
	if !sameWords(names, t.names) {
		return false, nil
	}
	if !sameInOrder(names, t.names) {
		return false, t.in.at("a line names the columns again, %s in place of %s: write the rows from here on into another file, and open both", message.List(names), message.List(t.names))
	}
	at, _ := t.in.rec.place()
	t.again.Add(at)
	t.cut.BreakOff(at - 1)
	return true, nil
}

// columnsOf returns a row's fields without the row number and without surplus
// empty fields at the end; nil for a row of empty fields.
func (t *tableReader) columnsOf(fields [][]byte) ([][]byte, error) {
	width := len(t.names) + t.unnamed
	if len(fields) > 1 && allEmpty(fields) {
		at, _ := t.in.rec.place()
		t.blank.Add(at)
		return nil, nil
	}
	if len(fields) > width && allEmpty(fields[width:]) {
		at, _ := t.in.rec.place()
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

// ragged returns the error of a row with too few or too many fields.
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
		if t.header {
			remedy = "name each column in the header, or " + remedy
		}
	}
	if t.header && len(t.names) == 1 && n > 2 {
		remedy = "if lines of one word name the blocks of rows below them, turn these words into columns, with awk 'NF==1{n++;w=$1;next} NF{$1=$1;print n,w,$0}' OLD > NEW, and read NEW with --segment x1 --label x2"
	}
	if n < len(t.names) && lex.DelimiterNames[t.in.scan.Delim] == "space" {
		remedy = "complete the row, or put blanks between columns that run together"
	}
	if t.in.scan.Delim == ',' && n == 2*len(t.names) {
		remedy = "if these are numbers with a decimal comma, divide the columns by semicolons or tabs instead; else " + remedy
	}
	return t.in.at("%s, but %s (delimiter: %s): %s", message.Counted(n, "field"), names, lex.DelimiterNames[t.in.scan.Delim], remedy)
}

// row appends one row to its segment.
func (t *tableReader) row(fields [][]byte) error {
	at, _ := t.in.rec.place()
	if err := t.cut.Place(at, format.Marks{Segment: t.textOf(fields, t.Of[format.SegmentName]), Group: t.textOf(fields, t.Of[format.Group]), Cut: t.textOf(fields, t.Of[format.CutBy]), Side: t.textOf(fields, t.Of[format.SplitColumn])}); err != nil {
		return t.in.at("%w", err)
	}
	r := t.cut.Cur
	if r.Rows == 0 && !t.Roles.Cuts() && t.expect > 0 {
		x, err := t.to.Store.Floats(t.expect * len(t.Inputs))
		if err != nil {
			return err
		}
		r.X, r.Placed, t.expect = x[:0], true, 0 // pieces after a gap grow row by row
	}
	if r.Placed {
		var err error
		if r.X, err = t.to.Store.Grow(r.X, len(t.Inputs)); err != nil {
			return err
		}
	}
	r.Rows++
	for i, c := range t.Inputs {
		x, err := t.number(fields[c])
		if err != nil && t.to.Missing.Fill > 0 && err != lex.ErrText && err != lex.ErrMixed {
			if t.missing.Last != at {
				t.missing.Add(at)
			}
			x, err = math.NaN(), nil
		}
		if err != nil && t.to.Missing.Split && err != lex.ErrText && err != lex.ErrMixed {
			r.Rows--
			r.X = r.X[:len(r.X)-i]
			t.missing.Add(at)
			t.cut.Interrupt(at)
			return nil
		}
		if err != nil {
			name := t.inputNames[i : i+1]
			return &format.CellError{Columns: name, Err: t.badCell(name[0], fields[c], err, missingInput, "drop the column with --drop "+message.Quote(name))}
		}
		if math.Abs(x) >= lex.Exact {
			t.checkDigits(t.inputNames[i], fields[c], x)
		}
		r.X = append(r.X, x)
	}
	if err := t.numbers(r, fields); err != nil {
		return err
	}
	if t.clock != nil {
		t.addTime(fields)
	}
	if t.Of[format.Label] >= 0 {
		label := t.textOf(fields, t.Of[format.Label])
		if label == "" {
			t.nolabel++
		}
		r.Labels = append(r.Labels, label)
	}
	return nil
}

// checkDigits records a column in which an integer loses digits.
func (t *tableReader) checkDigits(name string, cell []byte, x float64) {
	if lex.Rounded(cell, x) && !slices.Contains(t.rounded, name) {
		t.rounded = append(t.rounded, name)
	}
}

// number parses a cell as a finite number.
func (t *tableReader) number(cell []byte) (float64, error) {
	return t.to.Missing.Markers.Parse(&t.decimal, cell)
}

// numbers appends the target and the importances of a row.
func (t *tableReader) numbers(r *data.Recording, fields [][]byte) error {
	for i, to := range [...]*[]float64{&r.Target, &r.Importance, &r.TransitionImportance} {
		role, what := format.Target+format.Role(i), "an importance"
		if role == format.Target {
			what = "a target"
		}
		c := t.Of[role]
		if c < 0 {
			continue
		}
		y, err := t.number(fields[c])
		if err != nil {
			return t.badCell(t.names[c], fields[c], err, "", "delete the line: "+what+" must be a number in every row, and --missing applies to inputs only")
		}
		if err := role.CheckNumber(t.names[c], y); err != nil {
			return t.in.at("%w", err)
		}
		*to = append(*to, y)
	}
	return nil
}

// textOf returns the cleaned text of a row's field, sharing equal texts; "" if
// the column is -1.
func (t *tableReader) textOf(fields [][]byte, column int) string {
	if column < 0 {
		return ""
	}
	cell := fields[column]
	if s, ok := t.intern[string(cell)]; ok {
		return s
	}
	s := message.Clean(lex.Text(cell))
	t.intern[string(cell)] = s
	return s
}

// missingInput is the remedy for rows that lack an input.
const missingInput = "leave the row out (--missing split), fill short gaps (--missing interpolate:3), "

// badCell returns the error of a cell that is not a number. For a missing
// value, the remedies in missing come before remedy.
func (t *tableReader) badCell(column string, cell []byte, why error, missing, remedy string) error {
	word := message.Shorten(message.Clean(strings.ReplaceAll(lex.Text(cell[:min(len(cell), 1024)]), "\n", " ")), 40)
	text := fmt.Sprintf("%q", word)
	remedies := "the cell, " + missing + "or " + remedy
	switch why {
	case lex.ErrEmpty:
		return t.in.at("column %s is empty: fill %s", column, remedies)
	case lex.ErrMissing:
		return t.in.at("column %s: %s stands for a missing number: fill %s", column, text, remedies)
	case lex.ErrInfinite:
		return t.in.at("column %s: %s is not finite: correct %s", column, text, remedies)
	case lex.ErrMixed:
		return t.in.at("column %s: %s has a different decimal sign from the rows before (%q): use one sign in the whole file", column, text, t.decimal.Sign)
	}
	hint := ""
	if missing != "" {
		hint = "; if it stands for a missing number, say so with --missing-value " + message.Quote([]string{word}) + " and --missing split"
	}
	if strings.ContainsRune(text, ',') && !t.decimal.Comma {
		hint = "; a decimal comma requires a delimiter other than the comma"
	}
	last := "delete the line, or " + remedy
	if missing == "" {
		last = "or " + remedy
	}
	return t.in.at("column %s: %s is not a number: correct the cell, %s%s", column, text, last, hint)
}

// addTime adds the time of a row to the clock.
func (t *tableReader) addTime(fields [][]byte) {
	t.clock.Add(t.timeOf(fields, t.times.dayFirst))
	if t.times.open {
		t.clock.AddOther(t.timeOf(fields, !t.times.dayFirst))
	}
}

// timeOf returns the time of a row in seconds; NaN if it cannot be read.
func (t *tableReader) timeOf(fields [][]byte, dayFirst bool) float64 {
	seconds := 0.0
	for i, c := range t.times.columns {
		if !t.times.texts {
			x, err := t.decimal.Parse(fields[c])
			if err != nil {
				return math.NaN()
			}
			if t.times.unit > 0 {
				x *= t.times.unit
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
