package table

import (
	"math"
	"strings"

	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/format/lex"
)

// findTimes tells from the first samples which columns hold times; such a
// column is no input unless it is asked for. The first one, or the first date
// with the first time of day, is the table's clock.
func (t *tableReader) findTimes(body [][]string) []bool {
	left := make([]bool, len(t.names))
	clocks := map[lex.TimeForm]int{}
	number := -1
	for c, name := range t.names {
		form, dayFirst := format.TimeTexts(body, c)
		if form == lex.NoTime {
			unit, ok := format.TimeName(name)
			if ok && unit == 0 && t.second != nil && !t.joined {
				unit, _ = format.TimeName(name + " " + t.second[c+t.unnamed])
			}
			if ok && number < 0 && t.setNumberUnit(body, c, unit) {
				number, left[c] = c, true
			}
			continue
		}
		left[c] = true
		t.times.dayFirst = t.times.dayFirst || dayFirst
		if _, ok := clocks[form]; !ok {
			clocks[form] = c
		}
	}
	both, okBoth := clocks[lex.DateTime]
	date, okDate := clocks[lex.DateOnly]
	clock, okClock := clocks[lex.ClockOnly]
	switch {
	case okBoth:
		t.times.columns = []int{both}
	case okDate && okClock:
		t.times.columns = []int{date, clock}
	case number >= 0:
		t.times.columns = []int{number}
		return left
	case okDate:
		t.times.columns = []int{date}
	case okClock:
		t.times.columns = []int{clock}
	}
	t.times.unit = 0
	return left
}

// setNumberUnit reports whether a column of numbers, whose name says that they
// are times, grows as times do, and settles their unit.
func (t *tableReader) setNumberUnit(body [][]string, column int, unit float64) bool {
	probe := lex.Decimal{Comma: t.decimal.Comma}
	var x []float64
	for _, row := range body {
		v, err := probe.Parse([]byte(row[column]))
		if err != nil {
			return false
		}
		x = append(x, v)
	}
	if !format.Rising(x) {
		return false
	}
	if unit == 0 {
		unit = format.EpochUnit(x[0])
	}
	t.times.unit = unit
	return true
}

// startClock begins to keep the times of the rows, where the columns of times
// have no other role.
func (t *tableReader) startClock() {
	names := t.unused(t.times.columns)
	if names != nil && len(names) == len(t.times.columns) {
		t.clock = &format.Clock{Column: strings.Join(names, " and ")}
	}
}

// timeOf is the time of a row; NaN if it cannot be read.
func (t *tableReader) timeOf(fields [][]byte) float64 {
	seconds := 0.0
	for _, c := range t.times.columns {
		if t.times.unit > 0 {
			x, err := t.decimal.Parse(fields[c])
			if err != nil {
				return math.NaN()
			}
			seconds += x * t.times.unit
			continue
		}
		s, form := lex.ParseTime(fields[c], t.times.dayFirst)
		if form == lex.NoTime {
			return math.NaN()
		}
		seconds += s
	}
	return seconds
}

// unused are the names of those columns that no flag names.
func (t *tableReader) unused(columns []int) []string {
	var names []string
	for _, c := range columns {
		if !t.to.Columns.Names(t.names[c]) {
			names = append(names, t.names[c])
		}
	}
	return names
}
