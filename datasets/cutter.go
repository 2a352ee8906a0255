package datasets

import (
	"fmt"

	"example.com/sfatui/datasets/message"
)

// cutter cuts the rows of a file into segments: one begins where the text of
// the segment column changes, and without such a column where the group does.
type cutter struct {
	m    *material
	o    Options
	base string // names the segment of a file without a segment column
	held bool
	unit string // what rows are counted in: "line" or "row"

	roles

	cur    *recording
	last   marks
	ended  map[string]int // where a segment ended, by name
	broken string         // the name of the segment that was broken off at the last row, "" for none
	ripe   []*recording   // segments that ended and were not settled yet
	pieces int            // of the segment so far that was broken off
}

// marks are the texts of a row that tell which segment it belongs to; "" for a
// column that is not there.
type marks struct{ segment, group, cut, side string }

// newCutter cuts a file by the columns that have roles in it.
func (j *job) newCutter(f file, m *material, unit string, r roles) *cutter {
	return &cutter{m: m, o: j.o, base: f.base(), held: f.held, unit: unit, roles: r, ended: map[string]int{}}
}

// cuts reports whether any column cuts rows into segments.
func (r roles) cuts() bool { return r.segment >= 0 || r.group >= 0 || r.cutBy >= 0 || r.side >= 0 }

// place makes cur the segment of the row at that place, which has these texts.
// Its errors lack the place.
func (c *cutter) place(at int, row marks) error {
	if c.side >= 0 {
		var err error
		if row.side, err = sideOf(row.side, c.o.SplitColumn); err != nil {
			return err
		}
	}
	before := c.last
	c.last = row
	if row.group == "" && c.group >= 0 {
		return fmt.Errorf("column %s, which groups, is empty: name a group in every row", c.column("group"))
	}
	if c.cur == nil {
		return c.begin(at)
	}
	switch {
	case row.segment != before.segment:
		return c.begin(at)
	case row.group != before.group && c.segment >= 0:
		return fmt.Errorf("the group changes from %q to %q inside segment %q: a segment belongs to one group", before.group, row.group, c.cur.name)
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
	r := &recording{name: c.base, held: c.held || c.last.side == testSide, aside: c.last.side == validationSide, fields: map[string]string{}}
	if c.cutBy >= 0 {
		r.fields[message.Clean(c.o.CutBy)] = c.last.cut
	}
	if c.group >= 0 {
		r.group = c.last.group
		if c.segment < 0 {
			r.name += ":" + r.group
		}
	}
	if c.segment >= 0 {
		r.name = c.last.segment
		if end, ok := c.ended[r.name]; ok && c.broken != r.name {
			return fmt.Errorf("segment %q goes on here but ended on %s %d: sort the rows so that each segment is in one piece", r.name, c.unit, end)
		}
	}
	c.cur = r
	if c.broken != r.name {
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
	if c.cur.rows == 0 {
		c.pieces--
	}
	c.broken = c.cur.name
	c.close(at)
}

// close ends the current segment, whose last row is at that place.
func (c *cutter) close(at int) {
	r := c.cur
	if r == nil {
		return
	}
	if c.segment >= 0 {
		c.ended[r.name] = at
		c.setField("segment", r.name)
	}
	if c.group >= 0 {
		c.setField("group", r.group)
	}
	if isConstant(r.labels) {
		r.labels = append([]string(nil), r.labels[0])
		c.setField("label", r.labels[0])
	}
	if c.broken == r.name && c.pieces > 1 {
		r.name += fmt.Sprintf("#%d", c.pieces)
	}
	if r.rows > 0 {
		c.m.recordings = append(c.m.recordings, r)
		c.ripe = append(c.ripe, r)
	}
	c.cur = nil
}

// setField gives --where a field by its role's name and by its column's.
func (c *cutter) setField(role, value string) {
	column := c.column(role)
	if _, taken := c.cur.fields[column]; !taken {
		c.cur.fields[column] = value
	}
	c.cur.fields[role] = value
}

// column is the name of a role's column.
func (c *cutter) column(role string) string {
	if name := map[string]string{"label": c.o.Label, "segment": c.o.Segment, "group": c.o.Group}[role]; name != "" {
		return message.Clean(name)
	}
	return role
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

// place places the numbers of a recording that is read.
func (j *job) place(r *recording) (err error) {
	if !r.placed {
		r.placed = true
		r.x, err = j.spool.Place(r.x)
	}
	return err
}

// settle moves the segments that have ended to files where they are more than
// stays in memory. It fails, too, when the job is cancelled.
func (j *job) settle(c *cutter) error {
	for _, r := range c.ripe {
		if err := j.place(r); err != nil {
			return err
		}
	}
	c.ripe = c.ripe[:0]
	return j.ctx.Err()
}
