package ui

import (
	"math"
	"strconv"
	"strings"
	"time"

	"example.com/sfatui/ui/clean"
	"github.com/charmbracelet/x/ansi"
)

// width is the number of cells that text takes.
func width(text clean.Text) int { return ansi.StringWidth(string(text)) }

// cut shortens text to w cells, with … where something is lost.
func cut(text clean.Text, w int) clean.Text {
	if w <= 0 {
		return ""
	}
	if width(text) <= w {
		return text
	}
	return clean.Text(ansi.Truncate(string(text), w, "…"))
}

// pad fills text up to w cells, or cuts it.
func pad(text clean.Text, w int) clean.Text {
	text = cut(text, w)
	return text + blanks(w-width(text))
}

// shorten fills a word up to w cells, or cuts it without …, which takes more
// than it gives.
func shorten(word clean.Text, w int) clean.Text {
	return pad(clean.Text(ansi.Truncate(string(word), w, "")), w)
}

// padLeft fills text up to w cells from the left, or cuts it.
func padLeft(text clean.Text, w int) clean.Text {
	text = cut(text, w)
	return blanks(w-width(text)) + text
}

func blanks(n int) clean.Text { return clean.Repeat(" ", n) }

// fit makes exactly h lines of at most w cells.
func fit(lines []clean.Text, w, h int) []clean.Text {
	out := make([]clean.Text, max(h, 0))
	for i := range min(len(lines), len(out)) {
		out[i] = cut(lines[i], w)
	}
	return out
}

// wrap breaks plain text into lines of at most w cells, at blanks where it can
// and never after a hyphen: mp-mah and --flags are words.
func wrap(text clean.Text, w int) []clean.Text {
	if w < 1 {
		return nil
	}
	const nonBreaking = "\u2011"
	broken := ansi.Wrap(strings.ReplaceAll(string(text), "-", nonBreaking), w, " ")
	var lines []clean.Text
	for line := range strings.SplitSeq(strings.ReplaceAll(broken, nonBreaking, "-"), "\n") {
		lines = append(lines, clean.Text(line))
	}
	return lines
}

// beside puts right at the end of a line of w cells; left gives way.
func beside(left, right clean.Text, w int) clean.Text {
	r := width(right)
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
func number(v float64) clean.Text {
	switch a := math.Abs(v); {
	case math.IsNaN(v):
		return "–"
	case math.IsInf(v, 0):
		return clean.Of(strconv.FormatFloat(v, 'g', -1, 64))
	case v == 0:
		return "0"
	case a < 0.0001 || a >= 1e5:
		s := strconv.FormatFloat(v, 'e', 1, 64)
		mantissa, exp, _ := strings.Cut(s, "e")
		n, err := strconv.Atoi(exp)
		if err != nil {
			return clean.Of(s)
		}
		return clean.Of(strings.TrimSuffix(mantissa, ".0") + "e" + strconv.Itoa(n))
	case a >= 100:
		return clean.Of(strconv.FormatFloat(v, 'f', 0, 64))
	default:
		decimals := 2 - int(math.Floor(math.Log10(a)))
		return clean.Of(strconv.FormatFloat(v, 'f', min(decimals, 5), 64))
	}
}

// share writes an accuracy: three decimals, always as wide.
func share(v float64) clean.Text {
	if math.IsNaN(v) {
		return "–"
	}
	return clean.Of(strconv.FormatFloat(v, 'f', 3, 64))
}

// clock writes a duration as people read a stopwatch: 0:07, 12:34, 1:02:03.
func clock(d time.Duration) clean.Text {
	s := int(max(d, 0).Round(time.Second) / time.Second)
	if s >= 3600 {
		return clean.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return clean.Sprintf("%d:%02d", s/60, s%60)
}

// count writes a whole number with separators of thousands.
func count(n int) clean.Text {
	s := clean.Of(strconv.Itoa(n))
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// counted writes a number of things.
func counted(n int, one clean.Text) clean.Text {
	switch {
	case n == 1:
		return "1 " + one
	case strings.HasSuffix(string(one), "ss"):
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
