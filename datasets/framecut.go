package datasets

import (
	"context"
	"fmt"
	"sync/atomic"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
)

// frameCutter cuts a frame into segments.
type frameCutter struct {
	*frame
	*cutter
	ctx      context.Context
	inputs   []int // the columns that x was narrowed to
	labels   *besideColumn
	segments *besideColumn
	groups   *besideColumn
	cuts     *besideColumn // where its value changes a segment begins
	sides    *besideColumn // which part of a split the rows are in
	starts   []int         // the row at which each segment begins
	nolabel  int           // rows with an empty label
	missing  lines         // rows in which a number is missing
}

// cut makes the segments of a frame.
func (fr *frame) cut(ctx context.Context, to *sink, f file, r roles) error {
	numbers, err := fr.roleNumbers(r)
	if err != nil {
		return err
	}
	c := &frameCutter{ctx: ctx, frame: fr, inputs: r.inputs, cutter: to.newCutter(f, "row", r)}
	for _, of := range []struct {
		column int
		to     **besideColumn
	}{{r.of[Label], &c.labels}, {r.of[SegmentName], &c.segments}, {r.of[Group], &c.groups}, {r.of[CutBy], &c.cuts}, {r.of[SplitColumn], &c.sides}} {
		if of.column >= 0 {
			*of.to = fr.column(of.column)
		}
	}
	fr.keepInputs(r.inputs)
	from := len(to.Recordings)
	if err := c.rows(); err != nil {
		return err
	}
	c.fill(to.Recordings[from:], numbers)
	if c.nolabel > 0 {
		to.Note("%s: %s without a label", f.base(), message.Counted(c.nolabel, "row"))
	}
	to.Found.Missing += c.missing.count
	if c.missing.count > 0 {
		to.noteMissing(f.base(), c.missing, "row")
	}
	if fr.clock != nil {
		to.tell(f.base(), fr.clock, to.Recordings[from:])
	} else {
		to.setRate(f.base(), fr.rate)
	}
	return nil
}

// rows goes through all rows.
func (c *frameCutter) rows() error {
	if c.labels == nil && !c.roles.cuts() && c.breaks == nil && c.allFinite() {
		c.starts = []int{0}
		err := c.place(1, marks{})
		c.cur.Rows = c.frame.rows
		c.close(c.frame.rows)
		return err
	}
	breaks := c.breaks
	for row := range c.frame.rows {
		if row%4096 == 0 && c.ctx.Err() != nil {
			return c.ctx.Err()
		}
		if len(breaks) > 0 && breaks[0] == row {
			c.breakOff(row)
			breaks = breaks[1:]
		}
		if err := c.row(row); err != nil {
			return fmt.Errorf("%s: row %d: %w", c.path, row+1, err)
		}
	}
	c.close(c.frame.rows)
	return nil
}

// finiteBlock is how many numbers one core looks at before it takes the next.
const finiteBlock = 1 << 20

// allFinite reports whether all numbers are; it gives up when the job is
// cancelled.
func (c *frameCutter) allFinite() bool {
	var other atomic.Bool // than finite
	onAllCores(c.ctx, (len(c.x)+finiteBlock-1)/finiteBlock, func(i int) {
		if !other.Load() && !allFinite(c.x[i*finiteBlock:min((i+1)*finiteBlock, len(c.x))]) {
			other.Store(true)
		}
	})
	return !other.Load() && c.ctx.Err() == nil
}

// allFinite reports whether no number is NaN or infinite, four at a time.
func allFinite(x []float64) bool {
	var a, b, c, d float64 // 0 unless one is not
	for ; len(x) >= 4; x = x[4:] {
		a, b, c, d = a+(x[0]-x[0]), b+(x[1]-x[1]), c+(x[2]-x[2]), d+(x[3]-x[3])
	}
	return a+b+c+d == 0 && notFinite(x) < 0
}

// row adds a row to the segment that it belongs to. Its errors lack the place.
func (c *frameCutter) row(row int) error {
	if err := c.place(row+1, marks{textAt(c.segments, row), textAt(c.groups, row), textAt(c.cuts, row), textAt(c.sides, row)}); err != nil {
		return err
	}
	d := len(c.inputs)
	if at := notFinite(c.x[row*d : (row+1)*d]); at >= 0 {
		if !c.to.missing.split {
			name := c.frame.names[c.inputs[at]]
			return fmt.Errorf("column %s is %v, no finite number: correct it, or the column is left out with --drop %s, the row with --missing split, or short gaps are filled with --missing interpolate:3",
				name, c.x[row*d+at], message.Quote([]string{name}))
		}
		c.missing.add(row + 1)
		if c.to.missing.fill == 0 {
			c.breakOff(row + 1)
			return nil
		}
		setMissing(c.x[row*d : (row+1)*d])
	}
	if c.cur.Rows == 0 {
		c.starts = append(c.starts, row)
	}
	c.cur.Rows++
	if c.labels != nil {
		text := textAt(c.labels, row)
		if text == "" {
			c.nolabel++
		}
		if texts := c.labels.texts; texts != nil { // they are there already
			c.cur.Labels = texts[c.starts[len(c.starts)-1] : row+1 : row+1]
		} else {
			c.cur.Labels = append(c.cur.Labels, text)
		}
	}
	return nil
}

// fill gives the segments their parts of the arrays.
func (c *frameCutter) fill(recordings []*data.Recording, numbers [3][]float64) {
	d := len(c.inputs)
	for i, r := range recordings {
		from, to := c.starts[i], c.starts[i]+r.Rows
		r.X, r.Placed = c.x[from*d:to*d:to*d], true
		for k, of := range []*[]float64{&r.Target, &r.Importance, &r.TransitionImportance} {
			if numbers[k] != nil {
				*of = numbers[k][from:to:to]
			}
		}
	}
}

// textAt is the text of a row, "" without the column.
func textAt(b *besideColumn, row int) string {
	if b == nil {
		return ""
	}
	return message.Clean(b.text(row))
}

// notFinite is the index of the first number that is NaN or infinite, -1 if
// there is none.
func notFinite(x []float64) int {
	for i, v := range x {
		if v-v != 0 { // so of NaN and infinities only
			return i
		}
	}
	return -1
}

// roleNumbers are the target, the importances of samples and those of
// transitions; nil without.
func (fr *frame) roleNumbers(r roles) (numbers [3][]float64, err error) {
	for i, c := range r.of[Target : TransitionImportance+1] {
		if c < 0 {
			continue
		}
		b := fr.column(c)
		if b.texts != nil {
			return numbers, fmt.Errorf("%s: column %s holds text, not numbers (%q), which a target or an importance must be", fr.path, b.name, message.Shorten(message.Clean(b.texts[0]), 40))
		}
		if at := notFinite(b.numbers); at >= 0 {
			return numbers, fmt.Errorf("%s: row %d, column %s is %v: a target or an importance must be a number in every row", fr.path, at+1, b.name, b.numbers[at])
		}
		numbers[i] = b.numbers
	}
	return numbers, nil
}

// keepInputs drops the columns of x that are no inputs, in place.
func (fr *frame) keepInputs(inputs []int) {
	d := len(fr.names)
	if len(inputs) == d {
		return
	}
	at := 0
	for row := range fr.rows {
		for _, c := range inputs {
			fr.x[at] = fr.x[row*d+c]
			at++
		}
	}
	fr.x = fr.x[:at]
}
