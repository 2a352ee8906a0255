package encode

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/space"
)

// Code selects the coding of samples in a learnt dictionary.
var Code = part.NewWord(part.Axis{
	Name: "code", Default: "own", Unset: "own",
	Doc:    "how to encode samples in a dictionary: own (ksvd: matching pursuit, l1: its penalty), omp:4 (entries), l1:0.2 (penalty), soft:0.3 (threshold), split (positive and negative parts)",
	Remedy: "write own, omp:4, l1:0.2, soft:0.3 or split",
	Read: func(word string) (string, error) {
		_, err := parseCoding(word)
		return word, err
	},
})

// numbers parses the numbers after the name of a front, such as those of "ksvd:100:4".
// The last len(usual) may be omitted and default to usual.
func numbers(word string, usual ...float64) ([]float64, error) {
	name, rest, _ := strings.Cut(word, ":")
	fields := strings.Split(rest, ":")
	out := []float64{}
	for _, field := range fields {
		v, err := strconv.ParseFloat(field, 64)
		if err != nil || !(v > 0) || v > math.MaxInt32 {
			return nil, fmt.Errorf("%q: %q is not a number above 0", word, field)
		}
		out = append(out, v)
	}
	if len(out) > 1+len(usual) {
		return nil, fmt.Errorf("%q: %s: is followed by at most %d numbers", word, name, 1+len(usual))
	}
	if out[0] != math.Trunc(out[0]) {
		return nil, fmt.Errorf("%q: the number of atoms must be a whole number", word)
	}
	return append(out, usual[len(out)-1:]...), nil
}

// wordOf returns the front of a point as it was written.
func wordOf(at part.Point) string { return space.Reduction.Of(at) }

// atomCount returns the number of atoms of a front, 1 if its word cannot be parsed.
func atomCount(at part.Point, _ int) int {
	v, err := numbers(wordOf(at), 1, 1)
	if err != nil {
		return 1
	}
	return int(v[0])
}
