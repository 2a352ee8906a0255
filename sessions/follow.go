package sessions

import (
	"context"
	"time"

	"example.com/sfatui/sessions/journal"
	"example.com/sfatui/sessions/record"
)

// Follow calls f with every record of the session: first with the existing ones, in the
// order of [journal.Contents.Records], then with new ones as they are written. It polls at the given
// interval ([store.Interval] returns a suitable one) and opens the files again each time, so
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
	h, err := ReadHeader(s.Files())
	if err != nil {
		return err
	}
	t := &follower{journal.NewTail(s.Contents, h.Origin(), h.UUID != s.Header.UUID), s.Queued}
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
	records, unrecorded := t.tail.Records(), t.tail.Unrecorded()
	records = records[:len(records)-len(unrecorded)]
	for {
		if err := emit(records); err != nil {
			return err
		}
		if s.Files().Packed() || t.isOver(ctx, st, time.Now()) {
			return emit(unrecorded)
		}
		tick.Reset(every * time.Duration(1+t.tail.Tally().Writers/manyWriters))
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
		records = t.tail.ReadMore()
		if !t.pending(st, begun, time.Now()) {
			records, unrecorded = append(records, unrecorded...), nil
		}
	}
}

// follower decides how long a session is followed.
type follower struct {
	tail   *journal.Tail
	queued func(context.Context) bool // see [Session.Queued]
}

// pending reports whether files that had no journal line when Follow began may still get
// one. A process may take [record.SilentAfter] from publishing a point to recording it.
func (f *follower) pending(st record.State, begun, now time.Time) bool {
	return now.Sub(begun) < record.SilentAfter && len(f.tail.Processes().Computing(st, now)) > 0
}

// manyWriters is the number of journals that adds one polling interval to the pause between
// reads.
const manyWriters = 200

// isOver reports whether no further records can follow a state.
func (f *follower) isOver(ctx context.Context, st record.State, now time.Time) bool {
	if len(f.tail.Processes().Computing(st, now)) > 0 {
		return false
	}
	if st.Complete() {
		return true
	}
	if !st.Ended() && !f.tail.Processes().TasksLost(st, now) {
		return false
	}
	return f.queued == nil || !f.queued(ctx)
}
