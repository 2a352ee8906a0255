package format

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/format/lex"
	"example.com/sfatui/datasets/message"
)

// Clock holds the times of a file's rows, in seconds.
type Clock struct {
	Column string
	times  []float64 // one a row
	// unread counts the rows whose time could not be read; the time of such a
	// row is that of the row before.
	unread int
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

// pace is what the times of rows show: the step between them, and where they
// do not keep it.
type pace struct {
	step    float64 // the usual one, the median; 0 where there is none
	regular bool    // nine steps of ten are within a tenth of the usual one
	gaps    int     // steps longer than one and a half of the usual one
	gapRow  int     // the row, from 1, before the first gap
	longest float64 // the longest gap
	back    int     // steps back
	backRow int     // the row, from 1, before the first step back
}

// measure finds the pace of times that are cut into segments of those lengths.
func (c *Clock) measure(lengths []int) pace {
	var p pace
	steps := make([]float64, 0, len(c.times))
	c.eachStep(lengths, func(_ int, d float64) {
		if d > 0 {
			steps = append(steps, d)
		}
	})
	if len(steps) == 0 {
		return p
	}
	slices.Sort(steps)
	p.step = steps[len(steps)/2]
	total, near, sum := 0, 0, 0.0
	c.eachStep(lengths, func(row int, d float64) {
		total++
		switch {
		case d < 0:
			if p.back++; p.back == 1 {
				p.backRow = row
			}
		case math.Abs(d-p.step) <= p.step/10:
			near++
			sum += d
		case d > 1.5*p.step:
			if p.gaps++; p.gaps == 1 {
				p.gapRow = row
			}
			p.longest = max(p.longest, d)
		}
	})
	if p.regular = 10*near >= 9*total; p.regular {
		p.step = roundStep(sum / float64(near))
	}
	return p
}

// eachStep calls f for each two rows of a segment with the first's number,
// from 1, and the time between them.
func (c *Clock) eachStep(lengths []int, f func(row int, d float64)) {
	at := 0
	for _, n := range lengths {
		for i := at + 1; i < at+n && i < len(c.times); i++ {
			f(i, c.times[i]-c.times[i-1])
		}
		at += n
	}
}

// roundStep rounds a step that is a whole number of seconds, or of samples in
// a second, but for the rounding of the times that it was taken from.
func roundStep(step float64) float64 {
	if r := math.Round(step); r >= 1 && math.Abs(step-r) < 2e-3*r {
		return r
	}
	if r := math.Round(1 / step); r >= 1 && math.Abs(1/step-r) < 2e-3*r {
		return 1 / r
	}
	return step
}

// describe tells the pace and returns the rate of samples, 0 if there is none.
func (c *Clock) describe(base string, p pace) (note string, rate float64) {
	note = fmt.Sprintf("%s: the column %s is the time of each row, not an input", base, c.Column)
	switch {
	case c.unread > 0:
		return note + fmt.Sprintf("; %s could not be read as times", message.Counted(c.unread, "row")), 0
	case p.step == 0:
		return note, 0
	case !p.regular:
		note += fmt.Sprintf("; the rows are not evenly spaced (usually by %s)", message.Duration(p.step))
	default:
		note += fmt.Sprintf("; a row every %s", message.Duration(p.step))
		rate = 1 / p.step
	}
	if p.gaps > 0 && p.regular {
		note += fmt.Sprintf("; %s, the first after row %d, the longest of %s", message.Counted(p.gaps, "gap"), p.gapRow, message.Duration(p.longest))
	}
	if p.back > 0 {
		note += fmt.Sprintf("; the time runs back %s, first after row %d", message.Counted(p.back, "time"), p.backRow)
	}
	return note, rate
}

// Tell adds what the clock of a file's segments shows to the notes, and the
// rate to the set's.
func (to *Sink) Tell(base string, c *Clock, recordings []*data.Recording) {
	lengths := make([]int, len(recordings))
	for i, r := range recordings {
		lengths[i] = r.Rows
	}
	p := c.measure(lengths)
	note, rate := c.describe(base, p)
	if p.gaps > 0 && p.regular {
		to.Found.Gaps = append(to.Found.Gaps, data.Gap{File: base, Count: p.gaps, After: p.gapRow, Longest: p.longest})
	}
	to.Notes = append(to.Notes, note)
	to.SetRate(base, rate)
	for _, r := range recordings {
		r.Rate = rate
	}
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
	if math.IsNaN(seconds) {
		c.unread++
		seconds = 0
		if n := len(c.times); n > 0 {
			seconds = c.times[n-1]
		}
	}
	c.times = append(c.times, seconds)
}
