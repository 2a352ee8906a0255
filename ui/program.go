package ui

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/engine/linalg/parallel"
	_ "example.com/sfatui/ui/background" // before Bubble Tea is initialised
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/control"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/page/overview"
	"example.com/sfatui/ui/terminal"
	"example.com/sfatui/ui/theme"
)

// program runs a place, and what is opened from it, until the user leaves or ctx ends.
func (c Config) program(ctx context.Context, m *model) (last string, err error) {
	if term := terminal.Environment(m.cfg.Environ).Getenv("TERM"); control.OnUnix && (term == "" || term == "dumb") {
		return "", ErrTerminal // elsewhere than on Unix, TERM says nothing
	}
	if c.Host == nil {
		var release context.CancelFunc
		ctx, release = signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
		defer release()
	}
	defer parallel.ReserveProcessor()() // for the screen
	w := control.NewGroup(ctx)
	p := newPlaces(m)
	p.begin(w)
	err = c.run(p, w, m.wire)
	p.at.resume()
	stopped := ctx.Err()
	last = w.Stop()
	if fault := w.Failure.Load(); fault != nil {
		return last, fault
	}
	if err == nil && stopped != nil {
		err = stopped
	}
	if err == nil {
		err = p.outcome()
	}
	return last, err
}

// run shows a model on the terminal until it quits or the work's context ends.
func (c Config) run(m tea.Model, w *control.Group, out *terminal.Output) error {
	options := []tea.ProgramOption{tea.WithAltScreen(), tea.WithFPS(framesPerSecond), tea.WithoutSignalHandler(), tea.WithOutput(out.Writer())}
	if c.In != nil {
		options = append(options, tea.WithInput(c.In))
	}
	if c.mouseOn() {
		options = append(options, tea.WithMouseCellMotion())
	}
	p := tea.NewProgram(guarded{m, w}, options...)
	ended := make(chan struct{})
	w.Running.Go(func() { _ = w.Safely(func() error { return c.attend(p, w.Context, ended) }) })
	_, err := p.Run()
	close(ended)
	return err
}

// framesPerSecond bounds how long a frame that answers a key waits to be written.
// What comes without a key is shown less often: see [model.await].
const framesPerSecond = 60

// attend makes the program leave when ctx ends, tells it the size of a terminal
// that is not this process's, and restores the terminal before SIGQUIT ends the
// process with the stacks of its goroutines.
func (c Config) attend(p *tea.Program, ctx context.Context, ended <-chan struct{}) error {
	quit := make(chan os.Signal, 1)
	if c.Host == nil {
		signal.Notify(quit, syscall.SIGQUIT)
		defer signal.Stop(quit)
	}
	for {
		select {
		case size := <-c.Sizes:
			p.Send(tea.WindowSizeMsg{Width: size.W, Height: size.H})
		case <-ctx.Done():
			p.Quit()
			return nil
		case <-ended:
			return nil
		case <-quit:
			_ = p.ReleaseTerminal() // there is no one left to tell
			signal.Stop(quit)
			self, err := os.FindProcess(os.Getpid())
			if err != nil {
				return err
			}
			if err := self.Signal(syscall.SIGQUIT); err != nil {
				return err
			}
		}
	}
}

// outcome is how the program ended, by the user's doing: with an error where
// what was asked for was never had.
func (p *places) outcome() error {
	switch m := p.first; {
	case p.at.interrupted:
		return context.Canceled
	case m.ctl.Stopped != nil:
		return m.ctl.Stopped
	case m.Session == nil:
		return m.Problem
	}
	return nil
}

// guarded is a model as the program runs it: a panic in it, or in a command,
// ends the program and is kept by the work.
type guarded struct {
	tea.Model
	work *control.Group
}

func (g guarded) Init() (cmd tea.Cmd) {
	_ = g.work.Safely(func() error { cmd = g.guard(g.Model.Init()); return nil })
	return cmd
}

func (g guarded) Update(msg tea.Msg) (_ tea.Model, cmd tea.Cmd) {
	_ = g.work.Safely(func() error {
		_, cmd = g.Model.Update(msg)
		cmd = g.guard(cmd)
		return nil
	})
	return g, cmd
}

func (g guarded) View() (text string) {
	_ = g.work.Safely(func() error { text = g.Model.View(); return nil })
	return text
}

// guard is the command with its panics caught, and those of its parts.
func (g guarded) guard(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() (msg tea.Msg) {
		_ = g.work.Safely(func() error { msg = cmd(); return nil })
		if batch, ok := msg.(tea.BatchMsg); ok {
			for i, part := range batch {
				batch[i] = g.guard(part)
			}
		}
		return msg
	}
}

// From which size on there is room for more than the table of points.
const fullWidth, fullHeight = 60, 15

// tableAlone is the table of points on a screen that has no room for charts.
func (m *model) tableAlone() clean.Text {
	lines := append([]clean.Text{m.header.Title(m.W)}, layout.Fit(m.Table.View(&m.Sweep, m.Style, m.W, m.H-2, true), m.W, m.H-2)...)
	needs := clean.Sprintf("charts need %dx%d, this is %dx%d", fullWidth, fullHeight, m.W, m.H)
	lines = append(lines, m.Style.Paint(chart.Faint, layout.Cut(needs, m.W)))
	if m.Ask != nil || m.Prompt != nil || m.Message != "" {
		lines[len(lines)-1] = m.footer(m.W)
	}
	return clean.Join(layout.Fit(lines, m.W, m.H), "\n")
}

// View draws the screen: exactly as many lines as it has, none wider.
func (m *model) View() string {
	if m.Style.ASCII {
		return theme.ToASCII(string(m.screen()), m.W)
	}
	return string(m.screen())
}

func (m *model) screen() clean.Text {
	if m.W < overview.LeastWidth || m.H < overview.LeastHeight {
		text := []clean.Text{"terminal too small:", clean.Sprintf("%dx%d, needs %dx%d", m.W, m.H, overview.LeastWidth, overview.LeastHeight)}
		if m.H < 2 || m.W < 20 {
			text = layout.Wrap(clean.Join(text, " "), m.W)
		}
		return clean.Join(layout.Fit(text, m.W, m.H), "\n")
	}
	if (m.W < fullWidth || m.H < fullHeight) && m.Shown == page.Overview && m.Session != nil && !m.ctl.Broken() {
		return m.tableAlone()
	}
	size := m.room()
	body := m.page(m.Shown).View(m.Scene, size)
	second := clean.Text("")
	if p, ok := m.page(m.Shown).(page.Liner); ok {
		second = p.Second(m.Scene, m.W)
	}
	if second == "" {
		second = m.header.Progress(m.W)
	}
	lines := append([]clean.Text{m.header.Title(m.W), second}, layout.Fit(body, size.W, size.H)...)
	lines = append(lines, m.footer(m.W))
	return clean.Join(layout.Fit(lines, m.W, m.H), "\n")
}
