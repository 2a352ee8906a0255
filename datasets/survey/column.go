package survey

import (
	"math"
	"slices"

	"example.com/sfatui/datasets/data"
)

// Limits on the information kept about a column.
const (
	maxValues = 5000 // distinct ones
	maxRuns   = 20_000
	maxThin   = 1024
	maxFalls  = 5000
	maxWords  = 3 // distinct texts that may mean a missing number
)

// Use is the reader's own interpretation of a column.
type Use int

// The uses.
const (
	Open      Use = iota // an input unless the user decides otherwise
	Time                 // the time of each row
	Number               // row numbers
	OnRequest            // an input only on request
)

// Column holds the statistics of a table column over the surveyed rows.
type Column struct {
	Name string
	Use  Use
	// Own is the flag of the role that the format itself assigns to the column,
	// "" for none.
	Own string
	// Numbers, Texts and Missing count the cells by content.
	Numbers, Texts, Missing int
	// Of the numbers.
	Whole bool // all are integers
	Mean  float64
	data.Extremes
	// Rises and Falls count the steps up and down between consecutive numbers;
	// Even counts the steps up that equal Step, the first one.
	Rises, Falls, Even int
	// FallRows holds the rows, from 0, at which the numbers fall; the first
	// maxFalls.
	FallRows            []int
	Step                float64
	stepSum, stepSquare float64 // of the steps up
	// Thin holds numbers spread evenly over the rows, for shares and pictures.
	Thin []float64
	// Values holds the distinct cells in order of appearance; Many reports that there
	// are more than are kept. Runs holds the runs of rows with one value.
	Values []Value
	Many   bool
	Runs   []Run
	// Files is the number of tables with the column.
	Files int

	// head are the numbers of the first rows of the first table, NaN where there is none, and
	// most how many are kept.
	head     []float64
	most     int
	file     bool // the next cell is the first of a file
	previous float64
	kind     cellKind // of the latest cell
	text     string   // of the latest cell that is text
	square   float64
	stride   int // distance between the numbers kept in Thin
	index    map[string]int
	words    []Value // distinct texts, up to one more than maxWords
}

// Value is a cell with its number of rows.
type Value struct {
	Text string
	Rows int
}

// Run holds consecutive rows with one value, an index into Values.
type Run struct{ Value, Start, Rows int }

// AddMissing counts an empty cell or a marker of a missing value.
func (c *Column) AddMissing() {
	c.Missing++
	c.kind = missingCell
}

// AddText adds the cell of a row, from 0, that is not a number.
func (c *Column) AddText(row int, text string) {
	c.Texts++
	c.kind, c.text = textCell, text
	c.word(text)
	c.value(row, text)
	c.file = false
}

// AddNumber adds a number; written returns it as written.
func (c *Column) AddNumber(row int, x float64, written func() string) {
	c.Numbers++
	if c.Numbers == 1 {
		c.Min, c.Max = math.Inf(1), math.Inf(-1)
	}
	c.Add(x)
	delta := x - c.Mean
	c.Mean += delta / float64(c.Numbers)
	c.square += delta * (x - c.Mean)
	c.Whole = c.Whole && x == math.Trunc(x)
	if c.Numbers > 1 && !c.file {
		c.step(row, x-c.previous)
	}
	c.previous, c.kind = x, numberCell
	for row < c.most && len(c.head) <= row {
		c.head = append(c.head, math.NaN())
	}
	if row < c.most {
		c.head[row] = x
	}
	if c.stride = max(c.stride, 1); (c.Numbers-1)%c.stride == 0 {
		c.keepThinned(x)
	}
	if !c.Many {
		c.value(row, written())
	}
	c.file = false
}

// SetMissing, SetText and SetNumber set the cell of a row that is only compared.
func (c *Column) SetMissing() { c.kind = missingCell }

// SetText sets a cell that is not a number.
func (c *Column) SetText(text string) { c.kind, c.text = textCell, text }

// SetNumber sets a cell that is a number.
func (c *Column) SetNumber(x float64) { c.kind, c.previous = numberCell, x }

// fewValues is the number of distinct cells up to which they are searched
// linearly: tables with many columns have few rows, and an index for each
// column would take more memory than all else.
const fewValues = 8

// at returns the index of a cell among the distinct ones, and whether it is
// known.
func (c *Column) at(text string) (place int, known bool) {
	if c.index != nil {
		place, known = c.index[text]
		return place, known
	}
	place = slices.IndexFunc(c.Values, func(v Value) bool { return v.Text == text })
	return place, place >= 0
}

// indexValue adds the last distinct cell to the index, which exists from
// fewValues on.
func (c *Column) indexValue(last int) {
	if c.index == nil && last < fewValues {
		return
	}
	if c.index == nil {
		c.index = make(map[string]int, 2*fewValues)
		for i, v := range c.Values {
			c.index[v.Text] = i
		}
	}
	c.index[c.Values[last].Text] = last
}

