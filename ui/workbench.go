package ui

import (
	"context"
	"errors"
	"time"

	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/store"
	"example.com/sfatui/ui/page"
)

// Workbench opens the data, lets the user start, edit and watch sweeps, and returns the
// directory of the session written last, "" if there is none. When ctx ends or the process is
// asked to stop, it cancels the sweep, restores the terminal and returns the context's error;
// the same after Ctrl+C during a sweep. It returns a [*page.DataError] for data that could not
// be opened or a sweep that could not be planned, the error of a failed run, a
// [*control.PanicError] after a panic, and [ErrTerminal]. All its goroutines have ended when it
// returns.
func Workbench(ctx context.Context, c Config) (last string, err error) {
	m := newModel(c, page.Live)
	m.scene.Shown = m.base()
	return c.program(ctx, m)
}

// Home shows the sessions and data that can be opened. Its results are those of [Workbench].
func Home(ctx context.Context, c Config) (last string, err error) {
	return c.program(ctx, newModel(c, page.AtHome))
}

// Follow shows a session that another process is writing, and reads it at the given interval.
// It changes nothing.
func Follow(ctx context.Context, c Config, s *sessions.Session, every time.Duration) error {
	c.every = every
	m := newModel(c, page.Following)
	m.showSession(s)
	_, err := c.program(ctx, m)
	return err
}

// Replay plays the records of a session. Speed 2 is twice the original speed, +Inf shows all
// within a few seconds. A session that another process is still writing is played to its live
// end and followed from there. Replay changes nothing.
func Replay(ctx context.Context, c Config, s *sessions.Session, speed float64) error {
	c.every = store.Interval(s.Dir)
	m := newModel(c, page.Replaying)
	m.play(s, speed)
	_, err := c.program(ctx, m)
	return err
}

// Open shows a session, which the user can resume and edit. A session that another process is
// still writing is only followed. Open returns the session's directory if anything was
// computed.
func Open(ctx context.Context, c Config, s *sessions.Session) (last string, err error) {
	c.every = store.Interval(s.Dir)
	m := newModel(c, page.Opened)
	m.showSession(s)
	return c.program(ctx, m)
}

// ErrTerminal is returned if TERM is dumb or not set.
var ErrTerminal = errors.New("this terminal cannot show a screen: TERM is dumb or not set; sfatui run, follow --batch and replay --batch need no screen")
