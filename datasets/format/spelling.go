package format

import (
	"strconv"
	"strings"
)

// NumberText returns a canonical text of a number. It returns false for codes, such
// as numbers with more digits than a float64.
func NumberText(text string) (string, bool) {
	if whole, digits, comma := strings.Cut(text, ","); comma && len(digits) != 3 { // else it may part thousands
		text = whole + "." + digits
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || x-x != 0 || strings.ContainsAny(text, "xX_pP") || len(text) > 15 {
		return "", false
	}
	return strconv.FormatFloat(x+0, 'g', -1, 64), true
}

// TruthText returns a canonical text of a truth value.
func TruthText(text string) (string, bool) {
	word := strings.ToLower(text)
	return word, word == "true" || word == "false"
}
