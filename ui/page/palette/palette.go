// Package palette is the page of all that has a name: what can be done, what can be set,
// and what the words mean. Typing narrows the list down; what is picked is done, edited or
// set. Narrowed to the keys of the page that it lies over, it is the help.
package palette

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/control"
	"example.com/sfatui/ui/index"
	"example.com/sfatui/ui/input"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
)

// Actor knows what can be done, and does it.
type Actor interface {
	All() []page.Action
	// Reason is why an action cannot be done now, "" when it can.
	Reason(*page.Action) clean.Text
	Perform(a *page.Action, key string) tea.Cmd
}

// Settings change the sweep.
type Settings interface {
	// OffEdit says why nothing can be changed now, "" where it can.
	OffEdit() clean.Text
	// State says how a setting is written, what it gives, and why it changes nothing now,
	// "" where it does.
	State(name string) (written, gives, off clean.Text)
	// Others are the choices of a setting that are not taken and can be.
	Others(name string) []string
	Edit(name string) tea.Cmd
	Put(name, text string) tea.Cmd
	// Weigh finds out what texts, each the name of a setting and a text, would come to,
	// which Weighed says once it is known.
	Weigh(values [][2]string) tea.Cmd
	Weighed(name, text string) clean.Text
}

// Page lists the entries.
type Page struct {
	actor    Actor
	settings Settings
	seek     func(share float64)       // in the replay; nil where there is none
	sessions func() tea.Cmd            // lists them; nil where there are none
	complete func(path string) tea.Cmd // nil where the machine is not the user's
	listed   Listed
	history  history

	line  input.Line
	keys  bool // only the keys of the page that it lies over
	at    int
	top   int
	from  page.Name // the page that it lies over
	lines []int     // in which line of the page each entry is drawn
	found []index.Entry
}

// Session is one that can be opened.
type Session struct {
	Name, About clean.Text
	Open        func() tea.Cmd
}

// Listed are the sessions that there are.
type Listed []Session

// New is the page. What was typed is kept in the file at path, "" for none; seek goes to
// a share of a replay, sessions lists the sessions, and complete finds out what a path may
// become, as [page.CompletePath] does; each is nil where there is none.
func New(actor Actor, settings Settings, seek func(share float64), sessions func() tea.Cmd, complete func(path string) tea.Cmd, path string) *Page {
	return &Page{actor: actor, settings: settings, seek: seek, sessions: sessions, complete: complete, history: history{path: path}}
}

func (p *Page) Name() page.Name { return page.Palette }

func (p *Page) Actions() []page.Action {
	return []page.Action{
		{ID: "palette", Group: "Pages", Place: 3, Who: page.Anyone, Keys: []string{":", "ctrl+p"}, Short: "anything", Long: "anything by its name: settings, values, places, keys, commands, points, words",
			Modes: page.AnyMode, Pages: page.But(page.Palette), Footer: 15, Do: func(sc *page.Scene, _ string) tea.Cmd { return p.open(sc, false) }},
		{ID: "help", Group: "Pages", Place: 5, Who: page.Anyone, Keys: []string{"?"}, Short: "keys", Long: "the keys here; type to find one, enter does it",
			Modes: page.AnyMode, Pages: page.But(page.Palette), Footer: 4, Do: func(sc *page.Scene, _ string) tea.Cmd { return p.open(sc, true) }},
	}
}

// open shows the page over the one that is shown.
func (p *Page) open(sc *page.Scene, keys bool) tea.Cmd {
	p.line, p.keys, p.at, p.top, p.from = input.New(""), keys, 0, 0, sc.Shown
	sc.Shown = page.Palette
	p.search(sc)
	read := p.history.read()
	if keys || p.sessions == nil {
		return read
	}
	return tea.Batch(read, p.sessions())
}

// Open shows the page of everything from wherever one is.
func (p *Page) Open(sc *page.Scene) tea.Cmd { return p.open(sc, false) }

// Update takes up what was typed before, and finds anew what has changed meanwhile, such as
// what settings come to once the data are read.
func (p *Page) Update(sc *page.Scene, msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case HistoryRead:
		p.history.take(msg)
	case Listed:
		p.listed = msg
	case input.Completion:
		if command, path, ok := p.path(sc); ok && path == msg.Typed && sc.Shown == page.Palette {
			sc.Message = clean.Join(msg.Names, "  ")
			return p.write(sc, command+msg.Text)
		}
	case control.Ticked, input.Press, tea.KeyMsg, tea.MouseMsg:
		return nil
	}
	if sc.Shown == page.Palette {
		at := p.at
		p.search(sc)
		p.at = min(at, max(len(p.found)-1, 0))
	}
	return nil
}

