package ui

import (
	"os"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/control"
	"example.com/sfatui/ui/header"
	"example.com/sfatui/ui/inquiry"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/output"
	"example.com/sfatui/ui/page"
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
	prober  *inquiry.Prober
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

// show shows a page from its beginning.
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
