package format

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/format/lex"
	"example.com/sfatui/datasets/message"
)

// frameCutter divides a frame into segments.
type frameCutter struct {
	ctx      context.Context
	frame    *Frame
	cutter   *Cutter
	inputs   []int // columns that X was narrowed to
	labels   *Column
	segments map[int]*Column // the columns that identify the segment, by index
	groups   *Column
	cuts     *Column   // a segment begins where its value changes
	sides    *Column   // part of a split that each row belongs to
	starts   []int     // first row of each segment
	nolabel  int       // rows with an empty label
	missing  lex.Lines // rows in which a number is missing
}

// addSegments divides a frame into segments and adds them to the sink.
func (fr *Frame) addSegments(ctx context.Context, to *Sink, f File, r Roles) error {
	numbers, err := fr.roleNumbers(r, &to.Missing.Markers)
	if err != nil {
		return err
	}
	c := &frameCutter{ctx: ctx, frame: fr, inputs: r.Inputs, cutter: to.NewCutter(f, "row", r)}
	for _, of := range []struct {
		column int
		to     **Column
	}{{r.Of[Label], &c.labels}, {r.Of[Group], &c.groups}, {r.Of[CutBy], &c.cuts}, {r.Of[SplitColumn], &c.sides}} {
		if of.column >= 0 {
			*of.to = fr.column(of.column)
		}
	}
	c.segments = fr.segmentColumns(r)
	fr.keepInputs(r.Inputs)
	to.Missing.Markers.mark(fr.X)
	from := len(to.Recordings)
	if err := c.rows(); err != nil {
		return err
	}
	c.fill(to.Recordings[from:], numbers)
	if c.nolabel > 0 {
		to.Note("%s: %s without a label", f.Base(), message.Counted(c.nolabel, "row"))
	}
	to.Found.Missing += c.missing.Count
	if c.missing.Count > 0 {
		to.NoteMissing(f.Base(), c.missing, "row")
	}
	if fr.Clock != nil {
		fr.Clock.keepTimes(c.starts, to.Recordings[from:])
		return to.Tell(f.Base(), fr.Clock, to.Recordings[from:])
	}
	to.SetRate(f.Base(), fr.Rate)
	for _, r := range to.Recordings[from:] {
		r.Rate = fr.Rate
	}
	return nil
}

// rows assigns all rows to segments.
func (c *frameCutter) rows() error {
	if c.labels == nil && !c.cutter.Roles.Cuts() && c.frame.Breaks == nil && c.allFinite() {
		c.starts = []int{0}
		err := c.cutter.Place(1, Marks{})
		c.cutter.Cur.Rows = c.frame.Rows
		c.cutter.Close(c.frame.Rows)
		return err
	}
	breaks := c.frame.Breaks
	for row := range c.frame.Rows {
		if row%4096 == 0 && c.ctx.Err() != nil {
			return c.ctx.Err()
		}
		if len(breaks) > 0 && breaks[0] == row {
			c.cutter.BreakOff(row)
			breaks = breaks[1:]
		}
		if err := c.row(row); err != nil {
			return fmt.Errorf("%s: row %d: %w", c.frame.Path, row+1, err)
		}
	}
	c.cutter.Close(c.frame.Rows)
	return nil
}

// finiteBlock is the number of values that one core checks at a time.
const finiteBlock = 1 << 20

// allFinite reports whether all values are finite. It stops early, and returns
// false, after cancellation.
func (c *frameCutter) allFinite() bool {
	var other atomic.Bool // set at the first value that is not finite
	onAllCores(c.ctx, (len(c.frame.X)+finiteBlock-1)/finiteBlock, func(i int) {
		if !other.Load() && !allFinite(c.frame.X[i*finiteBlock:min((i+1)*finiteBlock, len(c.frame.X))]) {
			other.Store(true)
		}
	})
	return !other.Load() && c.ctx.Err() == nil
}

// allFinite reports whether no value is NaN or infinite. It checks four at a
// time.
func allFinite(x []float64) bool {
	var a, b, c, d float64 // sums of zeros while all values are finite
	for ; len(x) >= 4; x = x[4:] {
		a, b, c, d = a+(x[0]-x[0]), b+(x[1]-x[1]), c+(x[2]-x[2]), d+(x[3]-x[3])
	}
	return a+b+c+d == 0 && notFinite(x) < 0
}

