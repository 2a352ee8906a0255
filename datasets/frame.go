package datasets

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"

	"example.com/sfatui/datasets/message"
)

// frame is the content of a file of arrays, in memory: a matrix of samples,
// and columns beside it that are no inputs unless a flag or the format itself
// gives them a role.
type frame struct {
	path   string   // for messages
	names  []string // of the columns of x
	rows   int
	x      []float64 // rows × len(names), row by row
	beside []besideColumn
	own    map[Role]string // the columns of roles that the format settles
	rate   float64         // samples in a second, 0 if unknown or told by the clock
	breaks []int           // rows, ascending, at which a segment begins whatever the columns say
	// strict says that a column beside x must have a role or be dropped.
	strict bool
	// array says that x may be stored transposed: its columns had no names.
	array bool
	clock *clock // the times of the rows; nil without
}

// besideColumn is a column of numbers or of texts.
type besideColumn struct {
	name    string
	numbers []float64
	texts   []string // clean; nil for numbers
}

// len is the number of rows of the column.
func (b *besideColumn) len() int { return max(len(b.numbers), len(b.texts)) }

// text is a row's text; a number that is not there has none.
func (b *besideColumn) text(row int) string {
	if b.texts != nil {
		return b.texts[row]
	}
	return numberText(b.numbers[row])
}

// numberText writes a number as a label; NaN is none.
func numberText(x float64) string {
	if math.IsNaN(x) {
		return ""
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// take cuts a frame into segments and adds them to m.
func (to *sink) take(ctx context.Context, fr *frame, f file) error {
	if fr.rows == 0 {
		return fmt.Errorf("%s holds no samples", fr.path)
	}
	if err := to.turnFrame(ctx, fr, f); err != nil {
		return err
	}
	fr.findClock(to.columns)
	columns := slices.Clone(fr.names)
	for _, b := range fr.beside {
		columns = append(columns, b.name)
	}
	if fr.clock != nil {
		columns = append(columns, fr.clock.column) // so that --drop may name it
	}
	left, counts := fr.leftOut(len(columns))
	r, err := to.columns.assign(fr.path, columns, fr.own, left)
	if err != nil {
		return err
	}
	to.noteCounts(f.base(), slices.DeleteFunc(counts, to.columns.names))
	if err := fr.checkClock(r); err != nil {
		return err
	}
	if err := fr.checkBeside(r.inputs); err != nil {
		return err
	}
	inputs := make([]string, len(r.inputs))
	for i, c := range r.inputs {
		inputs[i] = columns[c]
	}
	target := ""
	if r.of[Target] >= 0 {
		target = columns[r.of[Target]]
	}
	if err := to.match(fr.path, inputs, target); err != nil {
		return err
	}
	if fr.strict {
		to.noteRoles(f.base(), inputs)
	}
	return fr.cut(ctx, to, f, r)
}

// checkClock refuses the times of the rows in any other role.
func (fr *frame) checkClock(r roles) error {
	if fr.clock != nil && r.has(len(fr.names)+len(fr.beside)) {
		return message.Usagef("%s: the column %s holds the times of the rows, and has no other use", fr.path, fr.clock.column)
	}
	return nil
}

// checkBeside refuses inputs that are texts.
func (fr *frame) checkBeside(inputs []int) error {
	var names []string
	example := ""
	for _, c := range inputs {
		if c < len(fr.names) {
			continue
		}
		b := &fr.beside[c-len(fr.names)]
		if names == nil && b.len() > 0 {
			example = message.Shorten(b.texts[0], 40)
		}
		names = append(names, b.name)
	}
	if names == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", fr.path, textInputs(names, example, len(inputs)))
}

// column is a column by its index: of x, then of those beside it.
func (fr *frame) column(c int) *besideColumn {
	d := len(fr.names)
	if c >= d {
		return &fr.beside[c-d]
	}
	numbers := make([]float64, fr.rows)
	for i := range numbers {
		numbers[i] = fr.x[i*d+c]
	}
	return &besideColumn{name: fr.names[c], numbers: numbers}
}
