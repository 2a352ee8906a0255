package part

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.com/sfatui/datasets/message"
)

// SpecError reports an invalid axis or setting of a sweep: the text and what to write
// instead.
type SpecError struct {
	// Axis is the name of the axis or setting.
	Axis string
	msg  string
	// value is the text of a setting; "" if the message contains it.
	value string
}

func (e *SpecError) Error() string {
	if e.value != "" {
		return "--" + e.Axis + " " + message.Clean(e.value) + ": " + e.msg
	}
	return "--" + e.Axis + ": " + e.msg
}

// Unnamed returns the message without the name of the axis or setting, for displays that
// print the name before it.
func (e *SpecError) Unnamed() string {
	if e.value != "" {
		return message.Clean(e.value) + ": " + e.msg
	}
	return e.msg
}

// Refusal returns a [*SpecError] for the text of a setting; must is the requirement that it
// violates.
func Refusal(setting, value, must string) error { return &SpecError{setting, must, value} }

// Errorf returns a [*SpecError] with a formatted message.
func Errorf(axis, format string, args ...any) error {
	return &SpecError{Axis: axis, msg: fmt.Sprintf(format, args...)}
}

// maxValues is the largest number of values of one axis. A longer list is a typing error.
const maxValues = 1000

// largestNumber is the largest number that may be written. Its square is finite.
const largestNumber = 1e150

// Scales holds the units of multiples: the data's own two scales for a width, and a single
// scale for an axis with [Axis.Multiples], see [MultiplesOf].
type Scales struct{ Heuristic, Norm float64 }

// MultiplesOf returns a single scale for the multiples of an axis.
func MultiplesOf(scale float64) *Scales { return &Scales{Heuristic: scale, Norm: math.NaN()} }

// parseNumbers reads a list of numbers and ranges. A prefix applies up to the next one, so
// "rel:0.5,1,2" contains three multiples.
func parseNumbers(axis, text string, w *Scales) ([]float64, error) {
	var out []float64
	scale := 1.0
	relative := false
	for token := range strings.SplitSeq(text, ",") {
		token = strings.TrimSpace(token)
		kind, rest, found := strings.Cut(token, ":")
		if !found {
			rest = token
		}
		switch {
		case found && w != nil && kind == "rel":
			scale, relative, kind = w.Heuristic, true, "log"
		case found && w != nil && kind == "norm" && !math.IsNaN(w.Norm):
			scale, relative, kind = w.Norm, true, "log"
		case found && (kind == "lin" || kind == "log"):
			scale, relative = 1, false
		case found:
			return nil, Errorf(axis, "%q: unknown range %q; write %s", token, kind, rangeForms(w))
		}
		values, err := parseRange(axis, kind, rest)
		if err != nil {
			return nil, err
		}
		for _, v := range values {
			if relative {
				v = roundSignificant(v * scale)
			}
			if !slices.Contains(out, v) {
				out = append(out, v)
			}
		}
		if len(out) > maxValues {
			return nil, Errorf(axis, "more than %d values; reduce the count of the range", maxValues)
		}
	}
	return out, nil
}

// rangeForms returns the notations of numbers that an axis with these scales accepts.
func rangeForms(w *Scales) string {
	forms := "numbers, lin:FROM:TO:COUNT or log:FROM:TO:COUNT"
	switch {
	case w == nil:
		return forms
	case math.IsNaN(w.Norm):
		return forms + ", or multiples such as rel:0,0.1,1"
	}
	return forms + ", rel:FROM:TO:COUNT or norm:FACTOR"
}

// parseRange reads "5" or "from:to:count", spaced by kind ("lin" or "log").
func parseRange(axis, kind, text string) ([]float64, error) {
	parts := strings.Split(text, ":")
	if len(parts) != 1 && len(parts) != 3 {
		return nil, Errorf(axis, "%q: a range is FROM:TO:COUNT", text)
	}
	nums := make([]float64, len(parts))
	for i, s := range parts {
		v, err := strconv.ParseFloat(s, 64)
		if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, notNumber(axis, s)
		}
		if math.Abs(v) > largestNumber {
			return nil, Errorf(axis, "%s is too large: the square of a number above %g overflows", s, largestNumber)
		}
		nums[i] = v
	}
	if len(nums) == 1 {
		return nums, nil
	}
	from, to, count := nums[0], nums[1], int(nums[2])
	if float64(count) != nums[2] || count < 2 || count > maxValues {
		return nil, Errorf(axis, "%q: the count must be a whole number from 2 to %d", text, maxValues)
	}
	if kind == "log" && (from <= 0 || to <= 0) {
		return nil, Errorf(axis, "%q: a logarithmic range needs ends above 0", text)
	}
	out := make([]float64, count)
	for i := range out {
		f := float64(i) / float64(count-1)
		if kind == "log" {
			out[i] = roundSignificant(math.Exp(math.Log(from) + f*(math.Log(to)-math.Log(from))))
		} else {
			out[i] = roundSignificant(from + f*(to-from))
		}
	}
	return out, nil
}

