package clean

import (
	"math"
	"strconv"
	"strings"
	"time"

	"example.com/sfatui/datasets/message"
)

// About returns the remaining time as text.
func About(d time.Duration) Text {
	if d < time.Second {
		return "done in a moment"
	}
	return Span(d) + " left"
}

// Span returns a duration in one unit.
func Span(d time.Duration) Text {
	switch {
	case d < 90*time.Second:
		return Sprintf("%d s", int(math.Ceil(d.Seconds())))
	case d < 90*time.Minute:
		return Sprintf("%d min", int(math.Round(d.Minutes())))
	case d < 48*time.Hour:
		return Sprintf("%.1f h", d.Hours())
	}
	return Sprintf("%.1f days", d.Hours()/24)
}

// WithError writes a mean and its standard error with equal decimals. A mean without decimals gets
// one where its error is below 1.
func WithError(mean, se float64, write func(float64) Text) Text {
	text := write(mean)
	if math.IsNaN(se) || se == 0 {
		return text
	}
	if math.Abs(mean) >= 1 && text == Written("%.0f", mean) {
		switch {
		case se >= 0.95:
			return text + "±" + Written("%.0f", se)
		case se >= 0.05:
			return Written("%.1f", mean) + "±" + Written("%.1f", se)
		}
		return text
	}
	if _, decimals, ok := strings.Cut(string(text), "."); ok && !strings.Contains(decimals, "e") {
		e := strconv.FormatFloat(se, 'f', len(decimals), 64)
		if strings.Trim(e, "0.") == "" { // an error is never 0
			return text
		}
		return text + "±" + Of(e)
	}
	return text + "±" + Number(se)
}

// Written writes a number in a format, with the minus sign of text.
func Written(format string, v float64) Text { return Of(message.Numbers(format, v)) }

// Exponents returns a text with the exponents of its numbers as people type them: 1e-7, not
// 1e-07.
func Exponents(s string) Text { return Of(message.Exponents(s)) }

// Number writes a number with up to three significant digits; "–" for NaN.
func Number(v float64) Text {
	switch a := math.Abs(v); {
	case math.IsNaN(v):
		return "–"
	case math.IsInf(v, 0):
		return Written("%g", v)
	case v == 0:
		return "0"
	case a < 0.0001 || a >= 1e5:
		s := string(Written("%.1e", v))
		mantissa, exp, _ := strings.Cut(s, "e")
		n, err := strconv.Atoi(exp)
		if err != nil {
			return Of(s)
		}
		return Of(strings.TrimSuffix(mantissa, ".0") + "e" + strconv.Itoa(n))
	case a >= 100:
		return Written("%.0f", v)
	default:
		decimals := 2 - int(math.Floor(math.Log10(a)))
		return Written("%."+strconv.Itoa(min(decimals, 5))+"f", v)
	}
}

// Share writes an accuracy with three decimals.
func Share(v float64) Text {
	if math.IsNaN(v) {
		return "–"
	}
	return Written("%.3f", v)
}

// Clock writes a duration like a stopwatch: 0:07, 12:34, 1:02:03.
func Clock(d time.Duration) Text {
	s := int(max(d, 0).Round(time.Second) / time.Second)
	if s >= 3600 {
		return Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return Sprintf("%d:%02d", s/60, s%60)
}

// Count writes an integer with thousands separators.
func Count(n int) Text {
	s := Of(strconv.Itoa(n))
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Counted writes a number with its noun in the singular or plural.
func Counted(n int, one Text) Text {
	switch {
	case n == 1:
		return "1 " + one
	case strings.HasSuffix(string(one), "ss"):
		return Count(n) + " " + one + "es"
	}
	return Count(n) + " " + one + "s"
}

// Exactly writes a number with all digits, "" for NaN.
func Exactly(v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}
