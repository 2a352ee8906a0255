package ui

import (
	"context"
	"fmt"

	"example.com/sfatui/sessions"
)

// Bench computes sweeps that several screens show. Each screen has one of its
// own, which knows who is in front of it.
type Bench interface {
	// Begin starts a sweep through start, which it gives a context that
	// outlives the screen, and where the records go. It refuses one who may
	// not.
	Begin(start func(ctx context.Context, onRecord func(sessions.Record)) (*sessions.Execution, error)) (*sessions.Execution, error)
	// Follow is like [sessions.Follow], but goes on after the end of a sweep:
	// the next one may come.
	Follow(ctx context.Context, dir string, f func(sessions.Record) error) error
	// Standing tells of a session, "" for one that is yet to be made. It does
	// not wait for anything.
	Standing(dir string) Standing
}

// Standing is what a screen's user is to a session.
type Standing struct {
	// Role is the user's, in a word.
	Role string
	// Off is why what changes the sweep is not for this user, "" where it is.
	Off string
	// Busy is why no sweep can be started now, "" where one can.
	Busy string
	// Exec is the sweep that is being computed, where it is this user's to
	// hold and to cancel; else nil.
	Exec *sessions.Execution
	// Here says that this process computes the session.
	Here bool
	// Watching is how many screens show the session, this one among them.
	Watching int
}

// Size is that of a terminal, in cells.
type Size struct{ W, H int }

// stand asks the bench about the session in hand.
func (m *model) stand() {
	if m.cfg.Bench == nil {
		return
	}
	dir := ""
	if m.session != nil {
		dir = m.session.Dir
	}
	m.standing = m.cfg.Bench.Standing(dir)
	if !m.starting {
		m.exec = m.standing.Exec
	}
}

// follow is how records of a session come that this program does not compute.
func (m *model) follow() func(ctx context.Context, dir string, f func(sessions.Record) error) error {
	if m.cfg.Bench != nil {
		return m.cfg.Bench.Follow
	}
	every := m.every
	return func(ctx context.Context, dir string, f func(sessions.Record) error) error {
		return sessions.Follow(ctx, dir, every, f)
	}
}

// company is who looks at the session.
func (m *model) company() string {
	if m.standing.Watching < 2 {
		return m.standing.Role
	}
	return fmt.Sprintf("%s, %s watching", m.standing.Role, count(m.standing.Watching))
}
