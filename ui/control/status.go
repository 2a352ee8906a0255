package control

import (
	"time"

	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/page"
)

// AnotherComputes is why what computes is off in a session that another process
// is writing.
const AnotherComputes = "another process is computing it"

// Computing says that this program is computing a sweep.
func (c *Control) Computing() bool { return c.Exec != nil || c.Starting }

// Broken says that a sweep broke off, and that the user has not read why.
func (c *Control) Broken() bool { return c.Stopped != nil && !c.StoppedSeen }

// Watching says that what other processes write is shown as it comes.
func (c *Control) Watching() bool { return c.sc.Mode == page.Following || c.Leave != nil }

// Status is what the sweep is doing, as far as the program knows better than
// the records.
func (c *Control) Status() record.Status {
	st := c.sc.Sweep.State.Status
	known := c.Exec != nil || c.Watching() || c.sc.Mode == page.Replaying
	if !known && (st == record.Running || st == record.Paused) {
		return record.Interrupted
	}
	return st
}

// Elapsed is how long the sweep has been running, up to now, or as far as it
// was heard of.
func (c *Control) Elapsed() time.Duration {
	if c.Silent() {
		return c.sc.Sweep.State.Elapsed()
	}
	return c.sc.Sweep.State.Elapsed() + c.SinceLast()
}

// SinceLast is how long a running sweep has been silent.
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

// Silent says that the writer of a session that is watched was not heard for
// long: it may have been killed. What was silent for long before may be so
// again.
func (c *Control) Silent() bool {
	return c.Watching() && !c.Standing.Here && c.SinceLast() > max(10*time.Second, 3*c.gap)
}

// Elsewhere says that another process is computing the session that is shown.
func (c *Control) Elsewhere() bool {
	return c.sc.Mode != page.Following && c.Watching() && !c.Standing.Here && c.Status() == record.Running && !c.Silent()
}

// Remaining estimates the time to the end from now on.
func (c *Control) Remaining() (time.Duration, bool) {
	d, ok := c.sc.Sweep.State.Remaining()
	if !ok || c.Status() != record.Running || c.Silent() {
		return 0, false
	}
	return max(d-c.SinceLast(), 0), true
}

// Company is who looks at the session.
func (c *Control) Company() clean.Text {
	if c.Standing.Watching < 2 {
		return c.Standing.Role
	}
	return clean.Sprintf("%s, %s watching", c.Standing.Role, clean.Count(c.Standing.Watching))
}
