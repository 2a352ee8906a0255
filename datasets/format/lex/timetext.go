package lex

import (
	"bytes"
	"math"
	"strings"
	"time"
	"unicode"
)

// TimeForm is the notation of a time: date, clock, or both.
type TimeForm int

const (
	NoTime    TimeForm = iota
	DateOnly           // 2016-07-01
	ClockOnly          // 14:05:00
	DateTime
)

// months holds the first three letters of the English names of months.
const months = "janfebmaraprmayjunjulaugsepoctnovdec"

// ParseTime reads a date, a time of day or both, as seconds from 1970 or from
// midnight in the zone that is written, else in UTC. Dates are year-month-day,
// year-month, year and quarter, month or week as in 2016-Q3, 2016M07 and 2016-W31, year and day
// as in 2016-183, day.month.year, 01JUL2016,
// month/day/year (day first where dayFirst) or 1-Jan-2016, with any of - / . between,
// the year in four digits or last in two;
// times are h:m, h:m:s, m:s.f, hh.mm.ss (a date where dayFirst and it can be one)
// or with fractions of a second, am or pm and a zone. 20160701T010203 and
// Fri Jul 1 01:02:03 2016 combine both. A plain number is not a time.
func ParseTime(cell []byte, dayFirst bool) (seconds float64, form TimeForm) {
	if len(cell) < 4 || len(cell) > 40 {
		return 0, NoTime
	}
	if cell[0] >= 'A' {
		return parseWeekday(cell)
	}
	date, clock := cell, []byte(nil)
	if i := dateEnd(cell); i > 0 {
		date, clock = cell[:i], Trim(cell[i+1:])
	} else if bytes.IndexByte(cell, ':') > 0 || isDotted(cell) && !(dayFirst && isDate(cell)) {
		date, clock = nil, cell
	}
	var ok bool
	if date != nil {
		if seconds, ok = parseDate(date, dayFirst); !ok && clock != nil {
			seconds, ok = CompactDate(date)
		}
		if !ok {
			return 0, NoTime
		}
		form = DateOnly
	}
	if clock != nil {
		s, ok := parseClock(clock)
		if !ok {
			return 0, NoTime
		}
		seconds += s
		form += ClockOnly
	}
	return seconds, form
}

// dateEnd returns the index of the space, T, _ or, after a date whose month is a
// word, the colon between a date and a time, -1 for none.
func dateEnd(cell []byte) int {
	if i := bytes.IndexByte(cell, ':'); (i == 9 || i == 11) && i+1 < len(cell) && bytes.ContainsFunc(cell[2:i], unicode.IsLetter) {
		return i // 13/Sep/2020:12:26:40, 13SEP2020:12:26:40
	}
	for i, c := range cell {
		if (c == ' ' || c == 'T' || c == '_') && i+1 < len(cell) {
			if next := Trim(cell[i+1:]); len(next) > 0 && next[0] >= '0' && next[0] <= '9' {
				return i
			}
		}
	}
	return -1
}

// isMeridiem reports whether text is am or pm.
func isMeridiem(text []byte) bool {
	return len(text) == 2 && (text[0]|0x20 == 'a' || text[0]|0x20 == 'p') && text[1]|0x20 == 'm'
}

// TimeOf returns the time of a cell in a column of one form, NaN if it is not a
// time.
func TimeOf(cell []byte, form TimeForm, dayFirst bool) float64 {
	s, got := ParseTime(cell, dayFirst && form != ClockOnly)
	if got == NoTime {
		return math.NaN()
	}
	return s
}

// parseWeekday parses a time in the notation of the C library's ctime and of
// date.
func parseWeekday(cell []byte) (seconds float64, form TimeForm) {
	if len(cell) < 24 || cell[3] != ' ' && cell[3] != ',' {
		return 0, NoTime
	}
	east := 0.0
	if fields := bytes.Fields(cell); len(fields) == 6 { // Fri Jul 1 01:02:03 CET 2016
		east = zones[string(fields[4])]
	}
	for _, layout := range []string{time.ANSIC, time.UnixDate, time.RubyDate, time.RFC1123Z} {
		if t, err := time.Parse(layout, string(cell)); err == nil {
			return float64(t.Unix()) - 3600*east, DateTime
		}
	}
	return 0, NoTime
}

// CompactDate parses a date of eight digits, such as 20160701, as seconds from
// 1970.
func CompactDate(text []byte) (float64, bool) {
	n, ok := wholeNumber(text, 8)
	if !ok || n < 1500_00_00 {
		return 0, false
	}
	return dateOf(n/10000, n/100%100, n%100)
}

// CompactClock parses a time of day of six digits, such as 090030, as seconds
// from midnight.
func CompactClock(text []byte) (float64, bool) {
	n, ok := wholeNumber(text, 6)
	if !ok || len(text) != 6 || n/10000 > 24 || n/100%100 > 59 || n%100 > 60 {
		return 0, false
	}
	return float64(n/10000*3600 + n/100%100*60 + n%100), true
}

