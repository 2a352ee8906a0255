package ui

import (
	"os"
	"strings"
	"time"

	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/control"
	"example.com/sfatui/ui/header"
	"example.com/sfatui/ui/inquiry"
	"example.com/sfatui/ui/output"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/page/home"
	"example.com/sfatui/ui/terminal"
)

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
	m.prober = inquiry.New(m.Scene, m.ctl, c.Host)
	m.output = output.New(m.ctl, m.wire, c.Host == nil)
	m.header = header.New(m.Scene, m.ctl, m.announce)
	m.pages = append(m.newPages(), c.Pages...)
	m.Tabs = tabsOf(m.pages)
	m.header.Elsewhere, m.header.Running = m.above.elsewhere, m.page(page.Home).(*home.Page).Running
	m.actions = m.ordered()
}

// firstPage is what a program shows first.
func firstPage(mode page.Mode) page.Name {
	if mode == page.AtHome {
		return page.Home
	}
	return page.Overview
}
