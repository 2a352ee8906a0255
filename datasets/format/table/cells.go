package table

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/format/lex"
)

// cellClass is the type of a cell.
type cellClass int

const (
	emptyCell cellClass = iota // or a marker of a missing value
	numberCell
	timeCell
	textCell
)

// A cellClassifier distinguishes numbers, times, missing values and text in the cells of a
// table's first rows.
type cellClassifier struct {
	comma   bool           // a comma may be the decimal sign
	markers format.Markers // words and numbers for missing values
}

// class returns the type of a cell.
func (cc *cellClassifier) class(cell string) cellClass {
	probe := lex.Decimal{Comma: cc.comma}
	_, err := probe.Parse([]byte(cell))
	switch err {
	case nil, lex.ErrInfinite:
		return numberCell
	case lex.ErrEmpty, lex.ErrMissing:
		return emptyCell
	}
	if cc.markers.Word([]byte(cell)) {
		return emptyCell
	}
	if _, form := lex.ParseTime([]byte(cell), true); form != lex.NoTime {
		return timeCell
	}
	if _, form := lex.ParseTime([]byte(cell), false); form != lex.NoTime {
		return timeCell
	}
	return textCell
}

// isNumber reports whether a cell is a number.
func (cc *cellClassifier) isNumber(cell string) bool { return cc.class(cell) == numberCell }

// isText reports whether a column contains text.
func (cc *cellClassifier) isText(body [][]string, c int) bool {
	for _, row := range body {
		if cc.class(row[c]) == textCell {
			return true
		}
	}
	return false
}

// rowNumbers returns the numbers of a row, skipping other cells.
func (cc *cellClassifier) rowNumbers(row []string) []float64 {
	var x []float64
	for _, cell := range row {
		if v, err := (&lex.Decimal{Comma: cc.comma}).Parse([]byte(cell)); err == nil {
			x = append(x, v)
		}
	}
	return x
}

// columnNumbers returns the numbers of a column, skipping other cells.
func (cc *cellClassifier) columnNumbers(rows [][]string, c int) []float64 {
	var column []string
	for _, row := range rows {
		if c < len(row) {
			column = append(column, row[c])
		}
	}
	return cc.rowNumbers(column)
}

// isNumericRow reports whether all cells of a row are numbers.
func (cc *cellClassifier) isNumericRow(row []string) bool { return len(cc.rowNumbers(row)) == len(row) }

// isNumeric reports whether a column contains numbers or times, and no text.
func (cc *cellClassifier) isNumeric(rows [][]string, column int) bool {
	some := false
	for _, row := range rows {
		if column >= len(row) {
			continue
		}
		switch cc.class(row[column]) {
		case textCell:
			return false
		case numberCell, timeCell:
			some = true
		}
	}
	return some
}

// isWords reports whether no cell of a row is a number or a time.
func (cc *cellClassifier) isWords(row []string) bool {
	return !slices.ContainsFunc(row, func(cell string) bool { c := cc.class(cell); return c == numberCell || c == timeCell })
}

// isUnits reports whether a row has the width of the header and no number before
// the settings, if there are any.
func (cc *cellClassifier) isUnits(row, header []string, settings int) bool {
	if settings > 0 {
		return filled(row) == filled(header) && cc.isWords(row[:settings])
	}
	return len(row) == len(header) && cc.isWords(row)
}

// firstNonNumber returns the first cell of a column that is neither a number
// nor missing, or another cell if the column has no numbers; "" for a column of
// numbers.
func (cc *cellClassifier) firstNonNumber(body [][]string, c int) string {
	probe := lex.Decimal{Comma: cc.comma}
	numbers := 0
	for _, row := range body {
		switch _, err := probe.Parse([]byte(row[c])); err {
		case nil:
			numbers++
		case lex.ErrMissing:
		default:
			return row[c]
		}
	}
	if numbers == 0 {
		return cmp.Or(body[0][c], "no number at all")
	}
	return ""
}