// Typing says that keys are text.
func (p *Page) Typing() bool { return true }

// Hints are the keys of the page, and why what is picked cannot be done now.
func (p *Page) Hints(sc *page.Scene) ([]page.Hint, clean.Text) {
	hints := []page.Hint{{Press: "down", Shown: "↑↓", Does: "choose"}, {Press: "enter", Shown: "enter", Does: "do it"}, {Press: "tab", Shown: "tab", Does: "fill in"}, {Press: "esc", Shown: "esc", Does: "back"}}
	switch e := p.picked(); {
	case e != nil && e.Off != "":
		return hints, "not now: " + e.Off
	case p.line.String() == "" && !p.keys && len(p.history.lines) > 0:
		hints = append(hints, page.Hint{Press: "up", Shown: "↑", Does: "what was typed before"})
	}
	return hints, ""
}

// Found are the entries that are listed.
func (p *Page) Found() []index.Entry { return p.found }

// picked is the entry under the cursor; nil for none.
func (p *Page) picked() *index.Entry {
	if p.at >= len(p.found) {
		return nil
	}
	return &p.found[p.at]
}

// Click picks an entry; one that is picked is done.
func (p *Page) Click(sc *page.Scene, _ layout.Size, _, y int) tea.Cmd {
	i := slices.Index(p.lines, y)
	switch {
	case i < 0:
		return nil
	case i == p.at:
		return p.Type(sc, input.Press{Name: "enter"})
	}
	p.at = i
	return p.weigh()
}

// Type edits the text, moves, or does what is picked.
func (p *Page) Type(sc *page.Scene, k input.Press) tea.Cmd {
	last := max(len(p.found)-1, 0)
	switch k.Name {
	case "esc":
		if p.line.String() == "" {
			sc.Shown = p.from
			return nil
		}
		return p.write(sc, "")
	case "up":
		if text, ok := p.history.before(p.line.String()); ok && p.at == 0 && !p.keys {
			return p.write(sc, text)
		}
		p.at = max(p.at-1, 0)
	case "down":
		if text, ok := p.history.after(p.line.String()); ok && p.at == 0 && !p.keys {
			return p.write(sc, text)
		}
		p.at = min(p.at+1, last)
	case "pgup":
		p.at = max(p.at-10, 0)
	case "pgdown":
		p.at = min(p.at+10, last)
	case "tab":
		if _, path, ok := p.path(sc); ok {
			return p.complete(path)
		}
		if e := p.picked(); e != nil {
			return p.write(sc, e.Completion())
		}
	case "enter":
		return p.do(sc)
	case "?":
		if p.keys {
			sc.Shown = p.from
			return nil
		}
		fallthrough
	default:
		if p.line.Press(k) {
			p.search(sc)
		}
	}
	return p.weigh()
}

// path returns the path that is being typed behind a command that takes one, and the command
// with the blank behind it; false where there is none.
func (p *Page) path(sc *page.Scene) (command, path string, ok bool) {
	name, path, given := strings.Cut(p.line.String(), " ")
	if !given || p.complete == nil {
		return "", "", false
	}
	for _, a := range p.actor.All() {
		if a.ID == name && a.Take != nil && (a.Takes == "PATH" || a.Takes == "FILE") && a.Modes&sc.Keys() != 0 {
			return name + " ", path, true
		}
	}
	return "", "", false
}

// write puts another text in the line.
func (p *Page) write(sc *page.Scene, text string) tea.Cmd {
	p.line.Replace(text)
	p.search(sc)
	return p.weigh()
}

// search finds the entries anew.
func (p *Page) search(sc *page.Scene) {
	p.at = 0
	p.found = p.entries(sc, strings.TrimSpace(p.line.String()))
}

// weigh finds out what the values that are listed would come to.
func (p *Page) weigh() tea.Cmd {
	var values [][2]string
	for i := range p.found {
		if e := &p.found[i]; e.Kind == index.Value && e.Off == "" {
			name, text := cut(e)
			values = append(values, [2]string{name, text})
		}
	}
	if values == nil {
		return nil
	}
	return p.settings.Weigh(values)
}

// do does what is picked, or says why that cannot be done now.
func (p *Page) do(sc *page.Scene) tea.Cmd {
	e := p.picked()
	switch {
	case e == nil:
		return nil
	case e.Off != "":
		sc.Message = e.Off
		return nil
	case e.Do == nil: // a word: it is explained
		return nil
	}
	kept := p.history.keep(p.line.String())
	sc.Shown = p.from
	return tea.Batch(e.Do(), kept)
}
