package lex

import (
	"bytes"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// Patterns of lines that state a sampling rate. A unit may come before or after the
// number.
var (
	rateLine = regexp.MustCompile(`(?i)\b(?:(?:sampl\w*|data|acquisition|scan)[ _.-]?(?:rate|freq(?:uency)?)(?:_hz| in hz)?\b|(?:srate|sfreq|fs)\b["']?\s*[:=])` +
		`["']?\s*(?:[(\[]\s*(k?hz|1/s)\s*[)\]])?\s*["']?\s*[:=,;]?\s*["']?` + aNumber + `\s*(` + frequency + `|sps|1/s|samples?(?:/| per | a )s\w*|` + duration + `)?(?:$|[\s"',;}\])])`)
	intervalLine = regexp.MustCompile(`(?i)\b(?:sampl\w*|scan)[ _.-]?(?:interval|period)\b["']?\s*(?:[(\[]\s*(` + duration + `)\s*[)\]])?\s*["']?\s*[:=,;]?\s*["']?` +
		aNumber + `\s*["']?[,;\t]?\s*["']?(` + duration + `)?(?:$|[\s"',;}\])])`)
	incrementLine = regexp.MustCompile(`(?i)(?:^|["'\s#,;])x[ _-]?inc(?:r|rement)?\b["']?[\s:=,;]*["']?` + aNumber + `()(?:$|[\s"',;])`)   // Keysight
	secondsLine   = regexp.MustCompile(`(?i)\btinc\s*=\s*` + aNumber + `()(?:$|[\s"',;])`)                                                 // Rigol
	clockLine     = regexp.MustCompile(`(?i)^\W*clock\s*[:=]\s*["']?` + aNumber + `\s*(` + frequency + `|` + duration + `)(?:$|[\s"',;])`) // Hantek
	perSample     = regexp.MustCompile(`(?i)(?:^|[\s"'])` + aNumber + `\s*(s|sec|ms|msec|us|usec)\s*/\s*sample`)
	perSecond     = regexp.MustCompile(`(?i)(?:^|[\s"'])` + aNumber + `\s*(samples?)\s*(?:/|per)\s*s`)
	rateName      = regexp.MustCompile(`(?i)^(?:data|sampl\w*)[ _.-]?(?:rate|frequency)$`)
	unitLine      = regexp.MustCompile(`(?i)\b(?:horizontal units?|x[ _-]?units?)["']?[\s:=,;]*["']?s(?:ec|econds?)?(?:$|[\s"',;])`)
)

// Parts of the patterns: a number, and the units of rates and intervals.
const (
	aNumber   = `(\d+(?:[.,]\d+)?(?:e[+-]?\d+)?)`
	frequency = `[kmg]?(?:hz|sa/s)`
	duration  = `s|sec|seconds?|ms|msec|us|usec|µs|ns|nsec`
)

// rateUnits maps units of rates to hertz, except mHz, and intervalUnits those of intervals to
// seconds, all in lower case.
var (
	rateUnits     = map[string]float64{"khz": 1e3, "mhz": 1e6, "ghz": 1e9, "ksa/s": 1e3, "msa/s": 1e6, "gsa/s": 1e9}
	intervalUnits = map[string]float64{"s": 1, "sec": 1, "second": 1, "seconds": 1, "ms": 1e-3, "msec": 1e-3, "us": 1e-6, "usec": 1e-6, "µs": 1e-6, "ns": 1e-9, "nsec": 1e-9}
)

// StatedRate returns the samples per second that one of the lines of a text
// before the given one states, as in "Sampling rate: 250 Hz", "1 msec/sample",
// or a name above a number; and that line, from 1. It returns 0 for none and for
// lines that disagree.
func StatedRate(text []byte, before int) (rate float64, line int) {
	s := ScanText(text, ',')
	above := ""
	seconds := func() bool { return unitLine.Match(text[:min(len(text), maxStated)]) }
	for at := 1; at < before && at <= maxHeadings; at++ {
		raw, err := s.ReadLine()
		if err != nil {
			break
		}
		here := string(bytes.TrimSpace(raw[:min(len(raw), maxStated)]))
		found := rateIn(here, seconds)
		if found == 0 {
			found = rateBelow(above, here)
		}
		above = here
		switch {
		case found == 0:
		case rate == 0:
			rate, line = found, at
		case math.Abs(found-rate) > 1e-6*rate:
			return 0, 0
		}
	}
	return rate, line
}

// maxStated is the number of bytes of a line that are searched for a rate.
const maxStated = 64 << 10

// ratePatterns holds the patterns of a rate in a line, in order of preference, with those that state an
// interval. One without a unit is in seconds if always is set.
var ratePatterns = []struct {
	pattern          *regexp.Regexp
	interval, always bool
}{{rateLine, false, false}, {intervalLine, true, false}, {incrementLine, true, false}, {secondsLine, true, true}, {clockLine, false, false}, {perSample, true, false}, {perSecond, false, false}}

// rateIn returns the rate that a line states; 0 for none. Intervals without a
// unit count seconds if that function returns true.
func rateIn(line string, seconds func() bool) float64 {
	for _, p := range ratePatterns {
		m := p.pattern.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		number, written := m[1], m[2]
		if len(m) == 4 {
			number, written = m[2], m[3]+m[1]
		}
		unit := strings.ToLower(written)
		x, length, factor := statedNumber(number), intervalUnits[unit], rateUnits[unit]
		if written == "mHz" {
			factor = 1e-3
		}
		switch {
		case x == 0 || p.interval && length == 0 && !(unit == "" && (p.always || seconds())):
		case length > 0:
			return 1 / (x * length)
		case p.interval:
			return 1 / x
		case factor > 0:
			return x * factor
		default:
			return x
		}
	}
	return 0
}

// statesSampling reports whether a line states a sampling rate or interval, of any unit.
func statesSampling(line string) bool { return rateIn(line, func() bool { return true }) > 0 }

// rateBelow returns the number in line whose column has the name of a sampling rate in
// the line above; 0 if there is none.
func rateBelow(above, line string) float64 {
	for _, delim := range []string{"\t", ",", ";"} {
		names, numbers := strings.Split(above, delim), strings.Split(line, delim)
		for i, name := range names[:min(len(names), len(numbers))] {
			if rateName.MatchString(strings.TrimSpace(name)) {
				return statedNumber(strings.TrimSpace(numbers[i]))
			}
		}
	}
	return 0
}

// statedNumber returns a positive number in the notation of a header, in which a comma
// before three digits separates thousands; 0 for anything else.
func statedNumber(text string) float64 {
	if whole, digits, comma := strings.Cut(text, ","); comma && len(digits) == 3 {
		text = whole + digits
	} else if comma {
		text = whole + "." + digits
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || !(x > 0 && x < 1e15) {
		return 0
	}
	return x
}
