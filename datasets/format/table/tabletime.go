package table

import (
	"math"
	"slices"
	"strings"

	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/format/lex"
	"example.com/sfatui/datasets/message"
)

// findTimes marks the columns with times, judging by the first samples; they
// are inputs only on request. The first such column, or the first date with the
// first time of day, becomes the table's clock.
func (t *tableReader) findTimes(body [][]string) ([]bool, error) {
	left := make([]bool, len(t.names))
	clocks := map[lex.TimeForm]int{}
	number := -1
	for c := range t.names {
		form, dayFirst, open := format.TimeTexts(body, c, t.to.Columns.Clock.Order)
		if form == lex.NoTime {
			form = t.compactForm(body, c)
		}
		if form == lex.NoTime {
			if number < 0 && t.isNumberClock(body, c) {
				number, left[c] = c, true
				t.times.unit = t.unitOf(body, c)
			}
			continue
		}
		left[c] = true
		if _, ok := clocks[form]; !ok {
			clocks[form] = c
			t.times.dayFirst, t.times.open = t.times.dayFirst || dayFirst && form != lex.ClockOnly, t.times.open || open && form != lex.ClockOnly
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
	t.times.texts = true
	return left, t.namedTime(body, left)
}

// namedTime makes the column that --clock names the clock, together with the
// matching date or time of day. A missing column is reported when the roles are
// assigned.
func (t *tableReader) namedTime(body [][]string, left []bool) error {
	name := message.Clean(t.to.Columns.Of[format.Time])
	c := slices.Index(t.names, name)
	if name == "" || c < 0 || len(body) == 0 {
		return nil
	}
	left[c] = true
	form, dayFirst, open := format.TimeTexts(body, c, t.to.Columns.Clock.Order)
	if form == lex.NoTime && t.to.Columns.Clock.Unit == 0 {
		form = t.compactForm(body, c)
	}
	switch {
	case form == lex.NoTime && t.cells.firstNonNumber(body, c) != "":
		return format.NoClock(t.path, name, t.cells.firstNonNumber(body, c))
	case form == lex.NoTime:
		t.times = timeColumns{columns: []int{c}, unit: t.unitOf(body, c)}
	case t.to.Columns.Clock.Unit > 0:
		return format.NoUnit(t.path, name)
	case len(t.times.columns) == 2 && slices.Contains(t.times.columns, c):
	default:
		t.times = timeColumns{columns: []int{c}, texts: true, dayFirst: dayFirst, daily: form == lex.ClockOnly, open: open}
	}
	return nil
}

// compactForm returns the form of a column whose name suggests a time and in which
// every cell is a date such as 20160701 or a time of day such as 090030.
func (t *tableReader) compactForm(body [][]string, c int) lex.TimeForm {
	if _, ok := format.TimeName(t.names[c]); !ok || len(body) < 2 {
		return lex.NoTime
	}
	if !slices.ContainsFunc(body, func(row []string) bool { return !isCompact(row[c], lex.CompactDate) }) {
		return lex.DateOnly
	}
	if !slices.ContainsFunc(body, func(row []string) bool { return !isCompact(row[c], lex.CompactClock) }) {
		return lex.ClockOnly
	}
	return lex.NoTime
}

// isCompact reports whether the function read accepts a cell.
func isCompact(cell string, read func([]byte) (float64, bool)) bool {
	_, ok := read([]byte(cell))
	return ok
}

// unitOf returns the unit of a numeric column in seconds, 0 if unknown.
func (t *tableReader) unitOf(body [][]string, c int) float64 {
	probe := lex.Decimal{Comma: t.cells.comma}
	first := 0.0
	for _, row := range body {
		if x, err := probe.Parse([]byte(row[c])); err == nil {
			first = x
			break
		}
	}
	return format.NumberUnit(t.to.Columns.Clock.Unit, t.unitName(c), first)
}

// isNumberClock reports whether a column is named as a time and contains
// numbers in the order of times.
func (t *tableReader) isNumberClock(body [][]string, column int) bool {
	_, ok := format.TimeName(t.names[column])
	_, unit := format.TimeName(t.unitName(column))
	alone := column == 0 && format.UnitAlone(t.names[column]) > 0
	if !ok && !unit && !alone {
		return false
	}
	probe := lex.Decimal{Comma: t.cells.comma}
	var x []float64
	for _, row := range body {
		v, err := probe.Parse([]byte(row[column]))
		if err != nil {
			return false
		}
		x = append(x, v)
	}
	return format.Ordered(x) && (ok || unit || risesEvenly(x))
}

// risesEvenly reports whether numbers rise throughout, nine of ten steps by the
// median step to a twentieth.
func risesEvenly(x []float64) bool {
	if len(x) < leastBelow {
		return false
	}
	var steps []float64
	for i := 1; i < len(x); i++ {
		steps = append(steps, x[i]-x[i-1])
	}
	slices.Sort(steps)
	step, near := steps[len(steps)/2], 0
	for _, d := range steps {
		if math.Abs(d-step) <= step/20 {
			near++
		}
	}
	return steps[0] > 0 && 10*near >= 9*len(steps)
}

// startClock creates the clock if the time columns have no other role.
func (t *tableReader) startClock() {
	names := t.unused(slices.DeleteFunc(slices.Clone(t.times.columns), t.namedAs), t.to.Columns)
	for _, c := range t.times.columns {
		if t.namedAs(c) {
			names = append(names, t.names[c])
		}
	}
	if names != nil && len(names) == len(t.times.columns) {
		t.clock = &format.Clock{Column: strings.Join(names, " and "), Bare: !t.times.texts && t.times.unit == 0, DayFirst: t.times.dayFirst, Daily: t.times.daily, Stated: t.rate}
	}
}

// namedAs reports whether --clock names a column.
func (t *tableReader) namedAs(c int) bool {
	return t.names[c] == message.Clean(t.to.Columns.Of[format.Time])
}
