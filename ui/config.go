package ui

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"example.com/sfatui/datasets"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	_ "example.com/sfatui/ui/background" // before Bubble Tea is initialised
	tea "github.com/charmbracelet/bubbletea"
)

// Config says what the workbench works on, and on which terminal.
type Config struct {
	// In and Out are the terminal; nil means that of the process.
	In  io.Reader
	Out io.Writer
	// Environ is the terminal's environment (TERM, COLORTERM, NO_COLOR); nil
	// means that of the process.
	Environ []string
	// Color is never, 16, 256 or true; "" and auto mean what the environment
	// says.
	Color string

	// Data and Spec are as the user wrote them.
	Data datasets.Options
	Spec sweep.Spec
	// AutoStart begins at once when data and plan are ready.
	AutoStart bool
	// Dir names the directory of a new session on the data set with the given
	// name. It is called anew for each session.
	Dir func(name string) (string, error)
	// Run bounds what a sweep may use.
	Run sweep.RunOptions
	// Now is the clock; nil means that of the machine.
	Now func() time.Time
}

// Workbench opens the data, lets the user start, edit and watch sweeps, and
// returns the directory of the session written last, "" where there is none.
// When ctx ends or the process is asked to stop, it cancels the sweep, restores
// the terminal and returns the context's error; so it does after Ctrl+C while a
// sweep is running. Data that could not be opened, a sweep that could not be and
// a run that broke off are errors too. No goroutine of it is left when it
// returns.
func Workbench(ctx context.Context, c Config) (last string, err error) {
	return c.program(ctx, newModel(c, live))
}

// Follow shows the session in dir, which another process is writing, and looks
// for news every so often. It changes nothing.
func Follow(ctx context.Context, c Config, dir string, every time.Duration) error {
	s, err := sessions.Open(dir)
	if err != nil {
		return err
	}
	m := newModel(c, following)
	m.every = every
	m.take(s)
	_, err = c.program(ctx, m)
	return err
}

// Replay plays the records of the session in dir; a speed of 2 is twice as fast
// as it was, +Inf shows all within a few seconds. It changes nothing.
func Replay(ctx context.Context, c Config, dir string, speed float64) error {
	s, err := sessions.Open(dir)
	if err != nil {
		return err
	}
	m := newModel(c, replaying)
	m.take(s)
	m.player = newPlayer(s.Records(), speed)
	_, err = c.program(ctx, m)
	return err
}

// Open shows a session, which the user can resume and edit. It returns the
// session's directory where something was computed.
func Open(ctx context.Context, c Config, s *sessions.Session) (last string, err error) {
	m := newModel(c, opened)
	m.take(s)
	m.reduce(s.Records())
	return c.program(ctx, m)
}

// program runs the model until the user leaves or ctx ends.
func (c Config) program(ctx context.Context, m *model) (last string, err error) {
	ctx, release := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer release()
	m.work = newWork(ctx)
	options := []tea.ProgramOption{tea.WithAltScreen(), tea.WithFPS(15), tea.WithoutSignalHandler()}
	if c.In != nil {
		options = append(options, tea.WithInput(c.In))
	}
	if c.Out != nil {
		options = append(options, tea.WithOutput(c.Out))
	}
	p := tea.NewProgram(m, options...)
	ended := make(chan struct{})
	go func() {
		select {
		case <-ctx.Done():
			p.Quit()
		case <-ended:
		}
	}()
	_, err = p.Run()
	close(ended)
	stopped := ctx.Err()
	last = m.work.stop()
	if err == nil && stopped != nil {
		err = stopped
	}
	if err == nil {
		err = m.outcome()
	}
	return last, err
}

// outcome is how the program ended, by the user's doing: with an error where
// what was asked for was never had.
func (m *model) outcome() error {
	switch {
	case m.interrupted:
		return context.Canceled
	case m.stopped != nil:
		return m.stopped
	case m.session == nil:
		return m.problem
	}
	return nil
}
