package format

import (
	"math"
	"strconv"
	"strings"

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
