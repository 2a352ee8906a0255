package format

import (
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
	// Bare reports that the unit of the times is unknown.
	Bare bool
	// DayFirst reports that a date with two readings is read with the day
	// first.
	DayFirst bool
	// Daily is set for times of day without a date. A time that runs back by
	// more than half a day belongs to the next day.
	Daily bool
	// Stated is the rate in samples per second that the file states in addition to the
	// times; 0 for none. It determines an unknown unit of the times.
	Stated float64

	swapped   *Clock    // times with day and month in the other order; nil if all dates have one reading
	ambiguous bool      // both orders read all rows equally well
	times     []float64 // one for each row; NaN if it could not be read
	unread    int       // rows whose time could not be read
	last      float64   // the last time that was read
	days      float64   // seconds of the days that have passed
	suffix    string    // of the stated clock
}

// timeUnits holds the units, in seconds, of names such as time_ms.
var timeUnits = map[string]float64{
	"s": 1, "sec": 1, "secs": 1, "second": 1, "seconds": 1, "utc": 1, "min": 60, "minutes": 60, "h": 3600, "hours": 3600,
	"day": 86400, "days": 86400, "year": message.YearSeconds, "years": message.YearSeconds,
	"ms": 1e-3, "msec": 1e-3, "milliseconds": 1e-3, "us": 1e-6, "µs": 1e-6, "microseconds": 1e-6, "ns": 1e-9, "nanoseconds": 1e-9, "ps": 1e-12, "fs": 1e-15,
}

// TimeName reports whether a column's name marks it as a time. It returns the
// unit in seconds, or 0 if the name contains no unit.
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
	case "time", "timestamp", "timestamps", "datetime", "date", "unixtime", "elapsed", "timestep", "hhmmss", "yyyymmdd", "zeit", "zeitstempel", "datum", "temps", "tiempo":
		return unit, true
	case "t":
		return unit, unit > 0
	}
	return 0, false
}

// UnitAlone returns the unit in seconds that a column's name consists of, such
// as sec; 0 for other names, and for letters and counts of the calendar.
func UnitAlone(name string) float64 {
	name = strings.ToLower(name)
	if !slices.Contains([]string{"sec", "secs", "seconds", "min", "minutes", "ms", "msec", "milliseconds", "hours"}, name) {
		return 0
	}
	return timeUnits[name]
}

// TimeUnit returns the unit in seconds that a word, such as (ms), stands for; 0 for other words.
func TimeUnit(word string) float64 {
	return timeUnits[strings.ToLower(strings.Trim(word, " ()[]"))]
}

// DateOrder is the order of day and month in dates such as 1/2/2016.
type DateOrder int

// The orders. AnyOrder is decided by all rows.
const (
	AnyOrder DateOrder = iota
	DayFirst
	MonthFirst
)

// StatedClock is the parsed value of --clock: "t", "t:ms", "t:dmy",
// "t:s:reverse".
type StatedClock struct {
	Column  string
	Unit    float64 // seconds; 0 if not stated
	Order   DateOrder
	Reverse bool   // reverse rows that are written newest first
	suffix  string // all that follows the column
}

// ParseClock parses the value of --clock. A suffix after a colon that is
// neither a unit nor an order is part of the column's name.
func ParseClock(text string) StatedClock {
	c := StatedClock{Column: text}
	for {
		i := strings.LastIndexByte(c.Column, ':')
		if i <= 0 {
			return c
		}
		word := strings.ToLower(c.Column[i+1:])
		unit, isUnit := timeUnits[word]
		switch {
		case isUnit && c.Unit == 0:
			c.Unit = unit
		case word == "dmy":
			c.Order = DayFirst
		case word == "mdy":
			c.Order = MonthFirst
		case word == "reverse":
			c.Reverse = true
		default:
			return c
		}
		c.suffix = c.Column[i:] + c.suffix
		c.Column = c.Column[:i]
	}
}

// NumberUnit returns the unit of a numeric time column in seconds, or 0 if it
// is unknown. It uses the stated unit, then the unit in the column's name, then
// the size of the first number: a spreadsheet's date or a time since 1970.
func NumberUnit(stated float64, column string, first float64) float64 {
	if stated > 0 {
		return stated
	}
	if unit, ok := TimeName(column); ok && unit > 0 {
		return unit
	}
	if unit := UnitAlone(column); unit > 0 {
		return unit
	}
	if strings.HasPrefix(strings.ToLower(column), "date") && first > 20_000 && first < 80_000 {
		return 86400 // days since 1900
	}
	return EpochUnit(first)
}

// EpochUnit returns the unit of a number that counts from 1970 to a time between
// 1985 and 2100: seconds, or parts of them; 0 for other numbers.
func EpochUnit(x float64) float64 {
	for _, unit := range []float64{1, 1e-3, 1e-6, 1e-9} {
		if s := x * unit; s > 4.7e8 && s < 4.1e9 {
			return unit
		}
	}
	return 0
}

// OtherUnits returns the advice to state a column's unit with --clock.
func OtherUnits(column string) string {
	return "state its unit with --clock " + message.Quote([]string{column + ":s"}) + ", :ms, :us, :ns or :days"
}