// step counts a step from the previous number to that of a row.
func (c *Column) step(row int, d float64) {
	switch {
	case d > 0:
		if c.Rises++; c.Rises == 1 {
			c.Step = d
		}
		c.stepSum, c.stepSquare = c.stepSum+d, c.stepSquare+d*d
		if math.Abs(d-c.Step) <= c.Step/100 {
			c.Even++
		}
	case d < 0:
		if c.Falls++; len(c.FallRows) < maxFalls {
			c.FallRows = append(c.FallRows, row)
		}
	}
}

// keepThinned keeps a number, and drops half of the kept ones if they are too
// many.
func (c *Column) keepThinned(x float64) {
	if c.Thin = append(c.Thin, x); len(c.Thin) < maxThin {
		return
	}
	for i := range maxThin / 2 {
		c.Thin[i] = c.Thin[2*i]
	}
	c.Thin, c.stride = c.Thin[:maxThin/2], 2*c.stride
}

// word counts a text among the distinct ones.
func (c *Column) word(text string) {
	at := slices.IndexFunc(c.words, func(v Value) bool { return v.Text == text })
	switch {
	case at >= 0:
		c.words[at].Rows++
	case len(c.words) <= maxWords:
		c.words = append(c.words, Value{text, 1})
	}
}

// Markers returns the texts among the numbers of the column if they are few and
// most cells are numbers: they seem to mean missing values. It returns nil for
// other columns.
func (c *Column) Markers() []Value {
	if len(c.words) > maxWords || c.Numbers < 2*c.Texts {
		return nil
	}
	return c.words
}

// value counts a cell among the distinct ones.
func (c *Column) value(row int, text string) {
	if c.Many {
		return
	}
	at, known := c.at(text)
	if !known {
		if len(c.Values) == maxValues {
			c.Many, c.index, c.Runs = true, nil, nil
			return
		}
		at = len(c.Values)
		c.Values = append(c.Values, Value{Text: text})
		c.indexValue(at)
	}
	c.Values[at].Rows++
	if n := len(c.Runs); n > 0 && !c.file && c.Runs[n-1].Value == at {
		c.Runs[n-1].Rows++
		return
	}
	if len(c.Runs) < maxRuns {
		c.Runs = append(c.Runs, Run{at, row, 1})
	}
}

// MeanStep returns the mean of the steps up.
func (c *Column) MeanStep() float64 { return c.stepSum / float64(max(1, c.Rises)) }

// StepSD returns the standard deviation of the steps up.
func (c *Column) StepSD() float64 {
	return math.Sqrt(max(0, c.stepSquare/float64(max(1, c.Rises))-c.MeanStep()*c.MeanStep()))
}

// SD returns the standard deviation of the numbers, with their count as
// divisor.
func (c *Column) SD() float64 { return math.Sqrt(c.square / float64(max(1, c.Numbers))) }

// Textual reports whether at least one cell in a hundred is text that does not seem to
// mean a missing value, so that the column is not an input.
func (c *Column) Textual() bool {
	return c.Texts > 0 && 100*c.Texts >= c.Numbers+c.Texts && c.Markers() == nil
}

// Constant reports whether all present cells are equal.
func (c *Column) Constant() bool { return !c.Many && len(c.Values) <= 1 }

// Binary reports whether the cells are 0 and 1, and both occur.
func (c *Column) Binary() bool {
	return c.Texts == 0 && c.Whole && c.Min == 0 && c.Max == 1
}

// Contiguous reports whether there are several values, each in one run of rows.
func (c *Column) Contiguous() bool {
	return !c.Many && len(c.Values) > 1 && len(c.Runs) == len(c.Values) && len(c.Runs) < maxRuns
}

// Inside reports whether each value of c occurs with only one value of the
// other column, so that c divides the rows at least as finely.
func (c *Column) Inside(other *Column) bool {
	if c.Many || other.Many || len(c.Runs) >= maxRuns || len(other.Runs) >= maxRuns {
		return false
	}
	of := make([]int, len(c.Values)) // the other's value from 1, 0 for none yet
	next := 0
	for _, run := range c.Runs {
		for next+1 < len(other.Runs) && other.Runs[next+1].Start <= run.Start {
			next++
		}
		if len(other.Runs) == 0 || next+1 < len(other.Runs) && other.Runs[next+1].Start < run.Start+run.Rows {
			return false
		}
		v := other.Runs[next].Value + 1
		if of[run.Value] != 0 && of[run.Value] != v {
			return false
		}
		of[run.Value] = v
	}
	return true
}

// Shares returns the histogram of the kept numbers over equal parts of their
// range, scaled to a maximum of 1; nil without numbers.
func (c *Column) Shares(parts int) []float64 {
	if len(c.Thin) == 0 {
		return nil
	}
	shares := make([]float64, parts)
	width := c.Max - c.Min
	for _, x := range c.Thin {
		at := 0
		if width > 0 {
			at = min(parts-1, int((x-c.Min)/width*float64(parts)))
		}
		shares[max(at, 0)]++
	}
	most := slices.Max(shares)
	for i := range shares {
		shares[i] /= most
	}
	return shares
}
