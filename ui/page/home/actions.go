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

// Chosen is what the user chose to open: a session, or where that is nil data.
type Chosen struct {
	Session *sessions.Session
	Replay  bool // the session is played back
	Datum   Datum
	Start   bool   // the sweep over the data begins at once
	Typed   string // by the user, who may change it where Err is set; "" where it was picked
	Err     error
}

const group = "Home"

func (p *Page) Actions() []page.Action {
	act := func(id string, keys []string, footer int, short, long clean.Text, off func(*page.Scene) clean.Text, do func(*page.Scene, string) tea.Cmd) page.Action {
		return page.Action{ID: id, Group: group, Who: page.Anyone, Keys: keys, Short: short, Long: long, Modes: page.AtHome, Footer: footer, Off: off, Do: do}
	}
	return []page.Action{
		act("home open", []string{"enter"}, 1, "open", "open the session or the data under the cursor; one that another process computes is shown live", p.offNothing, page.Command(p.open)),
		act("home number", []string{"1", "2", "3", "4", "5", "6", "7", "8", "9"}, 0, "open", "open the session of that number", nil,
			p.openNumber),
		act("home replay", []string{"r"}, 5, "replay", "play the session back", p.offNoSession, page.Command(func() tea.Cmd { return p.openSession(p.session().Dir, true) })),
		act("home tick", []string{"t"}, 3, "tick", "tick the session for an overlay", p.offNoSession, page.Doing(p.mark)),
		act("home untick", []string{"T"}, 0, "none", "tick none", nil, page.Doing(func(*page.Scene) { clear(p.ticks) })),
		act("overlay", []string{"c"}, 4, "overlay", "overlay the curves of the ticked sessions: one series each", p.offOverlay, page.Doing(func(sc *page.Scene) { sc.Open(page.Overlay) })),
		act("home find", []string{"/"}, 2, "find", "show those alone that hold some words: of the data, the day, the state or the note", nil, page.Doing(p.narrow)),
		act("home back", []string{"esc"}, 0, "all", "show all again", p.offBack, page.Doing(func(*page.Scene) { p.filter, p.why = "", false; p.settle() })),
		act("home pane", []string{"tab", "shift+tab"}, 6, "data", "to the data, and back to the sessions", nil, page.Doing(func(*page.Scene) { p.pane = 1 - p.pane })),
		act("home move", []string{"up", "down", "k", "j", "pgup", "pgdown", "g", "G"}, 0, "choose", "up and down the list", nil, p.move),
		act("home next", []string{"W"}, 8, "take", "do what the line next proposes", p.offNext, func(*page.Scene, string) tea.Cmd { return p.next().do() }),
		act("home why", []string{"w"}, 7, "why", "say why that is proposed, and what else could be done", p.offNext, page.Doing(func(*page.Scene) { p.why = !p.why })),
	}
}

func (p *Page) offNothing(*page.Scene) clean.Text {
	if p.session() == nil && p.datum() == nil {
		return "there is nothing under the cursor"
	}
	return ""
}

func (p *Page) offNoSession(*page.Scene) clean.Text {
	if p.session() == nil {
		return "no session is under the cursor: tab goes to the sessions"
	}
	return ""
}

func (p *Page) offOverlay(*page.Scene) clean.Text {
	if len(p.Ticked()) < 2 {
		return "tick two sessions or more first, with t"
	}
	return ""
}

func (p *Page) offNext(*page.Scene) clean.Text {
	if p.next().text == "" {
		return "nothing is proposed"
	}
	return ""
}

func (p *Page) offBack(*page.Scene) clean.Text {
	if p.filter == "" && !p.why {
		return "this is home: q leaves"
	}
	return ""
}

// open opens what is under the cursor.
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

func (p *Page) openSession(dir string, replay bool) tea.Cmd {
	src := p.src
	p.opening = true
	return func() tea.Msg {
		s, err := src.Open(dir)
		return Chosen{Session: s, Replay: replay, Err: err}
	}
}

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

// narrow asks for the words that the list is narrowed to.
func (p *Page) narrow(sc *page.Scene) {
	was := p.filter
	sc.Prompt = &page.Prompt{Label: "find", Input: input.New(was), Hint: "words of the data, the day, the state or the note",
		Typed: func(text string) error { p.filter = text; p.settle(); return nil },
		Done:  func(string) tea.Cmd { return p.fill() },
		Back:  func() { p.filter = was; p.settle() },
	}
}

// mark marks the session under the cursor, or unmarks it.
func (p *Page) mark(sc *page.Scene) {
	e := p.session()
	if p.ticks[e.Dir] = !p.ticks[e.Dir]; !p.ticks[e.Dir] {
		delete(p.ticks, e.Dir)
	}
	sc.Message = clean.Sprintf("%d ticked; c overlays them", len(p.ticks))
	if !p.ticks[e.Dir] {
		sc.Message = clean.Of(list.Name(&e.Item)) + " is not ticked any more"
	}
}

// move moves the cursor, and reads what comes onto the screen.
func (p *Page) move(_ *page.Scene, key string) tea.Cmd {
	by := map[string]int{"up": -1, "k": -1, "down": 1, "j": 1, "pgup": -10, "pgdown": 10, "g": -1 << 20, "G": 1 << 20}[key]
	p.cursor[p.pane] += by
	p.settle()
	return p.fill()
}
