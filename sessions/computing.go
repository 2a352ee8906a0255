package sessions

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
	// Since is when it began, Heard when it was heard last, by its own clock.
	Since, Heard time.Time
	// Silent says that it has not been heard for longer than a process that lives
	// keeps silent.
	Silent bool
	Task   *record.Task // nil where it computes all that is left
}

// TaskCount is how many tasks compute, of how many that the sweep was parted among the
// last time, and the batch system that began them, "" for tasks that were begun by hand.
type TaskCount struct {
	Running, Of int
	Engine      string
}

// Tasks are the tasks that compute the session at a time, as a state of it tells.
func (s *Session) Tasks(st record.State, now time.Time) TaskCount {
	return parted(st).running(s.Computing(st, now))
}

// parted is among how many tasks the sweep was parted the last time, and by which engine.
func parted(st record.State) (n TaskCount) {
	for _, t := range st.Tasks() {
		n.Of, n.Engine = t.Task.N, t.Task.Engine
	}
	return n
}

// running is a count of tasks with those that compute.
func (n TaskCount) running(by []Computing) TaskCount {
	for _, c := range by {
		if c.Task != nil {
			n.Running++
		}
	}
	return n
}

// Computing are the processes that compute in the session at a time, or pause, as a
// state of it tells. Those whose process IDs are of this boot of this machine, and of this
// namespace, count while they live, whatever they tell; all others, such as those of a
// container with this machine's name, while they were heard within [record.LostAfter]. Where the clock of one is off, or was set meanwhile, the file system tells when it
// was heard.
func (s *Session) Computing(st record.State, now time.Time) []Computing {
	return computing(s.at, s.Header.Created, st.Writing(), clocks{now, now})
}

// clocks are the readings of two clocks at one time: of this machine, and of the file system
// that a session is on.
type clocks struct{ here, disk time.Time }

func computing(in store.Dir, created time.Time, writing []record.Writing, now clocks) []Computing {
	if in.Packed() {
		return nil
	}
	when := func(t int64) time.Time { return created.Add(time.Duration(t) * time.Millisecond) }
	var out []Computing
	for _, w := range writing {
		c := Computing{PID: w.PID, Task: w.Task, Since: when(w.Since)}
		var quiet time.Duration
		c.Heard, quiet = heard(in, w.Writer, when(w.Heard), now)
		if !near(w.Opened) {
			c.Host = message.Clean(w.Host)
			c.Silent = quiet > record.SilentAfter
			if w.Heartbeat > 0 && quiet > record.LostAfter {
				continue
			}
		} else if store.IsElsewhere(w.Session, in.Itself) || !alive(w.PID, c.Since) && !alive(w.PID, c.Heard) {
			continue
		}
		out = append(out, c)
	}
	return out
}

// astray is how far apart a writer's clock and that of the file system are taken to be: a
// journal that was written to longer after what it tells was copied.
const astray = 48 * time.Hour

// heard is when a writer was heard last, and for how long it has been quiet: as it told,
// unless its clock is ahead, or the file system tells of less.
func heard(in store.Dir, writer string, told time.Time, now clocks) (time.Time, time.Duration) {
	quiet := now.here.Sub(told)
	if quiet >= -clockSlack && quiet <= record.SilentAfter {
		return told, quiet
	}
	info, err := in.Info(journalPath(writer))
	if err != nil {
		return told, quiet
	}
	written := now.disk.Sub(info.ModTime())
	if quiet < -clockSlack || written < quiet && info.ModTime().Sub(told).Abs() < astray {
		return info.ModTime(), written
	}
	return told, quiet
}

// Standing is the status of a state as it stands at a time: the plan decides what is
// done, not the last line of a writer, and a sweep whose writers are all dead is
// interrupted. Where only processes of other hosts compute, it gives one of these.
func (s *Session) Standing(st record.State, now time.Time) (status record.Status, host string) {
	return standing(st.Status, s.complete(), s.Computing(st, now))
}

// complete says that all planned points are there.
func (s *Session) complete() bool { return len(s.Missing()) == 0 && len(s.entries) > 0 }

func standing(told record.Status, complete bool, by []Computing) (status record.Status, host string) {
	for _, c := range by {
		if host = c.Host; host == "" {
			break
		}
	}
	switch {
	case len(by) > 0 && told == record.Paused:
		return record.Paused, host
	case len(by) > 0:
		return record.Running, host
	case complete:
		return record.Done, ""
	case told == record.Running, told == record.Paused, told == record.Done:
		return record.Interrupted, ""
	}
	return told, ""
}

// BusyError says that a session is computed already.
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
		silent = fmt.Sprintf(", not heard since %s", e.By.Heard.Local().Format(time.TimeOnly))
	}
	return fmt.Sprintf("session %s is being computed by process %d%s since %s%s: watch it with sfatui follow, or compute beside it with sfatui resume --force",
		message.Clean(e.Dir), e.By.PID, where, e.By.Since.Local().Format(time.DateTime), silent)
}

// Free is a *BusyError while another process computes in the session. This one knows
// what it does, also where the disk kept it from closing a journal.
func (s *Session) Free(now time.Time) error {
	return s.freeOf(s.State().Writing(), now)
}

// freeOf is [Session.Free] of the given writers.
func (s *Session) freeOf(writing []record.Writing, now time.Time) error {
	at := clocks{now, now}
	if slices.ContainsFunc(writing, func(w record.Writing) bool { return !near(w.Opened) }) {
		at.disk = s.at.Now(now)
	}
	for _, by := range computing(s.at, s.Header.Created, writing, at) {
		if by.Host != "" || by.PID != os.Getpid() {
			return &BusyError{s.Dir, by}
		}
	}
	return nil
}
