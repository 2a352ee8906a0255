package format

import (
	"math"
	"strconv"
)

// Frame is the content of a file of arrays, in memory: a matrix of samples,
// and columns beside it that are no inputs unless a flag or the format itself
// gives them a role.
type Frame struct {
	Path   string   // for messages
	Names  []string // of the columns of x
	Rows   int
	X      []float64 // rows × len(names), row by row
	Beside []Column
	Unread []string        // what the file holds besides: --drop may name it
	Behind int64           // bytes of the file behind the array
	Own    map[Role]string // the columns of roles that the format settles
	Rate   float64         // samples in a second, 0 if unknown or told by the clock
	Breaks []int           // rows, ascending, at which a segment begins whatever the columns say
	// Strict says that a column beside x must have a role or be dropped.
	Strict bool
	// Array says that x may be stored transposed: its columns had no names.
	Array bool
	Clock *Clock // the times of the rows; nil without
	// Long says that some columns were whole numbers of 64 bits, of which a float64 holds 53.
	Long bool
}

// Column is a column of numbers or of texts.
type Column struct {
	Name    string
	Numbers []float64
	Texts   []string // clean; nil for numbers
}

// len is the number of rows of the column.
func (b *Column) len() int { return max(len(b.Numbers), len(b.Texts)) }

// text is a row's text; a number that is not there has none.
func (b *Column) text(row int) string {
	if b.Texts != nil {
		return b.Texts[row]
	}
	return numberText(b.Numbers[row])
}

// numberText writes a number as a label; NaN is none.
func numberText(x float64) string {
	if math.IsNaN(x) {
		return ""
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// column is a column by its index: of x, then of those beside it.
func (fr *Frame) column(c int) *Column {
	d := len(fr.Names)
	if c >= d {
		return &fr.Beside[c-d]
	}
	numbers := make([]float64, fr.Rows)
	for i := range numbers {
		numbers[i] = fr.X[i*d+c]
	}
	return &Column{Name: fr.Names[c], Numbers: numbers}
}
