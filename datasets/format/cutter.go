package format

import (
	"context"
	"fmt"
	"strings"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
)

// Cutter divides the rows of a file into segments. A segment begins where the
// text of the segment column or the group changes: sessions may be numbered
// separately for each subject.
type Cutter struct {
	to   *Sink
	base string // name of the segment of a file without a segment column
	held bool
	unit string // unit of row numbers in messages: "line" or "row"
	from int    // how many recordings there were before the file

	Roles
	// Gather allows segments whose rows alternate, as the file has a clock that orders them.
	Gather bool
	turns  *turns // nil where each segment is in one piece

	Cur      *data.Recording
	last     Marks
	id       string            // that of Cur, by [Marks.id]
	ended    map[string]int    // last row of each ended segment, by ID
	broken   string            // ID of the segment that was broken off at the last row; "" for none
	unplaced []*data.Recording // segments that ended and are not yet placed by Settle
	pieces   int               // number of pieces of the broken segment so far
	series   int               // series of the interrupted segment; 0 for none

	segments, groups, cuts speller
	keySpellers            []speller // of [Roles.Keys]
	parts                  []string  // their texts in the last row
	joined                 []byte    // room for these as one text

	owners map[string]string // first group of each text of the segment column
	recurs bool              // such a text occurs in several groups
}

// Marks holds the texts of a row that determine its segment; "" for a missing
// column.
type Marks struct{ Segment, Group, Cut, Side string }

// id returns the texts that identify a segment of a file, as one.
func (m Marks) id() string { return m.Group + "\x00" + m.Segment }

// NewCutter returns a Cutter for a file whose columns have the roles r.
func (to *Sink) NewCutter(f File, unit string, r Roles) *Cutter {
	c := &Cutter{to: to, base: f.Base(), held: f.Held, unit: unit, from: len(to.Recordings), Roles: r, ended: map[string]int{}, owners: map[string]string{}}
	c.nameSpellers()
	return c
}

// nameSpellers makes the spellers of the columns that determine segments.
func (c *Cutter) nameSpellers() {
	c.segments, c.groups, c.cuts = c.speller(c.column(SegmentName)), c.speller(c.column(Group)), c.speller(c.column(CutBy))
	if c.Keys != nil {
		for _, name := range SegmentKeys(c.to.Columns.Of[SegmentName]) {
			c.keySpellers = append(c.keySpellers, c.speller(message.Clean(name)))
		}
	}
}

// speller returns the speller of a column.
func (c *Cutter) speller(column string) speller {
	return speller{column: column, note: func(text string) { c.to.Note("%s: %s", c.base, text) }}
}

// unify replaces texts by the first equal ones of their columns.
func (c *Cutter) unify(row Marks) (Marks, error) {
	var err error
	for _, of := range []struct {
		s    *speller
		text *string
	}{{&c.segments, &row.Segment}, {&c.groups, &row.Group}, {&c.cuts, &row.Cut}} {
		if *of.text, err = of.s.spell(*of.text); err != nil {
			return row, err
		}
	}
	return row, nil
}

// Place makes the segment of the row numbered at the current one. Errors lack
// the place.
func (c *Cutter) Place(at int, row Marks) error {
	if c.Of[SplitColumn] >= 0 {
		var err error
		if row.Side, err = sideOf(row.Side, c.to.Columns.Of[SplitColumn]); err != nil {
			return err
		}
	}
	row, err := c.unify(row)
	if err != nil {
		return err
	}
	before := c.last
	c.last = row
	if row.Group == "" && c.Of[Group] >= 0 {
		return fmt.Errorf("group column %s is empty: name a group in every row", c.column(Group))
	}
	if c.turns != nil {
		return c.placeInTurn(row)
	}
	if row.Cut != before.Cut || row.Side != before.Side {
		c.series = 0
	}
	if c.Cur == nil {
		return c.begin(at)
	}
	switch {
	case row.Segment != before.Segment, row.Group != before.Group:
		return c.begin(at)
	case row.Cut != before.Cut, row.Side != before.Side:
		c.BreakOff(at - 1)
		return c.begin(at)
	}
	return nil
}

// begin closes the current segment and opens the next.
func (c *Cutter) begin(at int) error {
	c.Close(at - 1)
	r, id := c.recording(c.last), c.last.id()
	if end, ok := c.ended[id]; ok && c.Of[SegmentName] >= 0 && c.broken != id {
		if c.gather() {
			return c.placeInTurn(c.last)
		}
		return fmt.Errorf("column %s: segment %q continues here but ended on %s %d: sort the rows so that each segment is in one piece; if the rows of segments are interleaved, name the column of their times with --clock", c.column(SegmentName), r.Name, c.unit, end)
	}
	c.Cur, c.id = r, id
	if c.broken != id {
		c.broken, c.pieces, c.series = "", 1, 0
		return nil
	}
	r.Series = c.series
	c.pieces++
	return nil
}

