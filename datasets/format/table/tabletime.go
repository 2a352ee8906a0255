package table

import (
	"math"
	"slices"
	"strings"

	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/format/lex"
	"example.com/sfatui/datasets/message"
)

// A clockFinder finds the columns of times by their names and first cells, and chooses those
// that form the clock of the table.
type clockFinder struct {
	path   string // for messages
	flags  format.Columns
	cells  *cellClassifier
	layout *layout // receives the columns of the clock
}

// findTimes marks the columns with times, judging by the first samples; they
// are inputs only on request. The first such column, or the first date with the
// first time of day, becomes the table's clock.
func (cf *clockFinder) findTimes(body [][]string) ([]bool, error) {
	times := &cf.layout.times
	left := make([]bool, len(cf.layout.names))
	clocks := map[lex.TimeForm]int{}
	number := -1
	for c := range cf.layout.names {
		form, dayFirst, open := format.TimeTexts(body, c, cf.flags.Clock.Order)
		if form == lex.NoTime {
			form = cf.compactForm(body, c)
		}
		if form == lex.NoTime {
			stated := cf.risesAsStated(body, c)
			if number < 0 && (stated || cf.isNumberClock(body, c)) {
				number, left[c] = c, true
				times.unit = cf.unitOf(body, c)
			}
			left[c] = left[c] || stated
			continue
		}
		left[c] = true
		if _, ok := clocks[form]; !ok {
			clocks[form] = c
			times.dayFirst, times.open = times.dayFirst || dayFirst && form != lex.ClockOnly, times.open || open && form != lex.ClockOnly
		}
	}
	both, okBoth := clocks[lex.DateTime]
	date, okDate := clocks[lex.DateOnly]
	clock, okClock := clocks[lex.ClockOnly]
	switch {
	case okBoth:
		times.columns = []int{both}
	case okDate && okClock:
		times.columns = []int{date, clock}
	case number >= 0:
		times.columns = []int{number}
		return left, cf.namedTime(body, left)
	case okDate:
		times.columns = []int{date}
	case okClock:
		times.columns, times.daily = []int{clock}, true
	}
	times.texts = true
	return left, cf.namedTime(body, left)
}

// namedTime makes the column that --clock names the clock, together with the
// matching date or time of day. A missing column is reported when the roles are
// assigned.
func (cf *clockFinder) namedTime(body [][]string, left []bool) error {
	name := message.Clean(cf.flags.Of[format.Time])
	c := slices.Index(cf.layout.names, name)
	if name == "" || c < 0 || len(body) == 0 {
		return nil
	}
	left[c] = true
	form, dayFirst, open := format.TimeTexts(body, c, cf.flags.Clock.Order)
	if form == lex.NoTime && cf.flags.Clock.Unit == 0 {
		form = cf.compactForm(body, c)
	}
	switch {
	case form == lex.NoTime && cf.cells.firstNonNumber(body, c) != "":
		return format.NoClock(cf.path, name, cf.cells.firstNonNumber(body, c))
	case form == lex.NoTime:
		cf.layout.times = timeColumns{columns: []int{c}, unit: cf.unitOf(body, c)}
	case cf.flags.Clock.Unit > 0:
		return format.NoUnit(cf.path, name)
	case len(cf.layout.times.columns) == 2 && slices.Contains(cf.layout.times.columns, c):
	default:
		cf.layout.times = timeColumns{columns: []int{c}, texts: true, dayFirst: dayFirst, daily: form == lex.ClockOnly, open: open}
	}
	return nil
}

// compactForm returns the form of a column whose name suggests a time and in which
// every cell is a date such as 20160701 or a time of day such as 090030.
func (cf *clockFinder) compactForm(body [][]string, c int) lex.TimeForm {
	if _, ok := format.TimeName(cf.layout.names[c]); !ok || len(body) < 2 {
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
func (cf *clockFinder) unitOf(body [][]string, c int) float64 {
	probe := lex.Decimal{Comma: cf.cells.comma}
	first := 0.0
	for _, row := range body {
		if x, err := probe.Parse([]byte(row[c])); err == nil {
			first = x
			break
		}
	}
	stated := cf.flags.Clock.Unit
	if unit, _ := format.TimeName(cf.layout.unitName(c)); unit == 0 && stated == 0 {
		stated = cf.layout.secondUnit(c)
	}
	return format.NumberUnit(stated, cf.layout.unitName(c), first)
}

// isNumberClock reports whether a column is named as a time and contains
// numbers in the order of times. The first column may have a unit of time as its name or below it,
// as in files of oscilloscopes, if its numbers rise evenly.
func (cf *clockFinder) isNumberClock(body [][]string, column int) bool {
	_, ok := format.TimeName(cf.layout.names[column])
	_, unit := format.TimeName(cf.layout.unitName(column))
	alone := column == 0 && (format.UnitAlone(cf.layout.names[column]) > 0 || cf.layout.secondUnit(column) > 0)
	if !ok && !unit && !alone {
		return false
	}
	probe := lex.Decimal{Comma: cf.cells.comma}
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

// risesAsStated reports whether a column of a table without names rises evenly by the interval
// that the lines before the table state.
func (cf *clockFinder) risesAsStated(body [][]string, column int) bool {
	l := cf.layout
	if l.header || l.headed || l.rate == 0 || len(l.names) < 2 || len(body) < 2 {
		return false
	}
	x := cf.cells.columnNumbers(body, column)
	if len(x) != len(body) || !risesEvenly(x) {
		return false
	}
	steps := (x[len(x)-1] - x[0]) * l.rate
	return math.Abs(steps-float64(len(x)-1)) <= float64(len(x)-1)/100
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

// newClock returns the clock if the time columns have no other role, else nil.
func (cf *clockFinder) newClock() *format.Clock {
	times, names := cf.layout.times, cf.layout.names
	parts := cf.layout.unused(slices.DeleteFunc(slices.Clone(times.columns), cf.namedAs), cf.flags)
	for _, c := range times.columns {
		if cf.namedAs(c) {
			parts = append(parts, names[c])
		}
	}
	if parts == nil || len(parts) != len(times.columns) {
		return nil
	}
	return &format.Clock{Column: strings.Join(parts, " and "), Bare: !times.texts && times.unit == 0, DayFirst: times.dayFirst, Daily: times.daily, Stated: cf.layout.rate}
}

// namedAs reports whether --clock names a column.
func (cf *clockFinder) namedAs(c int) bool {
	return cf.layout.names[c] == message.Clean(cf.flags.Of[format.Time])
}
