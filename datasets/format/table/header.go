package table

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"

	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/format/lex"
	"example.com/sfatui/datasets/message"
)

// nameColumns names the columns of a table without a header: by the words of the
// comment before it, if their number fits, else x1, x2 … It returns a note.
func (t *tableReader) nameColumns(rows *firstRows) string {
	width := len(rows.cells[0])
	for width > 1 && !slices.ContainsFunc(rows.cells, func(row []string) bool { return len(row) >= width && row[width-1] != "" }) {
		width--
	}
	names, heading := t.namesInComments(rows.headings, len(rows.cells[0])) // also of columns that are empty in the first rows
	if names == nil {
		names, heading = t.namesInComments(rows.headings, width)
	}
	if names != nil {
		t.names, t.headed = names, true
		return fmt.Sprintf("%s: the columns are named by the comment %q", t.base, message.Shorten(message.Clean(strings.Join(strings.Fields(string(heading)), " ")), 60))
	}
	t.names = format.Numbered(width)
	last := ""
	if width > 1 {
		last = " to " + t.names[width-1]
	}
	return fmt.Sprintf("%s: there is no header line; the columns are named x1%s", t.base, last)
}

// checkNames returns an error if a comment between rows gives as many columns
// other names, as programs write when they append data with new settings.
func (t *tableReader) checkNames(comment []byte) error {
	width := len(t.names)
	names := t.namesIn(listedNames(comment), width)
	if names == nil {
		names = numberedNames(comment, width)
	}
	if plain := t.namesIn(plainNames(comment), width); names == nil && sameWords(plain, t.names) {
		names = plain
	}
	if names == nil || sameInOrder(names, t.names) {
		return nil
	}
	return fmt.Errorf("a comment names the columns again, %s in place of %s: write the rows from here on into another file, their columns in the first order, and open both",
		message.List(names), message.List(t.names))
}

// sameInOrder reports whether names are the same, in any case.
func sameInOrder(a, b []string) bool { return slices.EqualFunc(a, b, strings.EqualFold) }

// sameWords reports whether names are the same, in any order and case.
func sameWords(a, b []string) bool {
	return sameInOrder(slices.SortedFunc(slices.Values(a), compareFold), slices.SortedFunc(slices.Values(b), compareFold))
}

// compareFold compares texts in lower case.
func compareFold(a, b string) int { return strings.Compare(strings.ToLower(a), strings.ToLower(b)) }

// listedNames returns the text after a word such as FIELDS in a comment, as in
// "#! FIELDS time x y"; nil without such a word.
func listedNames(heading []byte) []byte {
	heading = commentText(heading)
	word := heading
	if i := bytes.IndexAny(heading, ": \t"); i >= 0 {
		word = heading[:i]
	}
	if !slices.Contains(namingWords, strings.ToLower(string(word))) {
		return nil
	}
	return bytes.TrimLeft(heading[len(word):], ": \t")
}

// plainNames returns the text of a comment whose words may all be names of
// columns; nil for settings, numbers and prose.
func plainNames(heading []byte) []byte {
	heading = commentText(heading)
	if bytes.ContainsAny(heading, "=:") {
		return nil
	}
	for _, word := range bytes.FieldsFunc(heading, func(r rune) bool { return strings.ContainsRune(" \t,;|", r) }) {
		if lex.IsNumber(string(word)) || slices.Contains(proseWords, strings.ToLower(string(word))) {
			return nil
		}
	}
	return heading
}

// commentText returns a comment without the signs that begin it.
func commentText(heading []byte) []byte { return bytes.TrimLeft(heading, "#%! \t") }

// namesIn returns the names in a list if their number fits, else nil.
func (t *tableReader) namesIn(list []byte, width int) []string {
	for _, delim := range append([]byte{t.scan.Delim}, lex.Delimiters...) {
		fields, err := lex.NewScanner(bytes.NewReader(list), delim).Record()
		parted := slices.ContainsFunc(fields, func(f []byte) bool { return bytes.HasSuffix(f, []byte{','}) || bytes.HasSuffix(f, []byte{';'}) })
		if err != nil || len(fields) != width || width < 2 || parted {
			continue
		}
		if names := format.CleanNames(fields); format.CheckNames(names, 0) == nil && !lex.IsNumber(names[0]) {
			return names
		}
	}
	return nil
}

// proseWords holds words of sentences, which are not column names.
var proseWords = []string{"the", "of", "on", "at", "by", "with", "for", "is", "are", "was", "were", "and", "or", "this", "these", "that", "made", "created",
	"generated", "written", "recorded", "measured"}

