package datasets

import "fmt"

// cutter cuts the rows of a file into segments: one begins where the text of
// the segment column changes, and without such a column where the group does.
type cutter struct {
	m    *material
	o    Options
	base string // names the segment of a file without a segment column
	held bool
	unit string // what rows are counted in: "line" or "row"

	bySegment, byGroup bool

	cur     *recording
	segment string
	group   string
	ended   map[string]int // where a segment ended, by name
	broken  string         // the name of the segment that was broken off at the last row, "" for none
	pieces  int            // of the segment so far that was broken off
}

// newCutter cuts a file by a segment column, a group column or both.
func (j *job) newCutter(f file, m *material, unit string, bySegment, byGroup bool) *cutter {
	return &cutter{m: m, o: j.o, base: f.base(), held: f.held, unit: unit,
		bySegment: bySegment, byGroup: byGroup, ended: map[string]int{}}
}

// place makes cur the segment of the row at that place, which has these texts.
// Its errors lack the place.
func (c *cutter) place(at int, segment, group string) error {
	changed := c.cur == nil
	if c.bySegment && (changed || segment != c.segment) {
		c.segment, changed = segment, true
	}
	if c.byGroup && (changed || group != c.group) {
		if group == "" {
			return fmt.Errorf("column %s, which groups, is empty: name a group in every row", c.column("group"))
		}
		if !changed && c.bySegment {
			return fmt.Errorf("the group changes from %q to %q inside segment %q: a segment belongs to one group", c.group, group, c.cur.name)
		}
		c.group, changed = group, true
	}
	if changed {
		return c.begin(at)
	}
	return nil
}

// begin closes the current segment and opens the next.
func (c *cutter) begin(at int) error {
	c.close(at - 1)
	r := &recording{name: c.base, held: c.held, fields: map[string]string{}}
	if c.byGroup {
		r.group = c.group
		if !c.bySegment {
			r.name += ":" + r.group
		}
	}
	if c.bySegment {
		r.name = c.segment
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
	if c.bySegment {
		c.ended[r.name] = at
		c.setField("segment", r.name)
	}
	if c.byGroup {
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
		return Clean(name)
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