// notNumber returns an error that explains why s is not a number.
func notNumber(axis, s string) error {
	switch {
	case s == "":
		return Errorf(axis, "a number is missing: write a list as 0,1e-7 and a range as log:1:100:5")
	case strings.ContainsAny(s, "; \t|/"):
		return Errorf(axis, "%q is not a number: separate the values of a list by commas, as in 0,1e-7", s)
	}
	return Errorf(axis, "%q is not a number", s)
}

// roundSignificant rounds to four significant digits, so that computed grid values are
// readable, and the same when typed or computed again.
func roundSignificant(x float64) float64 {
	r, err := strconv.ParseFloat(strconv.FormatFloat(x, 'e', 3, 64), 64)
	if err != nil {
		panic("part: " + err.Error())
	}
	return r
}

// parseCounts reads a list of whole numbers of at least one.
func parseCounts(axis, text string) ([]int, error) {
	values, err := parseNumbers(axis, text, nil)
	if err != nil {
		return nil, err
	}
	var out []int
	for _, v := range values {
		n := int(math.Round(v))
		if v < 1 || v > math.MaxInt32 || (v != math.Trunc(v) && !strings.Contains(text, ":")) {
			return nil, Errorf(axis, "%g: must be a whole number of at least 1", v)
		}
		if !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	return out, nil
}

// ErrUnknown is returned by readers of words for an unknown word. The message to the user
// lists the choices.
var ErrUnknown = errors.New("part: unknown word")

// Parse reads the text of an axis. w holds the scales of multiples; nil if there are none.
func (a *Axis) Parse(text string, w *Scales) ([]Assignment, error) {
	if a.Numeric() {
		return a.parseNumeric(text, w)
	}
	var out []Assignment
	var seen []string
	words := []string{text}
	if !a.List {
		words = strings.Split(text, ",")
	}
	for _, word := range words {
		word, err := a.readWord(strings.TrimSpace(word))
		if err != nil {
			return nil, err
		}
		if !slices.Contains(seen, word) {
			seen, out = append(seen, word), append(out, a.setWord(word))
		}
	}
	return out, nil
}

// CheckText returns the error of a text that no data makes valid, nil for the default "". It
// reads no data: multiples are checked at a scale of 1.
func (a *Axis) CheckText(text string) error {
	if text == "" {
		return nil
	}
	w := (*Scales)(nil)
	switch {
	case a.Width:
		w = &Scales{Heuristic: 1, Norm: 1}
	case a.Relative(text):
		w = MultiplesOf(1)
	}
	_, err := a.Parse(text, w)
	return err
}

// readWord returns the canonical form of a word.
func (a *Axis) readWord(word string) (string, error) {
	if word == a.Unset && word != "" || slices.Contains(a.Choices, word) {
		return word, nil
	}
	canonical, err := "", ErrUnknown
	if a.Read != nil {
		canonical, err = a.Read(word)
	}
	switch {
	case errors.Is(err, ErrUnknown) && a.Remedy != "":
		return "", Errorf(a.Name, "%q: %s", word, a.Remedy)
	case errors.Is(err, ErrUnknown):
		return "", message.Mistaken(Errorf(a.Name, "%q: %s", word, message.Choose(word, a.Choices)), word, a.Choices)
	case err != nil:
		return "", Errorf(a.Name, "%v", err)
	}
	return canonical, nil
}

// setWord returns the assignment of a word to the parameter.
func (a *Axis) setWord(word string) Assignment {
	if word == a.Unset {
		return func(*Point) {}
	}
	return func(p *Point) {
		text := word
		if a.Adjust != nil {
			text = a.Adjust(p, word)
		}
		if text == a.Default && a.omits(p) {
			text = ""
		}
		p.values = p.values.with(a.id, text)
	}
}

// parseNumeric reads numbers, including those after the axis' prefix.
func (a *Axis) parseNumeric(text string, w *Scales) ([]Assignment, error) {
	if a.Prefix == nil {
		return a.parsePlain(text, w)
	}
	text, behind, found := strings.Cut(text, a.Prefix.Word+":")
	text = strings.TrimSpace(text)
	if !found {
		return a.parsePlain(text, w)
	}
	out, err := a.parsePrefixed(strings.ReplaceAll(behind, a.Prefix.Word+":", ""))
	if err != nil || text == "" {
		return out, err
	}
	first, err := a.parsePlain(strings.TrimSuffix(text, ","), w)
	return append(first, out...), err
}

// parsePrefixed reads the numbers after the prefix.
func (a *Axis) parsePrefixed(text string) (out []Assignment, err error) {
	numbers, err := parseNumbers(a.Name, text, nil)
	for _, v := range numbers {
		if must := a.Prefix.Must(v); must != "" {
			return nil, Errorf(a.Name, "%s:%g: %s", a.Prefix.Word, v, must)
		}
		set := a.set(ofFloat(v))
		out = append(out, func(p *Point) {
			set(p)
			p.values = p.values.with(byName[a.Prefix.Axis].id, a.Prefix.Word)
		})
	}
	return out, err
}

// parsePlain reads numbers without a prefix, and the word that leaves the parameter out.
func (a *Axis) parsePlain(text string, w *Scales) ([]Assignment, error) {
	var out []Assignment
	var rest []string
	for token := range strings.SplitSeq(text, ",") {
		if a.Unset != "" && strings.TrimSpace(token) == a.Unset {
			if out == nil {
				out = append(out, func(*Point) {})
			}
			continue
		}
		rest = append(rest, token)
	}
	if rest == nil {
		return out, nil
	}
	text = strings.Join(rest, ",")
	if a.kind == count {
		counts, err := parseCounts(a.Name, text)
		for _, n := range counts {
			if must := a.must(float64(n)); must != "" {
				return nil, Errorf(a.Name, "%s = %d: %s", cmp.Or(a.Symbol, a.Name), n, must)
			}
			out = append(out, a.set(ofInt(n)))
		}
		return out, err
	}
	numbers, err := parseNumbers(a.Name, text, w)
	if err != nil {
		return nil, err
	}
	for _, v := range numbers {
		if must := a.must(v); must != "" {
			return nil, Errorf(a.Name, "%s = %g: %s", cmp.Or(a.Symbol, a.Name), v, must)
		}
		out = append(out, a.set(ofFloat(v)))
	}
	return out, nil
}

// set returns the assignment of an encoded value. An implied value is left out of the
// point.
func (a *Axis) set(value string) Assignment {
	if value == a.implied {
		value = ""
	}
	return func(p *Point) { p.values = p.values.with(a.id, value) }
}

// must returns the requirement that a number violates, or "".
func (a *Axis) must(v float64) string {
	if a.Must == nil {
		return ""
	}
	return a.Must(v)
}

// Above0 returns the text of an error unless v > 0.
func Above0(v float64) string {
	if v > 0 {
		return ""
	}
	return "must be above 0"
}

// AtLeast0 returns the text of an error unless v ≥ 0.
func AtLeast0(v float64) string {
	if v >= 0 {
		return ""
	}
	return "must be 0 or above"
}

// WholeNumber returns the text of an error unless v is a whole number, 0 or above.
func WholeNumber(v float64) string {
	if v >= 0 && v <= math.MaxInt32 && v == math.Trunc(v) {
		return ""
	}
	return "must be a whole number, 0 or above"
}

// AtMost returns a check for [Axis.Must] that returns the text of an error above the bound.
func AtMost(bound float64) func(float64) string {
	return func(v float64) string {
		if v <= bound {
			return ""
		}
		return fmt.Sprintf("must be at most %g", bound)
	}
}

// Share returns the text of an error unless 0 < v < 1.
func Share(v float64) string {
	if v > 0 && v < 1 {
		return ""
	}
	return "must be above 0 and below 1"
}