// namingWords holds words that begin a list of column names in a comment.
var namingWords = []string{"fields", "columns", "column", "names", "variables", "header", "channels", "cols"}

// readHeader reads the names of the columns from the first row.
func (t *tableReader) readHeader(rows *firstRows) error {
	t.names = format.CleanNames(rows.cells[0])
	t.dropEnd(rows)
	if t.second != nil && format.CheckNames(t.names, 0) != nil {
		t.names, t.joined = joinNames(t.names, format.CleanNames(t.second)), true
	}
	if len(rows.cells) == 1 && rows.all {
		return fmt.Errorf("%s has a header line but no rows", t.path)
	}
	named := len(t.names)
	for named > 1 && t.names[named-1] == "" {
		named--
	}
	next := t.names
	if first := t.recordsBefore() - t.skip; len(rows.cells) > first {
		next = rows.cells[first]
	}
	if len(next) <= named || allBlank(next[named:]) { // otherwise names are missing
		t.names = t.names[:named]
	}
	fractions, rising := t.firstFractions(rows)
	switch nameless := len(next) == len(t.names)+1 && next[len(next)-1] != ""; {
	case t.names[0] == "" && len(t.names) > 1 && fractions:
		t.names[0] = t.freeName("index")
	case t.names[0] == "" && len(t.names) > 1:
		t.names, t.unnamed = t.names[1:], 1
		t.second = t.second[min(1, len(t.second)):]
	case nameless && fractions && rising:
		t.names = append([]string{t.freeName("index")}, t.names...)
		if t.second != nil {
			t.second = append([]string{""}, t.second...)
		}
	case nameless && !fractions:
		t.unnamed = 1
	}
	if t.unnamed == 1 && t.class(next[0]) == timeCell && !slices.Contains(t.names, "time") {
		t.names, t.unnamed = append([]string{"time"}, t.names...), 0
		if t.second != nil {
			t.second = append([]string{""}, t.second...)
		}
	}
	t.nameBlank(rows)
	if err := format.CheckNames(t.names, t.unnamed); err != nil {
		return fmt.Errorf("%s:%d: %w", t.path, rows.places[0], err)
	}
	return nil
}

// nameBlank names the columns without a name whose cells are all empty, as those between a table
// and the settings beside it, unless other names are wrong.
func (t *tableReader) nameBlank(rows *firstRows) {
	names := slices.Clone(t.names)
	for c, name := range names {
		blank := func(row []string) bool { return c+t.unnamed >= len(row) || row[c+t.unnamed] == "" }
		if name == "" && len(rows.cells) > leastBeneath && !slices.ContainsFunc(rows.cells, func(row []string) bool { return !blank(row) }) {
			names[c] = t.freeName(fmt.Sprintf("x%d", c+1+t.unnamed))
		}
	}
	if format.CheckNames(names, t.unnamed) == nil {
		t.names = names
	}
}

// firstFractions reports whether the first cells of the samples are numbers, some of them not
// whole (which excludes row numbers), and whether they rise.
func (t *tableReader) firstFractions(rows *firstRows) (fractions, rising bool) {
	probe := lex.Decimal{Comma: t.decimal.Comma}
	rising = true
	last := math.Inf(-1)
	for _, row := range rows.cells[min(t.recordsBefore()-t.skip, len(rows.cells)):] {
		x, err := probe.Parse([]byte(row[0]))
		if err != nil {
			return false, false
		}
		fractions = fractions || x != math.Trunc(x)
		rising, last = rising && x > last, x
	}
	return fractions, rising
}

// freeName returns a name that no column has.
func (t *tableReader) freeName(name string) string {
	for slices.Contains(t.names, name) {
		name += "_"
	}
	return name
}

// joinNames returns column names that are split over two lines. A name in the
// upper line may span several columns.
func joinNames(upper, lower []string) []string {
	names := make([]string, len(upper))
	across := ""
	for i, name := range upper {
		if name != "" {
			across = name
		}
		names[i] = strings.TrimSpace(across + " " + lower[i])
	}
	return names
}

// dropEnd takes off the columns at the end that hold settings, and those without
// a name, a unit or a cell, which a delimiter at the end of all lines makes.
func (t *tableReader) dropEnd(rows *firstRows) {
	n := len(t.names)
	if t.settings > 0 {
		n = t.settings
	}
	for n > 1 && !slices.ContainsFunc(rows.cells, func(row []string) bool { return len(row) >= n && row[n-1] != "" }) {
		n--
	}
	t.names = t.names[:n]
	if len(t.second) > n {
		t.second = t.second[:n]
	}
}

