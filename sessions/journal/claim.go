package journal

import (
	"context"
	"time"

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

// look reads the journals of the other writers. It reports whether one of them has not yet
// decided, and returns a *[BusyError] if the writer must yield.
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
