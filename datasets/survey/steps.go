package survey

import (
	"math"
	"slices"
)

// maxHead is the largest number of values of the first rows that are kept, over all columns
// together.
const maxHead = 1 << 20

// Steps are mean squares of the differences of a column's numbers, over its first rows.
type Steps struct {
	Next float64 // between a row and the next
	Pair float64 // between two rows at most mostPairs apart
	Same float64 // between a row and the next one that holds the same key
	// Rows is the number of steps that Next or Same is the mean of, whichever is smaller.
	Rows int
}

// StepsOf returns the steps of column c. Next and Pair are taken within runs of outer, Same
// between rows with the same key. A step is NaN if too few rows are kept.
func (s *Survey) StepsOf(c, outer, key *Column) Steps {
	stretch, of := outer.valuesOf(len(c.head)), key.valuesOf(len(c.head))
	var next, pair, same mean
	last := map[int]int{}
	from := 0
	for i := range min(len(stretch), len(of)) {
		x := c.head[i]
		if i > 0 && stretch[i] == stretch[i-1] {
			next.add(x - c.head[i-1])
		} else {
			from = i
		}
		if j, ok := last[of[i]]; ok {
			same.add(x - c.head[j])
		}
		last[of[i]] = i
		for _, y := range c.head[max(from, i-mostPairs):i] {
			pair.add(x - y)
		}
	}
	return Steps{next.value(), pair.value(), same.value(), min(next.n, same.n)}
}

// mostPairs is the number of preceding rows that a row is compared with.
const mostPairs = 16

// valuesOf returns the index of the column's value in each of its first rows, for at most the
// given number of rows and as far as runs are kept.
func (c *Column) valuesOf(rows int) []int {
	var values []int
	runs := c.Runs
	if len(runs) == maxRuns { // the last one has rows of later runs
		runs = runs[:maxRuns-1]
	}
	for _, run := range runs {
		if run.Start != len(values) || len(values) >= rows { // a cell is missing
			break
		}
		values = append(values, slices.Repeat([]int{run.Value}, min(run.Rows, rows-len(values)))...)
	}
	return values
}

// mean accumulates a mean of squares.
type mean struct {
	sum float64
	n   int
}

// add adds the square of x unless x is NaN.
func (m *mean) add(x float64) {
	if !math.IsNaN(x) {
		m.sum += x * x
		m.n++
	}
}

// value returns the mean; NaN of fewer than ten squares.
func (m *mean) value() float64 {
	if m.n < 10 {
		return math.NaN()
	}
	return m.sum / float64(m.n)
}

// Keys reports whether the cells of c are keys within the runs of outer: each occurs at most once
// per run, as far as runs are kept, and in at least half of the runs on average.
func (c *Column) Keys(outer *Column) bool {
	cells, stretches := c.Numbers+c.Texts, len(outer.Values)
	if c.Many || outer.Many || c.Missing > 0 || len(c.Values) < 2 || 2*cells < len(c.Values)*stretches || cells < 2*stretches {
		return false
	}
	if slices.ContainsFunc(c.Values, func(v Value) bool { return v.Rows > stretches }) {
		return false
	}
	values, of := c.valuesOf(cells), outer.valuesOf(cells)
	seen := make([]int, len(c.Values)) // the last run that contains it, from 1
	for i := range min(len(values), len(of)) {
		if seen[values[i]] == of[i]+1 {
			return false
		}
		seen[values[i]] = of[i] + 1
	}
	return true
}
