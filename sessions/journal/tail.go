package journal

import (
	"slices"

	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/store"
)

// Tail reads the records that are appended to a session's journals after it was read.
type Tail struct{ *Contents }

// NewTail returns the tail of a copy of a session's contents, so that reading on does not
// change them. It reads the session again if reread is set, if the session is damaged or
// incompletely read, or if files were published since.
func NewTail(c *Contents, o Origin, reread bool) *Tail {
	t := &Tail{newContents(c.files, o)}
	unsettled := func(r record.Record) bool { return r.PointKey() != "" && r.Result == nil }
	there, err := c.PointFiles().Published()
	plans, _, err2 := c.files.List(store.PlanDir, store.PlanExt)
	if reread || err != nil || err2 != nil || len(c.Damage()) > 0 || slices.ContainsFunc(c.records, unsettled) ||
		len(there) != len(c.points) || len(plans) != len(c.plans) {
		(&reader{c: t.Contents, confirm: func(*record.Record) bool { return true }, known: c.points}).load()
		return t
	}
	t.entries, t.points, t.plans, t.records, t.unrecorded = c.entries, c.points, c.plans, c.records, c.unrecorded
	for _, j := range c.journals {
		own := *j
		t.journals = append(t.journals, &own)
	}
	return t
}

// Unrecorded returns the last records of [Contents.Records], those without a journal line.
func (t *Tail) Unrecorded() []record.Record { return t.unrecorded }

// ReadMore reads the records written since the last read, from the journals that have
// grown. An unreadable journal is read again the next time.
func (t *Tail) ReadMore() []record.Record {
	ids, err := writers(t.files)
	if err != nil {
		return nil
	}
	byID := map[string]*journal{}
	for _, j := range t.journals {
		byID[j.writer] = j
	}
	var records []record.Record
	for _, id := range ids {
		j := byID[id]
		if j == nil {
			j = &journal{in: t.files, writer: id}
			t.journals = append(t.journals, j)
		}
		j.confirm = t.attachPoint
		if !j.grown() {
			continue
		}
		rs, err := j.read(&t.damages)
		if err != nil {
			continue
		}
		records = append(records, rs...)
	}
	record.Sort(records)
	return records
}

// attachPoint sets the result of a record of a point. It reports false if the point's file
// cannot be read.
func (t *Tail) attachPoint(r *record.Record) bool {
	key := r.PointKey()
	if key == "" {
		return true
	}
	p, err := t.PointFiles().rereadPoint(key, t.points[key])
	if err != nil {
		return false
	}
	if d, ok := record.DataOf[record.Point](*r); ok {
		p.result.Seconds = float64(d.Seconds)
	}
	r.Result = p.result
	return true
}
