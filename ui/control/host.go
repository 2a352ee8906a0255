package control

import (
	"context"

	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/compute"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/clean"
)

// Host computes sweeps that several screens show. Each screen has one of its
// own, which knows who is in front of it.
type Host interface {
	// Begin starts a sweep through start, which it gives a context that
	// outlives the screen, and where the records go; dir is the session that
	// it computes, "" for one that is yet to be made. It refuses one who may
	// not.
	Begin(dir string, start func(ctx context.Context, onRecord func(record.Record)) (*compute.Execution, error)) (*compute.Execution, error)
	// Follow is like [sessions.Session.Follow], but goes on after the end of a sweep:
	// the next one may come.
	Follow(ctx context.Context, s *sessions.Session, f func(record.Record) error) error
	// Fork makes a session of this user's own from one.
	Fork(s *sessions.Session) (*sessions.Session, error)
	// Aside waits for the turn to compute what one screen alone asks for, beside
	// the sweeps; done ends it. It fails only when ctx ends.
	Aside(ctx context.Context) (done func(), err error)
	// Standing tells of a session, "" for one that is yet to be made. It does
	// not wait for anything.
	Standing(dir string) Standing
}

// Standing is what a screen's user is to a session.
type Standing struct {
	// Role is the user's, in a word.
	Role clean.Text
	// Off is why what changes the sweep is not for this user, "" where it is.
	Off clean.Text
	// Busy is why no sweep can be started now, "" where one can.
	Busy clean.Text
	// Exec is the sweep that is being computed, where it is this user's to
	// hold and to cancel; else nil.
	Exec *compute.Execution
	// Here says that this process computes the session.
	Here bool
	// Watching is how many screens show the session, this one among them.
	Watching int
}
