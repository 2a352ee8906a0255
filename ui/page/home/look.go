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
	// stamped holds the stamps of sessions by their directories.
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

// Refresh returns commands that list sessions and data.
func (p *Page) Refresh(*page.Scene) tea.Cmd {
	src := p.src
	cmds := []tea.Cmd{p.reader.glance(), func() tea.Msg {
		list, err := src.Data(context.Background())
		return dataListed{list, err}
	}}
	return tea.Batch(append(cmds, p.reader.tick())...)
}

// reader lists the sessions and reads their details.
type reader struct {
	page                      *Page
	filling, looking, ticking bool
	glancing                  bool
	lookAgain                 bool // list the sessions again after the present listing
}

// glance returns a command that lists the sessions.
func (rd *reader) glance() tea.Cmd {
	if rd.looking {
		return nil
	}
	rd.looking = true
	src := rd.page.src
	return func() tea.Msg {
		items, err := src.Sessions(context.Background())
		return glanced{items, err}
	}
}

// tick returns a command for the next check.
func (rd *reader) tick() tea.Cmd {
	if rd.ticking {
		return nil
	}
	rd.ticking = true
	return tea.Tick(stampEvery, func(at time.Time) tea.Msg { return lookDue{at} })
}

// Update handles the messages of the page's commands.
func (p *Page) Update(sc *page.Scene, msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case glanced:
		p.reader.looking = false
		if p.reader.lookAgain {
			p.reader.lookAgain = false
			return p.reader.glance()
		}
		p.reader.apply(msg)
		return tea.Batch(p.reader.next(), p.reader.stamps())
	case Changed:
		return management{p}.apply(sc, msg)
	case dataListed:
		if msg.err == nil {
			p.data = msg.list
			p.clampCursors()
		}
		return p.reader.glanceNext()
	case glanceResults:
		p.reader.glancing = false
		maps.Copy(p.glanceResults, msg)
		return p.reader.glanceNext()
	case filled:
		p.reader.filling = false
		p.reader.fill(msg)
		return p.reader.next()
	case stamped:
		for _, e := range p.all {
			if stamp, ok := msg[e.Dir]; ok && e.stamp != "" && (stamp != e.stamp || e.Status == record.Running || e.Submitted != nil) {
				e.stale = true
			}
		}
		return p.reader.next()
	case lookDue:
		p.reader.ticking = false
		if p.away {
			return nil
		}
		sc.Now = p.now()
		again := p.reader.stamps()
		if msg.at.Unix()/int64(stampEvery.Seconds())%glanceEvery == 0 {
			again = p.reader.glance()
		}
		return tea.Batch(again, p.reader.tick())
	}
	return nil
}

// apply replaces the list of sessions. Details of known sessions are kept until they are
// read again. If the first list is empty, the data get the focus.
func (rd *reader) apply(msg glanced) {
	first := !rd.page.listed
	rd.page.listed, rd.page.err = true, msg.err
	if msg.err != nil {
		return
	}
	if first && len(msg.items) == 0 {
		rd.page.pane = paneData
	}
	on := rd.page.session()
	known := map[string]*entry{}
	for _, e := range rd.page.all {
		known[e.Dir] = e
	}
	rd.page.all = nil
	for i := range msg.items {
		it := &msg.items[i]
		e := known[it.Dir]
		if e == nil || e.Header.UUID != it.Header.UUID || e.Err != nil || it.Err != nil {
			e = &entry{Item: *it, row: roster.Glanced(it, rd.page.now())}
		}
		e.number = i + 1
		rd.page.all = append(rd.page.all, e)
	}
	if on != nil && rd.page.leftDir == "" {
		rd.page.leftDir = on.Dir
	}
	rd.page.clampCursors()
	rd.page.restoreCursor()
	rd.page.leftDir = ""
}

// next returns a command that reads the next sessions that are unread or have changed,
// visible ones first.
func (rd *reader) next() tea.Cmd {
	if rd.filling || rd.page.away {
		return nil
	}
	var dirs []list.Item
	shown := rd.page.visibleSessions()
	from := min(rd.page.from, len(shown))
	for _, e := range slices.Concat(shown[from:min(from+max(rd.page.rows, batchSize), len(shown))], rd.page.all) {
		if (e.stamp == "" && e.Err == nil || e.stale) && len(dirs) < batchSize && !slices.ContainsFunc(dirs, func(it list.Item) bool { return it.Dir == e.Dir }) {
			dirs = append(dirs, list.Item{Dir: e.Dir, Header: e.Header, Created: e.Created})
		}
	}
	if len(dirs) == 0 {
		return nil
	}
	rd.filling = true
	src := rd.page.src
	return func() tea.Msg {
		stamps := make([]string, len(dirs))
		for i := range dirs {
			stamps[i] = "read " + src.Stamp(dirs[i].Dir)
			src.Fill(&dirs[i])
		}
		return filled{dirs, stamps}
	}
}

// fill stores the details of sessions.
func (rd *reader) fill(msg filled) {
	for i := range msg.items {
		for _, e := range rd.page.all {
			if it := &msg.items[i]; e.Dir == it.Dir {
				e.Item, e.stamp, e.stale = *it, msg.stamps[i], false
				e.row = roster.Of(it, rd.page.now())
			}
		}
	}
	rd.page.clampCursors()
}

// stamps returns a command that reads the stamps of visible and running sessions.
func (rd *reader) stamps() tea.Cmd {
	var dirs []string
	shown := rd.page.visibleSessions()
	from := min(rd.page.from, len(shown))
	for i, e := range shown {
		if e.stamp != "" && !e.stale && (i >= from && i < from+rd.page.rows || e.Status == record.Running || e.Status == record.Paused) {
			dirs = append(dirs, e.Dir)
		}
	}
	if len(dirs) == 0 {
		return nil
	}
	src := rd.page.src
	return func() tea.Msg {
		stamps := stamped{}
		for _, dir := range dirs {
			stamps[dir] = "read " + src.Stamp(dir)
		}
		return stamps
	}
}
