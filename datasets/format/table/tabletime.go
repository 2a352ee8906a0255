package table

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/format/lex"
	"example.com/sfatui/datasets/message"
)

// findTimes tells from the first samples which columns hold times; such a
// column is no input unless it is asked for. The first one, or the first date
// with the first time of day, is the table's clock.
func (t *tableReader) findTimes(body [][]string) ([]bool, error) {
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
		return left, t.namedTime(body, left)
	case okDate:
		t.times.columns = []int{date}
	case okClock:
		t.times.columns, t.times.daily = []int{clock}, true
	}
	t.times.unit = 0
	return left, t.namedTime(body, left)
}

// namedTime takes the column that --clock names, with the date or time of day that was
// found beside it. One that is not there is told of where the roles are assigned.
func (t *tableReader) namedTime(body [][]string, left []bool) error {
	name := message.Clean(t.to.Columns.Of[format.Time])
	c := slices.Index(t.names, name)
	if name == "" || c < 0 || len(body) == 0 {
		return nil
	}
	left[c] = true
	form, dayFirst := format.TimeTexts(body, c)
	switch {
	case form == lex.NoTime && t.otherThanNumbers(body, c) != "":
		return format.NoClock(t.path, name, t.otherThanNumbers(body, c))
	case form == lex.NoTime:
		t.times = timeColumns{columns: []int{c}, unit: t.unitOf(body, c)}
	case t.to.Columns.TimeUnit > 0:
		return format.NoUnit(t.path, name)
	case len(t.times.columns) == 2 && slices.Contains(t.times.columns, c):
	default:
		t.times = timeColumns{columns: []int{c}, dayFirst: dayFirst, daily: form == lex.ClockOnly}
	}
	return nil
}

// unitOf are the seconds of the unit of a column of numbers: as it is asked for, as
// its name or the line below it says, or as its first number looks like.
func (t *tableReader) unitOf(body [][]string, c int) float64 {
	if unit := t.to.Columns.TimeUnit; unit > 0 {
		return unit
	}
	name := t.names[c]
	if t.second != nil && !t.joined {
		name += " " + t.second[c+t.unnamed]
	}
	if unit, ok := format.TimeName(name); ok && unit > 0 {
		return unit
	}
	probe := lex.Decimal{Comma: t.decimal.Comma}
	for _, row := range body {
		if x, err := probe.Parse([]byte(row[c])); err == nil {
			return format.EpochUnit(x)
		}
	}
	return 1
}

// otherThanNumbers is the first cell of a column that is neither a number nor missing, or
// all there is where no number is; "" where there is none.
func (t *tableReader) otherThanNumbers(body [][]string, c int) string {
	probe := lex.Decimal{Comma: t.decimal.Comma}
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
	names := t.unused(slices.DeleteFunc(slices.Clone(t.times.columns), t.namedAs))
	for _, c := range t.times.columns {
		if t.namedAs(c) {
			names = append(names, t.names[c])
		}
	}
	if names != nil && len(names) == len(t.times.columns) {
		t.clock = &format.Clock{Column: strings.Join(names, " and "), Daily: t.times.daily}
	}
}

// namedAs reports whether --clock names a column.
func (t *tableReader) namedAs(c int) bool {
	return t.names[c] == message.Clean(t.to.Columns.Of[format.Time])
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
