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
	for _, run := range c.keptRuns() {
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

// Joint returns a column of the pairs of cells of two columns without missing cells: their distinct
// values and the runs of rows with one pair, as far as the runs of both are kept; nil if there are
// more values than most, or too many to keep. Its values have no texts. It also returns the number
// of runs that it read.
func Joint(a, b *Column, most int) (c *Column, steps int) {
	if a.Many || b.Many || a.Missing+b.Missing > 0 || a.Numbers+a.Texts != b.Numbers+b.Texts {
		return nil, 0
	}
	most = min(most, maxValues)
	c = &Column{Name: a.Name + " " + b.Name, Texts: a.Numbers + a.Texts, Files: min(a.Files, b.Files)}
	at := map[[2]int]int{}
	x, y := a.keptRuns(), b.keptRuns()
	for row := 0; len(x) > 0 && len(y) > 0; {
		steps++
		pair := [2]int{x[0].Value, y[0].Value}
		value, known := at[pair]
		if !known {
			if value = len(at); value == most {
				return nil, steps
			}
			at[pair], c.Values = value, append(c.Values, Value{})
		}
		end := min(x[0].Start+x[0].Rows, y[0].Start+y[0].Rows)
		c.Values[value].Rows += end - row
		if c.Runs = append(c.Runs, Run{value, row, end - row}); len(c.Runs) == maxRuns {
			break
		}
		if row = end; x[0].Start+x[0].Rows == end {
			x = x[1:]
		}
		if len(y) > 0 && y[0].Start+y[0].Rows == end {
			y = y[1:]
		}
	}
	return c, steps
}

// keptRuns returns the complete runs of a column.
func (c *Column) keptRuns() []Run {
	if len(c.Runs) == maxRuns { // the last one has rows of later runs
		return c.Runs[:maxRuns-1]
	}
	return c.Runs
}
