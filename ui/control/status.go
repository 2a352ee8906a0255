package control

import (
	"slices"
	"time"

	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/page"
)

// AnotherComputes returns why actions are off in a session that another process is writing: the
// process and its host, as far as the journals name them.
func (c *Control) AnotherComputes() clean.Text {
	for _, w := range slices.Backward(c.sc.Sweep.State.Writing()) { // killed writers began before
		if w.PID > 0 && w.Host != "" {
			return clean.Sprintf("process %d on %s is computing it", w.PID, clean.Of(w.Host))
		}
	}
	return "another process is computing it"
}

// Computing reports whether this program is computing a sweep.
func (c *Control) Computing() bool { return c.Exec != nil || c.Starting }

// Broken reports whether a sweep stopped with an error that the user has not read.
func (c *Control) Broken() bool { return c.Stopped != nil && !c.StoppedSeen }

// Watching reports whether records of other processes are shown as they are written.
func (c *Control) Watching() bool { return c.sc.Mode == page.Following || c.Leave != nil }

// Experiment returns the name of the paper's experiment that is shown, "" for none.
func (c *Control) Experiment() string {
	if s := c.sc.Session; s != nil {
		return s.Header.Experiment
	}
	return c.o.Experiment
}

// Status returns the sweep's status. A status of running is interrupted if the program neither
// computes nor follows the sweep.
func (c *Control) Status() record.Status {
	st := c.sc.Sweep.State.Status
	known := c.Exec != nil || c.Watching() || c.sc.Mode == page.Replaying
	switch {
	case !known && (st == record.Running || st == record.Paused):
		return record.Interrupted
	case st == record.Done && c.sc.Sweep.Missing() > 0: // points added to a stopped sweep are computed alone
		return record.Interrupted
	}
	return st
}

// Elapsed returns how long the sweep has been running, up to now or to its last record.
func (c *Control) Elapsed() time.Duration {
	if c.Silent() {
		return c.sc.Sweep.State.Elapsed()
	}
	return c.sc.Sweep.State.Elapsed() + c.SinceLast()
}

// SinceLast returns the time since the last record of a running sweep.
func (c *Control) SinceLast() time.Duration {
	st := c.sc.Sweep.State
	if c.sc.Session == nil || c.Status() != record.Running {
		return 0
	}
	last := c.sc.Session.Header.Created.Add(time.Duration(st.Last) * time.Millisecond)
	now := c.sc.Now
	if c.Player != nil && !c.Player.Live() {
		now = c.sc.Session.Header.Created.Add(time.Duration(c.Player.Now()) * time.Millisecond)
	}
	return max(now.Sub(last), 0)
}

// Silent reports whether the writer of a followed session may have been killed: no record for
// more than 10 s and three times the longest earlier gap.
func (c *Control) Silent() bool {
	return c.Watching() && !c.Standing.Here && c.SinceLast() > max(10*time.Second, 3*c.longestGap)
}

// Elsewhere reports whether another process is computing the current session.
func (c *Control) Elsewhere() bool {
	return c.sc.Mode != page.Following && c.Watching() && !c.Standing.Here && c.Status() == record.Running && !c.Silent()
}

// Remaining estimates the remaining time from now.
func (c *Control) Remaining() (time.Duration, bool) {
	d, ok := c.sc.Sweep.State.Remaining()
	if !ok || c.Status() != record.Running || c.Silent() {
		return 0, false
	}
	return max(d-c.SinceLast(), 0), true
}