// isHeaderless reports whether the first row is a sample like the others: it
// has a number, no text where another row has anything else, and no date where
// another has a number.
func (cc *cellClassifier) isHeaderless(rows [][]string) bool {
	first := rows[0]
	texts, times, numbers := []int(nil), []int(nil), 0
	for i, cell := range first {
		switch cc.class(cell) {
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
			if i < len(row) && cc.class(row[i]) != textCell {
				return false
			}
		}
		for _, i := range times {
			if i < len(row) && cc.class(row[i]) == numberCell {
				return false
			}
		}
	}
	return true
}

// hasNumberHeader reports whether the first row is a scale, such as wavelengths
// or years: numbers that rise or fall, and are unlike all others.
func (cc *cellClassifier) hasNumberHeader(rows [][]string) bool {
	return cc.isFirstUnlike(rows) && len(cc.rowNumbers(rows[0])) > 2 && isMonotonic(cc.rowNumbers(rows[0]))
}

// isFirstUnlike reports whether each number of the first row is separated from
// those below it by at least their range. Columns of text do not count.
func (cc *cellClassifier) isFirstUnlike(rows [][]string) bool {
	if len(rows) < leastBelow || len(cc.rowNumbers(rows[0])) < 2 {
		return false
	}
	for c := range rows[0] {
		x := cc.columnNumbers(rows, c)
		if len(x) == 0 && cc.class(rows[0][c]) == textCell {
			continue
		}
		if len(x) != len(rows) || !isApart(x[0], x[1:]) {
			return false
		}
	}
	return true
}

// leastBelow is the minimum number of rows for [cellClassifier.isFirstUnlike].
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

// linesBeforeHeader returns the number of first records whose width differs
// from that of all later ones, if those begin with a header: a record of words
// before one with a number. Loggers of Campbell write such a line about the
// station.
func (cc *cellClassifier) linesBeforeHeader(rows [][]string) int {
	from := len(rows) - 1
	for from > 0 && len(rows[from-1]) == len(rows[len(rows)-1]) {
		from--
	}
	if from == 0 || len(rows)-from < 3 || len(rows[from]) < 2 {
		return 0
	}
	isText := func(cell string) bool { return cc.class(cell) == textCell }
	for _, cell := range rows[from] {
		if !isText(cell) {
			return 0
		}
	}
	if !slices.ContainsFunc(rows[from+1:], func(row []string) bool { return slices.ContainsFunc(row, cc.isNumber) }) {
		return 0
	}
	return from
}

// isSize reports whether the first record holds the numbers of rows and columns of
// the table below it, and nothing else.
func (cc *cellClassifier) isSize(rows *firstRows) bool {
	first := rows.cells[0]
	if len(first) != 2 || len(rows.cells) < 4 || len(rows.cells[1]) == 2 || first[1] != strconv.Itoa(len(rows.cells[1])) {
		return false
	}
	n, err := strconv.Atoi(first[0])
	return err == nil && (n == len(rows.cells)-1 || !rows.all && n >= len(rows.cells)) && cc.isNumericRow(rows.cells[1])
}

// countsBelow reports whether the record after the header counts the rows, as
// AcqKnowledge writes: whole numbers in all columns but the first, which has a
// cell in every row below it, the largest of which is the number of rows.
func (cc *cellClassifier) countsBelow(rows *firstRows) bool {
	if len(rows.cells) < 2+leastBelow || rows.cells[1][0] != "" {
		return false
	}
	counts, below := cc.rowNumbers(rows.cells[1]), rows.cells[2:]
	if len(counts) == 0 || len(counts) != filled(rows.cells[1])-1 || slices.ContainsFunc(below, func(row []string) bool { return row[0] == "" }) {
		return false
	}
	most := slices.Max(counts)
	return most == float64(len(below)) || !rows.all && most > float64(len(below)) && most == math.Trunc(most)
}

// firstSetting returns the first of the last columns that hold a number in the
// record after the header and nothing below it, as Start and Increment of Rigol
// do; 0 for none.
func (cc *cellClassifier) firstSetting(rows *firstRows) int {
	if len(rows.cells) < 2+leastBelow {
		return 0
	}
	second := rows.cells[1]
	first := 0
	for c := filled(second) - 1; c > 0 && cc.class(second[c]) == numberCell; c-- {
		if slices.ContainsFunc(rows.cells[2:], func(row []string) bool { return c < len(row) && row[c] != "" }) {
			break
		}
		first = c
	}
	return first
}
