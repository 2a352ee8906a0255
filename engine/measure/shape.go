package measure

import (
	"fmt"
	"slices"
)

// Sums selects the sums of a pass.
type Sums int

const (
	// Steps are squared first differences inside spans.
	Steps Sums = 1 << iota
	// Turns are squared second differences inside spans.
	Turns
	// Deviations are squared deviations from the mean.
	Deviations
	// Products are products of the deviations of two features, and include Deviations.
	Products
)

// shape holds the sums that a pass computes and the sizes of its input.
type shape struct {
	what Sums
	p    int   // features
	ends []int // end row of each span
}

// span returns the first row of the span that contains a row, and its end.
func (s *shape) span(row int) (start, end int) {
	at, _ := slices.BinarySearch(s.ends, row+1)
	if at > 0 {
		start = s.ends[at-1]
	}
	return start, s.ends[at]
}

// checkLengths panics unless the lengths add up to n.
func checkLengths(lengths []int, n int) {
	sum := 0
	for _, length := range lengths {
		if length < 0 {
			panic("measure: span of negative length")
		}
		sum += length
	}
	if sum != n {
		panic(fmt.Sprintf("measure: spans of %d samples for %d rows", sum, n))
	}
}
