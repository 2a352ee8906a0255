package format

import (
	"math"
	"strconv"
)

// Frame is the content of an array file in memory: a matrix of samples, and
// columns beside it. Those columns are inputs only if a flag or the format
// itself gives them a role.
type Frame struct {
	Path     string   // for messages
	Names    []string // names of the columns of X
	Rows     int
	X        []float64 // Rows × len(Names), row by row
	Further  []Column
	Unread   []string        // further contents of the file, which --drop may name
	Trailing int64           // bytes of the file behind the array
	Own      map[Role]string // columns of the roles that the format assigns
	Rate     float64         // samples per second; 0 if unknown or given by the clock
	Breaks   []int           // ascending rows at which a segment begins regardless of the columns
	// Strict reports whether every column other than X must have a role or be dropped.
	Strict bool
	// Array reports that X may be stored transposed: its columns had no names.
	Array bool
	Clock *Clock // times of the rows; nil without
	// Long reports that some columns were 64-bit integers, of which a float64
	// holds 53 bits.
	Long bool
}

// A Column holds numbers or texts.
type Column struct {
	Name    string
	Numbers []float64
	Texts   []string // clean; nil for numbers
}

// len returns the number of rows.
func (b *Column) len() int { return max(len(b.Numbers), len(b.Texts)) }

// text returns the text of a row; "" for NaN.
func (b *Column) text(row int) string {
	if b.Texts != nil {
		return b.Texts[row]
	}
	return numberText(b.Numbers[row])
}

// numberText returns a number as a label; "" for NaN.
func numberText(x float64) string {
	if math.IsNaN(x) {
		return ""
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// column returns a column by its index, counting those of X first and then
// those beside it.
func (fr *Frame) column(c int) *Column {
	d := len(fr.Names)
	if c >= d {
		return &fr.Further[c-d]
	}
	numbers := make([]float64, fr.Rows)
	for i := range numbers {
		numbers[i] = fr.X[i*d+c]
	}
	return &Column{Name: fr.Names[c], Numbers: numbers}
}
