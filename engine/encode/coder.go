package encode

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"example.com/sfatui/engine/codes"
	"example.com/sfatui/engine/part"
)

// coding codes single samples in one way.
type coding struct {
	kind   string  // own, omp, l1, soft or split
	number float64 // entries (omp), penalty (l1) or threshold (soft)
}

// usualCoding maps kinds to their default number.
var usualCoding = map[string]float64{"own": 0, "split": 0, "omp": 4, "l1": 0.2, "soft": 0.3}

// parseCoding parses a word of [Code].
func parseCoding(word string) (coding, error) {
	kind, number, has := strings.Cut(word, ":")
	usual, known := usualCoding[kind]
	switch {
	case word == "":
		return coding{kind: "own"}, nil
	case !known:
		return coding{}, fmt.Errorf("%q is not a coding method: choose from own, omp:4, l1:0.2, soft:0.3, split", word)
	case !has:
		return coding{kind, usual}, nil
	}
	v, err := strconv.ParseFloat(number, 64)
	if err != nil || !(v > 0) || math.IsInf(v, 0) || usual == 0 || kind == "omp" && v != math.Trunc(v) {
		return coding{}, fmt.Errorf("%q: after %q write %s", word, kind+":", map[bool]string{true: "a whole number above 0", false: "a number above 0, or nothing"}[kind == "omp"])
	}
	return coding{kind, v}, nil
}

// Soft returns the threshold of a point whose code is soft. ok reports whether it is.
func Soft(at part.Point) (threshold float64, ok bool) {
	c, err := parseCoding(Code.Of(at))
	return c.number, err == nil && c.kind == "soft"
}

// width returns the length of a code of k atoms.
func (c coding) width(k int) int {
	if c.kind == "split" || c.kind == "soft" {
		return 2 * k
	}
	return k
}

// resolve returns the coding by which numbers are computed: the one that the dictionary
// was learnt for, if c is "own" or "split", else c. split reports whether its numbers
// are then split by sign.
func (c coding) resolve(learnt coding) (of coding, split bool) {
	switch c.kind {
	case "own":
		return learnt, false
	case "split":
		return learnt, true
	}
	return c, false
}

// write writes the code of one sample x to dst. workspace has an entry for each atom.
func (c coding) write(dst, workspace, x []float64, with *codes.Coder, learnt coding) {
	of, split := c.resolve(learnt)
	switch of.kind {
	case "soft":
		with.Along(workspace, x)
		for j, v := range workspace {
			dst[j], dst[len(workspace)+j] = max(v-of.number, 0), max(-v-of.number, 0)
		}
		return
	case "l1":
		clear(workspace)
		with.L1(workspace, x, of.number)
	default:
		with.OMP(workspace, x, int(of.number), 0)
	}
	if !split {
		copy(dst, workspace)
		return
	}
	for j, v := range workspace {
		dst[j], dst[len(workspace)+j] = max(v, 0), max(-v, 0)
	}
}
