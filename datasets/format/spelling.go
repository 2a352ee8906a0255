package format

import (
	"fmt"
	"strconv"
	"strings"

	"example.com/sfatui/datasets/message"
)

// speller replaces the texts of a column by the first equal one: numbers of
// equal value, if all texts are numbers, and truth values in different case.
// Empty texts do not count.
type speller struct {
	column string                      // for messages
	note   func(string)                // receives the first replacement
	value  func(string) (string, bool) // nil before the first text
	first  map[string]string           // first text of each value
	mixed  bool                        // the column holds other texts
	other  string                      // first text that was replaced; "" for none
	last   string                      // last text
	spelt  string                      // its replacement
}

// spell returns the first text of the column that is equal to text. It returns an
// error, without a place, for the first text of another kind after one that was
// replaced.
func (s *speller) spell(text string) (string, error) {
	if s.mixed || text == "" || text == s.last {
		if text == s.last {
			text = s.spelt
		}
		return text, nil
	}
	if s.value == nil {
		s.value, s.first = NumberText, map[string]string{}
		if _, ok := TruthText(text); ok {
			s.value = TruthText
		}
	}
	key, ok := s.value(text)
	if !ok && s.other != "" {
		return "", fmt.Errorf("column %s: %q was read as equal to another notation of it, but %q is of another kind: write equal values in one notation, and put a letter before codes that differ", s.column, s.other, message.Shorten(text, 40))
	}
	if !ok {
		s.mixed, s.first, s.last = true, nil, ""
		return text, nil
	}
	if _, known := s.first[key]; !known {
		s.first[key] = text
	}
	s.last, s.spelt = text, s.first[key]
	if s.spelt != text && s.other == "" {
		s.other = text
		s.note(fmt.Sprintf("column %s: equal values in different notations are read as one, such as %s and %s", s.column, s.spelt, text))
	}
	return s.spelt, nil
}

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
