package format

import (
	"math"
	"strings"

	"example.com/sfatui/datasets/format/lex"
	"example.com/sfatui/datasets/message"
)

// Clock holds the times of a file's rows, in seconds.
type Clock struct {
	Column string
	// Daily is for times of day without a date: the day after midnight is the next.
	Daily bool

	times  []float64 // one a row, NaN where it could not be read
	unread int       // rows whose time could not be read
	last   float64   // the last time that was read
	days   float64   // the seconds of the days that have passed
}

// timeUnits are the seconds of the units in names such as time_ms.
var timeUnits = map[string]float64{
	"s": 1, "sec": 1, "secs": 1, "second": 1, "seconds": 1, "utc": 1, "min": 60, "minutes": 60, "h": 3600, "hours": 3600,
	"ms": 1e-3, "msec": 1e-3, "milliseconds": 1e-3, "us": 1e-6, "µs": 1e-6, "microseconds": 1e-6, "ns": 1e-9, "nanoseconds": 1e-9,
}

// TimeName reports whether a column's name says that it holds a time, and in
// which unit; 0 where the name leaves the unit open.
func TimeName(name string) (unit float64, ok bool) {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return strings.ContainsRune(" _-.()[]/", r) })
	if len(words) == 0 || len(words) > 2 {
		return 0, false
	}
	if len(words) == 2 {
		if unit, ok = timeUnits[words[1]]; !ok {
			return 0, false
		}
	}
	switch words[0] {
	case "time", "timestamp", "timestamps", "datetime", "date", "unixtime", "elapsed":
		return unit, true
	case "t":
		return unit, unit > 0
	}
	return 0, false
}

// CutUnit parts what --clock says, "t" or "t:ms", into a column and the seconds of its
// unit, 0 where none is said.
func CutUnit(clock string) (column string, unit float64) {
	if i := strings.LastIndexByte(clock, ':'); i > 0 {
		if unit, ok := timeUnits[strings.ToLower(clock[i+1:])]; ok {
			return clock[:i], unit
		}
	}
	return clock, 0
}

// unitOf are the seconds of a unit of a column of numbers: the one that is asked for,
// else what its name says, else what its first number looks like.
func unitOf(asked float64, column string, first float64) float64 {
	if asked > 0 {
		return asked
	}
	if unit, ok := TimeName(column); ok && unit > 0 {
		return unit
	}
	return EpochUnit(first)
}

// EpochUnit is the unit of a number of the size of a present time counted from
// 1970: seconds, or parts of them.
func EpochUnit(x float64) float64 {
	switch {
	case x > 1e17:
		return 1e-9
	case x > 1e14:
		return 1e-6
	case x > 1e11:
		return 1e-3
	}
	return 1
}

// Rising reports whether numbers grow as times do: nine steps of ten up; the
// others may be where the next recording begins.
func Rising(x []float64) bool {
	up := 0
	for i := 1; i < len(x); i++ {
		if x[i] > x[i-1] {
			up++
		}
	}
	return len(x) > 1 && 10*up >= 9*(len(x)-1)
}

// NoClock is the error of a column named as the clock that holds no times.
func NoClock(path, column, cell string) error {
	return message.Usagef("--clock %s: %s: the column holds %q, which is no time and no number", column, path, message.Shorten(cell, 40))
}

// NoUnit is the error of a unit given for times that are texts.
func NoUnit(path, column string) error {
	return message.Usagef("--clock %s: %s: the times are texts, which have no unit; leave the unit out", column, path)
}

// TimeTexts tells whether nine cells of ten of a column are times of one form. Where
// dates may have the month or the day first, it is what keeps them closer together.
func TimeTexts(body [][]string, column int) (form lex.TimeForm, dayFirst bool) {
	month, span := timeTexts(body, column, false)
	day, shorter := timeTexts(body, column, true)
	if month == lex.NoTime || day != lex.NoTime && shorter < span {
		return day, day != lex.NoTime
	}
	return month, false
}

// timeTexts is TimeTexts for one order, and the seconds from the first to the last
// time.
func timeTexts(body [][]string, column int, dayFirst bool) (form lex.TimeForm, span float64) {
	var count [lex.DateTime + 1]int
	low, high := math.Inf(1), math.Inf(-1)
	for _, row := range body {
		seconds, form := lex.ParseTime([]byte(row[column]), dayFirst)
		if count[form]++; form != lex.NoTime {
			low, high = min(low, seconds), max(high, seconds)
		}
	}
	for form := lex.DateOnly; form <= lex.DateTime; form++ {
		if 10*count[form] >= 9*len(body) && len(body) > 0 {
			return form, high - low
		}
	}
	return lex.NoTime, 0
}

// Add keeps the time of a further row; NaN is one that could not be read.
func (c *Clock) Add(seconds float64) {
	const day = 24 * 60 * 60
	switch {
	case math.IsNaN(seconds):
		c.unread++
	case c.Daily && seconds+c.days < c.last-day/2:
		c.days += day
		fallthrough
	default:
		seconds += c.days
		c.last = seconds
	}
	c.times = append(c.times, seconds)
}
