package ui

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"
)

// cut shortens text to w cells, with … where something is lost.
func cut(text string, w int) string {
	if w <= 0 {
		return ""
	}
	if ansi.StringWidth(text) <= w {
		return text
	}
	return ansi.Truncate(text, w, "…")
}

// pad fills text up to w cells, or cuts it.
func pad(text string, w int) string {
	text = cut(text, w)
	return text + blanks(w-ansi.StringWidth(text))
}

// padLeft fills text up to w cells from the left, or cuts it.
func padLeft(text string, w int) string {
	text = cut(text, w)
	return blanks(w-ansi.StringWidth(text)) + text
}

func blanks(n int) string { return strings.Repeat(" ", max(n, 0)) }

// fit makes exactly h lines of at most w cells.
func fit(lines []string, w, h int) []string {
	out := make([]string, max(h, 0))
	for i := range min(len(lines), len(out)) {
		out[i] = cut(lines[i], w)
	}
	return out
}

// wrap breaks plain text into lines of at most w cells, at blanks where it can
// and never after a hyphen: mp-mah and --flags are words.
func wrap(text string, w int) []string {
	if w < 1 {
		return nil
	}
	const nonBreaking = "\u2011"
	text = ansi.Wrap(strings.ReplaceAll(text, "-", nonBreaking), w, " ")
	return strings.Split(strings.ReplaceAll(text, nonBreaking, "-"), "\n")
}

// beside puts right at the end of a line of w cells; left gives way.
func beside(left, right string, w int) string {
	r := ansi.StringWidth(right)
	if r == 0 {
		return cut(left, w)
	}
	if r >= w {
		return cut(right, w)
	}
	return pad(left, w-r-1) + " " + right
}

// number writes a measure with up to three significant digits; "–" where there
// is none.
func number(v float64) string {
	switch a := math.Abs(v); {
	case math.IsNaN(v):
		return "–"
	case math.IsInf(v, 0):
		return strconv.FormatFloat(v, 'g', -1, 64)
	case v == 0:
		return "0"
	case a < 0.0001 || a >= 1e5:
		s := strconv.FormatFloat(v, 'e', 1, 64)
		mantissa, exp, _ := strings.Cut(s, "e")
		n, err := strconv.Atoi(exp)
		if err != nil {
			return s
		}
		return strings.TrimSuffix(mantissa, ".0") + "e" + strconv.Itoa(n)
	case a >= 100:
		return strconv.FormatFloat(v, 'f', 0, 64)
	default:
		decimals := 2 - int(math.Floor(math.Log10(a)))
		return strconv.FormatFloat(v, 'f', min(decimals, 5), 64)
	}
}

// share writes an accuracy: three decimals, always as wide.
func share(v float64) string {
	if math.IsNaN(v) {
		return "–"
	}
	return strconv.FormatFloat(v, 'f', 3, 64)
}

// clock writes a duration as people read a stopwatch: 0:07, 12:34, 1:02:03.
func clock(d time.Duration) string {
	s := int(max(d, 0).Round(time.Second) / time.Second)
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// count writes a whole number with separators of thousands.
func count(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// counted writes a number of things.
func counted(n int, one string) string {
	switch {
	case n == 1:
		return "1 " + one
	case strings.HasSuffix(one, "ss"):
		return count(n) + " " + one + "es"
	}
	return count(n) + " " + one + "s"
}

// isASCII says that a text has no other character.
func isASCII(text string) bool {
	for i := range len(text) {
		if text[i] >= 0x80 {
			return false
		}
	}
	return true
}
