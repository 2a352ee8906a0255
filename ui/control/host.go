package control

import (
	"context"

	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/compute"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/clean"
)

// Host computes sweeps that several screens show. Each screen has its own host, which
// identifies its user.
type Host interface {
	// Begin starts a sweep by calling start with a context that outlives the screen, and the
	// function that receives the records. dir is the session to compute, "" for a new one.
	// Begin returns an error if the user has no permission.
	Begin(dir string, start func(ctx context.Context, onRecord func(record.Record)) (*compute.Execution, error)) (*compute.Execution, error)
	// Follow is like [sessions.Session.Follow], but continues after the end of a sweep, since
	// another may follow.
	Follow(ctx context.Context, s *sessions.Session, f func(record.Record) error) error
	// Fork copies a session into a new one of this user.
	Fork(s *sessions.Session) (*sessions.Session, error)
	// Aside waits for the turn to compute something for one screen, in addition to the sweeps;
	// done ends the turn. It fails only when ctx ends.
	Aside(ctx context.Context) (done func(), err error)
	// Standing returns the user's permissions on a session, "" for a new one. It does not
	// block.
	Standing(dir string) Standing
}

// Standing holds the permissions of a screen's user on a session.
type Standing struct {
	// Role is the user's role, in a word.
	Role clean.Text
	// Off is the reason why the user may not change the sweep, "" if permitted.
	Off clean.Text
	// Busy is the reason why no sweep can be started now, "" if one can.
	Busy clean.Text
	// Exec is the running sweep if the user may pause and cancel it; else nil.
	Exec *compute.Execution
	// Here reports whether this process computes the session.
	Here bool
	// Watching is the number of screens that show the session, including this one.
	Watching int
}

// Company returns the user's role and the number of screens that show the session.
func (s Standing) Company() clean.Text {
	if s.Watching < 2 {
		return s.Role
	}
	return clean.Sprintf("%s, %s watching", s.Role, clean.Count(s.Watching))
}
