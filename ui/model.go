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
	"example.com/sfatui/ui/page/overview"
	"example.com/sfatui/ui/page/tasks"
	"example.com/sfatui/ui/terminal"
	"example.com/sfatui/ui/theme"
)

// model is one place of the program: it passes messages and keys to its components and draws
// the current page between header and footer.
type model struct {
	scene   *page.Scene // shared with the components
	cfg     Config
	wire    *terminal.Output
	ctl     *control.Control
	prober  *control.Prober
	output  *output.Output
	header  *header.Header
	pages   []page.Page
	actions []page.Action

	views     savedViews
	pointer   pointer
	departure departure
	links     programLinks // connections to the other places
}

// programLinks connects a model to the program that contains it.
type programLinks struct {
	// up leaves this place for the one above; nil if there is none.
	up func() tea.Cmd
	// computing reports whether any place computes.
	computing func() bool
	// elsewhere returns a short text about computations in other places, "" for none.
	elsewhere func() clean.Text
}

// loadStyle sets the style from the settings.
func (m *model) loadStyle() {
	out := m.cfg.Out
	if out == nil {
		out = os.Stdout
	}
	m.scene.Style = theme.New(out, m.cfg.Environ, m.cfg.Settings)
	m.scene.Sweep.ASCII = m.scene.Style.ASCII
	m.loadPixels()
}

// page returns the page with a name, nil if there is none.
func (m *model) page(name page.Name) page.Page {
	for _, p := range m.pages {
		if p.Name() == name {
			return p
		}
	}
	return nil
}

// show shows a page and notifies it.
func (m *model) show(name page.Name) {
	m.scene.Show(name)
	if p, ok := m.page(name).(page.Enterer); ok {
		p.Enter(m.scene)
	}
}

// overviewPage returns the page of charts and points.
func (m *model) overviewPage() *overview.Page { return m.page(page.Overview).(*overview.Page) }

// tabsOf returns the tabs of a point among the pages, in their order.
func tabsOf(pages []page.Page) []page.Tab {
	var tabs []page.Tab
	for _, p := range pages {
		if p, ok := p.(page.Tabbed); ok {
			tabs = append(tabs, p.Tab().Of(p.Name()))
		}
	}
	slices.SortStableFunc(tabs, func(a, b page.Tab) int { return a.Place - b.Place })
	return tabs
}

// pageInquiry returns the computation that the current page needs; false for none.
func (m *model) pageInquiry() (page.Inquiry, bool) {
	if p, ok := m.page(m.scene.Shown).(page.Inquirer); ok {
		return p.Inquiry(m.scene)
	}
	return page.Inquiry{}, false
}

// announce returns the text of the first page that has one for a finished sweep, "" for none.
func (m *model) announce(counts clean.Text, w int) clean.Text {
	for _, p := range m.pages {
		if p, ok := p.(page.Announcer); ok {
			if line := p.Announce(m.scene, counts, w); line != "" {
				return line
			}
		}
	}
	return ""
}

// bodyTop is the first line of a page, below the header.
const bodyTop = 2

// bodySize returns the size of the page's part of the screen.
func (m *model) bodySize() layout.Size { return layout.Size{W: m.scene.W, H: m.scene.H - bodyTop - 1} }

// capturePage returns what the current page shows.
func (m *model) capturePage() page.Capture {
	return m.scene.Capture(func() []clean.Text { return m.page(m.scene.Shown).View(m.scene, m.bodySize()) })
}

// newModel returns a model of an empty place.
func newModel(c Config, mode page.Mode) *model {
	if c.Environ == nil {
		c.Environ = os.Environ()
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.images == nil {
		c.images = new(terminal.Images)
	}
	m := &model{cfg: c, wire: terminal.NewOutput(c.Out, c.Environ)}
	m.wire.Images = c.images
	m.views.m, m.pointer.m, m.departure.m = m, m, m
	m.open(mode)
	return m
}

// open creates the components of a place, without any session.
func (m *model) open(mode page.Mode) {
	c := m.cfg
	m.scene = &page.Scene{Mode: mode, W: 80, H: 24, Now: c.Now(), Spec: c.Spec, Shown: firstPage(mode), Paths: clean.Of(strings.Join(c.Data.Paths, " "))}
	m.scene.Sweep.Best = -1
	m.scene.Asks, m.scene.Open, m.scene.Up = m.pageInquiry, m.show, m.links.up
	if c.Dir != nil && c.Host == nil {
		m.scene.Renew = m.renew
	}
	m.loadStyle()
	m.ctl = control.New(m.scene, control.Options{Data: c.Data, OpenData: c.OpenData, Experiment: c.Experiment, Dir: c.Dir, Root: c.Root, Run: c.Run, Auto: c.Auto,
		Host: c.Host, Now: c.Now, Remote: c.remote(), Every: c.every})
	m.ctl.AutoStart, m.ctl.Ended = c.AutoStart, m.bell
	m.prober = control.NewProber(m.scene, m.ctl, c.Host)
	m.output = output.New(m.ctl, m.wire, c.Host == nil, m.capturePage)
	m.header = header.New(m.scene, m.ctl, m.announce)
	m.pages = append(m.newPages(), c.Pages...)
	m.scene.Tabs = tabsOf(m.pages)
	m.header.Elsewhere, m.header.Running = m.links.elsewhere, m.page(page.Home).(*home.Page).Running
	m.header.Submitted = m.page(page.Tasks).(*tasks.Page).Submitted
	m.ctl.InQueue = m.header.Submitted
	m.actions = m.orderedActions()
}

// firstPage returns the page that is shown first.
func firstPage(mode page.Mode) page.Name {
	if mode == page.AtHome {
		return page.Home
	}
	return page.Overview
}