// HasTwoOrders reports whether a cell begins with a date that may have the day
// or the month first, such as 1/1/2016.
func HasTwoOrders(cell []byte) bool {
	i := bytes.IndexAny(cell, "/-")
	if i < 1 || i > 2 {
		return false
	}
	j := i + 1 + bytes.IndexByte(cell[i+1:], cell[i])
	_, isNumber := wholeNumber(cell[i+1:max(j, i+1)], 2)
	return isNumber
}

// isDate reports whether text is a date with the day first.
func isDate(text []byte) bool {
	_, ok := parseDate(text, true)
	return ok
}

// dateOf returns a date as seconds from 1970, false if it does not exist.
func dateOf(year, month, day int) (float64, bool) {
	t := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	return float64(t.Unix()), t.Day() == day && t.Month() == time.Month(month)
}

// parseDate parses a date as seconds from 1970.
func parseDate(text []byte, dayFirst bool) (float64, bool) {
	sep := byte(0)
	for _, c := range []byte("-/.") {
		if bytes.Count(text, []byte{c}) == 2 {
			sep = c
		}
	}
	if len(text) == 7 && (text[4] == '-' || text[4] == '/') {
		year, okYear := wholeNumber(text[:4], 4)
		month, okMonth := wholeNumber(text[5:], 2)
		if okYear && okMonth {
			return dateOf(year, month, 1)
		}
	}
	if sep == 0 {
		return parsePeriod(text)
	}
	i, j := bytes.IndexByte(text, sep), bytes.LastIndexByte(text, sep)
	first, okFirst := wholeNumber(text[:i], 4)
	second, okSecond := wholeNumber(text[i+1:j], 2)
	third, okThird := wholeNumber(text[j+1:], 4)
	if !okSecond && j-i == 4 {
		if m := strings.Index(months, strings.ToLower(string(text[i+1:j]))); m >= 0 && m%3 == 0 {
			second, okSecond, dayFirst = m/3+1, true, true
		}
	}
	if !okFirst || !okSecond || !okThird {
		return 0, false
	}
	year, month, day := first, second, third
	switch {
	case i == 4: // the year comes first
	case len(text)-j-1 == 2 && (sep != '-' || j-i == 4 || i == 2 && j-i == 3): // 69 to 99 are in the twentieth century
		if third += 1900; third < 1969 {
			third += 100
		}
	case len(text)-j-1 != 4:
		return 0, false
	}
	switch {
	case i == 4:
	case dayFirst || sep == '.':
		year, month, day = third, second, first
	default:
		year, month, day = third, first, second
	}
	return dateOf(year, month, day)
}

// parsePeriod reads the first day of a quarter, a month or a week, as 2016-Q3, 2016M07 or 2016-W31,
// a day of a year, as 2016-183, or a date as 01JUL2016, as seconds from 1970.
func parsePeriod(text []byte) (float64, bool) {
	if len(text) < 6 {
		return 0, false
	}
	if m := strings.Index(months, strings.ToLower(string(text[2:5]))); len(text) == 9 && m >= 0 && m%3 == 0 { // 13SEP2020
		day, okDay := wholeNumber(text[:2], 2)
		year, okYear := wholeNumber(text[5:], 4)
		seconds, isDate := dateOf(year, m/3+1, day)
		return seconds, okDay && okYear && isDate
	}
	year, okYear := wholeNumber(text[:4], 4)
	if okYear && text[4] == '-' {
		if seconds, ok := dayOfYear(year, text[5:]); ok {
			return seconds, true
		}
	}
	rest := bytes.TrimLeft(text[4:], "- ")
	if !okYear || len(rest) < 2 || len(text)-len(rest) > 5 {
		return 0, false
	}
	month, ok := wholeNumber(rest[1:], 2)
	switch rest[0] {
	case 'Q':
		month = 3*month - 2
	case 'M':
	case 'W':
		seconds := weekOf(year, month)
		return seconds, ok && month >= 1 && seconds < weekOf(year+1, 1)
	default:
		return 0, false
	}
	seconds, isDate := dateOf(year, month, 1)
	return seconds, ok && isDate
}

// dayOfYear reads a day of a year in three digits, as seconds from 1970.
func dayOfYear(year int, text []byte) (float64, bool) {
	day, ok := wholeNumber(text, 3)
	if !ok || len(text) != 3 || day < 1 {
		return 0, false
	}
	t := time.Date(year, time.January, day, 0, 0, 0, 0, time.UTC)
	return float64(t.Unix()), t.Year() == year
}

