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

// program runs a place, and the places opened from it, until the user quits or ctx ends.
func (c Config) program(ctx context.Context, m *model) (last string, err error) {
	if term := terminal.Environment(m.cfg.Environ).Getenv("TERM"); control.OnUnix && (term == "" || term == "dumb") {
		return "", ErrTerminal // other systems do not set TERM
	}
	if c.Host == nil {
		var release context.CancelFunc
		ctx, release = signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
		defer release()
	}
	defer parallel.ReserveProcessor()() // keeps a processor free for the screen
	w := control.NewGroup(ctx)
	p := newPlaces(m)
	p.setWork(w)
	err = c.run(p, w, m.wire)
	p.current.departure.resume()
	for _, m := range p.models() {
		m.views.flush()
	}
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
	options := []tea.ProgramOption{tea.WithAltScreen(), tea.WithFPS(framesPerSecond), tea.WithoutSignalHandler(), tea.WithOutput(out.Writer()), tea.WithFilter(clearImages(out.Images))}
	if c.In != nil {
		options = append(options, tea.WithInput(c.In))
	}
	if c.mouseOn() {
		options = append(options, tea.WithMouseCellMotion())
	}
	p := tea.NewProgram(panicGuard{m, w}, options...)
	ended := make(chan struct{})
	w.Running.Go(func() { _ = w.Safely(func() error { return c.attend(p, w.Context, ended) }) })
	_, err := p.Run()
	close(ended)
	return err
}

// framesPerSecond limits how long a frame that answers a key waits to be written. Updates
// without a key are shown less often: see [control.UpdateEvery].
const framesPerSecond = 120

// attend quits the program when ctx ends and passes on the size of a foreign terminal. On
// SIGQUIT it restores the terminal before the process ends with the stacks of its goroutines.
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
			_ = p.ReleaseTerminal() // an error could not be shown
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

// outcome returns the error to exit with: an interruption, a failed run, or data that never
// opened.
func (p *places) outcome() error {
	switch m := p.first; {
	case p.current.departure.interrupted:
		return context.Canceled
	case m.ctl.Stopped != nil:
		return m.ctl.Stopped
	case m.scene.Session == nil:
		return m.scene.Problem
	}
	return nil
}

// panicGuard wraps a model: a panic in it or in a command ends the program and is stored in
// work.
type panicGuard struct {
	tea.Model
	work *control.Group
}

// Init initialises the model.
func (g panicGuard) Init() (cmd tea.Cmd) {
	_ = g.work.Safely(func() error { cmd = g.guard(g.Model.Init()); return nil })
	return cmd
}

// Update updates the model.
func (g panicGuard) Update(msg tea.Msg) (_ tea.Model, cmd tea.Cmd) {
	_ = g.work.Safely(func() error {
		_, cmd = g.Model.Update(msg)
		cmd = g.guard(cmd)
		return nil
	})
	return g, cmd
}

// View draws the model.
func (g panicGuard) View() (text string) {
	_ = g.work.Safely(func() error { text = g.Model.View(); return nil })
	return text
}

// guard returns the command with panics caught, including those of batched commands.
func (g panicGuard) guard(cmd tea.Cmd) tea.Cmd {
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

// The least size with room for more than the table of points, in cells.
const fullWidth, fullHeight = 60, 15

// drawTableOnly draws the table of points on a screen without room for charts.
func (m *model) drawTableOnly() clean.Text {
	sc := m.scene
	lines := append([]clean.Text{m.header.Title(sc.W)}, layout.Fit(sc.Table.View(&sc.Sweep, sc.Style, sc.W, sc.H-2, true), sc.W, sc.H-2)...)
	needs := clean.Sprintf("charts need %dx%d, this is %dx%d", fullWidth, fullHeight, sc.W, sc.H)
	lines = append(lines, sc.Style.Paint(chart.Faint, layout.Cut(needs, sc.W)))
	if sc.Ask != nil || sc.Prompt != nil || sc.Message != "" {
		lines[len(lines)-1] = m.footer(sc.W)
	}
	return clean.Join(layout.Fit(lines, sc.W, sc.H), "\n")
}

// View draws the screen: exactly H lines, none wider than W cells.
func (m *model) View() string {
	if m.scene.Style.ASCII {
		return theme.ToASCII(string(m.screen()), m.scene.W, m.scene.Style.Scripts)
	}
	return string(m.screen())
}

// screen draws the screen in Unicode.
func (m *model) screen() clean.Text {
	sc := m.scene
	if sc.W < overview.LeastWidth || sc.H < overview.LeastHeight {
		text := []clean.Text{"terminal too small:", clean.Sprintf("%dx%d, needs %dx%d", sc.W, sc.H, overview.LeastWidth, overview.LeastHeight)}
		if sc.H < 2 || sc.W < 20 {
			text = layout.Wrap(clean.Join(text, " "), sc.W)
		}
		return clean.Join(layout.Fit(text, sc.W, sc.H), "\n")
	}
	if (sc.W < fullWidth || sc.H < fullHeight) && sc.Shown == page.Overview && sc.Session != nil && !m.ctl.Broken() {
		return m.drawTableOnly()
	}
	size := m.bodySize()
	body := m.page(sc.Shown).View(sc, size)
	second := clean.Text("")
	if p, ok := m.page(sc.Shown).(page.Liner); ok {
		second = p.Second(sc, sc.W)
	}
	if second == "" {
		second = m.header.Progress(sc.W)
	}
	lines := append([]clean.Text{m.header.Title(sc.W), second}, layout.Fit(body, size.W, size.H)...)
	lines = append(lines, m.footer(sc.W))
	return clean.Join(layout.Fit(lines, sc.W, sc.H), "\n")
}
