package datasets

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
)

// where keeps the segments that fulfil all conditions.
type where []condition

// condition requires that a field equals one of some values or lies in a range.
type condition struct {
	field  string
	values []valueRange
}

// valueRange is one value, or all numbers from low to high.
type valueRange struct {
	text      string // as written
	low, high float64
	isRange   bool
}

// parseWhere parses conditions such as `rep=5..14 label=3,7`. Double quotes
// protect spaces and commas within a value.
func parseWhere(written string) (where, error) {
	var w where
	words, ok := splitQuotes(message.Clean(written), ' ')
	if !ok {
		return nil, message.Usagef("--where '%s': a double quote is not closed", message.Clean(written))
	}
	for _, word := range words {
		if word == "" {
			continue
		}
		sides, _ := splitQuotes(word, '=')
		c := condition{field: strings.Trim(sides[0], `"`)}
		if len(sides) < 2 || c.field == "" {
			return nil, message.Usagef("--where: %q is not a condition; write field=value, as in 'rep=5..14 label=3,7'", word)
		}
		texts, _ := splitQuotes(word[len(sides[0])+1:], ',')
		for _, text := range texts {
			v, err := parseRange(text)
			if err != nil {
				return nil, err
			}
			c.values = append(c.values, v)
		}
		w = append(w, c)
	}
	return w, nil
}

// splitQuotes splits s at each sep outside double quotes; the quotes stay.
func splitQuotes(s string, sep byte) (parts []string, closed bool) {
	start, quoted := 0, false
	for i := range len(s) {
		switch {
		case s[i] == '"':
			quoted = !quoted
		case s[i] == sep && !quoted:
			parts = append(parts, s[start:i])
			start = i + 1
		}
	}
	return append(parts, s[start:]), !quoted
}

// parseRange parses a value, quoted or not, or a range a..b of numbers.
func parseRange(written string) (valueRange, error) {
	text := strings.Trim(written, `"`)
	v := valueRange{text: text}
	if text == "" {
		return v, message.Usagef("--where: a value is empty; write field=value, as in 'rep=5..14 label=3,7'")
	}
	low, high, ok := strings.Cut(text, "..")
	if !ok || text != written {
		return v, nil
	}
	var okLow, okHigh bool
	v.low, okLow = finite(low)
	v.high, okHigh = finite(high)
	if !okLow || !okHigh || v.low > v.high {
		return v, message.Usagef("--where: %q is not a range; write two numbers, the lower first, as in rep=5..14", text)
	}
	v.isRange = true
	return v, nil
}

// finite parses a finite number.
func finite(text string) (float64, bool) {
	x, err := strconv.ParseFloat(text, 64)
	return x, err == nil && !math.IsInf(x, 0) && !math.IsNaN(x)
}

// holds reports whether a field's value equals the value or is in the range.
// Numbers compare as numbers: 5 equals 05.
func (v valueRange) holds(value string) bool {
	x, number := finite(value)
	if v.isRange {
		return number && x >= v.low && x <= v.high
	}
	if v.text == value {
		return true
	}
	y, ok := finite(v.text)
	return ok && number && x == y
}

// check returns an error for conditions on fields that do not exist.
func (w where) check(fields []string, remedy string) error {
	var unknown []error
	for _, c := range w {
		if slices.Contains(fields, c.field) {
			continue
		}
		if len(fields) == 0 {
			return message.Usagef("--where %s: the data has no fields to choose by; %s", c.field, remedy)
		}
		err := message.Usagef("--where %s: no such field; the fields are %s", c.field, message.List(message.Suggestions(fields, c.field)))
		unknown = append(unknown, message.Mistaken(err, c.field, fields))
	}
	return message.Unknown(unknown)
}

// matches reports whether a segment with these fields satisfies the conditions.
func (w where) matches(fields map[string]string) bool {
	for _, c := range w {
		if !slices.ContainsFunc(c.values, func(v valueRange) bool { return v.holds(fields[c.field]) }) {
			return false
		}
	}
	return true
}

// filter returns the recordings that match w, or an error if none does.
func (w where) filter(all []*data.Recording, m *data.Raw, what string) ([]*data.Recording, error) {
	if len(w) == 0 || len(all) == 0 {
		return all, nil
	}
	kept := make([]*data.Recording, 0, len(all))
	for _, r := range all {
		if w.matches(r.Fields) {
			kept = append(kept, r)
		}
	}
	if len(kept) == 0 {
		return nil, fmt.Errorf("--where keeps none of the %s%s: %s", message.Counted(len(all), "segment"), what, w.choices(all))
	}
	m.Note("--where keeps %d of %s%s", len(kept), message.Counted(len(all), "segment"), what)
	for _, c := range w {
		for _, v := range c.values {
			if !slices.ContainsFunc(all, func(r *data.Recording) bool { return v.holds(r.Fields[c.field]) }) {
				m.Note("--where: no segment%s has %s=%s", what, c.field, v.text)
			}
		}
	}
	return kept, nil
}

// choices returns the values that occur in the conditions' fields.
func (w where) choices(all []*data.Recording) string {
	var parts []string
	for _, c := range w {
		found := map[string]bool{}
		for _, r := range all {
			found[r.Fields[c.field]] = true
		}
		parts = append(parts, c.field+" is one of "+message.List(sortValues(slices.Collect(maps.Keys(found)))))
	}
	return strings.Join(parts, "; ")
}

// sortValues sorts texts as numbers if all are numbers, else by bytes.
func sortValues(texts []string) []string {
	slices.Sort(texts)
	values := make(map[string]float64, len(texts))
	for _, t := range texts {
		x, ok := finite(t)
		if !ok {
			return texts
		}
		values[t] = x
	}
	slices.SortStableFunc(texts, func(a, b string) int { return cmp.Compare(values[a], values[b]) })
	return texts
}
