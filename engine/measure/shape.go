package measure

import (
	"fmt"
	"slices"
)

// Sums are what a pass sums.
type Sums int

const (
	// Steps are squared first differences inside of spans.
	Steps Sums = 1 << iota
	// Turns are squared second differences inside of spans.
	Turns
	// Deviations are squared deviations from the mean.
	Deviations
	// Products are those of the deviations of two features, and Deviations too.
	Products
)

// shape is what a pass goes over, and what it sums.
type shape struct {
	what Sums
	p    int   // features
	ends []int // the rows behind each span
}

// span is where the span of a row begins, and the row behind it.
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
