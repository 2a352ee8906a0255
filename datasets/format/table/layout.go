package table

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/format/lex"
	"example.com/sfatui/datasets/message"
)

// nameAll names the columns, from the header if there is one.
func (t *tableReader) nameAll(rows *firstRows) error {
	var note string
	beside := t.settingsBeside(rows)
	switch {
	case beside > 0:
		note = t.nameBesideSettings(rows, beside)
	case isCounter(rows.cells[0]):
		t.header = true
		note = t.base + ": the first line, which counts the columns, is taken as the header"
	case t.hasNumberHeader(rows.cells):
		t.header = true
		note = fmt.Sprintf("%s: the first line, whose numbers rise and are unlike those of all rows below, is taken as the header; if it is a sample, write a line of names above it", t.base)
	case t.isHeaderless(rows.cells):
		note = t.nameColumns(rows)
		if t.isFirstUnlike(rows.cells) {
			t.to.Note("%s: row 1 is unlike all others in every column: if it is not a sample, delete it", t.base)
		}
	default:
		t.header = true
	}
	if t.header {
		t.findSecond(rows)
		if err := t.readHeader(rows); err != nil {
			return err
		}
	}
	if note != "" {
		t.to.Notes = append(t.to.Notes, note)
	}
	if t.start > 0 {
		start := time.Unix(int64(t.start), 0).UTC().Format(time.DateTime)
		t.to.Note("%s: the first two lines are taken as the start, %s UTC, and the rate, %.6g samples a second", t.base, start, t.rate)
	} else if t.skip > 0 {
		t.to.Note("%s: left out, because they precede the table: %s", t.base, message.Counted(t.skip, "line"))
	}
	t.noteSecond(rows)
	return nil
}

// noteSecond notes the records between the header and the samples.
func (t *tableReader) noteSecond(rows *firstRows) {
	if t.countRecord {
		t.to.Note("%s: the line below the header counts the rows, and is left out", t.base)
	}
	if t.settings > 0 {
		names := rows.cells[0][t.settings:]
		t.to.Note("%s: columns that contain only a setting below the header are left out: %s", t.base, message.List(format.CleanNames(names[:filled(names)])))
	}
	if t.joined {
		t.to.Note("%s: the names of the columns span two lines", t.base)
	} else if t.second != nil {
		t.to.Note("%s: the line below the header has no number, and is left out: %s", t.base, message.List(format.CleanNames(t.second[:filled(t.second)])))
		if t.extraRecord {
			t.to.Note("%s: the next line has no number either, and is left out", t.base)
		}
	}
}

// assignRoles determines the roles of the columns from the first rows.
func (t *tableReader) assignRoles(rows *firstRows) error {
	if err := t.nameAll(rows); err != nil {
		return err
	}
	body := t.body(rows)
	left, err := t.findTimes(body)
	if err != nil {
		return err
	}
	further := t.furtherTimes(left)
	counts := t.findCounts(body, left)
	if t.Roles, err = t.to.Columns.Assign(t.path, t.names, nil, left); err != nil {
		return err
	}
	t.to.NoteCounts(t.base, t.unused(counts))
	t.to.NoteTimes(t.base, t.unused(further))
	t.inputNames = make([]string, len(t.Inputs))
	for i, c := range t.Inputs {
		t.inputNames[i] = t.names[c]
	}
	t.startClock()
	if t.unnamed > 0 && t.header {
		t.to.Note("%s: the first column has no name; taken as row numbers and left out", t.base)
	}
	t.to.NoteRoles(t.base, t.inputNames)
	t.noteThousands(body)
	return t.checkText(rows, body)
}

// noteThousands notes an input in which every comma has three digits after it
// and may separate thousands.
func (t *tableReader) noteThousands(body [][]string) {
	for i, c := range t.Inputs {
		example := ""
		for _, row := range body {
			_, behind, comma := strings.Cut(row[c], ",")
			if comma && len(behind) != 3 || strings.Contains(row[c], ".") {
				example = ""
				break
			} else if comma && example == "" {
				example = row[c]
			}
		}
		if example != "" && t.decimal.Comma {
			t.to.Note("%s: %s in column %s is read with a decimal comma; if the comma separates thousands, delete it from the file", t.base, message.Clean(example), t.inputNames[i])
			return
		}
	}
}

// isCounter reports whether a row is 0, 1, 2 …, as in the header of a table
// whose columns had no names. An empty field may come before it.
func isCounter(row []string) bool {
	indexed := len(row) > 1 && row[0] == ""
	if indexed {
		row = row[1:]
	}
	for i, cell := range row {
		if cell != strconv.Itoa(i) {
			return false
		}
	}
	return indexed || len(row) > 2
}

