package journal

import (
	"cmp"
	"fmt"
	"slices"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/store"
)

// reader reads a directory into the contents of a session.
type reader struct {
	c *Contents
	// confirm, if set, reports whether a record is ready to be returned, see [journal].
	confirm func(*record.Record) bool
	// known holds points that are not decoded again if their files have the same checksum.
	known    map[string]point
	progress Progress // may be nil
}

// Read reads the directory of a session. progress may be nil.
func Read(files store.Dir, o Origin, progress Progress) *Contents {
	r := &reader{c: newContents(files, o), progress: progress}
	r.load()
	return r.c
}

// Reread reads the directory of c again. Points that the writer w published are not decoded
// again; if w is nil, points whose files have not changed.
func Reread(c *Contents, o Origin, w *Writer) *Contents {
	r := &reader{c: newContents(c.files, o), known: c.points}
	if w != nil {
		r.known = w.written()
	}
	r.load()
	return r.c
}

// IsCurrent reports whether no file was added to the session since it was read, and no
// journal has grown.
func (c *Contents) IsCurrent() bool {
	if c.damages.Unread != nil || c.grown("") {
		return false
	}
	plans, _, err := c.files.List(store.PlanDir, store.PlanExt)
	points, err2 := c.PointFiles().Published()
	return err == nil && err2 == nil && len(plans) == len(c.plans) && len(points) == len(c.points)
}

// load reads journals, then plans, then points. Each refers only to files that are read
// after it, so that nothing seems lost in a session that grows during the read.
func (r *reader) load() {
	r.readJournals()
	inPlans := readPlans(r.c)
	var inPoints int
	r.c.points, inPoints = readPoints(r.c.files, &r.c.damages, func(key string) (point, error) { return r.c.PointFiles().rereadPoint(key, r.known[key]) }, r.progress)
	r.c.strayFiles = inPlans + inPoints
	r.mergePlans()
	r.attachResults()
	r.findUnrecorded()
	r.findLostJournals()
}

// readJournals reads the records of all writers, several journals at once: a sweep of many
// tasks has many journals, and on a network most of the time is spent waiting.
func (r *reader) readJournals() {
	ids, err := writers(r.c.files)
	if err != nil {
		r.c.damages.Failed(store.JournalDir, 0, err, "the history")
	}
	r.c.journals = make([]*journal, len(ids))
	records, damages := make([][]record.Record, len(ids)), make([]store.Damages, len(ids))
	done := r.progress.counter("journal", len(ids))
	store.ForEach(len(ids), func(i int) {
		defer done()
		j := &journal{in: r.c.files, writer: ids[i], confirm: r.confirm}
		rs, err := j.read(&damages[i])
		if err != nil {
			damages[i].Failed(j.rel(), j.number, err, "the rest of the journal")
		}
		r.c.journals[i], records[i] = j, rs
	})
	for i := range damages {
		r.c.damages.Join(&damages[i])
	}
	r.c.records = slices.Concat(records...)
	record.Sort(r.c.records)
}

// mergePlans builds the union of the plans and reports points whose parameters differ from
// their plan as damage.
func (r *reader) mergePlans() {
	seen := map[string]bool{}
	for _, p := range r.c.plans {
		for _, e := range p.entries {
			if seen[e.Key] {
				continue
			}
			seen[e.Key] = true
			r.c.entries = append(r.c.entries, e)
			switch got, ok := r.c.points[e.Key]; {
			case ok && got.result.Point == e.Point:
				got.result.Point, got.result.Key = e.Point, e.Key // one copy in memory, not two
			case ok:
				r.c.damages.Add(PointPath(e.Key), 0, "its parameters are not those of the plan", "trust in the point")
			}
		}
	}
}

// attachResults sets the results of the records of points, and the computing times of the
// results. It reports points that are missing or whose checksum differs as damage.
func (r *reader) attachResults() {
	for i := range r.c.records {
		rec := &r.c.records[i]
		key := rec.PointKey()
		if key == "" {
			continue
		}
		p, ok := r.c.points[key]
		if !ok {
			if r.c.files.Missing(PointPath(key)) {
				r.c.damages.Add(PointPath(key), 0, "missing, though a journal lists it", "the point, until it is computed again")
			}
			continue
		}
		rec.Result = p.result
		d, ok := record.DataOf[record.Point](*rec)
		if !ok || rec.Kind != string(sweep.PointDone) {
			continue
		}
		if d.SHA256 != p.sum {
			r.c.damages.Add(PointPath(key), 0, "its bytes do not match the SHA-256 in a journal", "trust in the point")
		}
		p.result.Seconds = cmp.Or(p.result.Seconds, float64(d.Seconds))
	}
}

// findUnrecorded makes records for published plans and points without a journal line, whose
// writer was killed between publishing and recording.
func (r *reader) findUnrecorded() {
	recorded := map[string]bool{}
	var last int64
	for _, r := range r.c.records {
		last = r.T
		if r.Kind == record.KindPlanned {
			if d, ok := record.DataOf[record.Plan](r); ok {
				recorded[d.Plan] = true
			}
		}
		if r.Result != nil {
			recorded[r.Result.Key] = true
		}
	}
	for i, p := range r.c.plans {
		if i > 0 && !recorded[p.name] {
			r.c.unrecorded = append(r.c.unrecorded, record.New(last, record.KindPlanned, p.data(), nil))
		}
	}
	for _, e := range r.c.entries {
		if p, ok := r.c.points[e.Key]; ok && !recorded[e.Key] {
			d := record.Point{Key: e.Key, SHA256: p.sum, Cost: part.Float(e.Cost)}
			r.c.unrecorded = append(r.c.unrecorded, record.New(last, string(sweep.PointDone), d, p.result))
		}
	}
}

// findLostJournals reports damage if more plans and points lack a journal line than the
// existing writers can explain: a writer publishes one file at a time and then records it,
// unless the disk fails in between. It reports nothing while a journal is open or has
// grown, because its writer may be publishing, or may have been when the session was
// copied.
func (r *reader) findLostJournals() {
	open := slices.ContainsFunc(r.c.journals, func(j *journal) bool { return !j.closed })
	if len(r.c.unrecorded) <= len(r.c.journals) || open || r.c.grown("") {
		return
	}
	r.c.damages.Add(store.JournalDir, 0, fmt.Sprintf("no journal lists %d published plans and points, but each of the %d existing journals leaves at most one such file: a journal is missing",
		len(r.c.unrecorded), len(r.c.journals)), "when, where and by whom they were computed, and notes")
}
