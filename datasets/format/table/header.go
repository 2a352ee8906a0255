package table

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/format/lex"
)

// readHeader reads the names of the columns from the first row.
func (t *tableReader) readHeader(rows *firstRows) error {
	t.names = format.CleanNames(rows.cells[0])
	t.dropEnd(rows)
	if t.second != nil && format.CheckNames(t.names, 0) != nil {
		t.names, t.joined = joinNames(t.names, format.CleanNames(t.second)), true
	}
	if len(rows.cells) == 1 && rows.all {
		return fmt.Errorf("%s has a header line but no rows", t.in.path)
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
	if t.unnamed == 1 && t.cells.class(next[0]) == timeCell && !slices.Contains(t.names, "time") {
		t.names, t.unnamed = append([]string{"time"}, t.names...), 0
		if t.second != nil {
			t.second = append([]string{""}, t.second...)
		}
	}
	t.nameBlank(rows)
	if err := format.CheckNames(t.names, t.unnamed); err != nil {
		return fmt.Errorf("%s:%d: %w", t.in.path, rows.places[0], err)
	}
	return nil
}

// firstFractions reports whether the first cells of the samples are numbers, some of them not
// whole (which excludes row numbers), and whether they rise.
func (t *tableReader) firstFractions(rows *firstRows) (fractions, rising bool) {
	probe := lex.Decimal{Comma: t.cells.comma}
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

// findSecond adds up to two records after the header to it, if they contain no
// number, but text above numeric columns: units, or further parts of the names.
// A number above an empty column is a setting.
func (t *tableReader) findSecond(rows *firstRows) {
	if t.countRecord = t.cells.countsBelow(rows); t.countRecord {
		return
	}
	settings := t.cells.firstSetting(rows)
	t.readNamedSettings(rows)
	n := 1
	for n < len(rows.cells) && n <= 3 && t.cells.isUnits(rows.cells[n], rows.cells[0], settings) {
		n++
	}
	if n == 1 || n > 3 || n == len(rows.cells) {
		return
	}
	for i, cell := range rows.cells[1] {
		if t.cells.class(cell) == textCell && t.cells.isNumeric(rows.cells[n:], i) {
			t.second, t.extraRecord, t.settings = rows.cells[1], n == 3, max(settings, t.settings)
			t.readSettings(rows)
			return
		}
	}
}

// namedSetting matches a setting in a header, as Rigol writes it: t0 =-5.0e-02.
var namedSetting = regexp.MustCompile(`^\w[^=]*=\s*[-+]?[\d.]+(?:[eE][-+]?\d+)?$`)

// readNamedSettings reads the sampling rate from the last names if they are settings above empty
// columns.
func (t *tableReader) readNamedSettings(rows *firstRows) {
	header, first := rows.cells[0], 0
	for c := filled(header) - 1; c > 0 && namedSetting.MatchString(header[c]); c-- {
		if slices.ContainsFunc(rows.cells[1:], func(row []string) bool { return c < len(row) && row[c] != "" }) {
			break
		}
		first = c
	}
	if rate, line := lex.StatedRate([]byte(strings.Join(header[first:], ",")), 2); first > 0 && line > 0 {
		t.settings, t.rate, t.rateLine = first, rate, rows.places[0]
	}
}

// readSettings reads the sampling rate from the settings next to the units.
func (t *tableReader) readSettings(rows *firstRows) {
	if t.settings == 0 {
		return
	}
	for c := t.settings; c < filled(t.second); c++ {
		if name := strings.ToLower(rows.cells[0][c]); name == "increment" || name == "interval" {
			if x := t.cells.rowNumbers(t.second[c : c+1]); len(x) > 0 && x[0] > 0 {
				t.rate, t.rateLine = 1/x[0], rows.places[1]
			}
		}
	}
}

// allBlank reports whether all cells are empty.
func allBlank(cells []string) bool {
	return !slices.ContainsFunc(cells, func(c string) bool { return c != "" })
}
