package ui

import (
	"context"

	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/humanize"
	"example.com/sfatui/ui/page"
	tea "github.com/charmbracelet/bubbletea"
)

// stand asks the bench about the session in hand.
func (m *model) stand() {
	if m.cfg.Host == nil {
		return
	}
	dir := ""
	if m.Session != nil {
		dir = m.Session.Dir
	}
	m.standing = m.cfg.Host.Standing(dir)
	if !m.starting {
		m.exec = m.standing.Exec
	}
}

// follow is how records of a session come that this program does not compute.
func (m *model) follow() func(ctx context.Context, s *sessions.Session, f func(record.Record) error) error {
	if m.cfg.Host != nil {
		return m.cfg.Host.Follow
	}
	every := m.every
	return func(ctx context.Context, s *sessions.Session, f func(record.Record) error) error {
		return s.Follow(ctx, every, f)
	}
}

// company is who looks at the session.
func (m *model) company() clean.Text {
	if m.standing.Watching < 2 {
		return m.standing.Role
	}
	return clean.Sprintf("%s, %s watching", m.standing.Role, humanize.Count(m.standing.Watching))
}

// access is whose an action is at a bench.
type access int

const (
	nobodys access = iota // it is for those who are at the machine
	owners
	everyones
)

// atBench says whose the actions are at a bench, by their ids. One that is not
// listed is nobody's: what is added may write files, or change the sweep.
var atBench = map[string]access{
	"start": owners, "pause": owners, "cancel": owners, "edit": owners, "finer": owners, "cancel point": owners, "note": owners,
	"choose field": owners, "ends of fields": owners, "type": owners, "cycle": owners, "undo": owners, "start new points": owners,

	"advice": everyones, "take chosen advice": owners, "take advice": owners, "auto": owners,

	"fork": everyones, "view": everyones, "view alone": everyones, "fold": everyones, "segment": everyones, "picture": everyones,
	"map axes": everyones, "look around": everyones, "look around in replay": everyones, "time": everyones, "point of map": everyones,
	"next pane": everyones, "zoom": everyones, "enter": everyones, "move": everyones, "ends of list": everyones, "sort": everyones,
	"best": everyones, "filter": everyones, "best of each": everyones, "tick": everyones, "untick": everyones, "compare": everyones,
	"along": everyones, "along in replay": everyones, "hold in replay": everyones, "fold in replay": everyones, "segment in replay": everyones, "copy": everyones, "cursor": everyones, "cursor in replay": everyones, "axis": everyones, "lines": everyones,
	"part": everyones, "closer": everyones, "pick axis": everyones, "hold": everyones, "data": everyones, "log": everyones,
	"settings": everyones, "choose setting": everyones, "set": everyones, "help": everyones, "back": everyones, "leave page": everyones, "quit": everyones, "quit at once": everyones, "suspend": everyones,
}

// barred is why an action is not for this screen's user, "" where it is.
func (m *model) barred(a *action) clean.Text {
	if m.cfg.Host == nil {
		return ""
	}
	if a.watchers {
		return ""
	}
	switch atBench[a.id] {
	case everyones:
		return ""
	case owners:
		return m.standing.Off
	}
	return "not over a server: no files but those of its folder are read and written"
}

// benchActions are of use where several look at a sweep.
func benchActions() []action {
	return []action{
		{id: "fork", group: "Sweep", keys: []string{"N"}, short: "fork", long: "at a server: a new session of one's own, with all that is finished in this one",
			modes: page.Opened | page.Live, pages: page.SweepPages, off: func(m *model) clean.Text {
				switch {
				case m.cfg.Host == nil:
					return "for those who watch at a server; here sfatui fork makes a session of one's own"
				case m.starting || m.loading != nil:
					return "the data is being read"
				}
				return page.NoSession(m.Scene)
			}, do: doFork},
	}
}

// forked is a session of the user's own, or why there is none.
type forked struct {
	id      int
	session *sessions.Session
	err     error
}

func doFork(m *model, _ string) tea.Cmd {
	bench, s, id := m.cfg.Host, m.Session, m.id()
	m.runID, m.Message = id, "making a session of your own…"
	m.unwatch()
	return func() tea.Msg {
		fork, err := bench.Fork(s)
		return forked{id, fork, err}
	}
}

// forked goes on with the session of the user's own; else with the one that was
// shown.
func (m *model) forked(msg forked) tea.Cmd {
	switch {
	case msg.id != m.runID:
		return nil
	case msg.err != nil:
		m.Message = "not forked: " + clean.Of(msg.err.Error())
		return m.watch()
	}
	for _, p := range m.Probes {
		if p != nil && p.Pending {
			p.Cancel()
		}
	}
	fresh := newModel(m.cfg, page.Opened)
	fresh.work, fresh.wire, fresh.every, fresh.serial = m.work, m.wire, m.every, m.serial
	fresh.W, fresh.H, fresh.ticks = m.W, m.H, m.ticks
	*m = *fresh
	m.Asks = m.inquires
	m.take(msg.session)
	m.reduce(msg.session.Records())
	m.Message = "this session is yours: s finishes it, e changes it"
	return m.watch()
}
