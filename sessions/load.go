package sessions

import (
	"cmp"
	"fmt"
	"slices"
	"sync/atomic"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/store"
)

// load reads journals, then plans, then points. Each refers only to files that are read
// after it, so that nothing seems lost in a session that grows during the read.
func (s *Session) load(confirm func(*record.Record) bool, known map[string]point, progress Progress) {
	s.readJournals(confirm, progress)
	inPlans := s.readPlans()
	var inPoints int
	s.points, inPoints = readPoints(s.at, &s.damages, func(key string) (point, error) { return s.rereadPoint(key, known[key]) }, progress)
	s.strayFiles = inPlans + inPoints
	s.mergePlans()
	s.attachResults()
	s.findUnrecorded()
	s.findLostJournals()
}

// readJournals reads the records of all writers, several journals at once: a sweep of many
// tasks has many journals, and on a network most of the time is spent waiting.
func (s *Session) readJournals(confirm func(*record.Record) bool, progress Progress) {
	ids, err := writers(s.at)
	if err != nil {
		s.damages.Failed(store.JournalDir, 0, err, "the history")
	}
	s.journals = make([]*journal, len(ids))
	records, damages := make([][]record.Record, len(ids)), make([]store.Damages, len(ids))
	done := progress.counter("journal", len(ids))
	forEach(len(ids), func(i int) {
		defer done()
		j := &journal{in: s.at, writer: ids[i], confirm: confirm}
		rs, err := j.read(&damages[i])
		if err != nil {
			damages[i].Failed(j.rel(), j.number, err, "the rest of the journal")
		}
		s.journals[i], records[i] = j, rs
	})
	for i := range damages {
		s.damages.Join(&damages[i])
	}
	s.records = slices.Concat(records...)
	record.Sort(s.records)
}

// counter returns a function to be called after each file of a kind. It passes the number
// of calls to p.
func (p Progress) counter(kind string, of int) func() {
	var read atomic.Int64
	return func() {
		if p != nil {
			p(kind, int(read.Add(1)), of)
		}
	}
}

// mergePlans builds the union of the plans and reports points whose parameters differ from
// their plan as damage.
func (s *Session) mergePlans() {
	seen := map[string]bool{}
	for _, p := range s.plans {
		for _, e := range p.entries {
			if seen[e.Key] {
				continue
			}
			seen[e.Key] = true
			s.entries = append(s.entries, e)
			switch got, ok := s.points[e.Key]; {
			case ok && got.result.Point == e.Point:
				got.result.Point, got.result.Key = e.Point, e.Key // one copy in memory, not two
			case ok:
				s.damages.Add(pointPath(e.Key), 0, "its parameters are not those of the plan", "trust in the point")
			}
		}
	}
}

// attachResults sets the results of the records of points, and the computing times of the
// results. It reports points that are missing or whose checksum differs as damage.
func (s *Session) attachResults() {
	for i := range s.records {
		r := &s.records[i]
		key := r.PointKey()
		if key == "" {
			continue
		}
		p, ok := s.points[key]
		if !ok {
			if s.at.Missing(pointPath(key)) {
				s.damages.Add(pointPath(key), 0, "missing, though a journal tells of it", "the point, until it is computed again")
			}
			continue
		}
		r.Result = p.result
		d, ok := record.DataOf[record.Point](*r)
		if !ok || r.Kind != string(sweep.PointDone) {
			continue
		}
		if d.SHA256 != p.sum {
			s.damages.Add(pointPath(key), 0, "not the bytes whose SHA-256 stands in a journal", "trust in the point")
		}
		p.result.Seconds = cmp.Or(p.result.Seconds, float64(d.Seconds))
	}
}

// findUnrecorded makes records for published plans and points without a journal line, whose
// writer was killed between publishing and recording.
func (s *Session) findUnrecorded() {
	recorded := map[string]bool{}
	var last int64
	for _, r := range s.records {
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
	for i, p := range s.plans {
		if i > 0 && !recorded[p.name] {
			s.unrecorded = append(s.unrecorded, record.New(last, record.KindPlanned, p.data(), nil))
		}
	}
	for _, e := range s.entries {
		if p, ok := s.points[e.Key]; ok && !recorded[e.Key] {
			d := record.Point{Key: e.Key, SHA256: p.sum, Cost: part.Float(e.Cost)}
			s.unrecorded = append(s.unrecorded, record.New(last, string(sweep.PointDone), d, p.result))
		}
	}
}

// findLostJournals reports damage if more plans and points lack a journal line than the
// existing writers can explain: a writer publishes one file at a time and then records it,
// unless the disk fails in between. It reports nothing while a journal is open or has
// grown, because its writer may be publishing, or may have been when the session was
// copied.
func (s *Session) findLostJournals() {
	open := slices.ContainsFunc(s.journals, func(j *journal) bool { return !j.closed })
	if len(s.unrecorded) <= len(s.journals) || open || s.grown("") {
		return
	}
	s.damages.Add(store.JournalDir, 0, fmt.Sprintf("no journal tells of %d published plans and points, and the writers of the %d that are there leave one each at most: a journal is gone",
		len(s.unrecorded), len(s.journals)), "when, where and by whom they were computed, and notes")
}
