package home

import (
	"slices"
	"strings"
	"time"

	"example.com/sfatui/sessions/list"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/roster"
)

// Page lists sessions and data.
type Page struct {
	src     Source
	now     func() time.Time
	purpose Purpose

	listed        bool // the sessions have been listed
	err           error
	all           []*entry // newest first
	data          []Datum
	glanceResults glanceResults

	pane    int // pane with the focus
	cursor  [panes]int
	top     [panes]int
	drawn   [panes][]line // the lines of each list that were drawn last
	rows    int           // number of visible sessions
	ticks   map[string]bool
	filter  string
	showWhy bool // the detail pane shows the reason for the proposal
	leftDir string

	order       int // of orders
	reversed    bool
	grouped     bool // by data set
	allSettings bool // show settings that do not differ, too
	from        int  // first visible session

	// Computes reports whether this program computes the session in a directory; nil for none.
	Computes func(dir string) bool

	reader                  *reader
	away, opening, changing bool
}

// The panes that can have the focus.
const (
	paneSessions = iota
	paneData
	panes
)

// entry is a session in the list.
type entry struct {
	list.Item
	number int    // number in the list, from 1
	stamp  string // stamp of the files when last read, "" before
	stale  bool   // the files have changed since
	row    roster.Row
}

// Purpose is the purpose of choosing a session.
type Purpose int

// The purposes. All except Open leave out unsuitable sessions.
const (
	Open Purpose = iota
	Resume
	Follow
	Replay
)

// isFor reports whether a session suits a purpose. An unread session may.
func (e *entry) isFor(p Purpose) bool {
	if e.stamp == "" {
		return e.Err == nil || p == Open
	}
	switch p {
	case Resume:
		return e.Err == nil && e.Points < e.Planned && e.Status != record.Running
	case Follow:
		return e.Status == record.Running || e.Status == record.Paused
	case Replay:
		return e.Err == nil && e.Points > 0
	}
	return true
}

// New returns the page. now is the clock.
func New(src Source, now func() time.Time, purpose Purpose) *Page {
	p := &Page{src: src, now: now, purpose: purpose, glanceResults: glanceResults{}, ticks: map[string]bool{}}
	p.reader = &reader{page: p}
	return p
}

// Name returns the page's name.
func (p *Page) Name() page.Name { return page.Home }

// visibleSessions returns the sessions that match the filter and the purpose.
func (p *Page) visibleSessions() []*entry {
	var out []*entry
	for _, e := range p.all {
		if e.isFor(p.purpose) && (p.filter == "" || p.matches(e.row.Data, e.row.Begun, e.row.State, clean.Of(list.Name(&e.Item)), clean.Of(e.Note), clean.Join(clean.All(e.Tags), " "))) {
			out = append(out, e)
		}
	}
	return p.sorted(out)
}

// visibleData returns the data that matches the filter.
func (p *Page) visibleData() []Datum {
	var out []Datum
	for _, d := range p.data {
		if t, ok := p.glanceResults[d.listKey()]; ok {
			d = t
		}
		if p.matches(d.Name, d.Facts, d.Note) {
			out = append(out, d)
		}
	}
	return out
}

// matches reports whether the texts contain every word of the filter.
func (p *Page) matches(texts ...clean.Text) bool {
	text := strings.ToLower(string(clean.Join(texts, " ")))
	for _, word := range strings.Fields(strings.ToLower(p.filter)) {
		if !strings.Contains(text, word) {
			return false
		}
	}
	return true
}

// session returns the session under the cursor, nil if there is none.
func (p *Page) session() *entry {
	list := p.visibleSessions()
	if p.pane != paneSessions || len(list) == 0 {
		return nil
	}
	return list[p.cursor[paneSessions]]
}

// datum returns the data under the cursor, nil if there is none.
func (p *Page) datum() *Datum {
	list := p.visibleData()
	if p.pane != paneData || len(list) == 0 {
		return nil
	}
	return &list[p.cursor[paneData]]
}

// clampCursors keeps the cursors within the lists. If only the other list has matches, it gets
// the focus.
func (p *Page) clampCursors() {
	if p.filter != "" {
		if n := [panes]int{len(p.visibleSessions()), len(p.visibleData())}; n[p.pane] == 0 && n[1-p.pane] > 0 {
			p.pane = 1 - p.pane
		}
	}
	for pane, n := range [panes]int{len(p.visibleSessions()), len(p.visibleData())} {
		p.cursor[pane] = max(min(p.cursor[pane], n-1), 0)
	}
}

// ReturnFrom puts the cursor on the session that the user comes from.
func (p *Page) ReturnFrom(dir string) {
	p.away = false
	if dir == "" {
		return
	}
	p.leftDir = dir
	p.restoreCursor()
}

// restoreCursor puts the cursor on the session that was left, once it is listed.
func (p *Page) restoreCursor() {
	if p.leftDir == "" {
		return
	}
	here := func(e *entry) bool {
		return e.Dir == p.leftDir || list.Number([]list.Item{{Dir: e.Dir}}, p.leftDir) == 1
	}
	if i := slices.IndexFunc(p.visibleSessions(), here); i >= 0 {
		p.cursor[paneSessions], p.pane, p.leftDir = i, paneSessions, ""
	}
}

// Away stops the reading of lists while another place is on the screen.
func (p *Page) Away() { p.away = true }

// Opening reports whether something is being opened.
func (p *Page) Opening() bool { return p.opening }

// Opened records that the opening has ended.
func (p *Page) Opened() { p.opening = false }

// Running returns the number of sessions that are computed, and of those computed by Slurm
// tasks, as far as they have been read.
func (p *Page) Running() (n, slurm int) {
	for _, e := range p.all {
		switch {
		case roster.InSlurm(&e.Item):
			slurm++
		case e.Status == record.Running:
			n++
		}
	}
	return n, slurm
}

// Ticked returns the ticked sessions, newest first.
func (p *Page) Ticked() []*list.Item {
	var out []*list.Item
	for _, e := range p.all {
		if p.ticks[e.Dir] {
			out = append(out, &e.Item)
		}
	}
	return out
}
