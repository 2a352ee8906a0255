package journal

import (
	"fmt"
	"os"
	"slices"
	"time"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/store"
)

// Computing is a process that computes in a session.
type Computing struct {
	Host string // "" for this machine
	PID  int
	// Since is the time of its first record, Latest that of its last heartbeat. Both are
	// by its own clock, unless that is wrong.
	Since, Latest time.Time
	// Silent reports that the last sign of life of a process elsewhere is older than
	// [record.SilentAfter].
	Silent bool
	Task   *record.Task // nil if it computes all remaining points
}

// Processes holds the processes that compute or pause a session.
type Processes struct {
	dir     string
	files   store.Dir
	created time.Time // of the session; records count from it
}

// NewProcesses returns the processes of a session's directory.
func NewProcesses(files store.Dir, created time.Time) Processes {
	return Processes{files.Path("."), files, created}
}

// Processes returns the processes that may compute the session.
func (c *Contents) Processes() Processes {
	return Processes{c.Dir, c.files, c.origin.Created}
}

// Computing returns the processes that compute or pause the session at the time now,
// according to a state of it. A process of this machine, boot and PID namespace counts
// while it is alive, whatever its journal records. Other processes, including those of a
// container with this machine's name, count for [record.LostAfter] after their last
// heartbeat. If a process's clock is wrong or was changed, the journal's modification time
// replaces it.
func (p Processes) Computing(st record.State, now time.Time) []Computing {
	return p.ComputingOf(st.Writing(), now)
}

// ComputingOf returns the given writers that compute or pause the session, as
// [Processes.Computing] does.
func (p Processes) ComputingOf(writing []record.Writing, now time.Time) []Computing {
	return p.computing(writing, clocks{now, now})
}

// clocks holds simultaneous readings of this machine's clock and of the clock of the
// session's file system.
type clocks struct{ here, disk time.Time }

// computing implements [Processes.ComputingOf] for two clocks. A packed session has
// none.
func (p Processes) computing(writing []record.Writing, now clocks) []Computing {
	if p.files.Packed() {
		return nil
	}
	var out []Computing
	for _, w := range writing {
		c := Computing{PID: w.PID, Task: w.Task, Since: p.when(w.Since)}
		var quiet time.Duration
		c.Latest, quiet = lastHeard(p.files, w.Writer, p.when(w.Latest), now)
		if !isLocal(w.Opened) {
			c.Host = message.Clean(w.Host)
			c.Silent = quiet > record.SilentAfter
			if w.Heartbeat > 0 && quiet > record.LostAfter {
				continue
			}
		} else if store.IsElsewhere(w.Session, p.files.Itself) || !isAlive(w.PID, c.Since) && !isAlive(w.PID, c.Latest) {
			continue
		}
		out = append(out, c)
	}
	return out
}

// maxClockSkew is the largest plausible difference between a writer's clock and that of the
// file system. A journal modified longer after its last record was copied.
const maxClockSkew = 48 * time.Hour

// lastHeard returns the time of a writer's last sign of life and the time since then. It
// uses the recorded time, unless that lies in the future or the journal's modification time
// is more recent.
func lastHeard(in store.Dir, writer string, recorded time.Time, now clocks) (time.Time, time.Duration) {
	quiet := now.here.Sub(recorded)
	if quiet >= -clockSlack && quiet <= record.SilentAfter {
		return recorded, quiet
	}
	info, err := in.Info(journalPath(writer))
	if err != nil {
		return recorded, quiet.Abs() // of a clock that is ahead, too
	}
	written := now.disk.Sub(info.ModTime())
	if quiet < -clockSlack || written < quiet && info.ModTime().Sub(recorded).Abs() < maxClockSkew {
		return info.ModTime(), written
	}
	return recorded, quiet
}

// Standing derives the status of a session from the recorded one, the completeness of its
// sweep and the processes that compute it. A sweep is done if all planned points exist,
// whatever the last record states, and interrupted if all its writers are dead. If only
// processes of other hosts compute, host names one of them.
func Standing(recorded record.Status, complete bool, by []Computing) (status record.Status, host string) {
	for _, c := range by {
		if host = c.Host; host == "" {
			break
		}
	}
	switch {
	case len(by) > 0 && recorded == record.Paused:
		return record.Paused, host
	case len(by) > 0:
		return record.Running, host
	case complete:
		return record.Done, ""
	case recorded == record.Running, recorded == record.Paused, recorded == record.Done:
		return record.Interrupted, ""
	}
	return recorded, ""
}

// BusyError reports that another process computes the session.
type BusyError struct {
	Dir string
	By  Computing
}

func (e *BusyError) Error() string {
	where := ""
	if e.By.Host != "" {
		where = " on " + e.By.Host
	}
	silent := ""
	if e.By.Silent {
		silent = fmt.Sprintf(", with no sign of life since %s", e.By.Latest.Local().Format(time.TimeOnly))
	}
	return fmt.Sprintf("session %s is being computed by process %d%s since %s%s: watch it with sfatui follow, or compute beside it with sfatui resume --force",
		message.Clean(e.Dir), e.By.PID, where, e.By.Since.Local().Format(time.DateTime), silent)
}

// Free returns a *[BusyError] if another process computes the session, according to a state
// of it. It ignores this
// process, whose journal may be open only because the disk failed to close it.
func (p Processes) Free(st record.State, now time.Time) error {
	return p.freeOf(st.Writing(), now)
}

// freeOf implements [Processes.Free] for the given writers.
func (p Processes) freeOf(writing []record.Writing, now time.Time) error {
	at := clocks{now, now}
	if slices.ContainsFunc(writing, func(w record.Writing) bool { return !isLocal(w.Opened) }) {
		at.disk = p.files.Now(now)
	}
	for _, by := range p.computing(writing, at) {
		if by.Host != "" || by.PID != os.Getpid() {
			return &BusyError{p.dir, by}
		}
	}
	return nil
}

// TasksLost reports whether tasks have begun and all of them have been silent for
// [record.LostAfter].
func (p Processes) TasksLost(st record.State, now time.Time) bool {
	tasks := st.Tasks()
	for _, t := range tasks {
		if _, quiet := lastHeard(p.files, t.Writer, p.when(t.Latest), clocks{now, now}); quiet < record.LostAfter {
			return false
		}
	}
	return len(tasks) > 0
}

// when returns the time t milliseconds after the session's creation.
func (p Processes) when(t int64) time.Time {
	return p.created.Add(time.Duration(t) * time.Millisecond)
}
