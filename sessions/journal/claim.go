package journal

import (
	"context"
	"maps"
	"slices"
	"time"

	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/store"
)

// Claim announces that the writer is about to compute, and ensures that no other process
// computes. If several processes start at once, one proceeds and the others get a
// *[BusyError]. With beside set it always proceeds, as tasks do. Call it before recording
// anything.
//
// The announcement is the journal's first record. After announcing itself, each process
// reads all journals. It yields to processes that compute, and to those that announced
// themselves under a lower ID. It waits for processes with higher IDs to decide: they
// either read the journals before its announcement or yield to it (the one-bit algorithm of
// Burns and Lamport for mutual exclusion). On a network with directory listings that are
// seconds old, two processes may both proceed. Points are then computed twice, to the same
// bytes.
//
// Claim reports whether the session has grown since it was read, because another process may
// have computed missing points. It must then be read again.
func (w *Writer) Claim(ctx context.Context, beside bool) (grown bool, err error) {
	if err := w.claim(ctx, beside); err != nil {
		return false, err
	}
	if beside || !w.c.grown(w.id) {
		return false, nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.unwatched = nil // they are part of the session that is read again
	return true, nil
}

// claim repeats the steps of a claim until it proceeds, fails, or has waited for
// claimTimeout.
func (w *Writer) claim(ctx context.Context, beside bool) error {
	c := claim{w: w, beside: beside}
	for until := time.Now().Add(claimTimeout); ; {
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
		case <-time.After(claimPoll):
		}
	}
}

const (
	claimTimeout = 10 * time.Second // longest time that a process takes to decide
	claimPoll    = 20 * time.Millisecond
)

// claim is the progress of a [Writer.Claim].
type claim struct {
	w         *Writer
	beside    bool
	announced bool
	passed    bool  // no process with a lower ID had announced itself
	alone     bool  // no other process computes
	waiting   error // a *BusyError of the process that it waits for
}

// step performs the next step of the claim: it announces the writer, looks for other
// processes until none is in the way, or records that the writer works. It reports whether
// the claim is complete.
func (c *claim) step() (bool, error) {
	w := c.w
	if !c.announced {
		w.mu.Lock()
		defer w.mu.Unlock()
		c.announced, w.computes = true, true
		return false, w.writeOpened()
	}
	if !c.beside && !c.alone {
		wait, err := c.look()
		c.alone = err == nil && !wait
		return false, err
	}
	return true, w.Record(record.KindWorking, struct{}{})
}

// look reads the journals of the other writers. It reports whether one of them has yet to
// decide, and returns a *[BusyError] if the writer must yield.
func (c *claim) look() (wait bool, err error) {
	var higher []record.Writing
	for _, o := range c.w.competitors() {
		if o.works || !c.passed && o.Writer < c.w.id {
			if err := c.w.c.Processes().freeOf([]record.Writing{o.Writing}, time.Now()); err != nil {
				return false, err
			}
		} else if o.Writer > c.w.id {
			higher = append(higher, o.Writing)
		}
	}
	c.passed = true
	c.waiting = c.w.c.Processes().freeOf(higher, time.Now())
	return c.waiting != nil, nil
}

// announcement is an open journal of a process that computes or is about to.
type announcement struct {
	record.Writing
	works bool
}

// competitors returns the writers that compute or are about to, from the journals that were
// not closed when the session was read. Journals of its own process are left out.
func (w *Writer) competitors() []announcement {
	ids, err := writers(w.c.files)
	if err != nil {
		return nil // the next write to the disk fails as well
	}
	closed := map[string]bool{w.id: true}
	for _, j := range w.c.journals {
		closed[j.writer] = j.closed
	}
	var out []announcement
	for _, id := range ids {
		if closed[id] {
			continue
		}
		var ds store.Damages
		j := &journal{in: w.c.files, writer: id}
		records, _ := j.read(&ds) // damaged lines are skipped
		if a, ok := announcementOf(id, records); ok && !j.closed && a.Process != w.process {
			out = append(out, a)
		}
	}
	return out
}

// announcementOf returns what a journal's records state about its writer. ok reports
// whether the writer computes or is about to.
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

// removeStrayFiles removes the temporary files of dead writers. A writer of this machine is
// dead without its process, one of another machine after a day without a sign of life.
// Errors are ignored.
func (w *Writer) removeStrayFiles() {
	dead := map[string]bool{}
	now := time.Now()
	for _, a := range w.unclosed() {
		switch {
		case a.Process == "" || a.Process == w.process:
		case isLocal(a.Opened):
			dead[a.Process] = !isAlive(a.PID, w.c.Processes().when(a.Since)) && !isAlive(a.PID, w.c.Processes().when(a.Heard))
		default:
			_, quiet := lastHeard(w.c.files, a.Writer, w.c.Processes().when(a.Heard), clocks{now, w.c.files.Now(now)})
			dead[a.Process] = quiet > abandonedAfter
		}
	}
	if len(dead) == 0 {
		return
	}
	for _, dir := range []string{".", store.PlanDir, store.PointsDir, store.ArtifactDir} {
		w.c.files.RemoveLeft(dir, dead)
	}
}

// abandonedAfter is how long a writer of another machine must be silent before its
// temporary files are removed. It is long because a suspended process may still need them.
const abandonedAfter = 24 * time.Hour

// unclosed returns the writers whose journals were open when the session was read.
func (w *Writer) unclosed() []announcement {
	of := map[string][]record.Record{}
	for _, j := range w.c.journals {
		if !j.closed {
			of[j.writer] = nil
		}
	}
	for _, r := range w.c.records {
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