// countsBelow reports whether the record after the header counts the rows, as
// AcqKnowledge writes: whole numbers in all columns but the first, which has a
// cell in every row below it, the largest of which is the number of rows.
func (t *tableReader) countsBelow(rows *firstRows) bool {
	if len(rows.cells) < 2+leastBelow || rows.cells[1][0] != "" {
		return false
	}
	counts, below := t.rowNumbers(rows.cells[1]), rows.cells[2:]
	if len(counts) == 0 || len(counts) != filled(rows.cells[1])-1 || slices.ContainsFunc(below, func(row []string) bool { return row[0] == "" }) {
		return false
	}
	most := slices.Max(counts)
	return most == float64(len(below)) || !rows.all && most > float64(len(below)) && most == math.Trunc(most)
}

// firstSetting returns the first of the last columns that hold a number in the
// record after the header and nothing below it, as Start and Increment of Rigol
// do; 0 for none.
func (t *tableReader) firstSetting(rows *firstRows) int {
	if len(rows.cells) < 2+leastBelow {
		return 0
	}
	second := rows.cells[1]
	first := 0
	for c := filled(second) - 1; c > 0 && t.class(second[c]) == numberCell; c-- {
		if slices.ContainsFunc(rows.cells[2:], func(row []string) bool { return c < len(row) && row[c] != "" }) {
			break
		}
		first = c
	}
	return first
}

// findSecond adds up to two records after the header to it, if they contain no
// number, but text above numeric columns: units, or further parts of the names.
// A number above an empty column is a setting.
func (t *tableReader) findSecond(rows *firstRows) {
	if t.countRecord = t.countsBelow(rows); t.countRecord {
		return
	}
	settings := t.firstSetting(rows)
	n := 1
	for n < len(rows.cells) && n <= 3 && t.isUnits(rows.cells[n], rows.cells[0], settings) {
		n++
	}
	if n == 1 || n > 3 || n == len(rows.cells) {
		return
	}
	for i, cell := range rows.cells[1] {
		if t.class(cell) == textCell && t.isNumeric(rows.cells[n:], i) {
			t.second, t.extraRecord, t.settings = rows.cells[1], n == 3, settings
			t.readSettings(rows)
			return
		}
	}
}

// isUnits reports whether a row has the width of the header and no number before
// the settings, if there are any.
func (t *tableReader) isUnits(row, header []string, settings int) bool {
	if settings > 0 {
		return filled(row) == filled(header) && t.isWords(row[:settings])
	}
	return len(row) == len(header) && t.isWords(row)
}

// readSettings reads the sampling rate from the settings next to the units.
func (t *tableReader) readSettings(rows *firstRows) {
	if t.settings == 0 {
		return
	}
	for c := t.settings; c < filled(t.second); c++ {
		if name := strings.ToLower(rows.cells[0][c]); name == "increment" || name == "interval" {
			if x := t.rowNumbers(t.second[c : c+1]); len(x) > 0 && x[0] > 0 {
				t.rate, t.rateLine = 1/x[0], rows.places[1]
			}
		}
	}
}

// isWords reports whether no cell of a row is a number or a time.
func (t *tableReader) isWords(row []string) bool {
	return !slices.ContainsFunc(row, func(cell string) bool { c := t.class(cell); return c == numberCell || c == timeCell })
}

// isNumeric reports whether a column contains numbers or times, and no text.
func (t *tableReader) isNumeric(rows [][]string, column int) bool {
	some := false
	for _, row := range rows {
		if column >= len(row) {
			continue
		}
		switch t.class(row[column]) {
		case textCell:
			return false
		case numberCell, timeCell:
			some = true
		}
	}
	return some
}

// allBlank reports whether all cells are empty.
func allBlank(cells []string) bool {
	return !slices.ContainsFunc(cells, func(c string) bool { return c != "" })
}

// cellClass is the type of a cell.
type cellClass int

const (
	emptyCell cellClass = iota // or a marker of a missing value
	numberCell
	timeCell
	textCell
)

// class returns the type of a cell.
func (t *tableReader) class(cell string) cellClass {
	probe := lex.Decimal{Comma: t.decimal.Comma}
	_, err := probe.Parse([]byte(cell))
	switch err {
	case nil, lex.ErrInfinite:
		return numberCell
	case lex.ErrEmpty, lex.ErrMissing:
		return emptyCell
	}
	if t.to != nil && t.to.Missing.Markers.Word([]byte(cell)) {
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
