package ui

import (
	"os"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/control"
	"example.com/sfatui/ui/header"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/output"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/page/home"
	"example.com/sfatui/ui/page/tasks"
	"example.com/sfatui/ui/terminal"
	"example.com/sfatui/ui/theme"
)

// model is the whole program: it gives messages and keys to the rooms that take
// them, and draws the page shown between the header and the footer.
type model struct {
	*page.Scene
	cfg     Config
	wire    *terminal.Output
	ctl     *control.Control
	prober  *control.Prober
	output  *output.Output
	header  *header.Header
	pages   []page.Page
	actions []page.Action

	interrupted bool          // left by Ctrl+C while a sweep was running
	above       above         // what is around this place
	goneOn      chan struct{} // closed when the process goes on after Ctrl+Z
}

// above is what a model knows of the program that it is a place of.
type above struct {
	// up leaves the place for the one above; nil where there is none.
	up func() tea.Cmd
	// computing says that a place of the program computes.
	computing func() bool
	// elsewhere says in a few words what other places compute, "" where they do not.
	elsewhere func() clean.Text
}

// restyle makes the looks that the settings ask for.
func (m *model) restyle() {
	out := m.cfg.Out
	if out == nil {
		out = os.Stdout
	}
	m.Style = theme.New(out, m.cfg.Environ, m.cfg.Settings)
	m.Sweep.ASCII = m.Style.ASCII
}

// page is the page of a name, nil for none.
func (m *model) page(name page.Name) page.Page {
	for _, p := range m.pages {
		if p.Name() == name {
			return p
		}
	}
	return nil
}

func (m *model) show(name page.Name) {
	m.Show(name)
	if p, ok := m.page(name).(page.Enterer); ok {
		p.Enter(m.Scene)
	}
}

// tabsOf are the tabs of the point place among the pages, by their digits.
func tabsOf(pages []page.Page) []page.Tab {
	var tabs []page.Tab
	for _, p := range pages {
		if p, ok := p.(page.Tabbed); ok {
			tabs = append(tabs, p.Tab().Of(p.Name()))
		}
	}
	slices.SortStableFunc(tabs, func(a, b page.Tab) int { return strings.Compare(a.Digit, b.Digit) })
	return tabs
}

// inquires says what the page shown needs computed; false for nothing.
func (m *model) inquires() (page.Inquiry, bool) {
	if p, ok := m.page(m.Shown).(page.Inquirer); ok {
		return p.Inquiry(m.Scene)
	}
	return page.Inquiry{}, false
}

// announce is what a page has to say once a sweep is done.
func (m *model) announce(counts clean.Text, w int) clean.Text {
	for _, p := range m.pages {
		if p, ok := p.(page.Announcer); ok {
			if line := p.Announce(m.Scene, counts, w); line != "" {
				return line
			}
		}
	}
	return ""
}

// bodyTop is the line in which a page begins, below the header.
const bodyTop = 2

// room is what a page has of the screen.
func (m *model) room() layout.Size { return layout.Size{W: m.W, H: m.H - bodyTop - 1} }

func newModel(c Config, mode page.Mode) *model {
	if c.Environ == nil {
		c.Environ = os.Environ()
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	m := &model{cfg: c, wire: terminal.NewOutput(c.Out, c.Environ)}
	m.open(mode)
	return m
}

// open makes the rooms for what the program is to do, and nothing is known yet.
func (m *model) open(mode page.Mode) {
	c := m.cfg
	m.Scene = &page.Scene{Mode: mode, W: 80, H: 24, Now: c.Now(), Spec: c.Spec, Shown: firstPage(mode), Paths: clean.Of(strings.Join(c.Data.Paths, " "))}
	m.Sweep.Best = -1
	m.Asks, m.Open, m.Up = m.inquires, m.show, m.above.up
	if c.Dir != nil && c.Host == nil {
		m.Renew = m.renew
	}
	m.restyle()
	m.ctl = control.New(m.Scene, control.Options{Data: c.Data, OpenData: c.OpenData, Experiment: c.Experiment, Dir: c.Dir, Root: c.Root, Run: c.Run, Auto: c.Auto,
		Host: c.Host, Now: c.Now, Remote: c.remote(), Every: c.every})
	m.ctl.AutoStart, m.ctl.Ended = c.AutoStart, m.bell
	m.prober = control.NewProber(m.Scene, m.ctl, c.Host)
	m.output = output.New(m.ctl, m.wire, c.Host == nil)
	m.header = header.New(m.Scene, m.ctl, m.announce)
	m.pages = append(m.newPages(), c.Pages...)
	m.Tabs = tabsOf(m.pages)
	m.header.Elsewhere, m.header.Running = m.above.elsewhere, m.page(page.Home).(*home.Page).Running
	m.header.Submitted = m.page(page.Tasks).(*tasks.Page).Submitted
	m.ctl.InQueue = m.header.Submitted
	m.actions = m.ordered()
}

func firstPage(mode page.Mode) page.Name {
	if mode == page.AtHome {
		return page.Home
	}
	return page.Overview
}
