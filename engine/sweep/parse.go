package sweep

import (
	"cmp"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"example.com/sfatui/engine/hierarchy"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/space"
)

// SpecError reports an axis of a Spec that cannot be: what was written and
// what to write instead.
type SpecError struct {
	// Axis is the axis' name in [Axes], or that of another setting.
	Axis string
	msg  string
}

func (e *SpecError) Error() string { return "--" + e.Axis + ": " + e.msg }

func specErrorf(axis, format string, args ...any) error {
	return &SpecError{axis, fmt.Sprintf(format, args...)}
}

// maxValues bounds the values of one axis: more is a slip of the finger.
const maxValues = 1000

// widths are the data's own scales, which multiples of a width refer to.
type widths struct{ heuristic, norm float64 }

// parseNumbers reads a list of numbers and ranges. Prefixes hold up to the
// next prefix, so "rel:0.5,1,2" is three multiples.
func parseNumbers(axis, text string, w *widths) ([]float64, error) {
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
			scale, relative, kind = w.heuristic, true, "log"
		case found && w != nil && kind == "norm":
			scale, relative, kind = w.norm, true, "log"
		case found && (kind == "lin" || kind == "log"):
			scale, relative = 1, false
		case found:
			return nil, specErrorf(axis, "%q: unknown range %q; write %s", token, kind, rangeForms(w))
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
			return nil, specErrorf(axis, "more than %d values; thin the range out", maxValues)
		}
	}
	return out, nil
}

func rangeForms(w *widths) string {
	forms := "numbers, lin:FROM:TO:COUNT or log:FROM:TO:COUNT"
	if w != nil {
		forms += ", rel:FROM:TO:COUNT or norm:FACTOR"
	}
	return forms
}

