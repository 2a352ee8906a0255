package lex

import (
	"bytes"
	"strings"
	"time"
)

// TimeForm is what a text says of a time.
type TimeForm int

const (
	NoTime    TimeForm = iota
	DateOnly           // 2016-07-01
	ClockOnly          // 14:05:00
	DateTime
)

// months by the first three letters of their English names.
const months = "janfebmaraprmayjunjulaugsepoctnovdec"

// ParseTime reads a date, a time of day or both, as seconds from 1970 or from
// midnight in the zone that is written, else in UTC. Dates are year-month-day,
// day.month.year, month/day/year (day first where dayFirst) or 1-Jan-2016, with
// any of - / . between; times are h:m, h:m:s, hh.mm.ss or with fractions of a second, am
// or pm and a zone. A plain number is no time.
func ParseTime(cell []byte, dayFirst bool) (seconds float64, form TimeForm) {
	if len(cell) < 4 || len(cell) > 40 {
		return 0, NoTime
	}
	date, clock := cell, []byte(nil)
	if i := dateEnd(cell); i > 0 {
		date, clock = cell[:i], Trim(cell[i+1:])
	} else if bytes.IndexByte(cell, ':') > 0 || isDotted(cell) {
		date, clock = nil, cell
	}
	var ok bool
	if date != nil {
		if seconds, ok = parseDate(date, dayFirst); !ok {
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

// dateEnd is where a space, T or _ stands between a date and a time, -1 if
// there is none.
func dateEnd(cell []byte) int {
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

// parseDate reads a date as seconds from 1970.
func parseDate(text []byte, dayFirst bool) (float64, bool) {
	sep := byte(0)
	for _, c := range []byte("-/.") {
		if bytes.Count(text, []byte{c}) == 2 {
			sep = c
		}
	}
	if sep == 0 {
		return 0, false
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
	case len(text)-j-1 != 4:
		return 0, false
	case dayFirst || sep == '.':
		year, month, day = third, second, first
	default:
		year, month, day = third, first, second
	}
	t := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	if t.Day() != day || t.Month() != time.Month(month) {
		return 0, false
	}
	return float64(t.Unix()), true
}

// parseClock reads a time of day as seconds from midnight, in UTC where a zone
// is written.
func parseClock(text []byte) (float64, bool) {
	text, zone, ok := cutZone(text)
	if !ok {
		return 0, false
	}
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
	sep := byte(':')
	if isDotted(text) {
		sep = '.'
	}
	parts := bytes.Split(text, []byte{sep})
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
		var err error
		if seconds, err = d.Parse(parts[2]); err != nil || seconds < 0 || seconds > 60 {
			return 0, false
		}
	}
	return 3600*(float64(hours)+later) + 60*float64(minutes) + seconds - zone, true
}

// isDotted reports whether a text is a time as 18.00.00; 18.00 is a number.
func isDotted(text []byte) bool {
	for i, c := range text {
		if dot := i == 2 || i == 5; dot != (c == '.') || !dot && (c < '0' || c > '9') {
			return false
		}
	}
	return len(text) == 8
}

// cutZone cuts Z, UTC or ±hh:mm off a time and returns its seconds east.
func cutZone(text []byte) (rest []byte, east float64, ok bool) {
	for _, name := range []string{"Z", "UTC", "GMT"} {
		if r, found := bytes.CutSuffix(text, []byte(name)); found {
			return Trim(r), 0, true
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

// wholeNumber reads one to most digits.
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