// recording returns a segment without rows for a row with these texts.
func (c *Cutter) recording(row Marks) *data.Recording {
	r := &data.Recording{Name: c.base, Held: c.held || row.Side == testSide, Aside: row.Side == validationSide, Fields: map[string]string{}}
	if c.Of[CutBy] >= 0 {
		r.Fields[message.Clean(c.to.Columns.Of[CutBy])] = row.Cut
	}
	if c.Of[Group] >= 0 {
		r.Group = row.Group
		if c.Of[SegmentName] < 0 {
			r.Name += ":" + r.Group
		}
	}
	if c.Of[SegmentName] >= 0 {
		r.Name = row.Segment
		c.setKeys(r.Fields)
		c.setField(r, SegmentName, row.Segment)
		if c.recursInGroups(row) {
			r.Name = row.Group + ":" + row.Segment
		}
	}
	if c.Of[Group] >= 0 {
		c.setField(r, Group, row.Group)
	}
	return r
}

// recursInGroups reports whether the segment column repeats texts in several groups, such as
// numbers of sessions that restart for each subject. From the first one on, all names of the file's
// segments begin with their group.
func (c *Cutter) recursInGroups(row Marks) bool {
	owner, known := c.owners[row.Segment]
	if !known {
		c.owners[row.Segment] = row.Group
	} else if owner != row.Group && !c.recurs {
		c.recurs = true
		c.to.Note("%s: the values of %s recur in several groups: a segment has one %s and one %s", c.base, c.column(SegmentName), c.column(Group), c.column(SegmentName))
		for _, r := range c.to.Recordings[c.from:] {
			r.Name = r.Group + ":" + r.Name
		}
	}
	return c.recurs
}

// Interrupt ends a piece of the current segment at an incomplete row. The rows
// after it form another piece of the same series.
func (c *Cutter) Interrupt(at int) {
	if c.Cur == nil {
		return
	}
	if c.turns != nil {
		c.interruptTurn()
		return
	}
	if c.Cur.Series == 0 && c.Cur.Rows > 0 {
		c.Cur.Series = c.to.NumberSeries()
	}
	series := c.Cur.Series
	c.BreakOff(at)
	c.series = series
}

// BreakOff ends the current segment at an unusable row. The rows after it form
// a segment with a number appended to its name.
func (c *Cutter) BreakOff(at int) {
	if c.Cur == nil {
		return
	}
	if c.Cur.Rows == 0 {
		c.pieces--
	}
	c.broken, c.series = c.id, 0
	c.Close(at)
}

// Close ends the current segment; at is the number of its last row.
func (c *Cutter) Close(at int) {
	r := c.Cur
	if r == nil {
		return
	}
	if c.turns != nil {
		c.closeTurns()
		return
	}
	if c.Of[SegmentName] >= 0 {
		c.ended[c.id] = at
	}
	c.joinLabels(r)
	if c.broken == c.id && c.pieces > 1 {
		r.Name += fmt.Sprintf("#%d", c.pieces)
	}
	if r.Rows > 0 {
		c.to.Recordings = append(c.to.Recordings, r)
		c.unplaced = append(c.unplaced, r)
	}
	c.Cur = nil
}

// joinLabels leaves a segment one label where all of its rows have that.
func (c *Cutter) joinLabels(r *data.Recording) {
	if IsConstant(r.Labels) {
		r.Labels = append([]string(nil), r.Labels[0])
		c.setField(r, Label, r.Labels[0])
	}
}

// setField adds a field for --where under the role's name and under the
// column's.
func (c *Cutter) setField(r *data.Recording, role Role, value string) {
	column := c.column(role)
	if _, taken := r.Fields[column]; !taken {
		r.Fields[column] = value
	}
	r.Fields[role.String()] = value
}

// column returns the name of a role's column.
func (c *Cutter) column(role Role) string {
	if name := c.to.Columns.Of[role]; name != "" {
		return message.Clean(name)
	}
	return role.String()
}

// IsConstant reports whether all labels are equal; false for no labels.
func IsConstant(labels []string) bool {
	for _, l := range labels {
		if l != labels[0] {
			return false
		}
	}
	return len(labels) > 0
}

// Settle moves the ended segments to files if they exceed the memory budget. It
// returns the context's error after cancellation.
func (c *Cutter) Settle(ctx context.Context) error {
	for _, r := range c.unplaced {
		if err := c.to.Place(r); err != nil {
			return err
		}
	}
	c.unplaced = c.unplaced[:0]
	return ctx.Err()
}

// The parts of a split that a column can name.
const (
	trainSide      = "train"
	testSide       = "test"
	validationSide = "validation"
)

// sideOf returns the part of a split that a cell names.
func sideOf(text, column string) (string, error) {
	switch strings.ToLower(text) {
	case trainSide, "training", "0", "false":
		return trainSide, nil
	case testSide, "testing", "1", "true":
		return testSide, nil
	case validationSide, "valid", "val", "dev":
		return validationSide, nil
	}
	return "", fmt.Errorf("split column %s is %q: write train, test or validation (or 0 and 1)", message.Clean(column), message.Shorten(text, 40))
}
