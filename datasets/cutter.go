package datasets

import (
	"context"
	"fmt"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
)

// cutter cuts the rows of a file into segments: one begins where the text of
// the segment column changes, and without such a column where the group does.
type cutter struct {
	to   *sink
	base string // names the segment of a file without a segment column
	held bool
	unit string // what rows are counted in: "line" or "row"

	roles

	cur    *data.Recording
	last   marks
	ended  map[string]int    // where a segment ended, by name
	broken string            // the name of the segment that was broken off at the last row, "" for none
	ripe   []*data.Recording // segments that ended and were not settled yet
	pieces int               // of the segment so far that was broken off
}

// marks are the texts of a row that tell which segment it belongs to; "" for a
// column that is not there.
type marks struct{ segment, group, cut, side string }

// newCutter cuts a file by the columns that have roles in it.
func (to *sink) newCutter(f file, unit string, r roles) *cutter {
	return &cutter{to: to, base: f.base(), held: f.held, unit: unit, roles: r, ended: map[string]int{}}
}

// place makes cur the segment of the row at that place, which has these texts.
// Its errors lack the place.
func (c *cutter) place(at int, row marks) error {
	if c.of[SplitColumn] >= 0 {
		var err error
		if row.side, err = sideOf(row.side, c.to.columns.role[SplitColumn]); err != nil {
			return err
		}
	}
	before := c.last
	c.last = row
	if row.group == "" && c.of[Group] >= 0 {
		return fmt.Errorf("column %s, which groups, is empty: name a group in every row", c.column(Group))
	}
	if c.cur == nil {
		return c.begin(at)
	}
	switch {
	case row.segment != before.segment:
		return c.begin(at)
	case row.group != before.group && c.of[SegmentName] >= 0:
		return fmt.Errorf("the group changes from %q to %q inside segment %q: a segment belongs to one group", before.group, row.group, c.cur.Name)
	case row.group != before.group:
		return c.begin(at)
	case row.cut != before.cut, row.side != before.side:
		c.breakOff(at - 1)
		return c.begin(at)
	}
	return nil
}

// begin closes the current segment and opens the next.
func (c *cutter) begin(at int) error {
	c.close(at - 1)
	r := &data.Recording{Name: c.base, Held: c.held || c.last.side == testSide, Aside: c.last.side == validationSide, Fields: map[string]string{}}
	if c.of[CutBy] >= 0 {
		r.Fields[message.Clean(c.to.columns.role[CutBy])] = c.last.cut
	}
	if c.of[Group] >= 0 {
		r.Group = c.last.group
		if c.of[SegmentName] < 0 {
			r.Name += ":" + r.Group
		}
	}
	if c.of[SegmentName] >= 0 {
		r.Name = c.last.segment
		if end, ok := c.ended[r.Name]; ok && c.broken != r.Name {
			return fmt.Errorf("segment %q goes on here but ended on %s %d: sort the rows so that each segment is in one piece", r.Name, c.unit, end)
		}
	}
	c.cur = r
	if c.broken != r.Name {
		c.broken, c.pieces = "", 1
		return nil
	}
	c.pieces++
	return nil
}

// breakOff ends the current segment at a row that cannot be used. What follows
// of it is a segment with a number behind its name.
func (c *cutter) breakOff(at int) {
	if c.cur == nil {
		return
	}
	if c.cur.Rows == 0 {
		c.pieces--
	}
	c.broken = c.cur.Name
	c.close(at)
}

// close ends the current segment, whose last row is at that place.
func (c *cutter) close(at int) {
	r := c.cur
	if r == nil {
		return
	}
	if c.of[SegmentName] >= 0 {
		c.ended[r.Name] = at
		c.setField(SegmentName, r.Name)
	}
	if c.of[Group] >= 0 {
		c.setField(Group, r.Group)
	}
	if isConstant(r.Labels) {
		r.Labels = append([]string(nil), r.Labels[0])
		c.setField(Label, r.Labels[0])
	}
	if c.broken == r.Name && c.pieces > 1 {
		r.Name += fmt.Sprintf("#%d", c.pieces)
	}
	if r.Rows > 0 {
		c.to.Recordings = append(c.to.Recordings, r)
		c.ripe = append(c.ripe, r)
	}
	c.cur = nil
}

// setField gives --where a field by its role's name and by its column's.
func (c *cutter) setField(role Role, value string) {
	column := c.column(role)
	if _, taken := c.cur.Fields[column]; !taken {
		c.cur.Fields[column] = value
	}
	c.cur.Fields[role.String()] = value
}

// column is the name of a role's column.
func (c *cutter) column(role Role) string {
	if name := c.to.columns.role[role]; name != "" {
		return message.Clean(name)
	}
	return role.String()
}

// isConstant reports whether labels holds one text, once or more.
func isConstant(labels []string) bool {
	for _, l := range labels {
		if l != labels[0] {
			return false
		}
	}
	return len(labels) > 0
}

// settle moves the segments that have ended to files where they are more than
// stays in memory. It fails, too, when ctx has ended.
func (c *cutter) settle(ctx context.Context) error {
	for _, r := range c.ripe {
		if err := c.to.place(r); err != nil {
			return err
		}
	}
	c.ripe = c.ripe[:0]
	return ctx.Err()
}
