package part

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// ReadSetting returns the canonical form of the text of a setting, "" for its default.
// Flags, files, the editor and the server read settings by it. The error is a [*SpecError].
func (a *Axis) ReadSetting(text string) (string, error) {
	text = strings.TrimSpace(text)
	v, err := a.value(text)
	if err != nil || a.kind == word {
		return text, err
	}
	var p Point
	p.values = p.values.with(a.id, v)
	return a.Of(&p), nil
}

// value returns the encoded value for the text of a setting; "" for none.
func (a *Axis) value(text string) (string, error) {
	if text == "" {
		return "", nil
	}
	switch a.kind {
	case toggle:
		return ReadSwitch(a.Name, text)
	case count:
		n, err := strconv.Atoi(text)
		switch {
		case err != nil:
			return "", Refusal(a.Name, text, "not a whole number")
		case n < 1 || n > math.MaxInt32:
			return "", Refusal(a.Name, text, "must be at least 1")
		}
		return ofInt(n), a.refuse(text, float64(n))
	case number:
		x, err := strconv.ParseFloat(text, 64)
		if err != nil || math.IsNaN(x) {
			return "", Refusal(a.Name, text, "not a number")
		}
		if err := a.refuse(text, x); err != nil {
			return "", err
		}
		if math.IsInf(x, 0) {
			return "", Refusal(a.Name, text, "not a number")
		}
		return ofFloat(x), nil
	}
	word, err := a.readWord(text)
	if word == a.Unset {
		word = ""
	}
	return word, err
}

// ReadSwitch returns "on", or "" for off, for the text of a switch: on or off, or true or
// false as in files.
func ReadSwitch(name, text string) (string, error) {
	switch {
	case slices.Contains([]string{"on", "true"}, text):
		return "on", nil
	case slices.Contains([]string{"off", "false"}, text):
		return "", nil
	}
	return "", Refusal(name, text, "must be on or off, true or false")
}

// refuse returns an error if a number violates Must.
func (a *Axis) refuse(text string, x float64) error {
	if must := a.must(x); must != "" {
		return Refusal(a.Name, text, must)
	}
	return nil
}
