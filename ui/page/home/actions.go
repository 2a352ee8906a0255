package home

import (
	"strconv"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/list"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/input"
	"example.com/sfatui/ui/page"
)

// Chosen is the user's choice to open: a session, or if that is nil, data.
type Chosen struct {
	Session *sessions.Session
	Replay  bool // replay the session
	Datum   Datum
	Start   bool   // start the sweep on the data at once
	Typed   string // name typed by the user, who may correct it if Err is set; "" if chosen from the list
	Err     error
}

const group = "Home"

// Actions returns the actions of the page.
func (p *Page) Actions() []page.Action {
	act := func(id string, keys []string, footer int, short, long clean.Text, off func(*page.Scene) clean.Text, do func(*page.Scene, string) tea.Cmd) page.Action {
		return page.Action{ID: id, Group: group, Who: page.Anyone, Keys: keys, Short: short, Long: long, Modes: page.AtHome, Footer: footer, Off: off, Do: do}
	}
	return append([]page.Action{
		act("home open", []string{"enter"}, 1, "open", "open the session or data under the cursor; a session that another process computes is shown live", p.offNothing, page.Command(p.open)),
		act("home number", []string{"1", "2", "3", "4", "5", "6", "7", "8", "9"}, 0, "open", "open the session with that number", nil,
			p.openNumber),
		act("home replay", []string{"r"}, 5, "replay", "play the session back", p.offNoSession, page.Command(func() tea.Cmd { return p.openSession(p.session().Dir, true) })),
		act("home tick", []string{"t"}, 3, "tick", "tick the session for an overlay", p.offNoSession, page.Doing(p.toggleTick)),
		act("home untick", []string{"T"}, 0, "none", "untick all sessions", nil, page.Doing(func(*page.Scene) { clear(p.ticks) })),
		act("overlay", []string{"c"}, 4, "overlay", "overlay the curves of the ticked sessions: one series each", p.offOverlay, page.Doing(func(sc *page.Scene) { sc.Open(page.Overlay) })),
		act("home find", []string{"/"}, 2, "find", "show only sessions with certain words in data, day, state, note or tags", nil, page.Doing(p.askFilter)),
		act("home back", []string{"esc"}, 0, "all", "show all sessions", p.offBack, page.Doing(func(*page.Scene) { p.filter, p.showWhy = "", false; p.clampCursors() })),
		act("home pane", []string{"tab", "shift+tab"}, 6, "data", "switch between sessions and data", nil, page.Doing(func(*page.Scene) { p.pane = 1 - p.pane })),
		act("home move", []string{"up", "down", "k", "j", "pgup", "pgdown", "g", "G"}, 0, "choose", "move up and down the list", nil, p.move),
		act("home next", []string{"W"}, 8, "take", "do the proposed next step", p.offNext, func(*page.Scene, string) tea.Cmd { return proposer{p}.next().do() }),
		act("home why", []string{"w"}, 7, "why", "show the reason for the proposal, and alternatives", p.offNext, page.Doing(func(*page.Scene) { p.showWhy = !p.showWhy })),
	}, management{p}.actions()...)
}

// offNothing returns the reason why nothing can be opened; "" if something can.
func (p *Page) offNothing(*page.Scene) clean.Text {
	if p.session() == nil && p.datum() == nil {
		return "nothing is under the cursor"
	}
	return ""
}

// offNoSession returns the reason why no session is selected; "" if one is.
func (p *Page) offNoSession(*page.Scene) clean.Text {
	if p.session() == nil {
		return "no session is under the cursor: tab goes to the sessions"
	}
	return ""
}

// offOverlay returns the reason why no overlay can be shown; "" if one can.
func (p *Page) offOverlay(*page.Scene) clean.Text {
	if len(p.Ticked()) < 2 {
		return "tick two sessions or more first, with t"
	}
	return ""
}

// offNext returns the reason why nothing is proposed; "" if something is.
func (p *Page) offNext(*page.Scene) clean.Text {
	if (proposer{p}).next().text == "" {
		return "nothing is proposed"
	}
	return ""
}

// offBack returns the reason why there is nothing to go back from; "" if there is.
func (p *Page) offBack(*page.Scene) clean.Text {
	if p.filter == "" && !p.showWhy {
		return "this is the home page: q quits"
	}
	return ""
}

// open returns a command that opens the item under the cursor.
func (p *Page) open() tea.Cmd {
	if e := p.session(); e != nil {
		return p.openSession(e.Dir, p.purpose == Replay)
	}
	d := *p.datum()
	p.opening = true
	return func() tea.Msg {
		d, err := d.Described()
		return Chosen{Datum: d, Err: err}
	}
}

// openSession returns a command that opens a session.
func (p *Page) openSession(dir string, replay bool) tea.Cmd {
	src := p.src
	p.opening = true
	return func() tea.Msg {
		s, err := src.Open(dir)
		return Chosen{Session: s, Replay: replay, Err: err}
	}
}

// openNumber returns a command that opens the session of a digit.
func (p *Page) openNumber(sc *page.Scene, key string) tea.Cmd {
	n, _ := strconv.Atoi(key)
	for _, e := range p.all {
		if e.number == n {
			return p.openSession(e.Dir, p.purpose == Replay)
		}
	}
	sc.Message = clean.Sprintf("there is no session %d", n)
	return nil
}

// askFilter prompts for words that filter the list.
func (p *Page) askFilter(sc *page.Scene) {
	was := p.filter
	sc.Prompt = &page.Prompt{Label: "find", Input: input.New(was), Hint: "words of the data, day, state, note or tags",
		Typed: func(text string) error { p.filter = text; p.clampCursors(); return nil },
		Done:  func(string) tea.Cmd { return p.reader.next() },
		Back:  func() { p.filter = was; p.clampCursors() },
	}
}

// toggleTick ticks or unticks the session under the cursor.
func (p *Page) toggleTick(sc *page.Scene) {
	e := p.session()
	if p.ticks[e.Dir] = !p.ticks[e.Dir]; !p.ticks[e.Dir] {
		delete(p.ticks, e.Dir)
	}
	sc.Message = clean.Sprintf("%d ticked; c overlays them", len(p.ticks))
	if !p.ticks[e.Dir] {
		sc.Message = clean.Of(list.Name(&e.Item)) + " is not ticked any more"
	}
}

// move moves the cursor, and reads the sessions that become visible.
func (p *Page) move(_ *page.Scene, key string) tea.Cmd {
	by := map[string]int{"up": -1, "k": -1, "down": 1, "j": 1, "pgup": -10, "pgdown": 10, "g": -1 << 20, "G": 1 << 20}[key]
	p.cursor[p.pane] += by
	p.clampCursors()
	return p.reader.next()
}
