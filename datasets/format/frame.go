package format

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"

	"example.com/sfatui/datasets/message"
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

// Frame cuts a frame into segments and adds them to m.
func (to *Sink) Frame(ctx context.Context, fr *Frame, f File) error {
	if fr.Rows == 0 {
		return fmt.Errorf("%s holds no samples", fr.Path)
	}
	if err := to.turnFrame(ctx, fr, f); err != nil {
		return err
	}
	asked := to.Columns
	if to.Survey != nil {
		asked.Of[Time] = "" // its numbers are told of, whatever they are used for
	}
	if err := fr.findClock(asked); err != nil {
		return err
	}
	if to.Survey != nil {
		return to.surveyFrame(ctx, fr)
	}
	columns := slices.Clone(fr.Names)
	for _, b := range fr.Beside {
		columns = append(columns, b.Name)
	}
	if fr.Clock != nil {
		columns = append(columns, fr.Clock.Column) // so that --drop may name it
	}
	left, counts := fr.leftOut(len(columns))
	r, err := to.Columns.Assign(fr.Path, columns, fr.Own, left)
	if err != nil {
		return err
	}
	to.NoteCounts(f.Base(), slices.DeleteFunc(counts, to.Columns.Names))
	if err := fr.checkClock(r); err != nil {
		return err
	}
	if err := fr.checkBeside(r.Inputs); err != nil {
		return err
	}
	if fr.Long {
		to.NoteRounded(f.Base(), fr.rounded(r))
	}
	inputs := make([]string, len(r.Inputs))
	for i, c := range r.Inputs {
		inputs[i] = columns[c]
	}
	target := ""
	if r.Of[Target] >= 0 {
		target = columns[r.Of[Target]]
	}
	if err := to.Match(fr.Path, inputs, target); err != nil {
		return err
	}
	if fr.Strict {
		to.NoteRoles(f.Base(), inputs)
	}
	return fr.cut(ctx, to, f, r)
}

// checkClock refuses the times of the rows in any other role.
func (fr *Frame) checkClock(r Roles) error {
	if fr.Clock != nil && r.has(len(fr.Names)+len(fr.Beside)) {
		return message.Usagef("%s: the column %s holds the times of the rows, and has no other use", fr.Path, fr.Clock.Column)
	}
	return nil
}

// checkBeside refuses inputs that are texts.
func (fr *Frame) checkBeside(inputs []int) error {
	var names []string
	example := ""
	for _, c := range inputs {
		if c < len(fr.Names) {
			continue
		}
		b := &fr.Beside[c-len(fr.Names)]
		if names == nil && b.len() > 0 {
			example = message.Shorten(b.Texts[0], 40)
		}
		names = append(names, b.Name)
	}
	if names == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", fr.Path, TextInputs(names, example, len(inputs)))
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