// weekOf returns the Monday of a week of ISO 8601, as seconds from 1970. The first
// week of a year has its fourth of January.
func weekOf(year, week int) float64 {
	fourth := time.Date(year, time.January, 4, 0, 0, 0, 0, time.UTC)
	monday := fourth.AddDate(0, 0, 7*(week-1)-(int(fourth.Weekday())+6)%7)
	return float64(monday.Unix())
}

// YearFirst parses a date of three two-digit numbers separated by dashes,
// optionally followed by a time of day, as year, month and day; false for other
// texts.
func YearFirst(cell []byte) (float64, bool) {
	if i := dateEnd(cell); i > 0 {
		cell = cell[:i]
	}
	if len(cell) != len("21-01-05") || cell[2] != '-' || cell[5] != '-' {
		return 0, false
	}
	return parseDate(append([]byte("20"), cell...), false)
}

// parseClock parses a time of day as seconds from midnight, in UTC if it has a
// zone.
func parseClock(text []byte) (float64, bool) {
	text, zone, ok := cutZone(text)
	if !ok {
		return 0, false
	}
	var err error
	later := 0.0
	if n := len(text) - 2; n > 0 && isMeridiem(text[n:]) {
		if text[n]|0x20 == 'p' {
			later = 12
		}
		text = Trim(text[:n])
		if bytes.HasPrefix(text, []byte("12:")) {
			later -= 12
		}
	}
	if len(text) >= 6 && bytes.IndexByte(text, ':') < 0 {
		if s, ok := CompactClock(text[:6]); ok {
			f := 0.0
			if len(text) > 6 {
				f, err = (&Decimal{Comma: true}).Parse(append([]byte{'0'}, text[6:]...))
			}
			return s + 3600*later + f - zone, err == nil && f >= 0 && f < 1
		}
	}
	sep := byte(':')
	if isDotted(text) {
		sep = '.'
	}
	parts := bytes.Split(text, []byte{sep})
	if len(parts) == 2 && len(parts[0]) == 2 && bytes.IndexAny(parts[1], ".,") == 2 { // minutes and seconds
		parts = [][]byte{{'0'}, parts[0], parts[1]}
	}
	if len(parts) < 2 || len(parts) > 3 {
		return 0, false
	}
	hours, okHours := wholeNumber(parts[0], 2)
	minutes, okMinutes := wholeNumber(parts[1], 2)
	if !okHours || !okMinutes || hours > 24 || minutes > 59 {
		return 0, false
	}
	seconds := 0.0
	if len(parts) == 3 {
		d := Decimal{Comma: true}
		if seconds, err = d.Parse(parts[2]); err != nil || seconds < 0 || seconds > 60 {
			return 0, false
		}
	}
	return 3600*(float64(hours)+later) + 60*float64(minutes) + seconds - zone, true
}

// isDotted reports whether a text is a time such as 18.00.00; 18.00 is a
// number.
func isDotted(text []byte) bool {
	for i, c := range text {
		if dot := i == 2 || i == 5; dot != (c == '.') || !dot && (c < '0' || c > '9') {
			return false
		}
	}
	return len(text) == 8
}

// zones holds the hours east of UTC of unambiguous zone names.
var zones = map[string]float64{"WET": 0, "WEST": 1, "CET": 1, "CEST": 2, "MET": 1, "MEST": 2, "MEZ": 1, "MESZ": 2, "EET": 2, "EEST": 3, "JST": 9,
	"EST": -5, "EDT": -4, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7}

// cutZone separates Z, UTC, CET or ±hh:mm from a time and returns its seconds
// east of UTC.
func cutZone(text []byte) (rest []byte, east float64, ok bool) {
	for _, name := range []string{"Z", "UTC", "GMT"} {
		if r, found := bytes.CutSuffix(text, []byte(name)); found {
			return Trim(r), 0, true
		}
	}
	if i := bytes.LastIndexByte(text, ' '); i > 0 {
		if hours, found := zones[string(text[i+1:])]; found {
			return Trim(text[:i]), 3600 * hours, true
		}
	}
	i := bytes.LastIndexAny(text, "+-")
	if i < 0 {
		return text, 0, true
	}
	zone := bytes.ReplaceAll(text[i+1:], []byte{':'}, nil)
	if len(zone) != 2 && len(zone) != 4 {
		return nil, 0, false
	}
	n, ok := wholeNumber(zone, 4)
	if len(zone) == 2 {
		n *= 100
	}
	east = float64(n/100*3600 + n%100*60)
	if text[i] == '-' {
		east = -east
	}
	return Trim(text[:i]), east, ok
}

// wholeNumber parses an unsigned integer of at most so many digits.
func wholeNumber(text []byte, most int) (int, bool) {
	if len(text) == 0 || len(text) > most {
		return 0, false
	}
	n := 0
	for _, c := range text {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = 10*n + int(c-'0')
	}
	return n, true
}
