package format

import (
	"math"
	"strconv"
	"strings"

	"example.com/sfatui/datasets/format/lex"
	"example.com/sfatui/datasets/message"
)

// maxFill is the longest run of missing rows that may be interpolated.
const maxFill = 1_000_000

// Missing says what a missing number does: it is refused, or it ends a segment.
type Missing struct {
	Split bool
	// Fill is the longest run of rows that is interpolated instead; 0 for none.
	// With it, what is missing is NaN while files are read.
	Fill int
	// Markers stand for a missing number beside what always does, such as NaN.
	Markers Markers
}

// Markers are what stands for a missing number in some data: numbers that measure
// nothing, such as -999, and words.
type Markers struct {
	numbers []float64
	words   []string // in lower case
}

// ParseMarkers reads --missing-value.
func ParseMarkers(written []string) (Markers, error) {
	var m Markers
	for _, w := range written {
		word := strings.ToLower(strings.TrimSpace(w))
		x, err := strconv.ParseFloat(word, 64)
		switch {
		case word == "":
			return m, message.Usagef("--missing-value: it is empty; an empty cell is missing in any case")
		case err == nil && x-x == 0:
			m.numbers = append(m.numbers, x)
		default:
			m.words = append(m.words, word)
		}
	}
	return m, nil
}

// Number reports whether a number is one of the markers, as it is or as a number
// of 32 bits.
func (m *Markers) Number(x float64) bool {
	for _, v := range m.numbers {
		if x == v || x == float64(float32(v)) {
			return true
		}
	}
	return false
}

// Word reports whether a text is one of the markers.
func (m *Markers) Word(cell []byte) bool {
	for _, w := range m.words {
		if strings.EqualFold(w, string(cell)) {
			return true
		}
	}
	return false
}

// mark makes NaN of the numbers that are markers.
func (m *Markers) mark(x []float64) {
	if len(m.numbers) == 0 {
		return
	}
	for i, v := range x {
		if m.Number(v) {
			x[i] = math.NaN()
		}
	}
}

// Parse reads a cell of a table as a number; what a marker stands in fails as
// missing.
func (m *Markers) Parse(d *lex.Decimal, cell []byte) (float64, error) {
	x, err := d.Parse(cell)
	if err == nil && len(m.numbers) > 0 && m.Number(x) || err == lex.ErrText && m.Word(cell) {
		return 0, lex.ErrMissing
	}
	return x, err
}

// ParseMissing reads --missing.
func ParseMissing(written string) (Missing, error) {
	kind, number, counted := strings.Cut(written, ":")
	switch {
	case written == "" || written == "refuse":
		return Missing{}, nil
	case written == "split":
		return Missing{Split: true}, nil
	case kind == "interpolate" && counted:
		k, err := strconv.Atoi(number)
		if err != nil || k < 1 || k > maxFill {
			return Missing{}, message.Usagef("--missing %s: behind interpolate: stands the longest run of rows that is filled, from 1, as in interpolate:3", message.Clean(written))
		}
		return Missing{Split: true, Fill: k}, nil
	}
	return Missing{}, message.Usagef("--missing %s: choose refuse, split or interpolate:K", message.Clean(written))
}

// setMissing makes all that is not finite NaN.
func setMissing(x []float64) {
	for i, v := range x {
		if v-v != 0 {
			x[i] = math.NaN()
		}
	}
}
