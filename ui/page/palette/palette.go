// Package palette is the page that lists everything with a name: actions, settings and terms.
// Typing filters the list; the selected entry is done, edited or set. Restricted to the keys of
// the page below, it is the help.
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

// Actor provides and performs the actions.
type Actor interface {
	All() []page.Action
	// Reason returns the reason why an action cannot be done now; "" if it can.
	Reason(*page.Action) clean.Text
	Perform(a *page.Action, key string) tea.Cmd
}

// Settings reads and changes the settings of the sweep.
type Settings interface {
	// OffEdit returns the reason why nothing can be changed now; "" if it can.
	OffEdit() clean.Text
	// State returns the text of a setting, its values, and why it has no effect now, "" if it
	// has.
	State(name string) (written, gives, off clean.Text)
	// Others returns the possible choices of a setting that are not selected.
	Others(name string) []string
	Edit(name string) tea.Cmd
	Put(name, text string) tea.Cmd
	// Weigh returns a command that estimates the effects of texts in settings, given as pairs
	// of name and text; Weighed returns an estimate.
	Weigh(values [][2]string) tea.Cmd
	Weighed(name, text string) clean.Text
}

// Page lists the entries.
type Page struct {
	actor    Actor
	settings Settings
	seek     func(share float64)       // moves the replay; nil without one
	sessions func() tea.Cmd            // lists the sessions; nil without any
	complete func(path string) tea.Cmd // completes a path; nil on a server
	listed   Listed
	history  history

	line      input.Line
	keys      bool // lists only the keys of the page below
	cursor    int
	top       int
	pageBelow page.Name // page below
	lines     []int     // line of each entry on the page
	found     []index.Entry
	terms     []index.Entry // see termEntries
}

// Session is a session that can be opened.
type Session struct {
	Name, About clean.Text
	Open        func() tea.Cmd
}

// Listed is the message with the sessions.
type Listed []Session

// New returns the page. path is the history file, "" for none; seek moves to a share of a
// replay, sessions lists the sessions, and complete completes a path like [page.CompletePath];
// each may be nil.
func New(actor Actor, settings Settings, seek func(share float64), sessions func() tea.Cmd, complete func(path string) tea.Cmd, path string) *Page {
	return &Page{actor: actor, settings: settings, seek: seek, sessions: sessions, complete: complete, history: history{path: path}}
}

// Name returns the page's name.
func (p *Page) Name() page.Name { return page.Palette }

// Actions returns the actions that open the page.
func (p *Page) Actions() []page.Action {
	return []page.Action{
		{ID: "palette", Group: "Pages", Place: 3, Who: page.Anyone, Keys: []string{":", "ctrl+p"}, Short: "anything", Long: "find by name: settings, values, places, keys, commands, points, terms",
			Modes: page.AnyMode, Pages: page.But(page.Palette), Footer: 15, Do: func(sc *page.Scene, _ string) tea.Cmd { return p.open(sc, false) }},
		{ID: "help", Group: "Pages", Place: 5, Who: page.Anyone, Keys: []string{"?"}, Short: "keys", Long: "keys on this page; type to search, enter runs one",
			Modes: page.AnyMode, Pages: page.But(page.Palette), Footer: 4, Do: func(sc *page.Scene, _ string) tea.Cmd { return p.open(sc, true) }},
	}
}

// open shows the page over the current one.
func (p *Page) open(sc *page.Scene, keys bool) tea.Cmd {
	p.line, p.keys, p.cursor, p.top, p.pageBelow = input.New(""), keys, 0, 0, sc.Shown
	sc.Shown = page.Palette
	p.search(sc)
	read := p.history.read()
	if keys || p.sessions == nil {
		return read
	}
	return tea.Batch(read, p.sessions())
}

// Open shows the page with all entries over the current page.
func (p *Page) Open(sc *page.Scene) tea.Cmd { return p.open(sc, false) }

// Update stores the history and the sessions, and repeats the search, since estimates and
// states may have changed.
func (p *Page) Update(sc *page.Scene, msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case HistoryRead:
		p.history.prepend(msg)
	case Listed:
		p.listed = msg
	case input.Completion:
		if command, path, ok := p.path(sc); ok && path == msg.Typed && sc.Shown == page.Palette {
			sc.Message = clean.Join(msg.Names, "  ")
			return p.setLine(sc, command+msg.Text)
		}
	case control.Ticked, input.Press, tea.KeyMsg, tea.MouseMsg:
		return nil
	}
	if sc.Shown == page.Palette {
		at := p.cursor
		p.search(sc)
		p.cursor = min(at, max(len(p.found)-1, 0))
	}
	return nil
}