// parseRange reads "5" or "from:to:count", spaced by kind ("lin" or "log").
func parseRange(axis, kind, text string) ([]float64, error) {
	parts := strings.Split(text, ":")
	if len(parts) != 1 && len(parts) != 3 {
		return nil, specErrorf(axis, "%q: a range is FROM:TO:COUNT", text)
	}
	nums := make([]float64, len(parts))
	for i, s := range parts {
		v, err := strconv.ParseFloat(s, 64)
		if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, specErrorf(axis, "%q is not a number", s)
		}
		nums[i] = v
	}
	if len(nums) == 1 {
		return nums, nil
	}
	from, to, count := nums[0], nums[1], int(nums[2])
	if float64(count) != nums[2] || count < 2 || count > maxValues {
		return nil, specErrorf(axis, "%q: the count must be a whole number from 2 to %d", text, maxValues)
	}
	if kind == "log" && (from <= 0 || to <= 0) {
		return nil, specErrorf(axis, "%q: a logarithmic range needs ends above 0", text)
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

// roundSignificant keeps four significant digits, so that computed grid values
// can be read, typed and met again.
func roundSignificant(x float64) float64 {
	r, err := strconv.ParseFloat(strconv.FormatFloat(x, 'e', 3, 64), 64)
	if err != nil {
		panic("sweep: " + err.Error())
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
			return nil, specErrorf(axis, "%g: must be a whole number of at least 1", v)
		}
		if !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	return out, nil
}

// parse reads the text of an axis; w are the scales of a width.
func (a Axis) parse(text string, w *widths) ([]setting, error) {
	switch {
	case a.value != nil || a.count != nil:
		return a.parseNumeric(text, w)
	case a.Name == "front" || a.Name == "layers" || a.Name == "graph":
		return a.parseOpenWords(text)
	}
	words, err := parseWords(a, text)
	var out []setting
	for _, word := range words {
		out = append(out, a.setWord(word))
	}
	return out, err
}

// parseNumeric reads numbers, and the word that leaves the parameter out.
func (a Axis) parseNumeric(text string, w *widths) ([]setting, error) {
	var out []setting
	var rest []string
	for token := range strings.SplitSeq(text, ",") {
		if a.Unset != "" && strings.TrimSpace(token) == a.Unset {
			if out == nil {
				out = append(out, func(*part.Point) {})
			}
			continue
		}
		rest = append(rest, token)
	}
	if rest == nil {
		return out, nil
	}
	text = strings.Join(rest, ",")
	if a.count != nil {
		counts, err := parseCounts(a.Name, text)
		for _, n := range counts {
			out = append(out, func(p *part.Point) { *a.count(p) = n })
		}
		return out, err
	}
	numbers, err := parseNumbers(a.Name, text, w)
	if err != nil {
		return nil, err
	}
	for _, v := range numbers {
		if must := a.check(v); must != "" {
			return nil, specErrorf(a.Name, "%s = %g: %s", cmp.Or(a.Symbol, a.Name), v, must)
		}
		out = append(out, func(p *part.Point) { *a.value(p) = part.Num(v) })
	}
	return out, nil
}

// setWord sets the parameter to a word.
func (a Axis) setWord(word string) setting {
	switch {
	case word == a.Unset:
		return func(*part.Point) {}
	case a.Name == "shift":
		return func(p *part.Point) { setShift(p, word == "on") }
	}
	return func(p *part.Point) { *a.word(p) = word }
}

// setShift evaluates κ−1 where the kernel and the basis have it.
func setShift(p *part.Point, on bool) {
	switch {
	case p.Space != "kernel" || !kernelOf(*p).CanShift():
	case on && p.Basis != "printed":
		p.Shift = part.FlagOn
	default:
		p.Shift = part.FlagOff
	}
}

// parseWords reads a list of the allowed words.
func parseWords(axis Axis, text string) ([]string, error) {
	var out []string
	for word := range strings.SplitSeq(text, ",") {
		word = strings.TrimSpace(word)
		if !slices.Contains(axis.Choices, word) {
			return nil, specErrorf(axis.Name, "%q: choose from %s", word, strings.Join(axis.Choices, ", "))
		}
		if !slices.Contains(out, word) {
			out = append(out, word)
		}
	}
	return out, nil
}

// parseOpenWords reads a list of words of an axis that allows more than its
// choices.
func (a Axis) parseOpenWords(text string) ([]setting, error) {
	var out []setting
	for word := range strings.SplitSeq(text, ",") {
		word = strings.TrimSpace(word)
		var err error
		switch {
		case word == a.Unset || slices.Contains(a.Choices, word):
		case a.Name == "front":
			_, _, err = frontOf(word)
		case a.Name == "layers":
			word, err = layersOf(word)
		case strings.HasPrefix(word, edgesPrefix) && len(word) > len(edgesPrefix):
			// A session must find the file from wherever it is resumed.
			word, err = filepath.Abs(strings.TrimPrefix(word, edgesPrefix))
			word = edgesPrefix + word
		default:
			_, err = parseWords(a, word)
		}
		if err != nil {
			return nil, err
		}
		out = append(out, a.setWord(word))
	}
	return out, nil
}

// layersOf gives the one form of a network's text.
func layersOf(text string) (string, error) {
	shape, err := hierarchy.Parse(text)
	if err != nil {
		return "", specErrorf("layers", "%v", err)
	}
	return shape.String(), nil
}

// frontOf reads what a front keeps, and whether it whitens.
func frontOf(text string) (keep space.Keep, whiten bool, err error) {
	kind, number, _ := strings.Cut(text, ":")
	v, parseErr := strconv.ParseFloat(number, 64)
	switch {
	case kind != "pca" && kind != "whiten":
		return keep, false, specErrorf("front", "%q: write none, pca:20, whiten:20 or whiten:0.99", text)
	case parseErr != nil || !(v > 0) || v > math.MaxInt32:
		return keep, false, specErrorf("front", "%q: behind %s: stands a number of components, or a share of the variance below 1", text, kind)
	case v < 1:
		keep.Share = v
	case v == math.Trunc(v):
		keep.Components = int(v)
	default:
		return keep, false, specErrorf("front", "%q: a number of components is whole", text)
	}
	return keep, kind == "whiten", nil
}