// row adds a row to its segment. Errors lack the place.
func (c *frameCutter) row(row int) error {
	segment, err := c.cutter.SegmentText(func(column int) string { return textAt(c.segments[column], row) })
	if err != nil {
		return err
	}
	if err := c.cutter.Place(row+1, Marks{segment, textAt(c.groups, row), textAt(c.cuts, row), textAt(c.sides, row)}); err != nil {
		return err
	}
	d := len(c.inputs)
	if at := notFinite(c.frame.X[row*d : (row+1)*d]); at >= 0 {
		if !c.cutter.to.Missing.Split {
			name := c.frame.Names[c.inputs[at]]
			return &CellError{[]string{name}, fmt.Errorf("column %s is %v, not a finite number: correct it, leave out the column with --drop %s or the row with --missing split, or fill short gaps with --missing interpolate:3",
				name, c.frame.X[row*d+at], message.Quote([]string{name}))}
		}
		c.missing.Add(row + 1)
		if c.cutter.to.Missing.Fill == 0 {
			c.cutter.Interrupt(row + 1)
			return nil
		}
		setMissing(c.frame.X[row*d : (row+1)*d])
	}
	if c.cutter.Cur.Rows == 0 {
		c.starts = append(c.starts, row)
	}
	c.cutter.Cur.Rows++
	if c.labels != nil {
		text := textAt(c.labels, row)
		if text == "" {
			c.nolabel++
		}
		if texts := c.labels.Texts; texts != nil { // the texts can be shared without copying
			c.cutter.Cur.Labels = texts[c.starts[len(c.starts)-1] : row+1 : row+1]
		} else {
			c.cutter.Cur.Labels = append(c.cutter.Cur.Labels, text)
		}
	}
	return nil
}

// fill points the segments to their rows of the arrays.
func (c *frameCutter) fill(recordings []*data.Recording, numbers [3][]float64) {
	d := len(c.inputs)
	for i, r := range recordings {
		from, to := c.starts[i], c.starts[i]+r.Rows
		r.X, r.Placed = c.frame.X[from*d:to*d:to*d], true
		for k, of := range []*[]float64{&r.Target, &r.Importance, &r.TransitionImportance} {
			if numbers[k] != nil {
				*of = numbers[k][from:to:to]
			}
		}
	}
}

// segmentColumns returns the columns that identify the segment, by index.
func (fr *Frame) segmentColumns(r Roles) map[int]*Column {
	columns := map[int]*Column{}
	for _, i := range slices.Concat(r.Keys, []int{r.Of[SegmentName]}) {
		if i >= 0 && columns[i] == nil {
			columns[i] = fr.column(i)
		}
	}
	return columns
}

// textAt returns the cleaned text of a row; "" without the column.
func textAt(b *Column, row int) string {
	if b == nil {
		return ""
	}
	return message.Clean(b.text(row))
}

// notFinite returns the index of the first NaN or infinity, or -1.
func notFinite(x []float64) int {
	for i, v := range x {
		if v-v != 0 { // true only for NaN and infinities
			return i
		}
	}
	return -1
}

// roleNumbers returns the target, the importances of samples and those of
// transitions; nil for a role without a column.
func (fr *Frame) roleNumbers(r Roles, missing *Markers) (numbers [3][]float64, err error) {
	for i, c := range r.Of[Target : TransitionImportance+1] {
		if c < 0 {
			continue
		}
		b := fr.column(c)
		if b.Texts != nil {
			return numbers, fmt.Errorf("%s: column %s holds text, not numbers (%q), which a target or an importance must be", fr.Path, b.Name, message.Shorten(message.Clean(b.Texts[0]), 40))
		}
		missing.mark(b.Numbers)
		if at := notFinite(b.Numbers); at >= 0 {
			return numbers, fmt.Errorf("%s: row %d, column %s is %v: a target or an importance must be a number in every row", fr.Path, at+1, b.Name, b.Numbers[at])
		}
		for row, x := range b.Numbers {
			if err := (Target + Role(i)).CheckNumber(b.Name, x); err != nil {
				return numbers, fmt.Errorf("%s: row %d, %w", fr.Path, row+1, err)
			}
		}
		numbers[i] = b.Numbers
	}
	return numbers, nil
}

// keepInputs removes the columns of X that are not inputs, in place.
func (fr *Frame) keepInputs(inputs []int) {
	d := len(fr.Names)
	if len(inputs) == d {
		return
	}
	at := 0
	for row := range fr.Rows {
		for _, c := range inputs {
			fr.X[at] = fr.X[row*d+c]
			at++
		}
	}
	fr.X = fr.X[:at]
}