// isHeaderless reports whether the first row is a sample like the others: it
// has a number, no text where another row has anything else, and no date where
// another has a number.
func (t *tableReader) isHeaderless(rows [][]string) bool {
	first := rows[0]
	texts, times, numbers := []int(nil), []int(nil), 0
	for i, cell := range first {
		switch t.class(cell) {
		case numberCell:
			numbers++
		case timeCell:
			numbers++
			times = append(times, i)
		case textCell:
			texts = append(texts, i)
		}
	}
	if numbers == 0 || len(texts) > 0 && len(rows) == 1 {
		return false
	}
	for _, row := range rows[1:] {
		for _, i := range texts {
			if i < len(row) && t.class(row[i]) != textCell {
				return false
			}
		}
		for _, i := range times {
			if i < len(row) && t.class(row[i]) == numberCell {
				return false
			}
		}
	}
	return true
}

// hasNumberHeader reports whether the first row is a scale, such as wavelengths
// or years: numbers that rise or fall, and are unlike all others.
func (t *tableReader) hasNumberHeader(rows [][]string) bool {
	return t.isFirstUnlike(rows) && len(t.rowNumbers(rows[0])) > 2 && isMonotonic(t.rowNumbers(rows[0]))
}

// isFirstUnlike reports whether each number of the first row is separated from
// those below it by at least their range. Columns of text do not count.
func (t *tableReader) isFirstUnlike(rows [][]string) bool {
	if len(rows) < leastBelow || len(t.rowNumbers(rows[0])) < 2 {
		return false
	}
	for c := range rows[0] {
		x := t.columnNumbers(rows, c)
		if len(x) == 0 && t.class(rows[0][c]) == textCell {
			continue
		}
		if len(x) != len(rows) || !isApart(x[0], x[1:]) {
			return false
		}
	}
	return true
}

// leastBelow is the minimum number of rows for [tableReader.isFirstApart].
const leastBelow = 10

// isApart reports whether a number is separated from others by at least their
// range or a tenth of their magnitude.
func isApart(x float64, others []float64) bool {
	low, high := slices.Min(others), slices.Max(others)
	reach := max(high-low, math.Abs(high)/10, math.Abs(low)/10)
	return x >= high+reach && x > high || x <= low-reach && x < low
}

// isMonotonic reports whether numbers rise or fall throughout.
func isMonotonic(x []float64) bool {
	up, down := true, true
	for i := 1; i < len(x); i++ {
		up, down = up && x[i] > x[i-1], down && x[i] < x[i-1]
	}
	return up || down
}

// rowNumbers returns the numbers of a row, skipping other cells.
func (t *tableReader) rowNumbers(row []string) []float64 {
	var x []float64
	for _, cell := range row {
		if v, err := (&lex.Decimal{Comma: t.decimal.Comma}).Parse([]byte(cell)); err == nil {
			x = append(x, v)
		}
	}
	return x
}

// columnNumbers returns the numbers of a column, skipping other cells.
func (t *tableReader) columnNumbers(rows [][]string, c int) []float64 {
	var column []string
	for _, row := range rows {
		if c < len(row) {
			column = append(column, row[c])
		}
	}
	return t.rowNumbers(column)
}

// body returns the cells of the first samples, without row numbers.
func (t *tableReader) body(rows *firstRows) [][]string {
	var body [][]string
	for i, row := range rows.cells {
		if t.isSample(rows, i) {
			body = append(body, row[t.unnamed:])
		}
	}
	return body
}

// isSample reports whether the first record i is a sample: neither a header nor
// empty, with a field for each column.
func (t *tableReader) isSample(rows *firstRows, i int) bool {
	row := rows.cells[i]
	return i >= t.recordsBefore()-t.skip && len(row) >= len(t.names)+t.unnamed && !allBlank(row)
}

// placeOfFirst returns the line of the first sample, of which there is one.
func (t *tableReader) placeOfFirst(rows *firstRows) int {
	i := 0
	for !t.isSample(rows, i) {
		i++
	}
	return rows.places[i]
}

// checkText returns one error for all inputs with text in the first row.
func (t *tableReader) checkText(rows *firstRows, body [][]string) error {
	if len(body) == 0 {
		return nil
	}
	var names []string
	example := ""
	for i, c := range t.Inputs {
		if class := t.class(body[0][c]); class == textCell || class == timeCell {
			if names == nil {
				example = message.Shorten(message.Clean(body[0][c]), 40)
			}
			names = append(names, t.inputNames[i])
		}
	}
	if names == nil {
		return nil
	}
	return fmt.Errorf("%s:%d: %w", t.path, t.placeOfFirst(rows), format.TextInputs(names, example, len(t.Inputs)))
}

// findCounts returns the columns that number the rows, and marks them in left.
func (t *tableReader) findCounts(body [][]string, left []bool) []int {
	var counts []int
	for c, name := range t.names {
		var x []float64
		for _, row := range body {
			if v, err := (&lex.Decimal{}).Parse([]byte(row[c])); err == nil {
				x = append(x, v)
			}
		}
		if len(x) == len(body) && (format.CountsRows(name, x) || c < len(t.second) && format.CountsRows(t.second[c], x)) {
			left[c] = true
			counts = append(counts, c)
		}
	}
	return counts
}