// Typing reports that keys are always text.
func (p *Page) Typing() bool { return true }

// Hints returns the key hints, and why the selected entry cannot be done now.
func (p *Page) Hints(sc *page.Scene) ([]page.Hint, clean.Text) {
	hints := []page.Hint{{Press: "down", Shown: "↑↓", Does: "choose"}, {Press: "enter", Shown: "enter", Does: "do it"}, {Press: "tab", Shown: "tab", Does: "fill in"}, {Press: "esc", Shown: "esc", Does: "back"}}
	switch e := p.entryAtCursor(); {
	case e != nil && e.Off != "":
		return hints, "not now: " + e.Off
	case p.line.String() == "" && !p.keys && len(p.history.lines) > 0:
		hints = append(hints, page.Hint{Press: "up", Shown: "↑", Does: "previous input"})
	}
	return hints, ""
}

// Found returns the listed entries.
func (p *Page) Found() []index.Entry { return p.found }

// entryAtCursor returns the entry under the cursor; nil for none.
func (p *Page) entryAtCursor() *index.Entry {
	if p.cursor >= len(p.found) {
		return nil
	}
	return &p.found[p.cursor]
}

// Click selects an entry; a click on the selected entry does it.
func (p *Page) Click(sc *page.Scene, _ layout.Size, _, y int) tea.Cmd {
	i := slices.Index(p.lines, y)
	switch {
	case i < 0:
		return nil
	case i == p.cursor:
		return p.Type(sc, input.Press{Name: "enter"})
	}
	p.cursor = i
	return p.requestEstimates()
}

// Type edits the text, moves the cursor, or does the selected entry.
func (p *Page) Type(sc *page.Scene, k input.Press) tea.Cmd {
	last := max(len(p.found)-1, 0)
	switch k.Name {
	case "esc":
		if p.line.String() == "" {
			sc.Shown = p.pageBelow
			return nil
		}
		return p.setLine(sc, "")
	case "up":
		if text, ok := p.history.previous(p.line.String()); ok && p.cursor == 0 && !p.keys {
			return p.setLine(sc, text)
		}
		p.cursor = max(p.cursor-1, 0)
	case "down":
		if text, ok := p.history.next(p.line.String()); ok && p.cursor == 0 && !p.keys {
			return p.setLine(sc, text)
		}
		p.cursor = min(p.cursor+1, last)
	case "pgup":
		p.cursor = max(p.cursor-10, 0)
	case "pgdown":
		p.cursor = min(p.cursor+10, last)
	case "tab":
		if _, path, ok := p.path(sc); ok {
			return p.complete(path)
		}
		if e := p.entryAtCursor(); e != nil {
			return p.setLine(sc, e.Completion())
		}
	case "enter":
		return p.doEntry(sc)
	case "?":
		if p.keys {
			sc.Shown = p.pageBelow
			return nil
		}
		fallthrough
	default:
		if p.line.Press(k) {
			p.search(sc)
		}
	}
	return p.requestEstimates()
}

// path returns the path that is being typed after a command that takes one, and the command
// with its trailing blank; false if there is none.
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

// setLine replaces the text of the line.
func (p *Page) setLine(sc *page.Scene, text string) tea.Cmd {
	p.line.Replace(text)
	p.search(sc)
	return p.requestEstimates()
}

// search updates the list of entries.
func (p *Page) search(sc *page.Scene) {
	p.cursor = 0
	p.found = p.findEntries(sc, strings.TrimSpace(p.line.String()))
}

// requestEstimates returns a command that estimates the effects of the listed values.
func (p *Page) requestEstimates() tea.Cmd {
	var values [][2]string
	for i := range p.found {
		if e := &p.found[i]; e.Kind == index.Value && e.Off == "" {
			name, text := nameAndValue(e)
			values = append(values, [2]string{name, text})
		}
	}
	if values == nil {
		return nil
	}
	return p.settings.Weigh(values)
}

// doEntry does the selected entry, or shows why it cannot be done now.
func (p *Page) doEntry(sc *page.Scene) tea.Cmd {
	e := p.entryAtCursor()
	switch {
	case e == nil:
		return nil
	case e.Off != "":
		sc.Message = e.Off
		return nil
	case e.Do == nil: // terms are only explained
		return nil
	}
	kept := p.history.add(p.line.String())
	sc.Shown = p.pageBelow
	return tea.Batch(e.Do(), kept)
}
