package ui

import (
	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/datasets"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/ui/page"
)

// renewing asks for a place for data that is read or prepared in another way.
type renewing struct {
	options datasets.Options
	spec    sweep.Spec
}

// renew begins anew in a place of its own. The one that there is stays as it is, and
// what it computes goes on.
func (m *model) renew(options datasets.Options, spec sweep.Spec) tea.Cmd {
	return func() tea.Msg { return renewing{options, spec} }
}

func (p *places) renewed(msg renewing) tea.Cmd {
	c := p.cfg
	c.Data, c.Spec, c.Experiment, c.AutoStart, c.FromData = msg.options, msg.spec, "", false, true
	m := p.newPlace(c, page.Live)
	m.Shown = m.base()
	m.Message = "a session of its own, in which nothing is computed yet"
	p.open = append(p.open, m)
	p.at = m
	p.forget()
	return p.of(m, m.Init())
}
