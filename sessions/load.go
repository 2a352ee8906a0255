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

// load reads journals, then plans, then points: each may speak only of what
// comes later in this order, so that nothing seems lost in a session that
// grows meanwhile.
func (s *Session) load(confirm func(*record.Record) bool, known map[string]point, tell Telling) {
	s.readJournals(confirm, tell)
	inPlans := s.readPlans()
	var inPoints int
	s.points, inPoints = readPoints(s.at, &s.damages, func(key string) (point, error) { return s.rereadPoint(key, known[key]) }, tell)
	s.leftovers = inPlans + inPoints
	s.unite()
	s.resolve()
	s.findUnrecorded()
	s.findLostJournals()
}

// readJournals reads the records of all writers, several journals at once: a sweep of many
// tasks has as many, and on a network most of the time is waiting.
func (s *Session) readJournals(confirm func(*record.Record) bool, tell Telling) {
	ids, err := writers(s.at)
	if err != nil {
		s.damages.Failed(store.JournalDir, 0, err, "the history")
	}
	s.journals = make([]*journal, len(ids))
	records, damages := make([][]record.Record, len(ids)), make([]store.Damages, len(ids))
	done := tell.counted("journal", len(ids))
	each(len(ids), func(i int) {
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

// counted gives what is called after each of so many files of a kind.
func (tell Telling) counted(kind string, of int) func() {
	var read atomic.Int64
	return func() {
		if tell != nil {
			tell(kind, int(read.Add(1)), of)
		}
	}
}

// unite makes the union of the plans, and checks the points against it.
func (s *Session) unite() {
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

// resolve gives the records of points their results, and the results their
// seconds.
func (s *Session) resolve() {
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

// findUnrecorded makes the records of published plans and points that no journal
// tells of, as their writer was killed in between.
func (s *Session) findUnrecorded() {
	told := map[string]bool{}
	var last int64
	for _, r := range s.records {
		last = r.T
		if r.Kind == record.KindPlanned {
			if d, ok := record.DataOf[record.Plan](r); ok {
				told[d.Plan] = true
			}
		}
		if r.Result != nil {
			told[r.Result.Key] = true
		}
	}
	for i, p := range s.plans {
		if i > 0 && !told[p.name] {
			s.unrecorded = append(s.unrecorded, record.New(last, record.KindPlanned, p.data(), nil))
		}
	}
	for _, e := range s.entries {
		if p, ok := s.points[e.Key]; ok && !told[e.Key] {
			d := record.Point{Key: e.Key, SHA256: p.sum, Cost: part.Float(e.Cost)}
			s.unrecorded = append(s.unrecorded, record.New(last, string(sweep.PointDone), d, p.result))
		}
	}
}

// findLostJournals reports more published plans and points without a line in any journal than
// the writers leave: each publishes one at a time and then records it, unless the disk fails
// in between. While a journal is not closed its writer may be at work, or may have been when
// the session was copied or packed, and more are published after journals were read.
func (s *Session) findLostJournals() {
	open := slices.ContainsFunc(s.journals, func(j *journal) bool { return !j.closed })
	if len(s.unrecorded) <= len(s.journals) || open || s.grown("") {
		return
	}
	s.damages.Add(store.JournalDir, 0, fmt.Sprintf("no journal tells of %d published plans and points, and the writers of the %d that are there leave one each at most: a journal is gone",
		len(s.unrecorded), len(s.journals)), "when, where and by whom they were computed, and notes")
}