// Ordered reports whether numbers are in temporal order, oldest or newest first. Either
// nine of ten changes between neighbours go one way, and the rest may be starts of
// recordings. Or three of four go one way and the numbers correlate with their index,
// as timestamps that arrived out of order do.
func Ordered(x []float64) bool {
	up, down := 0, 0
	var sum, square, product float64
	middle := float64(len(x)-1) / 2
	for i, v := range x {
		v -= x[0]
		sum, square, product = sum+v, square+v*v, product+v*(float64(i)-middle)
		if i > 0 && x[i] > x[i-1] {
			up++
		} else if i > 0 && x[i] < x[i-1] {
			down++
		}
	}
	n, steps, most := float64(len(x)), up+down, max(up, down)
	if steps == 0 || 4*steps < len(x)-1 {
		return false
	}
	ranks := n * (n*n - 1) / 12
	follows := product*product >= 0.9*ranks*(square-sum*sum/n)
	return 10*most >= 9*steps || 4*most >= 3*steps && follows
}

// NoClock returns the error for a column that --clock names and that contains
// no times.
func NoClock(path, column, cell string) error {
	return message.Usagef("--clock %s: %s: the column holds %q, which is neither a time nor a number", column, path, message.Shorten(cell, 40))
}

// NoUnit returns the error for a unit stated for times that are texts.
func NoUnit(path, column string) error {
	return message.Usagef("--clock %s: %s: the times are texts, which have no unit; leave the unit out", column, path)
}

// TimeTexts returns the form of time that nine of ten cells of a column have,
// or [lex.NoTime]. Where dates may begin with the month or the day, dayFirst
// selects the order with the shorter span; open reports that later rows may
// decide otherwise.
func TimeTexts(body [][]string, column int, order DateOrder) (form lex.TimeForm, dayFirst, open bool) {
	month, span := timeTexts(body, column, false)
	day, shorter := timeTexts(body, column, true)
	switch {
	case order == DayFirst:
		return day, true, false
	case order == MonthFirst:
		return month, false, false
	}
	if form, least := max(month, day), shortest(month, day, span, shorter); form != lex.NoTime && yearFirst(body, column, least) {
		return lex.NoTime, false, false
	}
	open = max(month, day) != lex.NoTime && slices.ContainsFunc(body, func(row []string) bool { return lex.HasTwoOrders([]byte(row[column])) })
	if month == lex.NoTime || day != lex.NoTime && shorter < span {
		return day, day != lex.NoTime, open
	}
	return month, false, open
}

// shortest returns the shorter time span of the two orders of day and month, ignoring an order
// in which the cells are not times.
func shortest(month, day lex.TimeForm, span, other float64) float64 {
	if month == lex.NoTime || day != lex.NoTime && other < span {
		return other
	}
	return span
}

// yearFirst reports whether all cells can be read as dates with the year first, such as
// 21-01-05, and then span less time than the given span.
func yearFirst(body [][]string, column int, span float64) bool {
	low, high := math.Inf(1), math.Inf(-1)
	for _, row := range body {
		seconds, ok := lex.YearFirst([]byte(row[column]))
		if !ok {
			return false
		}
		low, high = min(low, seconds), max(high, seconds)
	}
	return high-low < span
}

// timeTexts works like [TimeTexts] for one order of day and month. It also
// returns the seconds from the earliest to the latest time.
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

// Add appends the time of the next row; NaN if it could not be read.
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

// AddOther appends the time of the last row, read with day and month in the
// other order.
func (c *Clock) AddOther(seconds float64) {
	if c.swapped == nil {
		c.swapped = &Clock{}
	}
	c.swapped.Add(seconds)
}

// settleOrder selects the order of day and month that reads more rows as times,
// or else the order with fewer backward steps and gaps.
func (c *Clock) settleOrder() {
	o := c.swapped
	if o == nil {
		return
	}
	worse := c.unread - o.unread
	if worse == 0 {
		worse = c.disorder() - o.disorder()
	}
	c.ambiguous = worse == 0 && !slices.EqualFunc(c.times, o.times, func(a, b float64) bool { return a == b || a != a && b != b })
	if worse <= 0 {
		return
	}
	c.times, o.times = o.times, c.times
	c.unread, o.unread = o.unread, c.unread
	c.DayFirst = !c.DayFirst
}

// disorder returns the number of backward steps and gaps.
func (c *Clock) disorder() int {
	p := c.measure([]int{len(c.times)})
	return p.back + p.gaps
}

// settleUnit takes the unit of the times from the stated rate, if that makes the
// mean step one sample: seconds, minutes, or parts of a second.
func (c *Clock) settleUnit(p pace) bool {
	for _, unit := range []float64{1, 1e-3, 1e-6, 1e-9, 60} {
		if c.Bare && p.regular && math.Abs(p.step*unit*c.Stated-1) < 0.01 {
			c.Bare = false
			for i := range c.times {
				c.times[i] *= unit
			}
			return true
		}
	}
	return false
}

// reverseRows reverses the rows of each recording, and the recordings.
func (c *Clock) reverseRows(recordings []*data.Recording, inputs int) {
	for _, r := range recordings {
		for i, j := 0, r.Rows-1; i < j; i, j = i+1, j-1 {
			for k := range inputs {
				r.X[i*inputs+k], r.X[j*inputs+k] = r.X[j*inputs+k], r.X[i*inputs+k]
			}
		}
		slices.Reverse(r.Labels)
		slices.Reverse(r.Target)
		slices.Reverse(r.Importance)
		slices.Reverse(r.TransitionImportance)
	}
	slices.Reverse(recordings)
	slices.Reverse(c.times)
}
