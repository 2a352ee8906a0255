package ui

import (
	"context"
	"errors"
	"time"

	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/store"
	"example.com/sfatui/ui/page"
)

// Workbench opens the data, lets the user start, edit and watch sweeps, and
// returns the directory of the session written last, "" where there is none.
// When ctx ends or the process is asked to stop, it cancels the sweep, restores
// the terminal and returns the context's error; so it does after Ctrl+C while a
// sweep is running. Data that could not be opened and a sweep that could not be
// are errors too, of type [*DataError], and so are a run that broke off and, like
// in the other programs here, a panic ([*PanicError]) and a terminal that cannot
// show a screen ([ErrTerminal]). No goroutine of it is left when it returns.
func Workbench(ctx context.Context, c Config) (last string, err error) {
	m := newModel(c, page.Live)
	m.Shown = m.base()
	return c.program(ctx, m)
}

// Home shows which sessions and data there are, from where the user opens them. What it
// returns is as of [Workbench].
func Home(ctx context.Context, c Config) (last string, err error) {
	return c.program(ctx, newModel(c, page.AtHome))
}

// Follow shows a session, which another process is writing, and looks
// for news every so often. It changes nothing.
func Follow(ctx context.Context, c Config, s *sessions.Session, every time.Duration) error {
	c.every = every
	m := newModel(c, page.Following)
	m.take(s)
	_, err := c.program(ctx, m)
	return err
}

// Replay plays the records of a session; a speed of 2 is twice as fast
// as it was, +Inf shows all within a few seconds. One that another process is
// still writing it plays to its live end, and follows it from there. It changes
// nothing.
func Replay(ctx context.Context, c Config, s *sessions.Session, speed float64) error {
	c.every = store.Interval(s.Dir)
	m := newModel(c, page.Replaying)
	m.play(s, speed)
	_, err := c.program(ctx, m)
	return err
}

// Open shows a session, which the user can resume and edit. One that another
// process is still writing it follows, and leaves alone. It returns the session's
// directory where something was computed.
func Open(ctx context.Context, c Config, s *sessions.Session) (last string, err error) {
	c.every = store.Interval(s.Dir)
	m := newModel(c, page.Opened)
	m.take(s)
	return c.program(ctx, m)
}

// ErrTerminal is returned where TERM says that nothing can be drawn.
var ErrTerminal = errors.New("this terminal cannot show a screen: TERM is dumb or not set; sfatui run, follow --batch and replay --batch work without one")
