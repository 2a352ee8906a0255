package encode

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sparse"
)

// coding is how one sample becomes a code.
type coding struct {
	kind   string  // own, omp, l1, soft or split
	number float64 // entries, penalty or threshold
}

// usualCoding are the numbers of codings that are written without one.
var usualCoding = map[string]float64{"own": 0, "split": 0, "omp": 4, "l1": 0.2, "soft": 0.3}

// coderOf reads a word of [Code].
func coderOf(word string) (coding, error) {
	kind, number, has := strings.Cut(word, ":")
	usual, known := usualCoding[kind]
	switch {
	case word == "":
		return coding{kind: "own"}, nil
	case !known:
		return coding{}, fmt.Errorf("%q is no way to code: own, omp:4, l1:0.2, soft:0.3, split", word)
	case !has:
		return coding{kind, usual}, nil
	}
	v, err := strconv.ParseFloat(number, 64)
	if err != nil || !(v > 0) || math.IsInf(v, 0) || usual == 0 || kind == "omp" && v != math.Trunc(v) {
		return coding{}, fmt.Errorf("%q: behind %s: stands %s", word, kind, map[bool]string{true: "a whole number above 0", false: "a number above 0, or nothing"}[kind == "omp"])
	}
	return coding{kind, v}, nil
}

// Soft is the threshold of a point whose dictionary codes samples by it, false where it
// does not.
func Soft(at part.Point) (threshold float64, ok bool) {
	c, err := coderOf(Code.Of(at))
	return c.number, err == nil && c.kind == "soft"
}

// width is how many numbers a code of k atoms has.
func (c coding) width(k int) int {
	if c.kind == "split" || c.kind == "soft" {
		return 2 * k
	}
	return k
}

// resolved is the coding with what the dictionary was learnt by in place of "own"; split
// splits that.
func (c coding) resolved(learnt coding) (of coding, split bool) {
	switch c.kind {
	case "own":
		return learnt, false
	case "split":
		return learnt, true
	}
	return c, false
}

// write codes one sample; room holds one entry for each atom.
func (c coding) write(dst, room, x []float64, with *sparse.Coder, learnt coding) {
	of, split := c.resolved(learnt)
	switch of.kind {
	case "soft":
		with.Along(room, x)
		for j, v := range room {
			dst[j], dst[len(room)+j] = max(v-of.number, 0), max(-v-of.number, 0)
		}
		return
	case "l1":
		clear(room)
		with.L1(room, x, of.number)
	default:
		with.OMP(room, x, int(of.number), 0)
	}
	if !split {
		copy(dst, room)
		return
	}
	for j, v := range room {
		dst[j], dst[len(room)+j] = max(v, 0), max(-v, 0)
	}
}
