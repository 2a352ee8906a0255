package control

import (
	"runtime/debug"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/input"
	"example.com/sfatui/ui/page"
)

// memory sets the memory limit of reading data and of sweeps, like --memory.
type memory struct{ ctl *Control }

// action returns the action that sets the limit, also with a size behind its name.
func (m memory) action() page.Action {
	return page.Action{ID: "memory", Group: group, Who: page.Local, Takes: "SIZE", Short: "memory", Long: "set the memory limit of reading and of the sweep, such as 8GiB, like --memory",
		Modes: page.Live | page.Opened, Pages: page.But(page.Palette), Off: page.Unless(m.off),
		Do: func(*page.Scene, string) tea.Cmd {
			m.ask("", nil)
			return nil
		},
		Take: func(_ *page.Scene, size string) tea.Cmd { return m.set(size) }}
}

// off returns the reason why the limit cannot be set now; "" if it can.
func (m memory) off() clean.Text {
	if m.ctl.Computing() {
		return "the sweep runs with its limit: x cancels it, finished points are kept"
	}
	return ""
}

// ask prompts for the limit. text is the previous input, and err the reason why it was rejected.
func (m memory) ask(text string, err error) {
	hint := clean.Text("a size such as 8GiB")
	if now := m.ctl.o.Run.Memory; now > 0 {
		hint += "; now " + clean.Of(sweep.FormatBytes(now))
	}
	m.ctl.sc.Prompt = &page.Prompt{Label: "memory", Input: input.New(text), Hint: hint, Err: err, Done: m.set}
}

// set sets the limit, then reads data that could not be read, or plans the sweep again. The
// limit of the garbage collector follows it, because garbage counts too.
func (m memory) set(size string) tea.Cmd {
	bytes, err := sweep.ParseBytes(strings.TrimSpace(size))
	if err != nil {
		m.ask(size, err)
		return nil
	}
	c := m.ctl
	c.o.Run.Memory, c.o.Run.Granted = bytes, true
	debug.SetMemoryLimit(bytes)
	c.sc.Message = "memory limit: " + clean.Of(sweep.FormatBytes(bytes))
	switch {
	case c.sc.Set == nil && c.sc.Mode == page.Live && c.Data.Loading == nil && !c.Data.Halted():
		return c.Data.Reopen(c.Data.Options())
	case c.sc.Set != nil && c.sc.Session == nil:
		c.sc.Plan = nil
		return c.Planned()
	}
	return nil
}
