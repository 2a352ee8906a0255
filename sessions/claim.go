package sessions

import (
	"context"
	"maps"
	"slices"
	"time"

	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/store"
)

// Claim announces that the writer is to compute, and makes sure that no other process does:
// of several that begin at the same time one goes on, and the others get a *[BusyError]. With
// beside it goes on in any case, as a task does. Nothing may be recorded before it.
//
// The announcement is the journal's first record. Each process looks at all journals after it
// has announced itself. It gives way to who works, and to who announced itself under a lower
// ID; it waits for those with higher IDs to decide, which looked before it announced itself
// or give way to it (Burns and Lamport's one-bit algorithm for mutual exclusion). On a network
// whose listings are old by seconds two may both go on: then points are computed twice, to the
// same bytes.
//
// It returns the session as it is then: another process may have computed what was missing
// when it was read.
func (w *Writer) Claim(ctx context.Context, beside bool) (*Session, error) {
	if err := w.claim(ctx, beside); err != nil {
		return nil, err
	}
	if beside || !w.s.grown(w.id) {
		return w.s, nil
	}
	s, err := w.s.Reopen()
	w.mu.Lock()
	defer w.mu.Unlock()
	w.unheard = nil // the session holds them
	return s, err
}

func (w *Writer) claim(ctx context.Context, beside bool) error {
	c := claim{w: w, beside: beside}
	for until := time.Now().Add(undecided); ; {
		done, err := c.step()
		if done || err != nil {
			return err
		}
		if c.beside || c.waiting == nil {
			continue
		}
		if time.Now().After(until) {
			return c.waiting
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(lookAgain):
		}
	}
}

const (
	undecided = 10 * time.Second // that a process takes to decide, at most
	lookAgain = 20 * time.Millisecond
)

// claim is what [Writer.Claim] has done so far.
type claim struct {
	w         *Writer
	beside    bool
	announced bool
	passed    bool  // nobody with a lower ID was there
	alone     bool  // it has seen that it may go on
	waiting   error // for whom it waits
}

// step announces the writer, or looks whether it may go on, or goes on, which it reports.
func (c *claim) step() (bool, error) {
	w := c.w
	if !c.announced {
		w.mu.Lock()
		defer w.mu.Unlock()
		c.announced, w.computes = true, true
		return false, w.begin()
	}
	if !c.beside && !c.alone {
		wait, err := c.look()
		c.alone = err == nil && !wait
		return false, err
	}
	return true, w.Record(record.KindWorking, struct{}{})
}

// look reads the journals of the others. It reports whether one of them has still to decide,
// and is a *[BusyError] where the writer gives way.
func (c *claim) look() (wait bool, err error) {
	var higher []record.Writing
	for _, o := range c.w.s.others(c.w) {
		if o.works || !c.passed && o.Writer < c.w.id {
			if err := c.w.s.freeOf([]record.Writing{o.Writing}, time.Now()); err != nil {
				return false, err
			}
		} else if o.Writer > c.w.id {
			higher = append(higher, o.Writing)
		}
	}
	c.passed = true
	c.waiting = c.w.s.freeOf(higher, time.Now())
	return c.waiting != nil, nil
}

// grown reports whether the journals of others than the given writer have grown since the
// session was read.
func (s *Session) grown(except string) bool {
	ids, err := writers(s.at)
	if err != nil {
		return true // what is wrong shows when it is read
	}
	read := map[string]int64{}
	for _, j := range s.journals {
		read[j.writer] = j.offset + j.rest
	}
	return slices.ContainsFunc(ids, func(id string) bool {
		info, err := s.at.Info(journalPath(id))
		return id != except && (err != nil || info.Size() != read[id])
	})
}

// announcement is a journal that is not closed of a process that computes or is to.
type announcement struct {
	record.Writing
	works bool
}

// others reads the journals that were not closed when the session was read, but for those of
// the writer's own process, and returns those of who computes or is to.
func (s *Session) others(w *Writer) []announcement {
	ids, err := writers(s.at)
	if err != nil {
		return nil // what follows needs the disk, too
	}
	closed := map[string]bool{w.id: true}
	for _, j := range s.journals {
		closed[j.writer] = j.closed
	}
	var out []announcement
	for _, id := range ids {
		if closed[id] {
			continue
		}
		var ds store.Damages
		j := &journal{in: s.at, writer: id}
		records, _ := j.read(&ds) // a line that is damaged tells nothing
		if a, ok := announcementOf(id, records); ok && !j.closed && a.Process != w.process {
			out = append(out, a)
		}
	}
	return out
}

// announcementOf returns what the records of a journal tell of its writer.
func announcementOf(id string, records []record.Record) (a announcement, ok bool) {
	a.Writer = id
	for _, r := range records {
		a.Heard = max(a.Heard, r.T)
		switch r.Kind {
		case record.KindOpened:
			a.Opened, _ = record.DataOf[record.Opened](r)
			a.Since = r.T
			a.works = a.Task != nil
		case record.KindWorking, string(sweep.Started):
			a.works = true
		}
	}
	return a, a.Computes || a.works
}

// removeLeft removes the temporary files of writers that are known to be dead: of this
// machine those without a process, of others those that were not heard for a day. What cannot
// be removed stays.
func (w *Writer) removeLeft() {
	dead := map[string]bool{}
	now := time.Now()
	for _, a := range w.s.unclosed() {
		switch {
		case a.Process == "" || a.Process == w.process:
		case near(a.Opened):
			dead[a.Process] = !alive(a.PID, w.s.when(a.Since)) && !alive(a.PID, w.s.when(a.Heard))
		default:
			_, quiet := heard(w.s.at, a.Writer, w.s.when(a.Heard), clocks{now, w.s.at.Now(now)})
			dead[a.Process] = quiet > forgotten
		}
	}
	if len(dead) == 0 {
		return
	}
	for _, dir := range []string{".", store.PlanDir, store.PointsDir, store.ArtifactDir} {
		w.s.at.RemoveLeft(dir, dead)
	}
}

// forgotten is for how long a process of another machine is not heard that is taken for dead
// when what it left is removed: one that was suspended may still want it.
const forgotten = 24 * time.Hour

// unclosed returns what the journals tell of their writers that were not closed when the
// session was read.
func (s *Session) unclosed() []announcement {
	of := map[string][]record.Record{}
	for _, j := range s.journals {
		if !j.closed {
			of[j.writer] = nil
		}
	}
	for _, r := range s.records {
		if rs, ok := of[r.Writer]; ok {
			of[r.Writer] = append(rs, r)
		}
	}
	var out []announcement
	for _, id := range slices.Sorted(maps.Keys(of)) {
		a, _ := announcementOf(id, of[id])
		out = append(out, a)
	}
	return out
}
