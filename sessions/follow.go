package sessions

import (
	"context"
	"slices"
	"time"

	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/store"
)

// Follow calls f with every record of the session: first with the existing ones, in the
// order of [Session.Records], then with new ones as they are written. It polls at the given
// interval ([store.Interval] returns a suitable one) and opens the files anew each time, so
// that it works on every host that sees the directory.
//
// Follow returns nil once no process computes and either every planned point exists or the
// latest writer has ended the sweep. Tasks also count as ended if none of them was heard
// for [record.LostAfter]. It does not return while points are missing and tasks are
// [Session.Queued]. It waits for the next writer if a kill ended the last one. It also
// returns the error of f, or that of ctx. A packed session does not grow: Follow returns
// after its existing records.
//
// The results of records may be shared with the session, so f must not write to them.
func (s *Session) Follow(ctx context.Context, every time.Duration, f func(record.Record) error) error {
	h, err := readHeader(s.at)
	if err != nil {
		return err
	}
	s = s.startFollowing(h)
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
	records, unrecorded := s.Records(), s.unrecorded
	records = records[:len(records)-len(unrecorded)]
	for {
		if err := emit(records); err != nil {
			return err
		}
		if s.at.Packed() || s.isOver(ctx, st, time.Now()) {
			return emit(unrecorded)
		}
		tick.Reset(every * time.Duration(1+len(s.journals)/manyWriters))
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
		records = s.readMore()
		if !s.pending(st, begun, time.Now()) {
			records, unrecorded = append(records, unrecorded...), nil
		}
	}
}

// startFollowing returns a copy of the session for Follow to extend. It reads the session
// again if the session is damaged or incompletely read, or if files were published since.
func (s *Session) startFollowing(h Header) *Session {
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

// pending reports whether files that had no journal line when Follow began may still get
// one. A process may take [record.SilentAfter] from publishing a point to recording it.
func (s *Session) pending(st record.State, begun, now time.Time) bool {
	return now.Sub(begun) < record.SilentAfter && len(s.Computing(st, now)) > 0
}

// manyWriters is the number of journals that adds one polling interval to the pause between
// reads.
const manyWriters = 200

// isOver reports whether no further records are to be expected after a state.
func (s *Session) isOver(ctx context.Context, st record.State, now time.Time) bool {
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

// tasksLost reports whether tasks have begun and all of them have been silent for
// [record.LostAfter].
func (s *Session) tasksLost(st record.State, now time.Time) bool {
	tasks := st.Tasks()
	for _, t := range tasks {
		if _, quiet := lastHeard(s.at, t.Writer, s.when(t.Heard), clocks{now, now}); quiet < record.LostAfter {
			return false
		}
	}
	return len(tasks) > 0
}

// when returns the time t milliseconds after the session's creation.
func (s *Session) when(t int64) time.Time {
	return s.Header.Created.Add(time.Duration(t) * time.Millisecond)
}

// readMore reads the records written since the last read, from the journals that have
// grown. An unreadable journal is read again the next time.
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

// attachPoint sets the result of a record of a point. It reports false if the point's file
// cannot be read.
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
