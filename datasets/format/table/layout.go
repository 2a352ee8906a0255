package table

import (
	"fmt"
	"slices"
	"strings"

	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/format/lex"
)

// layout is the form of a table.
type layout struct {
	skip        int      // records before the table, such as a title
	header      bool     // the first record after them names the columns
	second      []string // record after the header with units or further parts of the names, in the order of names; nil for none
	extraRecord bool     // one more record without numbers follows
	countRecord bool     // the record after the header counts the rows of each column
	settings    int      // first of the columns that hold a setting in or below the header and nothing else; 0 for none
	joined      bool     // the names are split over both records
	headed      bool     // a comment before the table names the columns
	names       []string // of the columns, cleaned
	rate        float64  // samples per second, from the lines before the table; else 0
	rateLine    int      // line that states the rate; 0 for none
	start       float64  // time of the first row in seconds since 1970, with rate
	unnamed     int      // fields before the first column: row numbers or notes
	beside      []bool   // columns of settings beside the first rows; nil for none
	times       timeColumns
	passage     *lex.Passage // nil unless the table is embedded in a text
	blocks      bool         // blank lines separate blocks of rows, as in Gnuplot
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

// body returns the cells of the first samples, without row numbers.
func (l *layout) body(rows *firstRows) [][]string {
	var body [][]string
	for i, row := range rows.cells {
		if l.isSample(rows, i) {
			body = append(body, row[l.unnamed:])
		}
	}
	return body
}

// isSample reports whether the first record i is a sample: neither a header nor
// empty, with a field for each column.
func (l *layout) isSample(rows *firstRows, i int) bool {
	row := rows.cells[i]
	return i >= l.recordsBefore()-l.skip && len(row) >= len(l.names)+l.unnamed && !allBlank(row)
}

// placeOfFirst returns the line of the first sample, of which there is one.
func (l *layout) placeOfFirst(rows *firstRows) int {
	i := 0
	for !l.isSample(rows, i) {
		i++
	}
	return rows.places[i]
}

// dropEnd takes off the columns at the end that hold settings, and those without
// a name, a unit or a cell, which a delimiter at the end of all lines makes.
func (l *layout) dropEnd(rows *firstRows) {
	n := len(l.names)
	if l.settings > 0 {
		n = l.settings
	}
	for n > 1 && !slices.ContainsFunc(rows.cells, func(row []string) bool { return len(row) >= n && row[n-1] != "" }) {
		n--
	}
	l.names = l.names[:n]
	if len(l.second) > n {
		l.second = l.second[:n]
	}
}

// nameBlank names the columns without a name whose cells are all empty, such as those between a
// table and the settings beside it, unless other names are wrong.
func (l *layout) nameBlank(rows *firstRows) {
	names := slices.Clone(l.names)
	for c, name := range names {
		blank := func(row []string) bool { return c+l.unnamed >= len(row) || row[c+l.unnamed] == "" }
		if name == "" && len(rows.cells) > leastBeneath && !slices.ContainsFunc(rows.cells, func(row []string) bool { return !blank(row) }) {
			names[c] = l.freeName(fmt.Sprintf("x%d", c+1+l.unnamed))
		}
	}
	if format.CheckNames(names, l.unnamed) == nil {
		l.names = names
	}
}

// freeName returns a name that no column has.
func (l *layout) freeName(name string) string {
	for slices.Contains(l.names, name) {
		name += "_"
	}
	return name
}

// unitName returns a column's name, followed by the text of the line below it
// if only that may contain the unit of a time.
func (l *layout) unitName(c int) string {
	if unit, _ := format.TimeName(l.names[c]); unit == 0 && l.second != nil && !l.joined {
		return l.names[c] + " " + l.second[c]
	}
	return l.names[c]
}

// secondUnit returns the unit of time in seconds that the line below the names states for the
// first column, or a name such as second; 0 for other columns and units.
func (l *layout) secondUnit(c int) float64 {
	switch {
	case c > 0 || l.joined:
		return 0
	case len(l.second) > 0:
		return format.TimeUnit(l.second[c])
	case strings.EqualFold(l.names[c], "second"):
		return 1
	}
	return 0
}

// further returns the columns that left marks as times and that are not part of the clock.
func (tc *timeColumns) further(left []bool) []int {
	var further []int
	for c, isTime := range left {
		if isTime && !slices.Contains(tc.columns, c) {
			further = append(further, c)
		}
	}
	return further
}

// unused returns the names of the columns that no flag of flags names.
func (l *layout) unused(columns []int, flags format.Columns) []string {
	var names []string
	for _, c := range columns {
		if !flags.Names(l.names[c]) {
			names = append(names, l.names[c])
		}
	}
	return names
}
