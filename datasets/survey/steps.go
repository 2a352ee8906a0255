package survey

import (
	"math"
	"slices"
)

// maxHead is how many numbers of the first rows are kept, of all columns together.
const maxHead = 1 << 20

// Steps are mean squares of the differences of a column's numbers, over its first rows.
type Steps struct {
	Next float64 // between a row and the next
	Pair float64 // between two rows at most mostPairs apart
	Same float64 // between a row and the next one that holds the same key
	// Rows is how many steps the first or the last of them is the mean of, the lesser number.
	Rows int
}

// StepsOf returns the steps of a column, where outer cuts the rows into stretches and each row of
// a stretch has a key: the first two are within stretches. They are NaN where too little is known.
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

// mostPairs is how many rows before a row it is compared with.
const mostPairs = 16

// valuesOf returns which of its values a column holds in each of its first rows, at most so many,
// as far as that is kept.
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

// mean is one of squares.
type mean struct {
	sum float64
	n   int
}

// add adds the square of a difference, of one that is known.
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

// Keys reports whether the cells of c are keys within the stretches of outer: no two of a stretch
// are the same, as far as that is kept, and those of a half of its stretches have each of them.
func (c *Column) Keys(outer *Column) bool {
	cells, stretches := c.Numbers+c.Texts, len(outer.Values)
	if c.Many || outer.Many || c.Missing > 0 || len(c.Values) < 2 || 2*cells < len(c.Values)*stretches || cells < 2*stretches {
		return false
	}
	if slices.ContainsFunc(c.Values, func(v Value) bool { return v.Rows > stretches }) {
		return false
	}
	values, of := c.valuesOf(cells), outer.valuesOf(cells)
	seen := make([]int, len(c.Values)) // the last stretch that has it, from 1
	for i := range min(len(values), len(of)) {
		if seen[values[i]] == of[i]+1 {
			return false
		}
		seen[values[i]] = of[i] + 1
	}
	return true
}
