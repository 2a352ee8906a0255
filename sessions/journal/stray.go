package journal

import (
	"maps"
	"slices"
	"time"

	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/store"
)

// announcement is an open journal of a process that computes or is about to.
type announcement struct {
	record.Writing
	works bool
}

// announcementOf returns what a journal's records state about its writer. ok reports
// whether the writer computes or is about to.
func announcementOf(id string, records []record.Record) (a announcement, ok bool) {
	a.Writer = id
	for _, r := range records {
		a.Latest = max(a.Latest, r.T)
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

// removeStrayFiles removes the temporary files of dead writers, except those of the given
// process. A writer of this machine is dead if its process has ended, one of another
// machine after a day without a heartbeat. Errors are ignored.
func removeStrayFiles(c *Contents, process string) {
	dead := map[string]bool{}
	now := time.Now()
	for _, a := range unclosed(c) {
		switch {
		case a.Process == "" || a.Process == process:
		case isLocal(a.Opened):
			dead[a.Process] = !isAlive(a.PID, c.Processes().when(a.Since)) && !isAlive(a.PID, c.Processes().when(a.Latest))
		default:
			_, quiet := lastHeard(c.files, a.Writer, c.Processes().when(a.Latest), clocks{now, c.files.Now(now)})
			dead[a.Process] = quiet > abandonedAfter
		}
	}
	if len(dead) == 0 {
		return
	}
	for _, dir := range []string{".", store.PlanDir, store.PointsDir, store.ArtifactDir} {
		c.files.RemoveLeft(dir, dead)
	}
}

// abandonedAfter is the time that a writer of another machine must be silent before its
// temporary files are removed. It is long because a suspended process may still need them.
const abandonedAfter = 24 * time.Hour

// unclosed returns the writers whose journals were open when the session was read.
func unclosed(c *Contents) []announcement {
	of := map[string][]record.Record{}
	for _, j := range c.journals {
		if !j.closed {
			of[j.writer] = nil
		}
	}
	for _, r := range c.records {
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
