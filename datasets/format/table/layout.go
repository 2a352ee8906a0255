package table

import (
	"fmt"
	"slices"

	"example.com/sfatui/datasets/format"
)

// layout is the form of a table.
type layout struct {
	skip        int      // records before the table, such as a title
	header      bool     // the first record after them names the columns
	second      []string // record after the header with units or further parts of the names, in the order of names; nil for none
	extraRecord bool     // one more record without numbers follows
	countRecord bool     // the record after the header counts the rows of each column
	settings    int      // first of the columns that hold a setting below the header and nothing else; 0 for none
	joined      bool     // the names are split over both records
	headed      bool     // a comment before the table names the columns
	names       []string // of the columns, cleaned
	rate        float64  // samples per second, from the lines before the table; else 0
	rateLine    int      // line that states the rate; 0 for none
	start       float64  // time of the first row in seconds since 1970, with rate
	unnamed     int      // fields before the first column: row numbers or notes
	times       timeColumns
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

// freeName returns a name that no column has.
func (t *tableReader) freeName(name string) string {
	for slices.Contains(t.names, name) {
		name += "_"
	}
	return name
}

// unitName returns a column's name, followed by the text of the line below it
// if only that may contain the unit of a time.
func (t *tableReader) unitName(c int) string {
	if unit, _ := format.TimeName(t.names[c]); unit == 0 && t.second != nil && !t.joined {
		return t.names[c] + " " + t.second[c]
	}
	return t.names[c]
}

// furtherTimes returns the columns of times that are not part of the clock.
func (t *tableReader) furtherTimes(left []bool) []int {
	var further []int
	for c, isTime := range left {
		if isTime && !slices.Contains(t.times.columns, c) {
			further = append(further, c)
		}
	}
	return further
}

// unused returns the names of the columns that no flag names.
func (t *tableReader) unused(columns []int) []string {
	var names []string
	for _, c := range columns {
		if !t.to.Columns.Names(t.names[c]) {
			names = append(names, t.names[c])
		}
	}
	return names
}
