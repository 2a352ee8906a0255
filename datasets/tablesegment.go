package datasets

import "bytes"

// place opens a new segment where the row begins one. Without a segment
// column a change of group begins one.
func (t *tableReader) place(fields [][]byte) error {
	changed := t.cur == nil
	if t.segmentColumn >= 0 && (changed || !bytes.Equal(fields[t.segmentColumn], t.segment)) {
		t.segment = append(t.segment[:0], fields[t.segmentColumn]...)
		changed = true
	}
	if t.groupColumn >= 0 && (changed || !bytes.Equal(fields[t.groupColumn], t.group)) {
		cell := fields[t.groupColumn]
		if t.text(cell) == "" {
			return t.at("column %s, which groups, is empty: name a group in every row", t.names[t.groupColumn-t.shift()])
		}
		if !changed && t.segmentColumn >= 0 {
			return t.at("the group changes from %q to %q inside segment %q: a segment belongs to one group",
				t.text(t.group), t.text(cell), t.cur.name)
		}
		t.group = append(t.group[:0], cell...)
		changed = true
	}
	if changed {
		return t.begin()
	}
	return nil
}

// begin closes the current segment and opens the next.
func (t *tableReader) begin() error {
	t.close()
	r := &recording{name: t.base, held: t.held, fields: map[string]string{}}
	if t.groupColumn >= 0 {
		r.group = t.text(t.group)
		if t.segmentColumn < 0 {
			r.name += ":" + r.group
		}
	}
	if t.segmentColumn >= 0 {
		r.name = t.text(t.segment)
		if line, ok := t.seen[r.name]; ok {
			return t.at("segment %q goes on here but ended on line %d: sort the rows so that each segment is in one piece", r.name, line)
		}
	}
	t.cur = r
	return nil
}

// close ends the current segment and keeps it if --where does.
func (t *tableReader) close() {
	r := t.cur
	if r == nil {
		return
	}
	if t.segmentColumn >= 0 {
		t.seen[r.name] = t.scan.line - 1
		t.setField(r, "segment", t.j.o.Segment, r.name)
	}
	if t.groupColumn >= 0 {
		t.setField(r, "group", t.j.o.Group, r.group)
	}
	if isConstant(r.labels) {
		r.labels = append([]string(nil), r.labels[0])
		t.setField(r, "label", t.j.o.Label, r.labels[0])
	}
	t.m.recordings = append(t.m.recordings, r)
	t.cur = nil
}

// setField gives --where a field by its role's name and by its column's.
func (t *tableReader) setField(r *recording, role, column, value string) {
	column = Clean(column)
	if _, taken := r.fields[column]; !taken {
		r.fields[column] = value
	}
	r.fields[role] = value
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
