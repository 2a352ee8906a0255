package format

import (
	"math"
	"strconv"
	"strings"

	"example.com/sfatui/datasets/format/lex"
	"example.com/sfatui/datasets/message"
)

// maxFill is the longest run of missing rows that can be interpolated.
const maxFill = 1_000_000

// Missing is the treatment of missing values: an error, the end of a segment,
// or interpolation.
type Missing struct {
	Split bool
	// Fill is the longest run of rows that is interpolated; 0 for none. With
	// it, missing values are NaN while files are read.
	Fill int
	// Markers are the values that mean missing besides the usual ones, such as
	// NaN.
	Markers Markers
}

// Markers holds the numbers, such as -999, and the words that mean a missing
// value in some data.
type Markers struct {
	numbers []float64
	words   []string // in lower case
}

// ParseMarkers parses the values of --missing-value.
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

// Number reports whether a number is a marker, in 64 or in 32 bits.
func (m *Markers) Number(x float64) bool {
	for _, v := range m.numbers {
		if x == v || x == float64(float32(v)) {
			return true
		}
	}
	return false
}

// Word reports whether a text is a marker, ignoring case.
func (m *Markers) Word(cell []byte) bool {
	for _, w := range m.words {
		if strings.EqualFold(w, string(cell)) {
			return true
		}
	}
	return false
}

// mark replaces markers by NaN.
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

// Parse parses a cell of a table as a number. It returns [lex.ErrMissing] for a
// marker.
func (m *Markers) Parse(d *lex.Decimal, cell []byte) (float64, error) {
	x, err := d.Parse(cell)
	if err == nil && len(m.numbers) > 0 && m.Number(x) || err == lex.ErrText && m.Word(cell) {
		return 0, lex.ErrMissing
	}
	return x, err
}

// ParseMissing parses the value of --missing.
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
			return Missing{}, message.Usagef("--missing %s: after interpolate: write the longest run of rows to fill, at least 1, as in interpolate:3", message.Clean(written))
		}
		return Missing{Split: true, Fill: k}, nil
	}
	return Missing{}, message.Usagef("--missing %s: choose refuse, split or interpolate:K", message.Clean(written))
}

// setMissing replaces infinities by NaN.
func setMissing(x []float64) {
	for i, v := range x {
		if v-v != 0 {
			x[i] = math.NaN()
		}
	}
}
