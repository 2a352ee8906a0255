package datasets

import (
	"math"
	"strconv"
	"strings"

	"example.com/sfatui/datasets/message"
)

// maxFill is the longest run of missing rows that may be interpolated.
const maxFill = 1_000_000

// missing says what a missing number does: it is refused, or it ends a segment.
type missing struct {
	split bool
	// fill is the longest run of rows that is interpolated instead; 0 for none.
	// With it, what is missing is NaN while files are read.
	fill int
}

// parseMissing reads --missing.
func parseMissing(written string) (missing, error) {
	kind, number, counted := strings.Cut(written, ":")
	switch {
	case written == "" || written == "refuse":
		return missing{}, nil
	case written == "split":
		return missing{split: true}, nil
	case kind == "interpolate" && counted:
		k, err := strconv.Atoi(number)
		if err != nil || k < 1 || k > maxFill {
			return missing{}, message.Usagef("--missing %s: behind interpolate: stands the longest run of rows that is filled, from 1, as in interpolate:3", message.Clean(written))
		}
		return missing{split: true, fill: k}, nil
	}
	return missing{}, message.Usagef("--missing %s: choose refuse, split or interpolate:K", message.Clean(written))
}

// setMissing makes all that is not finite NaN.
func setMissing(x []float64) {
	for i, v := range x {
		if v-v != 0 {
			x[i] = math.NaN()
		}
	}
}

// noteMissing notes the rows of a file in which a number is missing.
func (to *sink) noteMissing(base string, rows lines, unit string) {
	what := "left out: %s"
	if to.missing.fill > 0 {
		what = "%s"
	}
	to.Note("%s: "+what+" (the first is %s %d)", base, message.Counted(rows.count, "incomplete row"), unit, rows.first)
}
