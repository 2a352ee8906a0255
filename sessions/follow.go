package sessions

import (
	"context"
	"slices"
	"time"

	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/store"
)

// Follow calls f with every record of the session as it grows: first with those that are
// there, as [Session.Records] gives them, then with new ones as they come. It
// looks every so often ([store.Interval] returns a suitable period) and opens the files anew
// each time, so that it works from any host that sees the directory. It returns
// nil once every planned point is there, or the writer that began last has ended the
// sweep, and nobody computes any more; else the error of f, or that of ctx. A session
// whose writer was killed before that has no end: Follow waits for the next writer. Where
// tasks compute the session, it also returns once none of them was heard for
// [record.LostAfter]. While points are missing and tasks are [Session.Queued] it does not
// return. A packed one does not grow: Follow returns nil after what is there. Results of
// records may be those of the session: f does not write to them.
func (s *Session) Follow(ctx context.Context, every time.Duration, f func(record.Record) error) error {
	h, err := readHeader(s.at)
	if err != nil {
		return err
	}
	s = s.followed(h)
	tick := time.NewTicker(every)
	defer tick.Stop()
	var st record.State
	begun := time.Now()
	emit := func(records []record.Record) error {
		for _, r := range records {
			if err := ctx.Err(); err != nil {
				return err
			}
			if r.N == 0 && st.Has(r) {
				continue
			}
			if err := f(r); err != nil {
				return err
			}
			st.Take(r)
		}
		return nil
	}
	records, untold := s.Records(), s.unrecorded
	records = records[:len(records)-len(untold)]
	for {
		if err := emit(records); err != nil {
			return err
		}
		if s.at.Packed() || s.over(ctx, st, time.Now()) {
			return emit(untold)
		}
		tick.Reset(every * time.Duration(1+len(s.journals)/manyWriters))
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
		records = s.readMore()
		if !s.pending(st, begun, time.Now()) {
			records, untold = append(records, untold...), nil
		}
	}
}

// followed is the session as a follower begins: as it was opened, or read again where that
// left what a second look may settle, or where more was published since.
func (s *Session) followed(h Header) *Session {
	f := &Session{Dir: s.Dir, Header: h, at: s.at, Queued: s.Queued}
	unsettled := func(r record.Record) bool { return r.PointKey() != "" && r.Result == nil }
	there, err := s.Published()
	plans, _, err2 := s.at.List(store.PlanDir, store.PlanExt)
	if h.UUID != s.Header.UUID || err != nil || err2 != nil || len(s.Damage()) > 0 || slices.ContainsFunc(s.records, unsettled) ||
		len(there) != len(s.points) || len(plans) != len(s.plans) {
		f.load(func(*record.Record) bool { return true }, s.points, nil)
		return f
	}
	f.entries, f.points, f.plans, f.records, f.unrecorded = s.entries, s.points, s.plans, s.records, s.unrecorded
	for _, j := range s.journals {
		own := *j
		f.journals = append(f.journals, &own)
	}
	return f
}

// pending reports whether what had no line in a journal when Follow began may still get
// one. A process that computes is between a point and its line for as long as it may be
// silent.
func (s *Session) pending(st record.State, begun, now time.Time) bool {
	return now.Sub(begun) < record.SilentAfter && len(s.Computing(st, now)) > 0
}

// manyWriters is how many journals are looked at in the usual interval.
const manyWriters = 200

// over reports whether nothing more is to be waited for in a state.
func (s *Session) over(ctx context.Context, st record.State, now time.Time) bool {
	if len(s.Computing(st, now)) > 0 {
		return false
	}
	if st.Complete() {
		return true
	}
	if !st.Ended() && !s.tasksLost(st, now) {
		return false
	}
	return s.Queued == nil || !s.Queued(ctx)
}

// tasksLost reports whether tasks have begun, and none was heard of late.
func (s *Session) tasksLost(st record.State, now time.Time) bool {
	tasks := st.Tasks()
	for _, t := range tasks {
		if _, quiet := heard(s.at, t.Writer, s.when(t.Heard), clocks{now, now}); quiet < record.LostAfter {
			return false
		}
	}
	return len(tasks) > 0
}

func (s *Session) when(t int64) time.Time {
	return s.Header.Created.Add(time.Duration(t) * time.Millisecond)
}

// readMore reads what was recorded since the last look, opening the journals that have
// grown. One that cannot be read now is read at the next look.
func (s *Session) readMore() []record.Record {
	ids, err := writers(s.at)
	if err != nil {
		return nil
	}
	byID := map[string]*journal{}
	for _, j := range s.journals {
		byID[j.writer] = j
	}
	var records []record.Record
	for _, id := range ids {
		j := byID[id]
		if j == nil {
			j = &journal{in: s.at, writer: id}
			s.journals = append(s.journals, j)
		}
		j.confirm = s.attachPoint
		if !j.grown() {
			continue
		}
		rs, err := j.read(&s.damages)
		if err != nil {
			continue
		}
		records = append(records, rs...)
	}
	record.Sort(records)
	return records
}

// attachPoint gives a record its point, and reports whether that was to be had.
func (s *Session) attachPoint(r *record.Record) bool {
	key := r.PointKey()
	if key == "" {
		return true
	}
	p, err := s.rereadPoint(key, s.points[key])
	if err != nil {
		return false
	}
	if d, ok := record.DataOf[record.Point](*r); ok {
		p.result.Seconds = float64(d.Seconds)
	}
	r.Result = p.result
	return true
}
