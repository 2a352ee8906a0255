package home

import (
	"slices"
	"strings"
	"time"

	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/list"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/roster"
)

// Page shows what there is.
type Page struct {
	src     Source
	now     func() time.Time
	purpose Purpose

	listed        bool // the sessions were looked for
	err           error
	all           []*entry // the newest first
	data          []Datum
	glanceResults glanceResults

	pane    int // that has the focus
	cursor  [panes]int
	top     [panes]int
	rows    int // of sessions on the screen
	ticks   map[string]bool
	filter  string
	showWhy bool // the detail says why the next thing is proposed
	leftDir string

	filling, looking, ticking, away bool
	glancing, opening               bool
}

// The panes that can have the focus.
const (
	paneSessions = iota
	paneData
	panes
)

// entry is a session in the list.
type entry struct {
	sessions.Item
	number int    // from 1
	stamp  string // of what was read, "" before
	stale  bool   // it has changed since
	row    roster.Row
}

// Purpose is what a session is chosen for.
type Purpose int

// The purposes. Those but Open leave out the sessions that they cannot be done with.
const (
	Open Purpose = iota
	Resume
	Follow
	Replay
)

// can reports whether a session can be chosen for a purpose. Before it is read it may be.
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

// New is the page. Now is the clock.
func New(src Source, now func() time.Time, purpose Purpose) *Page {
	return &Page{src: src, now: now, purpose: purpose, glanceResults: glanceResults{}, ticks: map[string]bool{}}
}

func (p *Page) Name() page.Name { return page.Home }

// shown are the sessions that the filter and the purpose leave.
func (p *Page) visibleSessions() []*entry {
	var out []*entry
	for _, e := range p.all {
		if e.isFor(p.purpose) && (p.filter == "" || p.matches(e.row.Data, e.row.Begun, e.row.State, clean.Of(list.Name(&e.Item)), clean.Of(e.Note))) {
			out = append(out, e)
		}
	}
	return out
}

// sets are the data that the filter leaves.
func (p *Page) visibleData() []Datum {
	var out []Datum
	for _, d := range p.data {
		if t, ok := p.glanceResults[d.listed()]; ok {
			d = t
		}
		if p.matches(d.Name, d.Facts, d.Note) {
			out = append(out, d)
		}
	}
	return out
}

// matches says that texts hold every word of the filter.
func (p *Page) matches(texts ...clean.Text) bool {
	text := strings.ToLower(string(clean.Join(texts, " ")))
	for _, word := range strings.Fields(strings.ToLower(p.filter)) {
		if !strings.Contains(text, word) {
			return false
		}
	}
	return true
}

// session is the one under the cursor, nil where there is none.
func (p *Page) session() *entry {
	list := p.visibleSessions()
	if p.pane != paneSessions || len(list) == 0 {
		return nil
	}
	return list[p.cursor[paneSessions]]
}

// datum is the data under the cursor, nil where there is none.
func (p *Page) datum() *Datum {
	list := p.visibleData()
	if p.pane != paneData || len(list) == 0 {
		return nil
	}
	return &list[p.cursor[paneData]]
}

// settle keeps the cursors where something is, and the focus on what is found.
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

// Left puts the cursor on the session that the user comes from.
func (p *Page) Left(dir string) {
	p.away = false
	if dir == "" {
		return
	}
	p.leftDir = dir
	p.restoreCursor()
}

// find puts the cursor on the session that was left, once it is there.
func (p *Page) restoreCursor() {
	if p.leftDir == "" {
		return
	}
	here := func(e *entry) bool {
		return e.Dir == p.leftDir || list.Number([]sessions.Item{{Dir: e.Dir}}, p.leftDir) == 1
	}
	if i := slices.IndexFunc(p.visibleSessions(), here); i >= 0 {
		p.cursor[paneSessions], p.pane, p.leftDir = i, paneSessions, ""
	}
}

// Away says that another place has the screen: home looks for nothing meanwhile.
func (p *Page) Away() { p.away = true }

// Opening says that something is being opened, and Opened that this has ended.
func (p *Page) Opening() bool { return p.opening }

// Opened ends what [Page.Opening] tells.
func (p *Page) Opened() { p.opening = false }

// Running is how many sessions are computed, as far as is known, and of how many tasks of
// Slurm do that.
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

// Ticked are the sessions that are ticked, the newest first.
func (p *Page) Ticked() []*sessions.Item {
	var out []*sessions.Item
	for _, e := range p.all {
		if p.ticks[e.Dir] {
			out = append(out, &e.Item)
		}
	}
	return out
}
