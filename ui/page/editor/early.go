package editor

import (
	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/ui/input"
	"example.com/sfatui/ui/page"
)

// EarlyKeys are keys that were pressed on the page before the data was read, in order.
type EarlyKeys []input.Press

// earlyKeys holds keys while the data is read.
type earlyKeys struct {
	loading int // number of the reading that they wait for; 0 for none
	keys    EarlyKeys
}

// waiting reports whether keys wait for the data.
func (p *Page) waiting() bool {
	return p.ctl.Data.Loading != nil && p.early.loading == p.ctl.Data.LoadID
}

// wait makes this key and those that follow it wait for the data.
func (p *Page) wait(keys ...input.Press) {
	p.early = earlyKeys{p.ctl.Data.LoadID, keys}
}

// typeEarly adds a key to those that wait. Escape drops all of them.
func (p *Page) typeEarly(k input.Press) {
	if k.Name == "esc" {
		p.early, p.ctl.Data.Then = earlyKeys{}, nil
		return
	}
	p.wait(append(p.early.keys, k)...)
}

// whenRead returns an action's Do that waits for the data.
func (p *Page) whenRead(do func(sc *page.Scene, key string) tea.Cmd) func(*page.Scene, string) tea.Cmd {
	return func(sc *page.Scene, key string) tea.Cmd {
		if sc.Set == nil {
			p.wait(input.Press{Name: key})
			return nil
		}
		return do(sc, key)
	}
}

// typed returns a command with the keys that waited for the data.
func (p *Page) typed() tea.Cmd {
	keys := p.early.keys
	if p.early.loading != p.ctl.Data.LoadID {
		keys = nil // they waited for a reading that has failed
	}
	p.early = earlyKeys{}
	if keys == nil {
		return nil
	}
	return func() tea.Msg { return keys }
}
