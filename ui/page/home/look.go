package home

import (
	"context"
	"maps"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/sessions/list"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/roster"
)

// Messages of the page's commands.
type (
	// glanced is the list of sessions.
	glanced struct {
		items []list.Item
		err   error
	}
	// dataListed is the list of data.
	dataListed struct {
		list []Datum
		err  error
	}
	// filled are sessions that were read, with their stamps from just before.
	filled struct {
		items  []list.Item
		stamps []string
	}
	// stamped are the stamps of sessions by their directories.
	stamped map[string]string
	lookDue struct{ at time.Time }
)

// Intervals of checking the visible and running sessions, and of listing new ones.
const (
	stampEvery  = 2 * time.Second
	glanceEvery = 5 // in multiples of stampEvery
)

// batchSize is the number of sessions that one command reads.
const batchSize = 8

// Look returns commands that list sessions and data.
func (p *Page) Look(*page.Scene) tea.Cmd {
	src := p.src
	cmds := []tea.Cmd{p.glance(), func() tea.Msg {
		list, err := src.Data(context.Background())
		return dataListed{list, err}
	}}
	return tea.Batch(append(cmds, p.tick())...)
}

// glance returns a command that lists the sessions.
func (p *Page) glance() tea.Cmd {
	if p.looking {
		return nil
	}
	p.looking = true
	src := p.src
	return func() tea.Msg {
		items, err := src.Sessions(context.Background())
		return glanced{items, err}
	}
}

// tick returns a command for the next check.
func (p *Page) tick() tea.Cmd {
	if p.ticking {
		return nil
	}
	p.ticking = true
	return tea.Tick(stampEvery, func(at time.Time) tea.Msg { return lookDue{at} })
}

// Update handles the messages of the page's commands.
func (p *Page) Update(sc *page.Scene, msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case glanced:
		p.looking = false
		if p.lookAgain {
			p.lookAgain = false
			return p.glance()
		}
		p.applyGlance(msg)
		return tea.Batch(p.readNext(), p.requestStamps())
	case Changed:
		return p.applyChanged(sc, msg)
	case dataListed:
		if msg.err == nil {
			p.data = msg.list
			p.clampCursors()
		}
		return p.glanceData()
	case glanceResults:
		p.glancing = false
		maps.Copy(p.glanceResults, msg)
		return p.glanceData()
	case filled:
		p.filling = false
		p.applyFilled(msg)
		return p.readNext()
	case stamped:
		for _, e := range p.all {
			if stamp, ok := msg[e.Dir]; ok && e.stamp != "" && (stamp != e.stamp || e.Status == record.Running || e.Submitted != nil) {
				e.stale = true
			}
		}
		return p.readNext()
	case lookDue:
		p.ticking = false
		if p.away {
			return nil
		}
		sc.Now = p.now()
		again := p.requestStamps()
		if msg.at.Unix()/int64(stampEvery.Seconds())%glanceEvery == 0 {
			again = p.glance()
		}
		return tea.Batch(again, p.tick())
	}
	return nil
}

// applyGlance replaces the list of sessions. Details of known sessions are kept until they are
// read again.
func (p *Page) applyGlance(msg glanced) {
	p.listed, p.err = true, msg.err
	if msg.err != nil {
		return
	}
	on := p.session()
	known := map[string]*entry{}
	for _, e := range p.all {
		known[e.Dir] = e
	}
	p.all = nil
	for i := range msg.items {
		it := &msg.items[i]
		e := known[it.Dir]
		if e == nil || e.Header.UUID != it.Header.UUID || e.Err != nil || it.Err != nil {
			e = &entry{Item: *it, row: roster.Glanced(it, p.now())}
		}
		e.number = i + 1
		p.all = append(p.all, e)
	}
	if on != nil && p.leftDir == "" {
		p.leftDir = on.Dir
	}
	p.clampCursors()
	p.restoreCursor()
	p.leftDir = ""
}

// readNext returns a command that reads the next sessions that are unread or have changed,
// visible ones first.
func (p *Page) readNext() tea.Cmd {
	if p.filling || p.away {
		return nil
	}
	var dirs []list.Item
	shown := p.visibleSessions()
	from := min(p.from, len(shown))
	for _, e := range slices.Concat(shown[from:min(from+max(p.rows, batchSize), len(shown))], p.all) {
		if (e.stamp == "" && e.Err == nil || e.stale) && len(dirs) < batchSize && !slices.ContainsFunc(dirs, func(it list.Item) bool { return it.Dir == e.Dir }) {
			dirs = append(dirs, list.Item{Dir: e.Dir, Header: e.Header, Created: e.Created})
		}
	}
	if len(dirs) == 0 {
		return nil
	}
	p.filling = true
	src := p.src
	return func() tea.Msg {
		stamps := make([]string, len(dirs))
		for i := range dirs {
			stamps[i] = "read " + src.Stamp(dirs[i].Dir)
			src.Fill(&dirs[i])
		}
		return filled{dirs, stamps}
	}
}

// applyFilled stores the details of sessions.
func (p *Page) applyFilled(msg filled) {
	for i := range msg.items {
		for _, e := range p.all {
			if it := &msg.items[i]; e.Dir == it.Dir {
				e.Item, e.stamp, e.stale = *it, msg.stamps[i], false
				e.row = roster.Of(it, p.now())
			}
		}
	}
	p.clampCursors()
}

// requestStamps returns a command that reads the stamps of visible and running sessions.
func (p *Page) requestStamps() tea.Cmd {
	var dirs []string
	shown := p.visibleSessions()
	from := min(p.from, len(shown))
	for i, e := range shown {
		if e.stamp != "" && !e.stale && (i >= from && i < from+p.rows || e.Status == record.Running || e.Status == record.Paused) {
			dirs = append(dirs, e.Dir)
		}
	}
	if len(dirs) == 0 {
		return nil
	}
	src := p.src
	return func() tea.Msg {
		stamps := stamped{}
		for _, dir := range dirs {
			stamps[dir] = "read " + src.Stamp(dir)
		}
		return stamps
	}
}
